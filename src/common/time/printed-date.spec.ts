import { printedDate, printedPeriod, printedTime } from './printed-date';

describe('dates of documents', () => {
  it.each([
    ['2026-02-03', '03 Feb 2026'],
    ['2026-12-31', '31 Dec 2026'],
  ])('%s is printed as %s', (date, text) => {
    expect(printedDate(date)).toBe(text);
  });

  it.each([
    ['2026-02-03 14:05:09', '03 Feb 2026, 14:05:09'],
    ['2026-02-03T14:05', '03 Feb 2026, 14:05'],
  ])('the time %s is printed as %s', (time, text) => {
    expect(printedTime(time)).toBe(text);
  });

  it('a period names both of its dates', () => {
    expect(printedPeriod({ from: '2026-01-01', to: '2026-01-31' })).toBe('01 Jan 2026 to 31 Jan 2026');
  });
});
