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

  it.each<[string, string, Partial<ClosedSoFar>, string | undefined]>([
    ['the first month ever', '2027-02', {}, undefined],
    ['a month whose last day is the last that is over', '2027-02', { lastCompletedDay: '2027-02-28' }, undefined],
    ['a month with a day to go', '2027-02', { lastCompletedDay: '2027-02-27' }, 'PERIOD_NOT_ENDED'],
    ['a month before any end of day', '2020-01', { lastCompletedDay: null }, 'PERIOD_NOT_ENDED'],
    ['the next month', '2027-02', { closedThrough: '2027-01-31' }, undefined],
    ['a month after the next', '2027-02', { closedThrough: '2026-12-31' }, 'PERIOD_OUT_OF_ORDER'],
    ['a month that is closed', '2027-01', { closedThrough: '2027-01-31' }, 'PERIOD_CLOSED'],
    ['a month of a closed year', '2026-05', { closedThrough: '2026-12-31', lastYear: '2026' }, 'PERIOD_CLOSED'],
    ['a month that is closed in part', '2027-02', { closedThrough: '2027-02-10' }, undefined],
    ['a month with exceptions', '2027-02', { hasOpenExceptions: true }, 'PERIOD_HAS_EXCEPTIONS'],
    ['the month in which the books begin', '2020-01', {}, undefined],
    ['the month before the books begin', '2019-12', {}, 'PERIOD_BEFORE_BOOKS'],
    ['the year in which the books begin', '2020', {}, undefined],
    ['the year before the books begin', '2019', {}, 'PERIOD_BEFORE_BOOKS'],
    ['the first year ever', '2026', {}, undefined],
    ['a year that is not over', '2027', {}, 'PERIOD_NOT_ENDED'],
    ['a year with a closed month inside', '2026', { closedThrough: '2026-06-30' }, undefined],
    ['a year with closed months after it', '2026', { closedThrough: '2027-02-28' }, undefined],
    ['the next year', '2026', { lastYear: '2025' }, undefined],
    ['a year after the next', '2026', { lastYear: '2024' }, 'PERIOD_OUT_OF_ORDER'],
    ['a year twice', '2026', { lastYear: '2026' }, 'PERIOD_CLOSED'],
    ['a year before the first', '2025', { lastYear: '2026' }, 'PERIOD_CLOSED'],
    ['a year with exceptions', '2026', { hasOpenExceptions: true }, 'PERIOD_HAS_EXCEPTIONS'],
  ])('%s: %s', (_, period, soFar, code) => {
    expect(closeViolation(periodDates(period), { ...NOTHING, ...soFar })?.code).toBe(code);
  });
});
