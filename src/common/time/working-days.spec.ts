import { addWorkingDays, parseDates } from './working-days';

const CHRISTMAS = new Set(['2026-12-25', '2026-12-26', '2026-12-28']);

describe('addWorkingDays', () => {
  it.each([
    ['a Tuesday and one day', '2026-11-24', 1, '2026-11-25'],
    ['a Friday and one day', '2026-11-27', 1, '2026-11-30'],
    ['a Saturday and one day', '2026-11-28', 1, '2026-11-30'],
    ['fourteen days', '2026-11-24', 14, '2026-12-14'],
    ['none', '2026-11-28', 0, '2026-11-28'],
    ['a holiday on a Friday and one on a Monday', '2026-12-24', 1, '2026-12-29'],
    ['a holiday as the first day', '2026-12-25', 1, '2026-12-29'],
  ])('%s', (_, date, days, expected) => expect(addWorkingDays(date, days, CHRISTMAS)).toBe(expected));
});

describe('parseDates', () => {
  it('reads dates between commas', () => {
    expect([...parseDates('2026-12-25, 2027-01-01,2027-01-01')!]).toEqual(['2026-12-25', '2027-01-01']);
  });
  it.each(['', '2026-12-25,', '25.12.2026', '2026-02-30', '2026-12-25 2026-12-26'])('refuses "%s"', (text) =>
    expect(parseDates(text)).toBeUndefined(),
  );
});
