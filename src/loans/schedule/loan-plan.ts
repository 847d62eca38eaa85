import type { Fraction } from '../../common/money/fraction';
import type { Grace } from './grace';
import type { MoneyRounding } from './money-rounding';
import { COMPUTATION_MODEL, PAYMENT_TYPE, type ScheduleTerms } from './schedule-terms';

/** The facts of a loan that every step of the computation uses. */
export interface ScheduleFacts {
  terms: ScheduleTerms;
  /** The rate of each period as a fraction of one. */
  rates: readonly Fraction[];
  grace: Grace;
  rounding: MoneyRounding;
  /** Interest added to the balance at the first due dates, one amount a period; empty when none is capitalised. */
  capitalised: readonly bigint[];
  /** Amount that the instalments repay: the principal with all capitalised interest. */
  repayable: bigint;
}

/** Principal due and interest earned in each period, before interest is moved to the time of payment. */
export interface LoanPlan {
  principal: bigint[];
  interest: bigint[];
}

export type PlanKind = 'flat' | 'reducing' | 'annuity';

/** The kind of computation (docs/domain/loans.md#5-models). An annuity with a single repayment has nothing to level. */
export function planKindOf({ interestComputationModel, principalRepaymentType }: ScheduleTerms): PlanKind {
  if (interestComputationModel === COMPUTATION_MODEL.Flat) return 'flat';
  const isLevel =
    principalRepaymentType === PAYMENT_TYPE.ProRated || principalRepaymentType === PAYMENT_TYPE.EqualInstalments;
  return interestComputationModel === COMPUTATION_MODEL.Annuity && isLevel ? 'annuity' : 'reducing';
}

/** Interest of a period on an amount, rounded once. */
export function interestOn(amount: bigint, rate: Fraction, rounding: MoneyRounding): bigint {
  return rounding.money(amount * rate.numerator, rate.denominator);
}
