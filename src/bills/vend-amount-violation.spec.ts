import { vendAmountViolation } from './vend-amount-violation';

const fixed = { packageName: 'Padi', amountKobo: 440_000n, isFixedAmount: true };
const free = { packageName: 'Prepaid', amountKobo: 0n, isFixedAmount: false };

describe('vendAmountViolation', () => {
  it.each([
    { name: 'the fixed price', amountKobo: 440_000n, offered: fixed, minimumKobo: 0n },
    { name: 'the fixed price below a minimum', amountKobo: 440_000n, offered: fixed, minimumKobo: 500_000n },
    {
      name: 'one kobo less than the price',
      amountKobo: 439_999n,
      offered: fixed,
      minimumKobo: 0n,
      code: 'BILL_AMOUNT_NOT_ALLOWED',
    },
    {
      name: 'one kobo more than the price',
      amountKobo: 440_001n,
      offered: fixed,
      minimumKobo: 0n,
      code: 'BILL_AMOUNT_NOT_ALLOWED',
    },
    { name: 'the minimum', amountKobo: 10_000n, offered: free, minimumKobo: 10_000n },
    {
      name: 'one kobo below the minimum',
      amountKobo: 9_999n,
      offered: free,
      minimumKobo: 10_000n,
      code: 'BILL_AMOUNT_NOT_ALLOWED',
    },
    { name: 'any amount without a minimum', amountKobo: 1n, offered: free, minimumKobo: 0n },
  ] as const)('answers $code for $name', ({ amountKobo, offered, minimumKobo, code }) => {
    expect(vendAmountViolation(amountKobo, offered, minimumKobo)?.code).toBe(code);
  });

  it('names the amount that the biller accepts', () => {
    expect(vendAmountViolation(1n, fixed, 0n)).toMatchObject({
      details: { fixedAmount: 4400 },
      message: 'Padi costs ₦4,400.00; send exactly this amount.',
    });
    expect(vendAmountViolation(1n, free, 10_050n)).toMatchObject({ details: { minimumAmount: 100.5 } });
  });
});
