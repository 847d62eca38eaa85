// Reference cases from closed forms, computed here by other means than the engine's: decimal.js instead of fractions,
// the annuity formula with a power instead of a product over periods, days counted one by one instead of subtracted.
import Decimal from 'decimal.js';
import { quote } from './quote';
import type { Quote } from './write-quote';

const D = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_EVEN });
const money = (value: Decimal): string => value.toFixed(2, Decimal.ROUND_HALF_EVEN);
const quoted = (parameters: Record<string, unknown>): Quote => quote(JSON.stringify(parameters));

/** Periods of a year by frequency, as in textbooks. */
const A_YEAR = [365, 52, 12, 1];
const FREQUENCY_NAMES = ['days', 'weeks', 'months', 'years'];

describe('annuity: P × ρ ÷ (1 − (1 + ρ)^−n) (any textbook of financial mathematics)', () => {
  const cases = [0, 1, 2, 3].flatMap((frequency) =>
    ['7.5', '24', '33.3333'].flatMap((rate) =>
      [2, 3, 12, 60].map((n) => ({ frequency, unit: FREQUENCY_NAMES[frequency], rate, n, every: n === 12 ? 2 : 1 })),
    ),
  );

  it.each(cases)('$rate% a year, $n times every $every $unit', ({ frequency, rate, n, every }) => {
    const principal = new D('987654.32');
    const rho = new D(rate).div(100).times(every).div(A_YEAR[frequency]!);
    const level = new D(money(principal.times(rho).div(new D(1).minus(rho.plus(1).pow(-n)))));
    const { rows, totals } = quoted({
      principal: '987654.32',
      rate,
      numberOfRepayments: n,
      frequency,
      repaymentEvery: every,
      disbursementDate: '2024-02-29',
      dayCount: 'PERIODIC',
      principalRepaymentType: 3,
    });
    expect(rows.slice(0, -1).map(({ total }) => total)).toEqual(new Array(n - 1).fill(level.toFixed(2)));
    expect(rows[0]?.interest).toBe(money(principal.times(rho)));
    // Each balance is P(1 + ρ)^k − E((1 + ρ)^k − 1) ÷ ρ but for half a kobo that each period may round and interest
    // then grows.
    rows.slice(0, -1).forEach(({ balance }, index) => {
      const growth = rho.plus(1).pow(index + 1);
      const grown = growth.minus(1).div(rho);
      const expected = principal.times(growth).minus(level.times(grown));
      expect(new D(balance).minus(expected).abs().toNumber()).toBeLessThanOrEqual(grown.times('0.00501').toNumber());
    });
    expect(new D(totals.total).toFixed(2)).toBe(principal.plus(totals.interest).toFixed(2));
  });

  it('is the payment that mortgage tables give: 200,000 at 6% over 360 months is 1,199.10', () => {
    const { rows } = quoted({
      principal: '200000',
      rate: '6',
      numberOfRepayments: 360,
      disbursementDate: '2024-01-01',
      dayCount: 'PERIODIC',
    });
    expect(rows[0]).toMatchObject({ total: '1199.10', interest: '1000.00', principal: '199.10' });
    expect(rows.at(-1)?.balance).toBe('0.00');
  });

  // https://github.com/ArtyomPanfutov/loan-amortization-calculator, reference-when-first-payment-date-is-last-day.json:
  // monthlyPaymentAmount, overPaymentAmount, and the balances before the payments of 31 July, 30 September and 28
  // February.
  it('is the payment that loan-amortization-calculator publishes for 1,500,000 at 5.32% over 96 months', () => {
    const { rows, totals } = quoted({
      principal: '1500000',
      rate: '5.32',
      numberOfRepayments: 96,
      disbursementDate: '2014-06-30',
      firstRepaymentDate: '2014-07-31',
      dayCount: 'PERIODIC',
      rounding: 'HALF_UP',
      emiRate: 'nominal12',
    });
    expect(totals.interest).toBe('345046.77');
    expect(rows[0]).toMatchObject({
      dueDate: '2014-07-31',
      total: '19219.24',
      interest: '6650.00',
      balance: '1487430.76',
    });
    expect(rows[2]).toMatchObject({ dueDate: '2014-09-30', interest: '6538.31', balance: '1462124.87' });
    expect(rows[7]).toMatchObject({ dueDate: '2015-02-28', interest: '6254.71', balance: '1397871.92' });
    expect(rows[19]).toMatchObject({ dueDate: '2016-02-29', interest: '5547.93', balance: '1237740.70' });
  });
});

describe('flat: interest of each period is P × ρ', () => {
  const cases = [0, 1, 2, 3].flatMap((frequency) =>
    ['11.11', '36'].flatMap((rate) =>
      [1, 3].map((every) => ({ frequency, unit: FREQUENCY_NAMES[frequency], rate, every })),
    ),
  );

  it.each(cases)('$rate% a year, every $every $unit', ({ frequency, rate, every }) => {
    const rho = new D(rate).div(100).times(every).div(A_YEAR[frequency]!);
    const loan = {
      principal: '70000.07',
      rate,
      numberOfRepayments: 7,
      frequency,
      repaymentEvery: every,
      disbursementDate: '2023-08-31',
      dayCount: 'PERIODIC',
      interestComputationModel: 0,
    };
    const prorated = quoted(loan);
    expect(prorated.rows.map(({ interest }) => interest)).toEqual(new Array(7).fill(money(rho.times('70000.07'))));
    expect(prorated.rows.map(({ principal }) => principal)).toEqual(new Array(7).fill('10000.01'));
    // Levelled, the total is rounded once and the last instalment takes what is left of it.
    const total = new D(money(rho.times(7).times('70000.07')));
    const share = new D(money(total.div(7)));
    const levelled = quoted({ ...loan, interestPaymentType: 3 });
    expect(levelled.rows.map(({ interest }) => interest)).toEqual([
      ...new Array<string>(6).fill(share.toFixed(2)),
      total.minus(share.times(6)).toFixed(2),
    ]);
  });
});

describe('reducing: interest of instalment i is P × (n − i + 1) ÷ n × ρ', () => {
  const cases = ['PERIODIC', '30/360', '30/365'].flatMap((dayCount) =>
    ['5', '18.25', '41'].flatMap((rate) => [4, 8].map((n) => ({ dayCount, rate, n }))),
  );

  it.each(cases)('$dayCount, $rate% a year, $n months', ({ dayCount, rate, n }) => {
    const rho = new D(rate).div(100).times(dayCount === '30/365' ? new D(30).div(365) : new D(1).div(12));
    const { rows, totals } = quoted({
      principal: '800000',
      rate,
      numberOfRepayments: n,
      disbursementDate: '2023-12-31',
      dayCount,
      interestComputationModel: 1,
    });
    const expected = Array.from({ length: n }, (_, index) =>
      money(
        rho
          .times(800_000)
          .times(n - index)
          .div(n),
      ),
    );
    expect(rows.map(({ interest }) => interest)).toEqual(expected);
    expect(rows.map(({ principal }) => principal)).toEqual(new Array(n).fill((800_000 / n).toFixed(2)));
    // The sum is P × ρ × (n + 1) ÷ 2, but for the rounding of each row.
    expect(
      new D(totals.interest)
        .minus(
          rho
            .times(800_000)
            .times(n + 1)
            .div(2),
        )
        .abs()
        .toNumber(),
    ).toBeLessThanOrEqual(n * 0.005);
  });
});

describe('simple interest for one period, its days counted one by one', () => {
  const spans = [
    ['2023-01-31', '2023-02-28'],
    ['2024-01-15', '2024-03-15'],
    ['2023-12-12', '2024-01-12'],
    ['2023-11-30', '2025-03-01'],
    ['2024-12-31', '2025-01-31'],
    ['2024-12-30', '2024-12-31'],
    ['2024-02-29', '2028-02-29'],
    ['2024-02-28', '2024-02-29'],
  ] as const;
  const parts: [string, (from: string, to: string) => Decimal][] = [
    ['ACT/360', (from, to) => new D(daysAfter(from, to).length).div(360)],
    ['ACT/364', (from, to) => new D(daysAfter(from, to).length).div(364)],
    ['ACT/365', (from, to) => new D(daysAfter(from, to).length).div(365)],
    // ISDA: the first day counts and the last does not.
    ['ACT/ACT', (from, to) => overTheirYears([from, ...daysAfter(from, to)].slice(0, -1))],
    // Fineract: the last day counts and the first does not.
    ['ACT/ACT-FINERACT', (from, to) => overTheirYears(daysAfter(from, to))],
    [
      'ACT/ACT-FEB29',
      (from, to) =>
        new D(daysAfter(from, to).length).div(daysAfter(from, to).some((day) => day.endsWith('-02-29')) ? 366 : 365),
    ],
    ['ACT/ACT-START', (from, to) => new D(daysAfter(from, to).length).div(lengthOfYear(from))],
    ['30/360', (from, to) => new D(daysOfThirty(from, to)).div(360)],
    ['30/365', (from, to) => new D(daysOfThirty(from, to)).div(365)],
  ];
  const cases = parts.flatMap(([dayCount, part]) => spans.map(([from, to]) => ({ dayCount, from, to, part })));

  it.each(cases)('$dayCount from $from to $to', ({ dayCount, from, to, part }) => {
    // A frequency of 7 months makes every span a broken period for the conventions that distinguish.
    const { rows } = quoted({
      principal: '10000000',
      rate: '19.37',
      numberOfRepayments: 1,
      repaymentEvery: 7,
      disbursementDate: from,
      firstRepaymentDate: to,
      dayCount,
      interestComputationModel: 1,
      principalRepaymentType: 0,
    });
    expect(rows[0]).toMatchObject({
      interest: money(part(from, to).times('0.1937').times(10_000_000)),
      days: daysAfter(from, to).length,
    });
  });

  it.each([
    // 1 month to 1 February, then 17 of the 29 days to 1 March: the part of a month that is left over.
    { from: '2024-01-01', to: '2024-02-18', months: new D(1).plus(new D(17).div(29)) },
    { from: '2025-01-31', to: '2025-03-15', months: new D(1).plus(new D(15).div(31)) },
    { from: '2024-05-20', to: '2024-06-10', months: new D(21).div(31) },
  ])('$from to $to is $months months', ({ from, to, months }) => {
    const loan = {
      principal: '10000000',
      rate: '12',
      numberOfRepayments: 1,
      disbursementDate: from,
      firstRepaymentDate: to,
      interestComputationModel: 1,
      principalRepaymentType: 0,
    };
    expect(quoted({ ...loan, dayCount: '30/360', stub30: 'MONTH_FRACTION' }).rows[0]?.interest).toBe(
      money(months.times(100_000)),
    );
    expect(quoted({ ...loan, dayCount: 'PERIODIC' }).rows[0]?.interest).toBe(money(months.times(100_000)));
    expect(quoted({ ...loan, rate: '1', rateBasis: 1 }).rows[0]?.interest).toBe(money(months.times(100_000)));
    // A rate for two months is earned in half the time.
    expect(quoted({ ...loan, rate: '1', rateBasis: 1, repaymentEvery: 2 }).rows[0]?.interest).toBe(
      money(months.times(50_000)),
    );
  });
});

/** The days after one date up to and with another, by walking the calendar. */
function daysAfter(from: string, to: string): string[] {
  const days: string[] = [];
  const [year, month, day] = from.split('-').map(Number) as [number, number, number];
  for (let ahead = 1; days.at(-1) !== to; ahead += 1)
    days.push(new Date(Date.UTC(year, month - 1, day + ahead)).toISOString().slice(0, 10));
  return days;
}

function overTheirYears(days: string[]): Decimal {
  const leap = days.filter((day) => lengthOfYear(day) === 366).length;
  return new D(leap).div(366).plus(new D(days.length - leap).div(365));
}

function lengthOfYear(day: string): number {
  return new Date(Date.UTC(Number(day.slice(0, 4)), 2, 0)).getUTCDate() === 29 ? 366 : 365;
}

/** Days of 30-day months, by counting whole months and then the days around them. */
function daysOfThirty(from: string, to: string): number {
  const position = (date: string): number => {
    const [year, month, day] = date.split('-').map(Number) as [number, number, number];
    return (year * 12 + month) * 30 + (day === 31 ? 30 : day);
  };
  return position(to) - position(from);
}
