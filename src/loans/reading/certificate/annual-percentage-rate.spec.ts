import { addDays, addMonths } from '../../../common/time/calendar';
import { annualPercentageRate, type CreditPayment, percentText } from './annual-percentage-rate';

const [DAYS, WEEKS, MONTHS, YEARS] = [0, 1, 2, 3] as const;

function monthly(first: string, count: number, every: number, kobo: bigint): CreditPayment[] {
  return Array.from({ length: count }, (_, index) => ({ date: addMonths(first, index * every), kobo }));
}

/** Payments every so many days from a first date on. */
function everyDays(first: string, count: number, days: number, kobo: bigint): CreditPayment[] {
  return Array.from({ length: count }, (_, index) => ({ date: addDays(first, index * days), kobo }));
}

/**
 * Examples that Regulation Z of the United States publishes for the actuarial method (12 CFR part 1026, appendix J,
 * paragraph (c), 1 to 5), in cents. Left out is the one with payments twice a month, which is no frequency of a loan.
 */
describe('the annual percentage rate of published examples', () => {
  it.each([
    ['monthly payments', 500_000n, '1978-01-10', monthly('1978-02-10', 24, 1, 23_000n), MONTHS, 1, '9.69 %'],
    [
      'monthly payments after a long first period',
      600_000n,
      '1978-02-10',
      monthly('1978-04-01', 36, 1, 20_000n),
      MONTHS,
      1,
      '11.82 %',
    ],
    [
      'quarterly payments after a long first period',
      1_000_000n,
      '1978-05-23',
      monthly('1978-10-01', 40, 3, 38_500n),
      MONTHS,
      3,
      '8.97 %',
    ],
    [
      'weekly payments after a long first period',
      50_000n,
      '1978-03-20',
      everyDays('1978-04-21', 30, 7, 1_760n),
      WEEKS,
      1,
      '14.96 %',
    ],
    [
      'monthly payments with a larger first one',
      500_000n,
      '1978-01-10',
      [{ date: '1978-02-10', kobo: 25_000n }, ...monthly('1978-03-10', 23, 1, 23_000n)],
      MONTHS,
      1,
      '10.08 %',
    ],
    [
      'payments every 4 weeks with a larger first one, after a long first period',
      40_000n,
      '1978-03-18',
      [{ date: '1978-04-20', kobo: 3_950n }, ...everyDays('1978-05-18', 11, 28, 3_831n)],
      WEEKS,
      4,
      '28.50 %',
    ],
    [
      'monthly payments with a larger last one',
      500_000n,
      '1978-01-10',
      [...monthly('1978-02-10', 23, 1, 23_000n), { date: '1980-01-10', kobo: 28_000n }],
      MONTHS,
      1,
      '10.50 %',
    ],
    [
      'payments every 2 weeks with a larger last one, after a short first period',
      20_000n,
      '1978-04-03',
      [...everyDays('1978-04-11', 19, 14, 950n), { date: '1979-01-02', kobo: 3_000n }],
      WEEKS,
      2,
      '12.22 %',
    ],
    [
      'monthly payments with a larger first and last one',
      500_000n,
      '1978-01-10',
      [
        { date: '1978-02-10', kobo: 25_000n },
        ...monthly('1978-03-10', 22, 1, 23_000n),
        { date: '1980-01-10', kobo: 28_000n },
      ],
      MONTHS,
      1,
      '10.90 %',
    ],
    [
      'payments every 2 months with a smaller first and last one, after a short first period',
      800_000n,
      '1978-01-10',
      [
        { date: '1978-03-01', kobo: 44_936n },
        ...monthly('1978-05-01', 18, 2, 46_500n),
        { date: '1981-05-01', kobo: 20_000n },
      ],
      MONTHS,
      2,
      '7.30 %',
    ],
    ['one payment after days', 100_000n, '1978-01-03', [{ date: '1978-09-15', kobo: 108_000n }], DAYS, 255, '11.45 %'],
    ['one payment after months', 100_000n, '1978-07-15', [{ date: '1979-01-15', kobo: 104_400n }], MONTHS, 6, '8.80 %'],
    [
      'one payment after a year and months',
      100_000n,
      '1978-01-17',
      [{ date: '1979-07-17', kobo: 113_519n }],
      MONTHS,
      18,
      '8.76 %',
    ],
    ['one payment after years', 100_000n, '1978-01-03', [{ date: '1980-01-03', kobo: 124_000n }], YEARS, 2, '11.36 %'],
  ] as const)('%s', (_, advanceKobo, advanceDate, payments, frequency, repaymentEvery, expected) => {
    const rate = annualPercentageRate({ advanceKobo, advanceDate, payments }, { frequency, repaymentEvery });
    expect(percentText(rate)).toBe(expected);
  });
});

describe('the annual percentage rate', () => {
  it('of a loan without fees is its nominal rate, also from the last day of a month', () => {
    // 120,000.00 at 24 % in 6 level instalments with 30/360, from 31 January.
    const payments = monthly('2025-02-28', 5, 1, 2_142_310n).map(({ kobo }, index) => ({
      date: addMonths('2025-01-31', index + 1),
      kobo,
    }));
    const last = { date: '2025-07-31', kobo: 2_142_308n };
    const rate = annualPercentageRate(
      { advanceKobo: 12_000_000n, advanceDate: '2025-01-31', payments: [...payments, last] },
      { frequency: MONTHS, repaymentEvery: 1 },
    );
    expect(percentText(rate)).toBe('24.00 %');
  });

  it.each([
    // 54 days before the last year: 100,000.00 × (1 + 20 % × 54/365) × 1.2
    ['one payment after a year and days', [{ date: '2026-03-05', kobo: 12_355_068n }]],
    // 72 days before the first payment: 50,000.00 × (1 + 20 % × 72/365), and a year later 50,000.00 × the same × 1.2
    [
      'two payments after a first period of days',
      [
        { date: '2025-03-23', kobo: 5_197_260n },
        { date: '2026-03-23', kobo: 6_236_712n },
      ],
    ],
  ])('counts days in a period of a year as 1/365 of it: %s', (_, payments) => {
    const rate = annualPercentageRate(
      { advanceKobo: 10_000_000n, advanceDate: '2025-01-10', payments },
      { frequency: YEARS, repaymentEvery: 1 },
    );
    expect(percentText(rate)).toBe('20.00 %');
  });

  it('rises with a fee that is taken from the advance, and is 0 where nothing is paid for the credit', () => {
    const payments = monthly('2025-02-10', 12, 1, 1_000_000n);
    const of = (advanceKobo: bigint): number =>
      annualPercentageRate(
        { advanceKobo, advanceDate: '2025-01-10', payments },
        { frequency: MONTHS, repaymentEvery: 1 },
      );
    expect(of(11_500_000n)).toBeLessThan(of(11_300_000n));
    expect(of(12_000_000n)).toBe(0);
  });
});
