import { COMPUTATION_MODEL, PAYMENT_TYPE, type ScheduleTerms } from './schedule-terms';

/** The reason why products may not offer terms, although a schedule could be computed; undefined when they may. */
export function productViolation({
  principalRepaymentType,
  interestComputationModel,
}: Pick<ScheduleTerms, 'principalRepaymentType' | 'interestComputationModel'>): string | undefined {
  if (principalRepaymentType === PAYMENT_TYPE.Upfront)
    return (
      'principalRepaymentType 2 is not allowed, because the whole principal would be due with the first instalment; ' +
      'use 0, 1 or 3.'
    );
  if (interestComputationModel === COMPUTATION_MODEL.Annuity && principalRepaymentType === PAYMENT_TYPE.EndOfContract) {
    return 'interestComputationModel 2 needs instalments with principal, so principalRepaymentType cannot be 0; use model 1.';
  }
  return undefined;
}
