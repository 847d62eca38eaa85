import { vendAmountViolation } from './vend-amount-violation';

const fixed = { packageName: 'Padi', amountKobo: 440_000n, isFixedAmount: true };
const free = { packageName: 'Prepaid', amountKobo: 0n, isFixedAmount: false };

describe('vendAmountViolation', () => {
  it.each([
    ['the fixed price', 440_000n, fixed, 0n, undefined],
    ['the fixed price below a minimum', 440_000n, fixed, 500_000n, undefined],
    ['one kobo less than the price', 439_999n, fixed, 0n, 'BILL_AMOUNT_NOT_ALLOWED'],
    ['one kobo more than the price', 440_001n, fixed, 0n, 'BILL_AMOUNT_NOT_ALLOWED'],
    ['the minimum', 10_000n, free, 10_000n, undefined],
    ['one kobo below the minimum', 9_999n, free, 10_000n, 'BILL_AMOUNT_NOT_ALLOWED'],
    ['any amount without a minimum', 1n, free, 0n, undefined],
  ] as const)('%s', (_, amountKobo, offered, minimumKobo, code) => {
    expect(vendAmountViolation(amountKobo, offered, minimumKobo)?.code).toBe(code);
  });

  it('says what would be taken', () => {
    expect(vendAmountViolation(1n, fixed, 0n)).toMatchObject({
      details: { fixedAmount: 4400 },
      message: 'Padi costs ₦4,400.00; send exactly that.',
    });
    expect(vendAmountViolation(1n, free, 10_050n)).toMatchObject({ details: { minimumAmount: 100.5 } });
  });
});
