import { type Fraction, fraction, NOTHING, percent, times } from '../../common/money/fraction';
import { RATE_BASIS } from '../../products/terms/loan-enumerations';
import { type Period, unitsBetween } from './due-dates';
import type { ScheduleTerms } from './schedule-terms';
import { regularYearFraction, yearFraction } from './year-fraction';

/**
 * The rate of each period as a fraction of one: balance × rate is the interest of the period
 * (docs/domain/loans.md#3-period-rates-and-day-counts).
 *
 * @param freePeriods leading periods without interest.
 */
export function periodRates(terms: ScheduleTerms, periods: readonly Period[], freePeriods: number): Fraction[] {
  const rate = percent(terms.rate);
  return periods.map((period, index) => (index < freePeriods ? NOTHING : times(rate, rateParts(terms, period))));
}

/** The nominal rate for the size of a level instalment; undefined when the real rates of the periods apply. */
export function nominalRate(terms: ScheduleTerms): Fraction | undefined {
  if (terms.emiRate === 'exact') return undefined;
  const rate = percent(terms.rate);
  if (terms.rateBasis === RATE_BASIS.PerPeriod) return rate;
  const dayCount = ({ nominal12: 'PERIODIC', 'nominal30/365': '30/365', 'nominal30/360': '30/360' } as const)[
    terms.emiRate
  ];
  return times(rate, regularYearFraction(dayCount, terms));
}

/** The length of a period in units of the rate: years or repayment intervals. */
function rateParts(terms: ScheduleTerms, period: Period): Fraction {
  if (terms.rateBasis === RATE_BASIS.Annual) return yearFraction(period, terms);
  if (period.isRegular) return fraction(1, 1);
  if (period.accrualDays === 0) return NOTHING;
  const units = unitsBetween(period.accrualStart, period.dueDate, terms.frequency);
  return fraction(units.parts, units.whole * terms.repaymentEvery);
}
