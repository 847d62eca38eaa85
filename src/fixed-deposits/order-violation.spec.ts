import { orderViolation } from './order-violation';

describe('orderViolation', () => {
  it.each([
    { status: 'Active', waitsFor: null, approvalId: null, code: undefined },
    { status: 'Active', waitsFor: 7, approvalId: null, code: 'FIXED_DEPOSIT_PENDING_APPROVAL' },
    { status: 'Active', waitsFor: 7, approvalId: 7, code: undefined },
    { status: 'Active', waitsFor: null, approvalId: 7, code: 'FIXED_DEPOSIT_PENDING_APPROVAL' },
    { status: 'PendingApproval', waitsFor: 7, approvalId: null, code: 'FIXED_DEPOSIT_PENDING_APPROVAL' },
    { status: 'Matured', waitsFor: null, approvalId: null, code: 'FIXED_DEPOSIT_NOT_ACTIVE' },
    { status: 'Matured', waitsFor: 7, approvalId: 7, code: 'FIXED_DEPOSIT_NOT_ACTIVE' },
    { status: 'Liquidated', waitsFor: null, approvalId: null, code: 'FIXED_DEPOSIT_NOT_ACTIVE' },
    { status: 'RolledOver', waitsFor: 7, approvalId: 7, code: 'FIXED_DEPOSIT_NOT_ACTIVE' },
    { status: 'Declined', waitsFor: null, approvalId: null, code: 'FIXED_DEPOSIT_NOT_ACTIVE' },
  ] as const)(
    'returns $code for a deposit that is $status and waits for $waitsFor, in an order under $approvalId',
    ({ status, waitsFor, approvalId, code }) => {
      const refusal = orderViolation({ status, approvalId: waitsFor }, approvalId);
      expect(refusal?.code).toBe(code);
      if (refusal) expect(refusal.httpStatus).toBe(409);
    },
  );
});
