import { type Fraction, fraction, NOTHING, percent, times } from '../../common/money/fraction';
import { RATE_BASIS } from '../../products/terms/loan-enumerations';
import { type Period, unitsBetween } from './due-dates';
import type { ScheduleTerms } from './schedule-terms';
import { regularYearFraction, yearFraction } from './year-fraction';

/**
 * The rate of each period as a fraction of one: what a balance is multiplied by to give the period's interest.
 *
 * @param freePeriods leading periods that bear no interest at all.
 */
export function periodRates(terms: ScheduleTerms, periods: readonly Period[], freePeriods: number): Fraction[] {
  const rate = percent(terms.rate);
  return periods.map((period, index) => (index < freePeriods ? NOTHING : times(rate, rateParts(terms, period))));
}

/** The rate on which a level instalment is sized where that is not the real rate of each period; undefined where it is. */
export function nominalRate(terms: ScheduleTerms): Fraction | undefined {
  if (terms.emiRate === 'exact') return undefined;
  const rate = percent(terms.rate);
  if (terms.rateBasis === RATE_BASIS.PerPeriod) return rate;
  const dayCount = ({ nominal12: 'PERIODIC', 'nominal30/365': '30/365', 'nominal30/360': '30/360' } as const)[
    terms.emiRate
  ];
  return times(rate, regularYearFraction(dayCount, terms));
}

/** How many of its rate's own units, years or repayment intervals, a period is. */
function rateParts(terms: ScheduleTerms, period: Period): Fraction {
  if (terms.rateBasis === RATE_BASIS.Annual) return yearFraction(period, terms);
  if (period.isRegular) return fraction(1, 1);
  if (period.accrualDays === 0) return NOTHING;
  const units = unitsBetween(period.accrualStart, period.dueDate, terms.frequency);
  return fraction(units.parts, units.whole * terms.repaymentEvery);
}
