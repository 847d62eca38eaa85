import { periodsOf, unitsBetween } from './due-dates';
import { SCHEDULE_DEFAULTS, type ScheduleTerms } from './schedule-terms';

const terms = (over: Partial<ScheduleTerms>): ScheduleTerms => {
  return {
    ...SCHEDULE_DEFAULTS,
    principal: 100n,
    rate: '1',
    numberOfRepayments: 4,
    disbursementDate: '2025-01-31',
    ...over,
  };
};
const dueDates = (over: Partial<ScheduleTerms>): string[] => periodsOf(terms(over)).map(({ dueDate }) => dueDate);
const regular = (over: Partial<ScheduleTerms>): boolean[] => periodsOf(terms(over)).map(({ isRegular }) => isRegular);

describe('due dates', () => {
  it.each<[string, Partial<ScheduleTerms>, string[]]>([
    ['months of the 31st', {}, ['2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31']],
    [
      'months of the 30th',
      { disbursementDate: '2025-01-30' },
      ['2025-02-28', '2025-03-30', '2025-04-30', '2025-05-30'],
    ],
    [
      'months of the 29th in a leap year',
      { disbursementDate: '2024-01-29' },
      ['2024-02-29', '2024-03-29', '2024-04-29', '2024-05-29'],
    ],
    ['every 3 months', { repaymentEvery: 3 }, ['2025-04-30', '2025-07-31', '2025-10-31', '2026-01-31']],
    ['weeks', { frequency: 1, repaymentEvery: 2 }, ['2025-02-14', '2025-02-28', '2025-03-14', '2025-03-28']],
    ['days', { frequency: 0, repaymentEvery: 10 }, ['2025-02-10', '2025-02-20', '2025-03-02', '2025-03-12']],
    [
      'years of 29 February',
      { frequency: 3, disbursementDate: '2024-02-29' },
      ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
    ],
    [
      'a first repayment date as the anchor',
      { firstRepaymentDate: '2025-02-28' },
      ['2025-02-28', '2025-03-28', '2025-04-28', '2025-05-28'],
    ],
    [
      'a list',
      { dueDates: ['2025-02-03', '2025-03-03', '2025-05-01', '2025-05-02'] },
      ['2025-02-03', '2025-03-03', '2025-05-01', '2025-05-02'],
    ],
    // Fineract, LoanMonthEndDueDateStrategy.feature, C111044 and C111049.
    ['rolling months of the 31st', { monthEnd: 'ROLL' }, ['2025-03-01', '2025-03-31', '2025-05-01', '2025-05-31']],
    [
      'rolling months of the 30th',
      { monthEnd: 'ROLL', disbursementDate: '2025-01-30' },
      ['2025-03-01', '2025-03-30', '2025-04-30', '2025-05-30'],
    ],
    [
      'rolling months of the 28th',
      { monthEnd: 'ROLL', disbursementDate: '2025-01-28' },
      ['2025-02-28', '2025-03-28', '2025-04-28', '2025-05-28'],
    ],
  ])('%s', (_, over, expected) => {
    expect(dueDates(over)).toEqual(expected);
  });

  // Fineract, LoanMonthEndDueDateStrategy.feature, C111048.
  it('roll a leap day only in the next February without one', () => {
    const dates = dueDates({ monthEnd: 'ROLL', disbursementDate: '2024-02-29', numberOfRepayments: 12 });
    expect(dates.slice(-2)).toEqual(['2025-01-29', '2025-03-01']);
    expect(dates[0]).toBe('2024-03-29');
  });

  it.each<[string, Partial<ScheduleTerms>]>([
    ['firstRepaymentDate must be after disbursementDate', { firstRepaymentDate: '2025-01-31' }],
    ['interestAccrualStartDate must not be after', { interestAccrualStartDate: '2025-06-01' }],
    ['is not after', { dueDates: ['2025-02-01', '2025-02-01', '2025-03-01', '2025-04-01'] }],
    ['is not after', { dueDates: ['2025-01-31', '2025-02-01', '2025-03-01', '2025-04-01'] }],
    ['one date for each', { dueDates: ['2025-02-01'] }],
    ['are outside the calendar', { frequency: 3, repaymentEvery: 4_000 }],
  ])('are refused: %s', (message, over) => {
    expect(() => periodsOf(terms(over))).toThrow(message);
  });
});

describe('periods', () => {
  it('show all days but bear interest only from the accrual start', () => {
    const periods = periodsOf(terms({ interestAccrualStartDate: '2025-03-15', numberOfRepayments: 3 }));
    expect(periods.map(({ days }) => days)).toEqual([28, 31, 30]);
    expect(periods.map(({ accrualDays }) => accrualDays)).toEqual([0, 16, 30]);
    expect(periods.map(({ isRegular }) => isRegular)).toEqual([false, false, true]);
  });

  it('bear interest from disbursement when the accrual start is before it', () => {
    expect(periodsOf(terms({ interestAccrualStartDate: '2024-12-01' }))).toEqual(periodsOf(terms({})));
  });

  it.each<[string, Partial<ScheduleTerms>, boolean]>([
    ['a month from the 31st to the last of February', { firstRepaymentDate: '2025-02-28' }, true],
    [
      'a month from the last of February to the 31st',
      { disbursementDate: '2025-02-28', firstRepaymentDate: '2025-03-31' },
      true,
    ],
    [
      'a month from the last of February to the 28th',
      { disbursementDate: '2025-02-28', firstRepaymentDate: '2025-03-28' },
      true,
    ],
    ['a day short of a month', { firstRepaymentDate: '2025-02-27' }, false],
    ['a month from the 30th to the 31st', { disbursementDate: '2025-04-30', firstRepaymentDate: '2025-05-31' }, true],
    ['a month from the 29th to the 30th', { disbursementDate: '2025-04-29', firstRepaymentDate: '2025-05-30' }, false],
    ['two months', { firstRepaymentDate: '2025-03-31' }, false],
    ['two months of two', { firstRepaymentDate: '2025-03-31', repaymentEvery: 2 }, true],
    ['a week', { frequency: 1, firstRepaymentDate: '2025-02-07' }, true],
    ['8 days as a week', { frequency: 1, firstRepaymentDate: '2025-02-08' }, false],
    ['a year of a leap day', { frequency: 3, disbursementDate: '2024-02-29', firstRepaymentDate: '2025-02-28' }, true],
  ])('first period regular: %s', (_, over, isRegular) => {
    expect(regular(over)).toEqual([isRegular, true, true, true]);
  });

  it('bear no interest where it starts on the last due date, and no later start is allowed', () => {
    const last = '2025-05-31';
    expect(periodsOf(terms({ interestAccrualStartDate: last })).map(({ accrualDays }) => accrualDays)).toEqual([
      0, 0, 0, 0,
    ]);
    expect(() => periodsOf(terms({ interestAccrualStartDate: '2025-06-01' }))).toThrow('after the last due date');
  });

  it('of a list are no regular weeks or days only because they reach from month to month', () => {
    const dates = { disbursementDate: '2025-01-31', dueDates: ['2025-02-28'], numberOfRepayments: 1 };
    expect([0, 1, 2].map((frequency) => regular({ ...dates, frequency: frequency as 0 | 1 | 2 }))).toEqual([
      [false],
      [false],
      [true],
    ]);
  });

  it('of a list from the last of February are regular to any later day of the month, and to a leap day', () => {
    const from = (disbursementDate: string, to: string, frequency: 2 | 3): boolean[] =>
      regular({ disbursementDate, dueDates: [to], numberOfRepayments: 1, frequency });
    expect(from('2025-02-28', '2025-03-30', 2)).toEqual([true]);
    expect(from('2027-02-28', '2028-02-29', 3)).toEqual([true]);
  });

  it('are refused where a date is not after the one before, and the refusal names both', () => {
    const dates = ['2025-02-10', '2025-03-10', '2025-03-10', '2025-04-10'];
    expect(() => periodsOf(terms({ dueDates: dates }))).toThrow('2025-03-10 is not after 2025-03-10');
    expect(() => periodsOf(terms({ dueDates: ['2025-02-10', '2025-02-09', '2025-03-10', '2025-04-10'] }))).toThrow(
      '2025-02-09 is not after 2025-02-10',
    );
  });

  it('of a list are regular one by one', () => {
    expect(
      regular({ disbursementDate: '2025-01-10', dueDates: ['2025-02-10', '2025-03-12', '2025-04-12', '2025-05-10'] }),
    ).toEqual([true, false, true, false]);
  });
});

describe('unitsBetween', () => {
  it.each([
    ['2025-01-31', '2025-02-28', 2, 1],
    ['2025-01-15', '2025-02-10', 2, 26 / 31],
    ['2024-12-15', '2025-02-15', 2, 2],
    ['2025-01-15', '2025-04-20', 2, 3 + 5 / 30],
    ['2024-02-29', '2025-08-31', 3, 1 + 184 / 365],
    ['2025-01-01', '2025-01-11', 1, 10 / 7],
    ['2025-01-01', '2025-01-11', 0, 10],
  ] as const)('from %s to %s with frequency %d', (from, to, frequency, expected) => {
    const { parts, whole } = unitsBetween(from, to, frequency);
    expect(parts / whole).toBeCloseTo(expected, 12);
  });
});
