import { atMaturity } from './maturity-amount';

const deposit = {
  interestRate: '12.0000',
  dayCount: 'ACT/365',
  startDate: '2026-11-21',
  maturityDate: '2027-11-21',
  principalKobo: 10_000_000n,
  withholdingTaxPercent: '10.0000',
} as const;
const parts = [{ amountKobo: 10_000_000n, effectiveDate: '2026-11-21' }];

describe('atMaturity', () => {
  it.each([
    // A year of 12 % less a tenth.
    ['AtMaturity', 11_080_000n],
    // The 31 nights from 21 October: 101,917.81 kobo less a tenth.
    ['Monthly', 10_000_000n + 101_918n - 10_192n],
    ['Upfront', 10_000_000n],
  ] as const)('%s', (interestPayment, maturityAmountKobo) => {
    expect(atMaturity({ ...deposit, interestPayment }, parts)).toEqual({
      totalInterestKobo: 1_200_000n,
      maturityAmountKobo,
    });
  });
});
