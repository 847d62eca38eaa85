import { actualYearFraction, thirtyDayMonths } from '../../common/money/day-count';
import { type Fraction, fraction, NOTHING } from '../../common/money/fraction';
import { FREQUENCY } from '../../products/terms/loan-enumerations';
import { type Period, unitsBetween } from './due-dates';
import type { ScheduleTerms } from './schedule-terms';

type Convention = Pick<ScheduleTerms, 'dayCount' | 'stub30' | 'frequency' | 'repaymentEvery'>;

/** Periods in a year by frequency, for conventions that ignore the days of a regular period. */
const UNITS_A_YEAR = { [FREQUENCY.Days]: 365, [FREQUENCY.Weeks]: 52, [FREQUENCY.Months]: 12, [FREQUENCY.Years]: 1 };

/** The part of a year for which a period bears interest (docs/domain/loans.md#3-period-rates-and-day-counts). */
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
    default:
      return actualYearFraction(accrualStart, dueDate, convention.dayCount);
  }
}

/** The part of a year of one regular period, under a convention that ignores its days. */
export function regularYearFraction(
  dayCount: 'PERIODIC' | '30/360' | '30/365',
  convention: Pick<ScheduleTerms, 'frequency' | 'repaymentEvery'>,
): Fraction {
  return dayCount === 'PERIODIC'
    ? regularPeriodic(convention)
    : regularThirty(convention, dayCount === '30/360' ? 360 : 365);
}

function regularPeriodic({ frequency, repaymentEvery }: Pick<Convention, 'frequency' | 'repaymentEvery'>): Fraction {
  return fraction(repaymentEvery, UNITS_A_YEAR[frequency]);
}

function brokenPeriodic({ accrualStart, dueDate }: Period, { frequency }: Convention): Fraction {
  const units = unitsBetween(accrualStart, dueDate, frequency);
  return fraction(units.parts, units.whole * UNITS_A_YEAR[frequency]);
}

function regularThirty(
  { frequency, repaymentEvery }: Pick<Convention, 'frequency' | 'repaymentEvery'>,
  daysAYear: number,
): Fraction {
  if (frequency === FREQUENCY.Years) return fraction(repaymentEvery, 1);
  const daysAUnit = { [FREQUENCY.Days]: 1, [FREQUENCY.Weeks]: 7, [FREQUENCY.Months]: 30 }[frequency];
  return fraction(daysAUnit * repaymentEvery, daysAYear);
}

function brokenThirty(
  { accrualStart, dueDate, accrualDays }: Period,
  { frequency, stub30 }: Convention,
  daysAYear: number,
): Fraction {
  if (frequency === FREQUENCY.Days || frequency === FREQUENCY.Weeks) return fraction(accrualDays, daysAYear);
  if (stub30 === '30E/360') return fraction(thirtyDayMonths(accrualStart, dueDate), daysAYear);
  const months = unitsBetween(accrualStart, dueDate, FREQUENCY.Months);
  return fraction(months.parts * 30, months.whole * daysAYear);
}
