import type { OverdraftStatus } from './overdraft.entity';
import { type OverdraftAction,overdraftTransitionViolation } from './overdraft-transitions';

describe('overdraftTransitionViolation', () => {
  it.each<[OverdraftStatus, number | null, OverdraftAction, string | undefined]>([
    ['PendingApproval', 1, 'update', 'OVERDRAFT_PENDING_APPROVAL'],
    ['PendingApproval', 1, 'activate', 'OVERDRAFT_PENDING_APPROVAL'],
    ['PendingApproval', 1, 'deactivate', 'OVERDRAFT_PENDING_APPROVAL'],
    ['Active', null, 'update', undefined],
    ['Active', null, 'activate', 'OVERDRAFT_ALREADY_ACTIVE'],
    ['Active', null, 'deactivate', undefined],
    ['Active', 1, 'update', 'OVERDRAFT_PENDING_APPROVAL'],
    ['Active', 1, 'activate', 'OVERDRAFT_PENDING_APPROVAL'],
    ['Active', 1, 'deactivate', undefined],
    ['Inactive', null, 'update', undefined],
    ['Inactive', null, 'activate', undefined],
    ['Inactive', null, 'deactivate', 'OVERDRAFT_NOT_ACTIVE'],
    ['Inactive', 1, 'update', 'OVERDRAFT_PENDING_APPROVAL'],
    ['Inactive', 1, 'activate', 'OVERDRAFT_PENDING_APPROVAL'],
    ['Inactive', 1, 'deactivate', 'OVERDRAFT_NOT_ACTIVE'],
    ['Expired', null, 'update', 'OVERDRAFT_EXPIRED'],
    ['Expired', null, 'activate', 'OVERDRAFT_EXPIRED'],
    ['Expired', null, 'deactivate', 'OVERDRAFT_NOT_ACTIVE'],
    ['Expired', 1, 'update', 'OVERDRAFT_EXPIRED'],
  ])('overdraft %s with approval %p: %s answers %p', (status, approvalId, action, code) => {
    const violation = overdraftTransitionViolation({ status, approvalId }, action);
    expect(violation?.code).toBe(code);
    if (violation) expect(violation.httpStatus).toBe(409);
  });
});
