import { actualYearFraction, thirtyDayMonths } from '../../common/money/day-count';
import { type Fraction, fraction, NOTHING, percent, plus, rounded, times, whole } from '../../common/money/fraction';
import { percentageKobo } from '../../common/money/percentage';
import { daysBetween } from '../../common/time/calendar';
import type { DayCount } from '../../products/terms/loan-enumerations';

/** An amount and the date from which it earns. */
export interface EarningPart {
  amountKobo: bigint;
  /** `YYYY-MM-DD`. */
  effectiveDate: string;
}

/** The terms on which interest depends, besides the parts. */
export interface EarningTerms {
  /** Percent a year, as decimal text. */
  interestRate: string;
  dayCount: DayCount;
  maturityDate: string;
}

/**
 * The interest of the parts up to a date, the date itself excluded: the night to a date belongs to the day before.
 * Nothing is earned from maturity on. The sum over all parts is exact and rounded once, half-even, so that the
 * difference between two dates never loses or gains a kobo, whatever the number of days between them
 * (`docs/domain/deposits-and-interest.md#5-fixed-deposits-interest`).
 *
 * @returns kobo, before tax.
 */
export function interestKobo(
  { interestRate, dayCount, maturityDate }: EarningTerms,
  parts: readonly EarningPart[],
  through: string,
): bigint {
  const end = through < maturityDate ? through : maturityDate;
  const amountYears = parts.reduce((sum, { amountKobo, effectiveDate }) => {
    if (effectiveDate >= end) return sum;
    return plus(sum, times(whole(amountKobo), yearsBetween(effectiveDate, end, dayCount)));
  }, NOTHING);
  return rounded(times(amountYears, percent(interestRate)));
}

/** The part of a year for a deposit's days. A deposit has no instalments, so every span counts by its days. */
function yearsBetween(from: string, to: string, dayCount: DayCount): Fraction {
  switch (dayCount) {
    case 'PERIODIC':
      return fraction(daysBetween(from, to), 365);
    case '30/360':
      return fraction(thirtyDayMonths(from, to), 360);
    case '30/365':
      return fraction(thirtyDayMonths(from, to), 365);
    default:
      return actualYearFraction(from, to, dayCount);
  }
}

/** A share of an amount, rounded half-even. @param percentText decimal text such as `10.0000`. */
export function shareKobo(amountKobo: bigint, percentText: string): bigint {
  return percentageKobo(amountKobo, percentText, 'HALF_EVEN');
}
