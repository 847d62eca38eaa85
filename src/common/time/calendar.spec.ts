import fc from 'fast-check';
import {
  addDays,
  addMonths,
  calendarDate,
  daysBetween,
  daysInMonth,
  fullYears,
  isCalendarDate,
  isLeapYear,
  startOfDay,
} from './calendar';

describe('calendarDate', () => {
  it.each([
    ['2024-03-05T22:59:59.999Z', 'Africa/Lagos', '2024-03-05'],
    ['2024-03-05T23:00:00.000Z', 'Africa/Lagos', '2024-03-06'],
    ['2023-12-31T23:00:00.000Z', 'Africa/Lagos', '2024-01-01'],
    ['2024-03-05T23:00:00.000Z', 'UTC', '2024-03-05'],
    ['2024-03-06T04:59:59.000Z', 'America/New_York', '2024-03-05'],
    ['2024-03-05T12:00:00.000Z', 'Pacific/Kiritimati', '2024-03-06'],
    ['0987-06-05T12:00:00.000Z', 'UTC', '0987-06-05'],
  ])('%s in %s is %s', (instant, timeZone, date) => {
    expect(calendarDate(new Date(instant), timeZone)).toBe(date);
  });

  it('refuses an unknown zone and an invalid instant', () => {
    expect(() => calendarDate(new Date(0), 'Africa/Atlantis')).toThrow(RangeError);
    expect(() => calendarDate(new Date(Number.NaN), 'UTC')).toThrow(RangeError);
  });
});

describe('isCalendarDate', () => {
  it.each<[unknown, boolean]>([
    ['2024-02-29', true],
    ['2000-02-29', true],
    ['0001-01-01', true],
    ['9999-12-31', true],
    ['2023-02-29', false],
    ['1900-02-29', false],
    ['2024-02-30', false],
    ['2024-04-31', false],
    ['2024-13-01', false],
    ['2024-00-10', false],
    ['2024-01-00', false],
    ['2024-01-32', false],
    ['0000-01-01', false],
    ['2024-1-1', false],
    ['2024-01-01T00:00:00Z', false],
    ['2024-01-01\n', false],
    [' 2024-01-01', false],
    ['', false],
    [20240101, false],
    [null, false],
    [new Date(0), false],
    [['2024-01-01'], false],
  ])('%p: %p', (text, expected) => {
    expect(isCalendarDate(text)).toBe(expected);
  });
});

describe('addDays', () => {
  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2024-12-31', 1, '2025-01-01'],
    ['2024-01-01', -1, '2023-12-31'],
    ['2024-01-01', 0, '2024-01-01'],
    ['0050-01-01', 365, '0051-01-01'],
    ['2024-01-01', 365_000, '3023-05-04'],
  ])('%s and %p days: %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  it.each([
    ['9999-12-31', 1],
    ['0001-01-01', -1],
    ['2024-01-01', 1e15],
    ['2024-01-01', 0.5],
    ['2024-02-30', 1],
    ['today', 1],
  ])('refuses %s and %p days', (date, days) => {
    expect(() => addDays(date, days)).toThrow(RangeError);
  });
});

describe('addMonths', () => {
  it.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-01-31', 2, '2025-03-31'],
    ['2025-01-31', 3, '2025-04-30'],
    ['2025-12-15', 1, '2026-01-15'],
    ['2025-01-15', -1, '2024-12-15'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2025-06-30', 0, '2025-06-30'],
    ['0001-02-28', -1, '0001-01-28'],
  ])('%s and %d months is %s', (date, months, moved) => {
    expect(addMonths(date, months)).toBe(moved);
  });

  it.each([
    ['2025-02-30', 1],
    ['2025-02-28', 0.5],
    ['9999-12-01', 1],
    ['0001-01-31', -1],
  ])('refuses %s and %d months', (date, months) => {
    expect(() => addMonths(date, months)).toThrow(RangeError);
  });
});

describe('daysBetween', () => {
  it('is the inverse of addDays', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: -40_000, max: 40_000 }), (offset, days) => {
        const date = addDays('1950-01-01', offset);
        expect(daysBetween(date, addDays(date, days))).toBe(days);
      }),
    );
  });

  it('refuses a text that is not a date', () => {
    expect(() => daysBetween('2024-02-30', '2024-03-01')).toThrow(RangeError);
    expect(() => daysBetween('2024-02-29', '2024-3-1')).toThrow(RangeError);
  });
});

describe('daysInMonth and isLeapYear', () => {
  it('agree with the days between the firsts of two months', () => {
    for (let month = 0; month < 12 * 401; month += 1) {
      const first = addMonths('1900-01-01', month);
      expect(daysInMonth(first)).toBe(daysBetween(first, addMonths(first, 1)));
    }
    expect([1900, 2000, 2023, 2024, 2100].map(isLeapYear)).toEqual([false, true, false, true, false]);
  });
});

describe('startOfDay', () => {
  it.each([
    ['2024-03-06', 'Africa/Lagos', '2024-03-05T23:00:00.000Z'],
    ['2024-03-06', 'UTC', '2024-03-06T00:00:00.000Z'],
    ['2024-03-10', 'America/New_York', '2024-03-10T05:00:00.000Z'],
    ['2024-03-11', 'America/New_York', '2024-03-11T04:00:00.000Z'],
    ['2024-03-06', 'Asia/Kathmandu', '2024-03-05T18:15:00.000Z'],
    // The clocks jump from 00:00 to 01:00, so the day begins at 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // The clocks fall back from 00:00 to 23:00 of the day before, so midnight comes once, after the second 23:00.
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
    // The clocks fall back from 01:00 to 00:00, so midnight comes twice, and the first one counts.
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z'],
    // The zone crossed the date line and skipped this day.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s begins at %s', (date, timeZone, instant) => {
    expect(startOfDay(date, timeZone).toISOString()).toBe(instant);
  });

  it('refuses a text that is not a date', () => {
    expect(() => startOfDay('2024-02-30', 'UTC')).toThrow(RangeError);
  });

  it('is the first instant of the date in zones with and without clock changes', () => {
    const zones = fc.constantFrom('Africa/Lagos', 'America/New_York', 'America/Sao_Paulo', 'Australia/Lord_Howe');
    const days = fc.integer({ min: 0, max: 25_000 });
    fc.assert(
      fc.property(zones, days, (timeZone, day) => {
        const date = addDays('1975-01-01', day);
        const start = startOfDay(date, timeZone);
        expect(calendarDate(start, timeZone)).toBe(date);
        expect(calendarDate(new Date(start.getTime() - 1), timeZone)).toBe(addDays(date, -1));
      }),
    );
  });
});

describe('fullYears', () => {
  it.each([
    ['2008-03-01', '2026-02-28', 17],
    ['2008-03-01', '2026-03-01', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['1999-12-31', '2000-01-01', 0],
    ['2026-03-01', '2020-01-01', 0],
  ])('from %s to %s are %d', (from, to, years) => {
    expect(fullYears(from, to)).toBe(years);
  });
});
