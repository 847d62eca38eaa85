import { age, day, plusDays, when } from './dates';

describe('when', () => {
  it('shows the day of the institution’s zone, not of the browser', () => {
    expect(when('2026-11-24T23:30:00.000Z', 'Africa/Lagos')).toBe('25 Nov 2026, 00:30');
    expect(when('2026-11-24T23:30:00.000Z', 'UTC')).toBe('24 Nov 2026, 23:30');
    expect(when(null, 'UTC')).toBe('–');
  });
});

describe('day', () => {
  it('writes a calendar day out', () => {
    expect(day('2026-02-03')).toBe('3 Feb 2026');
    expect(day(undefined)).toBe('–');
  });
});

describe('age', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  it.each([
    ['2026-11-24T11:59:31Z', '0 min'],
    ['2026-11-24T11:01:00Z', '59 min'],
    ['2026-11-23T12:00:00Z', '24 h'],
    ['2026-11-22T12:00:00Z', '2 d'],
    ['2026-11-24T12:00:05Z', '0 min'],
  ])('of %s is %s', (at, text) => expect(age(at, now)).toBe(text));
});

describe('plusDays', () => {
  it('crosses months and leap days', () => {
    expect(plusDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(plusDays('2026-01-01', -1)).toBe('2025-12-31');
  });
});
