import { decimalText, type Fraction, fraction, times } from '../../../common/money/fraction';
import { daysInMonth, isLeapYear } from '../../../common/time/calendar';
import type { DayCount } from '../../../products/terms/loan-enumerations';

/**
 * The part of a year that one day earns (`docs/domain/deposits-and-interest.md#day-counts`). The night from a date to
 * the next one belongs to that date, so the date's own year and month count.
 *
 * The conventions of equal months (`30/360`, `30/365`, `PERIODIC`) spread a month's share evenly over its days: every
 * month earns the same, so a day of a month of 31 earns less than a day of February. Counting each day as 30/360 counts
 * dates would give the 30th nothing and the last of February three days.
 *
 * @param date `YYYY-MM-DD`.
 */
export function dayShare(dayCount: DayCount, date: string): Fraction {
  const year = Number(date.slice(0, 4));
  switch (dayCount) {
    case 'ACT/365':
      return fraction(1, 365);
    case 'ACT/364':
      return fraction(1, 364);
    case 'ACT/360':
      return fraction(1, 360);
    case 'PERIODIC':
    case '30/360':
      return fraction(1, 12 * daysInMonth(date));
    case '30/365':
      return fraction(30, 365 * daysInMonth(date));
    case 'ACT/ACT':
    case 'ACT/ACT-START':
      return fraction(1, daysOfYear(year));
    // The last night of a year counts for the next year.
    case 'ACT/ACT-FINERACT':
      return fraction(1, daysOfYear(date.endsWith('-12-31') ? year + 1 : year));
    // Only the night into 29 February counts as part of a leap year.
    case 'ACT/ACT-FEB29':
      return fraction(1, isLeapYear(year) && date.endsWith('-02-28') ? 366 : 365);
  }
}

function daysOfYear(year: number): number {
  return isLeapYear(year) ? 366 : 365;
}

/** Far more decimals than an accrual keeps, so that multiplying by the factor loses nothing against a division. */
const FACTOR_DECIMALS = 40;
const ONE_PERCENT = fraction(1, 100);

/** The interest of one kobo on a day at one percent a year, as decimal text. */
export function onePercentFactor(dayCount: DayCount, date: string): string {
  return decimalText(times(dayShare(dayCount, date), ONE_PERCENT), FACTOR_DECIMALS, 'HALF_UP');
}
