import { daysBetween, isLeapYear } from '../../common/time/calendar';
import { FREQUENCY } from '../../products/terms/loan-enumerations';
import { type Period, unitsBetween } from './due-dates';
import { fraction, type Fraction, NOTHING, plus } from './fraction';
import type { ScheduleTerms } from './schedule-terms';

type Convention = Pick<ScheduleTerms, 'dayCount' | 'stub30' | 'frequency' | 'repaymentEvery'>;

/** Periods of a year under the conventions that do not look at the days of a regular period; by frequency. */
const UNITS_A_YEAR = { [FREQUENCY.Days]: 365, [FREQUENCY.Weeks]: 52, [FREQUENCY.Months]: 12, [FREQUENCY.Years]: 1 };

/** The part of a year for which a period bears interest: what a yearly rate is multiplied by. */
export function yearFraction(period: Period, convention: Convention): Fraction {
  const { accrualStart, dueDate, accrualDays } = period;
  if (accrualDays === 0) return NOTHING;
  switch (convention.dayCount) {
    case 'PERIODIC':
      return period.isRegular ? regularPeriodic(convention) : brokenPeriodic(period, convention);
    case '30/360':
      return period.isRegular ? regularThirty(convention, 360) : brokenThirty(period, convention, 360);
    case '30/365':
      return period.isRegular ? regularThirty(convention, 365) : brokenThirty(period, convention, 365);
    case 'ACT/360':
      return fraction(accrualDays, 360);
    case 'ACT/364':
      return fraction(accrualDays, 364);
    case 'ACT/365':
      return fraction(accrualDays, 365);
    case 'ACT/ACT':
      return splitByYear(accrualStart, dueDate, (year) => `${yearText(year + 1)}-01-01`);
    case 'ACT/ACT-FINERACT':
      return splitByYear(accrualStart, dueDate, (year) => `${yearText(year)}-12-31`);
    case 'ACT/ACT-FEB29':
      return fraction(accrualDays, hasLeapDay(accrualStart, dueDate) ? 366 : 365);
    case 'ACT/ACT-START':
      return fraction(accrualDays, daysOfYear(yearOf(accrualStart)));
  }
}

/** The part of a year of one regular period of a convention that gives each the same, whatever its days. */
export function regularYearFraction(dayCount: 'PERIODIC' | '30/360' | '30/365', convention: Pick<ScheduleTerms, 'frequency' | 'repaymentEvery'>): Fraction {
  return dayCount === 'PERIODIC' ? regularPeriodic(convention) : regularThirty(convention, dayCount === '30/360' ? 360 : 365);
}

function regularPeriodic({ frequency, repaymentEvery }: Pick<Convention, 'frequency' | 'repaymentEvery'>): Fraction {
  return fraction(repaymentEvery, UNITS_A_YEAR[frequency]);
}

function brokenPeriodic({ accrualStart, dueDate }: Period, { frequency }: Convention): Fraction {
  const units = unitsBetween(accrualStart, dueDate, frequency);
  return fraction(units.parts, units.whole * UNITS_A_YEAR[frequency]);
}

function regularThirty({ frequency, repaymentEvery }: Pick<Convention, 'frequency' | 'repaymentEvery'>, daysAYear: number): Fraction {
  if (frequency === FREQUENCY.Years) return fraction(repaymentEvery, 1);
  const daysAUnit = { [FREQUENCY.Days]: 1, [FREQUENCY.Weeks]: 7, [FREQUENCY.Months]: 30 }[frequency];
  return fraction(daysAUnit * repaymentEvery, daysAYear);
}

function brokenThirty({ accrualStart, dueDate, accrualDays }: Period, { frequency, stub30 }: Convention, daysAYear: number): Fraction {
  if (frequency === FREQUENCY.Days || frequency === FREQUENCY.Weeks) return fraction(accrualDays, daysAYear);
  if (stub30 === '30E/360') return fraction(thirtyDayMonths(accrualStart, dueDate), daysAYear);
  const months = unitsBetween(accrualStart, dueDate, FREQUENCY.Months);
  return fraction(months.parts * 30, months.whole * daysAYear);
}

/** Days between two dates where every month has 30 (30E/360, the Eurobond convention). */
function thirtyDayMonths(from: string, to: string): number {
  const [fromYear, fromMonth, fromDay] = partsOf(from);
  const [toYear, toMonth, toDay] = partsOf(to);
  return 360 * (toYear - fromYear) + 30 * (toMonth - fromMonth) + Math.min(toDay, 30) - Math.min(fromDay, 30);
}

/** Each calendar year's days over that year's length. @param endOf the date at which a year's share of a period ends. */
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

/** Whether a 29 February is after `from` and not after `to`. */
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
