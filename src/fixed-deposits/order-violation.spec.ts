import { orderViolation } from './order-violation';

describe('orderViolation', () => {
  it.each([
    ['Active', null, null, undefined],
    ['Active', 7, null, 'FIXED_DEPOSIT_PENDING_APPROVAL'],
    ['Active', 7, 7, undefined],
    ['Active', null, 7, 'FIXED_DEPOSIT_PENDING_APPROVAL'],
    ['PendingApproval', 7, null, 'FIXED_DEPOSIT_PENDING_APPROVAL'],
    ['Matured', null, null, 'FIXED_DEPOSIT_NOT_ACTIVE'],
    ['Matured', 7, 7, 'FIXED_DEPOSIT_NOT_ACTIVE'],
    ['Liquidated', null, null, 'FIXED_DEPOSIT_NOT_ACTIVE'],
    ['RolledOver', 7, 7, 'FIXED_DEPOSIT_NOT_ACTIVE'],
    ['Declined', null, null, 'FIXED_DEPOSIT_NOT_ACTIVE'],
  ] as const)('%s, waiting for %p, asked under %p: %p', (status, waitsFor, approvalId, code) => {
    const refusal = orderViolation({ status, approvalId: waitsFor }, approvalId);
    expect(refusal?.code).toBe(code);
    if (refusal) expect(refusal.httpStatus).toBe(409);
  });
});
