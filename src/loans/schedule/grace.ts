import { ScheduleError } from './schedule-error';
import { COMPUTATION_MODEL, type ScheduleTerms } from './schedule-terms';

/** Moratorium kinds: 1 principal only, 2 interest only, 3 both. */
const WITHOUT_PRINCIPAL: readonly number[] = [1, 3];
const WITHOUT_INTEREST: readonly number[] = [2, 3];

/** The terms that decide about a moratorium. */
type MoratoriumTerms = Pick<
  ScheduleTerms,
  | 'moratorium'
  | 'moratoriumPeriods'
  | 'moratoriumInterest'
  | 'interestComputationModel'
  | 'numberOfRepayments'
  | 'graceOnPrincipal'
  | 'graceOnInterest'
>;

/** The effect of a moratorium on one loan. */
export interface Grace {
  /** Leading instalments without principal. */
  principal: number;
  /** Leading instalments without interest. */
  interest: number;
  /** Treatment of the interest of these instalments, for the loan's computation model. */
  treatment: ScheduleTerms['moratoriumInterest'];
}

/**
 * The moratorium of a loan (docs/domain/loans.md#8-moratorium). Interest is capitalised only when no principal is paid
 * in that time and interest is charged on the balance; otherwise it is deferred.
 *
 * @throws ScheduleError when no instalment is left to pay principal or interest with.
 */
export function graceOf(terms: MoratoriumTerms): Grace {
  const { moratorium, moratoriumPeriods, moratoriumInterest, interestComputationModel, numberOfRepayments } = terms;
  const principal = terms.graceOnPrincipal ?? (WITHOUT_PRINCIPAL.includes(moratorium) ? moratoriumPeriods : 0);
  const interest = terms.graceOnInterest ?? (WITHOUT_INTEREST.includes(moratorium) ? moratoriumPeriods : 0);
  if (principal >= numberOfRepayments || interest >= numberOfRepayments) {
    throw new ScheduleError('A moratorium must have fewer periods than numberOfRepayments.');
  }
  const canCapitalise = interestComputationModel !== COMPUTATION_MODEL.Flat && principal >= interest;
  return {
    principal,
    interest,
    treatment: moratoriumInterest === 'CAPITALISE' && !canCapitalise ? 'DEFER' : moratoriumInterest,
  };
}
