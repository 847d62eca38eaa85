import { daysBetween, isLeapYear } from '../time/calendar';
import { type Fraction, fraction, NOTHING, plus } from './fraction';

/** Conventions that count the real days of a span. */
export type ActualDayCount =
  'ACT/360' | 'ACT/364' | 'ACT/365' | 'ACT/ACT' | 'ACT/ACT-FINERACT' | 'ACT/ACT-FEB29' | 'ACT/ACT-START';

/** The days after `from` up to `to` as a part of a year. */
export function actualYearFraction(from: string, to: string, dayCount: ActualDayCount): Fraction {
  switch (dayCount) {
    case 'ACT/360':
      return fraction(daysBetween(from, to), 360);
    case 'ACT/364':
      return fraction(daysBetween(from, to), 364);
    case 'ACT/365':
      return fraction(daysBetween(from, to), 365);
    case 'ACT/ACT':
      return splitByYear(from, to, (year) => `${yearText(year + 1)}-01-01`);
    case 'ACT/ACT-FINERACT':
      return splitByYear(from, to, (year) => `${yearText(year)}-12-31`);
    case 'ACT/ACT-FEB29':
      return fraction(daysBetween(from, to), hasLeapDay(from, to) ? 366 : 365);
    case 'ACT/ACT-START':
      return fraction(daysBetween(from, to), daysOfYear(yearOf(from)));
  }
}

/** Days between two dates where every month has 30 (30E/360, the Eurobond convention). */
export function thirtyDayMonths(from: string, to: string): number {
  const [fromYear, fromMonth, fromDay] = partsOf(from);
  const [toYear, toMonth, toDay] = partsOf(to);
  return 360 * (toYear - fromYear) + 30 * (toMonth - fromMonth) + Math.min(toDay, 30) - Math.min(fromDay, 30);
}

/**
 * Each calendar year's days over that year's length.
 * @param endOf the date at which a year's share of a period ends.
 */
function splitByYear(from: string, to: string, endOf: (year: number) => string): Fraction {
  let sum = NOTHING;
  let start = from;
  for (let year = yearOf(from); start < to; year += 1) {
    const yearEnd = endOf(year);
    const end = yearEnd < to ? yearEnd : to;
    if (end > start) sum = plus(sum, fraction(daysBetween(start, end), daysOfYear(year)));
    start = end > start ? end : start;
  }
  return sum;
}

/** @returns true when a 29 February is after `from` and not after `to`. */
function hasLeapDay(from: string, to: string): boolean {
  for (let year = yearOf(from); year <= yearOf(to); year += 1) {
    const leapDay = `${yearText(year)}-02-29`;
    if (isLeapYear(year) && from < leapDay && leapDay <= to) return true;
  }
  return false;
}

function daysOfYear(year: number): number {
  return isLeapYear(year) ? 366 : 365;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function yearText(year: number): string {
  return String(year).padStart(4, '0');
}

function partsOf(date: string): [number, number, number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
}
