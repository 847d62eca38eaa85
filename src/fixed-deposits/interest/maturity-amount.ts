import { addDays } from '../../common/time/calendar';
import type { FixedDeposit } from '../fixed-deposit.entity';
import { type EarningPart, interestKobo, shareKobo } from './interest-to-date';
import { lastPaymentDate } from './payment-dates';

/** What a deposit earns over its whole term, and what it pays on the day it matures, if nothing changes until then. */
export interface AtMaturity {
  /** Before tax, all payments of the term together. */
  totalInterestKobo: bigint;
  /** Principal and what interest is still to be paid, less withholding tax. */
  maturityAmountKobo: bigint;
}

type Terms = Pick<
  FixedDeposit,
  | 'interestRate'
  | 'dayCount'
  | 'maturityDate'
  | 'startDate'
  | 'interestPayment'
  | 'principalKobo'
  | 'withholdingTaxPercent'
>;

/** Works out what the deposit will have paid. */
export function atMaturity(deposit: Terms, parts: readonly EarningPart[]): AtMaturity {
  const totalInterestKobo = interestKobo(deposit, parts, deposit.maturityDate);
  const paidBeforeKobo = interestKobo(deposit, parts, lastPaymentDate(deposit, addDays(deposit.maturityDate, -1)));
  const dueKobo = totalInterestKobo - paidBeforeKobo;
  return {
    totalInterestKobo,
    maturityAmountKobo: deposit.principalKobo + dueKobo - shareKobo(dueKobo, deposit.withholdingTaxPercent),
  };
}
