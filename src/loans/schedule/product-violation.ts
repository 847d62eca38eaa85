import { COMPUTATION_MODEL, PAYMENT_TYPE, type ScheduleTerms } from './schedule-terms';

/** Why no product may have such terms although a schedule could be computed; undefined when one may. */
export function productViolation({
  principalRepaymentType,
  interestComputationModel,
}: Pick<ScheduleTerms, 'principalRepaymentType' | 'interestComputationModel'>): string | undefined {
  if (principalRepaymentType === PAYMENT_TYPE.Upfront)
    return 'principalRepaymentType 2 is no loan: the whole principal would be due with the first instalment. Use 0, 1 or 3.';
  if (interestComputationModel === COMPUTATION_MODEL.Annuity && principalRepaymentType === PAYMENT_TYPE.EndOfContract) {
    return 'interestComputationModel 2 has no instalments to level when principalRepaymentType is 0: use model 1.';
  }
  return undefined;
}
