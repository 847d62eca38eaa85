import type { OverdraftStatus } from './overdraft.entity';
import { type OverdraftAction, overdraftTransitionViolation } from './overdraft-transitions';

describe('overdraftTransitionViolation', () => {
  it.each<{ status: OverdraftStatus; approvalId: number | null; action: OverdraftAction; code: string | undefined }>([
    { status: 'PendingApproval', approvalId: 1, action: 'update', code: 'OVERDRAFT_PENDING_APPROVAL' },
    { status: 'PendingApproval', approvalId: 1, action: 'activate', code: 'OVERDRAFT_PENDING_APPROVAL' },
    { status: 'PendingApproval', approvalId: 1, action: 'deactivate', code: 'OVERDRAFT_PENDING_APPROVAL' },
    { status: 'Active', approvalId: null, action: 'update', code: undefined },
    { status: 'Active', approvalId: null, action: 'activate', code: 'OVERDRAFT_ALREADY_ACTIVE' },
    { status: 'Active', approvalId: null, action: 'deactivate', code: undefined },
    { status: 'Active', approvalId: 1, action: 'update', code: 'OVERDRAFT_PENDING_APPROVAL' },
    { status: 'Active', approvalId: 1, action: 'activate', code: 'OVERDRAFT_PENDING_APPROVAL' },
    { status: 'Active', approvalId: 1, action: 'deactivate', code: undefined },
    { status: 'Inactive', approvalId: null, action: 'update', code: undefined },
    { status: 'Inactive', approvalId: null, action: 'activate', code: undefined },
    { status: 'Inactive', approvalId: null, action: 'deactivate', code: 'OVERDRAFT_NOT_ACTIVE' },
    { status: 'Inactive', approvalId: 1, action: 'update', code: 'OVERDRAFT_PENDING_APPROVAL' },
    { status: 'Inactive', approvalId: 1, action: 'activate', code: 'OVERDRAFT_PENDING_APPROVAL' },
    { status: 'Inactive', approvalId: 1, action: 'deactivate', code: 'OVERDRAFT_NOT_ACTIVE' },
    { status: 'Expired', approvalId: null, action: 'update', code: 'OVERDRAFT_EXPIRED' },
    { status: 'Expired', approvalId: null, action: 'activate', code: 'OVERDRAFT_EXPIRED' },
    { status: 'Expired', approvalId: null, action: 'deactivate', code: 'OVERDRAFT_NOT_ACTIVE' },
    { status: 'Expired', approvalId: 1, action: 'update', code: 'OVERDRAFT_EXPIRED' },
  ])('overdraft $status with approval $approvalId: $action answers $code', ({ status, approvalId, action, code }) => {
    const violation = overdraftTransitionViolation({ status, approvalId }, action);
    expect(violation?.code).toBe(code);
    if (violation) expect(violation.httpStatus).toBe(409);
  });
});
