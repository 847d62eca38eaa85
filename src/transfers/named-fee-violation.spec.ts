import { namedFeeViolation } from './named-fee-violation';

describe('namedFeeViolation', () => {
  it.each([
    [10_000n, 10_000n, '1', true],
    [10_000n, 10_001n, '1', false],
    [10_000n, 250n, '0.025', true],
    [10_000n, 251n, '0.025', false],
    [199n, 1n, '0.01', true],
    [199n, 2n, '0.01', false],
    [10_000n, 0n, '0', true],
    [10_000n, 1n, '0', false],
  ])(
    'for an amount of %s kobo, a fee of %s kobo at a largest rate of %s is allowed: %s',
    (amount, fee, rate, allowed) => {
      expect(namedFeeViolation(amount, fee, rate)?.code).toBe(allowed ? undefined : 'FEE_TOO_HIGH');
    },
  );

  it('names the largest fee', () => {
    const refusal = namedFeeViolation(10_000n, 10_001n, '0.05')!;
    expect(refusal.message).toBe('The fee of ₦100.01 is above ₦5.00, the largest fee for this amount.');
    expect(refusal.details).toEqual({ maximumFee: 5, field: 'feeCharge' });
  });
});
