import fc from 'fast-check';
import { addDays } from '../../common/time/calendar';
import { type EarningTerms, interestKobo, shareKobo } from './interest-to-date';

const terms: EarningTerms = { interestRate: '12.0000', dayCount: 'ACT/365', maturityDate: '2027-11-21' };
const whole = [{ amountKobo: 10_000_000n, effectiveDate: '2026-11-21' }];

describe('interestKobo', () => {
  it.each([
    ['nothing on the first day', '2026-11-21', 0n],
    ['one night', '2026-11-22', 3_288n],
    ['ten nights', '2026-12-01', 32_877n],
    ['the last night', '2027-11-20', 1_196_712n],
    ['the year', '2027-11-21', 1_200_000n],
    ['nothing after maturity', '2028-01-01', 1_200_000n],
    ['nothing before the start', '2026-01-01', 0n],
  ])('earns %s', (_, through, kobo) => {
    expect(interestKobo(terms, whole, through)).toBe(kobo);
  });

  it('counts each part from its own date', () => {
    const parts = [...whole, { amountKobo: 5_000_000n, effectiveDate: '2027-03-01' }];
    // 100,000 for 365 days and 50,000 for the 265 days from 1 March to 21 November.
    expect(interestKobo(terms, parts, '2027-11-21')).toBe(1_200_000n + 435_616n);
    expect(interestKobo(terms, parts, '2027-03-01')).toBe(interestKobo(terms, whole, '2027-03-01'));
  });

  it('rounds the sum once, to the even kobo', () => {
    // 36,500 kobo at 1 % earn exactly 1 kobo a day; half of it 0.5 a day.
    const half = [{ amountKobo: 18_250n, effectiveDate: '2026-11-21' }];
    const onePercent = { ...terms, interestRate: '1.0000' };
    expect([1, 2, 3, 5].map((days) => interestKobo(onePercent, half, addDays('2026-11-21', days)))).toEqual([
      0n,
      1n,
      2n,
      2n,
    ]);
  });

  it.each([
    ['ACT/365', 366n * 10_000_000n * 12n, 36_500n],
    ['PERIODIC', 366n * 10_000_000n * 12n, 36_500n],
    ['ACT/360', 366n * 10_000_000n * 12n, 36_000n],
    ['ACT/364', 366n * 10_000_000n * 12n, 36_400n],
    ['30/360', 360n * 10_000_000n * 12n, 36_000n],
    ['30/365', 360n * 10_000_000n * 12n, 36_500n],
    ['ACT/ACT', 10_000_000n * 12n, 100n],
    ['ACT/ACT-FEB29', 10_000_000n * 12n, 100n],
  ] as const)('knows a leap year by %s', (dayCount, numerator, denominator) => {
    const leap = { interestRate: '12.0000', dayCount, maturityDate: '2029-01-01' };
    const expected = (2n * numerator + denominator) / (2n * denominator);
    expect(interestKobo(leap, [{ amountKobo: 10_000_000n, effectiveDate: '2028-01-01' }], '2029-01-01')).toBe(expected);
  });

  it('is the same when computed by days, by months or at once, and never falls', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 13n });
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 250_000 }),
        (first, second, dayOfSecond, rate) => {
          const parts = [
            { amountKobo: first, effectiveDate: '2026-11-21' },
            { amountKobo: second, effectiveDate: addDays('2026-11-21', dayOfSecond) },
          ];
          const at = { ...terms, interestRate: (rate / 10_000).toFixed(4) };
          let posted = 0n;
          for (let day = 1; day <= 365; day += 1) {
            const difference = interestKobo(at, parts, addDays('2026-11-21', day)) - posted;
            expect(difference >= 0n).toBe(true);
            posted += difference;
          }
          // Kobo days at a rate in hundredths of a percent of a percent, rounded half to even by hand.
          const dividend = (first * 365n + second * BigInt(365 - dayOfSecond)) * BigInt(rate);
          const divisor = 365n * 1_000_000n;
          const rest = dividend % divisor;
          const cut = dividend / divisor;
          const up = 2n * rest > divisor || (2n * rest === divisor && cut % 2n === 1n);
          expect(posted).toBe(up ? cut + 1n : cut);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('shareKobo', () => {
  it.each([
    [100n, '10.0000', 10n],
    [5n, '10.0000', 0n],
    [15n, '10.0000', 2n],
    [25n, '10.0000', 2n],
    [0n, '10.0000', 0n],
    [999n, '0.0000', 0n],
    [999n, '100.0000', 999n],
    [1_000_000n, '0.0125', 125n],
  ])('%p kobo, %p %%: %p', (amountKobo, percent, share) => {
    expect(shareKobo(amountKobo, percent)).toBe(share);
  });
});
