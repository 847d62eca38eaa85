import { daysBetween } from '../time/calendar';
import { type ActualDayCount, actualYearFraction, thirtyDayMonths } from './day-count';

describe('actualYearFraction', () => {
  it.each<[ActualDayCount, string, string, number, number]>([
    ['ACT/360', '2025-01-31', '2025-02-28', 28, 360],
    ['ACT/364', '2025-01-31', '2025-02-28', 28, 364],
    ['ACT/365', '2024-02-28', '2024-03-01', 2, 365],
    // A leap day counts by its place in the span, its end included and its beginning not.
    ['ACT/ACT-FEB29', '2024-02-28', '2024-02-29', 1, 366],
    ['ACT/ACT-FEB29', '2024-02-29', '2024-03-31', 31, 365],
    ['ACT/ACT-FEB29', '2023-12-31', '2025-01-01', 367, 366],
    ['ACT/ACT-START', '2024-12-31', '2025-01-31', 31, 366],
    ['ACT/ACT-START', '2023-12-31', '2024-01-31', 31, 365],
    ['ACT/ACT', '2024-12-01', '2024-12-31', 30, 366],
  ])('%s from %s to %s is %d/%d', (dayCount, from, to, days, year) => {
    const { numerator, denominator } = actualYearFraction(from, to, dayCount);
    expect(numerator * BigInt(year)).toBe(BigInt(days) * denominator);
  });

  // ISDA gives the night to 1 January to the old year, Fineract to the new one.
  it.each<[ActualDayCount, number, number]>([
    ['ACT/ACT', 31, 31],
    ['ACT/ACT-FINERACT', 30, 32],
  ])('%s splits a span at the end of the year', (dayCount, inLeapYear, inOther) => {
    const { numerator, denominator } = actualYearFraction('2024-12-01', '2025-02-01', dayCount);
    expect(daysBetween('2024-12-01', '2025-02-01')).toBe(inLeapYear + inOther);
    expect(Number(numerator) / Number(denominator)).toBeCloseTo(inLeapYear / 366 + inOther / 365, 12);
  });
});

describe('thirtyDayMonths', () => {
  it.each([
    ['2025-01-31', '2025-02-28', 28],
    ['2025-02-28', '2025-03-31', 32],
    ['2025-01-31', '2025-03-31', 60],
    ['2024-12-15', '2025-12-15', 360],
  ])('from %s to %s are %d days', (from, to, days) => {
    expect(thirtyDayMonths(from, to)).toBe(days);
  });
});
