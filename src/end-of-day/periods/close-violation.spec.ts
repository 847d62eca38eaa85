import { type ClosedSoFar, closeViolation } from './close-violation';
import { periodDates } from './period-dates';

describe('periodDates', () => {
  it.each([
    ['2026', 'Year', '2026-01-01', '2026-12-31'],
    ['2026-10', 'Month', '2026-10-01', '2026-10-31'],
    ['2026-11', 'Month', '2026-11-01', '2026-11-30'],
    ['2027-02', 'Month', '2027-02-01', '2027-02-28'],
    ['2028-02', 'Month', '2028-02-01', '2028-02-29'],
  ])('of %s', (period, kind, firstDay, lastDay) => {
    expect(periodDates(period)).toEqual({ kind, period, firstDay, lastDay });
  });
});

describe('closeViolation', () => {
  const NOTHING: ClosedSoFar = {
    booksBegan: '2020-01-15',
    lastCompletedDay: '2027-03-15',
    closedThrough: null,
    lastYear: null,
    hasOpenExceptions: false,
  };

  it.each<{ name: string; period: string; soFar: Partial<ClosedSoFar>; code: string | undefined }>([
    { name: 'the first month ever', period: '2027-02', soFar: {}, code: undefined },
    {
      name: 'a month whose last day is the last that is over',
      period: '2027-02',
      soFar: { lastCompletedDay: '2027-02-28' },
      code: undefined,
    },
    {
      name: 'a month with a day to go',
      period: '2027-02',
      soFar: { lastCompletedDay: '2027-02-27' },
      code: 'PERIOD_NOT_ENDED',
    },
    {
      name: 'a month before any end of day',
      period: '2020-01',
      soFar: { lastCompletedDay: null },
      code: 'PERIOD_NOT_ENDED',
    },
    { name: 'the next month', period: '2027-02', soFar: { closedThrough: '2027-01-31' }, code: undefined },
    {
      name: 'a month after the next',
      period: '2027-02',
      soFar: { closedThrough: '2026-12-31' },
      code: 'PERIOD_OUT_OF_ORDER',
    },
    {
      name: 'a month that is closed',
      period: '2027-01',
      soFar: { closedThrough: '2027-01-31' },
      code: 'PERIOD_CLOSED',
    },
    {
      name: 'a month of a closed year',
      period: '2026-05',
      soFar: { closedThrough: '2026-12-31', lastYear: '2026' },
      code: 'PERIOD_CLOSED',
    },
    {
      name: 'a month that is closed in part',
      period: '2027-02',
      soFar: { closedThrough: '2027-02-10' },
      code: undefined,
    },
    {
      name: 'a month with exceptions',
      period: '2027-02',
      soFar: { hasOpenExceptions: true },
      code: 'PERIOD_HAS_EXCEPTIONS',
    },
    { name: 'the month in which the books begin', period: '2020-01', soFar: {}, code: undefined },
    { name: 'the month before the books begin', period: '2019-12', soFar: {}, code: 'PERIOD_BEFORE_BOOKS' },
    { name: 'the year in which the books begin', period: '2020', soFar: {}, code: undefined },
    { name: 'the year before the books begin', period: '2019', soFar: {}, code: 'PERIOD_BEFORE_BOOKS' },
    { name: 'the first year ever', period: '2026', soFar: {}, code: undefined },
    { name: 'a year that is not over', period: '2027', soFar: {}, code: 'PERIOD_NOT_ENDED' },
    {
      name: 'a year with a closed month inside',
      period: '2026',
      soFar: { closedThrough: '2026-06-30' },
      code: undefined,
    },
    {
      name: 'a year with closed months after it',
      period: '2026',
      soFar: { closedThrough: '2027-02-28' },
      code: undefined,
    },
    { name: 'the next year', period: '2026', soFar: { lastYear: '2025' }, code: undefined },
    { name: 'a year after the next', period: '2026', soFar: { lastYear: '2024' }, code: 'PERIOD_OUT_OF_ORDER' },
    { name: 'a year twice', period: '2026', soFar: { lastYear: '2026' }, code: 'PERIOD_CLOSED' },
    { name: 'a year before the first', period: '2025', soFar: { lastYear: '2026' }, code: 'PERIOD_CLOSED' },
    {
      name: 'a year with exceptions',
      period: '2026',
      soFar: { hasOpenExceptions: true },
      code: 'PERIOD_HAS_EXCEPTIONS',
    },
  ])('returns $code for $name ($period)', ({ period, soFar, code }) => {
    expect(closeViolation(periodDates(period), { ...NOTHING, ...soFar })?.code).toBe(code);
  });
});
