import fc from 'fast-check';
import { addDays } from '../../common/time/calendar';
import { settleEarly, type SettlementTerms } from './early-settlement';
import { interestKobo } from './interest-to-date';
import { lastPaymentDate } from './payment-dates';

const START = '2026-11-21';
const MATURITY = '2027-11-21';
const terms: SettlementTerms = {
  interestRate: '12.0000',
  dayCount: 'ACT/365',
  maturityDate: MATURITY,
  earlyLiquidationPenaltyPercent: '25.0000',
  withholdingTaxPercent: '10.0000',
};
const parts = [{ amountKobo: 10_000_000n, effectiveDate: START }];
const unpaid = { paidThrough: START, paidKobo: 0n, taxWithheldKobo: 0n };

describe('settleEarly', () => {
  it('pays the interest earned to date less the penalty, and withholds tax', () => {
    // 73 days are a fifth of the year: 2,400.00 Naira.
    expect(settleEarly(terms, parts, unpaid, 10_000_000n, addDays(START, 73))).toEqual({
      parts: [{ amountKobo: 0n, effectiveDate: START }],
      accruedBeforeKobo: 240_000n,
      accruedAfterKobo: 0n,
      paidAfterKobo: 0n,
      earnedKobo: 240_000n,
      penaltyKobo: 60_000n,
      dueKobo: 180_000n,
      taxKobo: 18_000n,
      excessKobo: 0n,
      taxBackKobo: 0n,
    });
  });

  it('has no penalty at maturity or after', () => {
    for (const date of [MATURITY, addDays(MATURITY, 40)]) {
      expect(settleEarly(terms, parts, unpaid, 10_000_000n, date)).toMatchObject({
        earnedKobo: 1_200_000n,
        penaltyKobo: 0n,
        dueKobo: 1_200_000n,
        taxKobo: 120_000n,
      });
    }
  });

  it('deducts upfront interest not earned from the principal, and returns its tax', () => {
    const upfront = { paidThrough: MATURITY, paidKobo: 1_200_000n, taxWithheldKobo: 120_000n };
    // Earned 240,000, of which 180,000 stay: 1,020,000 were too much.
    expect(settleEarly(terms, parts, upfront, 10_000_000n, addDays(START, 73))).toMatchObject({
      earnedKobo: 240_000n,
      penaltyKobo: 60_000n,
      dueKobo: 0n,
      taxKobo: 0n,
      excessKobo: 1_020_000n,
      taxBackKobo: 102_000n,
    });
  });

  it('takes monthly interest back as far as the penalty exceeds the unpaid interest', () => {
    // Paid through 21 January: 61 nights, 200,548; earned in 73: 240,000; kept 180,000.
    const monthly = {
      paidThrough: '2027-01-21',
      paidKobo: interestKobo(terms, parts, '2027-01-21'),
      taxWithheldKobo: 20_055n,
    };
    expect(settleEarly(terms, parts, monthly, 10_000_000n, addDays(START, 73))).toMatchObject({
      dueKobo: 0n,
      excessKobo: 20_548n,
      taxBackKobo: 2_055n,
      penaltyKobo: 60_000n,
    });
  });

  it('returns no more tax than was withheld', () => {
    const upfront = { paidThrough: MATURITY, paidKobo: 1_200_000n, taxWithheldKobo: 5n };
    expect(settleEarly(terms, parts, upfront, 10_000_000n, START).taxBackKobo).toBe(5n);
  });

  it('takes the latest parts first', () => {
    const held = [
      ...parts,
      { amountKobo: 3_000_000n, effectiveDate: addDays(START, 30) },
      { amountKobo: 2_000_000n, effectiveDate: addDays(START, 60) },
    ];
    const settled = settleEarly(terms, held, unpaid, 4_000_000n, addDays(START, 73));
    expect(settled.parts.map(({ amountKobo }) => amountKobo)).toEqual([10_000_000n, 1_000_000n, 0n]);
    // 2,000,000 for 13 days and 2,000,000 for 43.
    expect(settled.earnedKobo).toBe(36_822n);
  });

  it('never makes the customer owe money', () => {
    const usurious = { ...terms, interestRate: '1000.0000', earlyLiquidationPenaltyPercent: '100.0000' };
    const paid = {
      paidThrough: '2027-10-21',
      paidKobo: interestKobo(usurious, parts, '2027-10-21'),
      taxWithheldKobo: 10n ** 9n,
    };
    const { excessKobo, penaltyKobo, dueKobo, earnedKobo } = settleEarly(
      usurious,
      parts,
      paid,
      10_000_000n,
      addDays('2027-10-21', 1),
    );
    expect([excessKobo, dueKobo]).toEqual([10_000_000n, 0n]);
    expect(earnedKobo - penaltyKobo).toBe(paid.paidKobo - excessKobo);
  });

  it('refuses more than the principal', () => {
    expect(() => settleEarly(terms, parts, unpaid, 10_000_001n, START)).toThrow('less than the amount to liquidate');
  });

  it('adds up for any order of liquidations, and the rest earns as if the liquidated part had never been there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 11n }), fc.integer({ min: 0, max: 200 })), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.integer({ min: 200, max: 400 }),
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom('AtMaturity' as const, 'Monthly' as const, 'Upfront' as const),
        (amounts, day, share, interestPayment) => {
          const held = amounts
            .map(([amountKobo, start]) => ({ amountKobo, effectiveDate: addDays(START, start) }))
            .sort((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1));
          const total = held.reduce((sum, { amountKobo }) => sum + amountKobo, 0n);
          const taken = (total * BigInt(share)) / 100n || 1n;
          const asOf = addDays(START, day);
          const paidThrough = lastPaymentDate({ interestPayment, startDate: START, maturityDate: MATURITY }, asOf);
          const paid = { paidThrough, paidKobo: interestKobo(terms, held, paidThrough), taxWithheldKobo: 10n ** 12n };
          const settled = settleEarly(terms, held, paid, taken, asOf);
          expect(settled.parts.reduce((sum, { amountKobo }) => sum + amountKobo, 0n)).toBe(total - taken);
          expect(settled.accruedAfterKobo).toBe(interestKobo(terms, settled.parts, asOf));
          expect(settled.paidAfterKobo).toBe(interestKobo(terms, settled.parts, paidThrough));
          // The interest kept on the liquidated part is the interest paid on it before and now.
          expect(settled.earnedKobo - settled.penaltyKobo).toBe(
            paid.paidKobo - settled.paidAfterKobo + settled.dueKobo - settled.excessKobo,
          );
          expect(
            settled.dueKobo >= 0n &&
              settled.excessKobo >= 0n &&
              settled.excessKobo <= taken &&
              settled.penaltyKobo >= 0n,
          ).toBe(true);
          expect(settled.dueKobo === 0n || settled.excessKobo === 0n).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
