import { addDays } from '../../common/time/calendar';
import type { FixedDeposit } from '../fixed-deposit.entity';
import { type EarningPart, interestKobo, shareKobo } from './interest-to-date';
import { lastPaymentDate } from './payment-dates';

/** Interest of a deposit's whole term and its payment on maturity, if nothing changes until then. */
export interface AtMaturity {
  /** Interest before tax, all payments of the term together. */
  totalInterestKobo: bigint;
  /** Principal and the interest still to be paid, less withholding tax. */
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

/** Computes the interest of the term and the payment on maturity. */
export function atMaturity(deposit: Terms, parts: readonly EarningPart[]): AtMaturity {
  const totalInterestKobo = interestKobo(deposit, parts, deposit.maturityDate);
  const paidBeforeKobo = interestKobo(deposit, parts, lastPaymentDate(deposit, addDays(deposit.maturityDate, -1)));
  const dueKobo = totalInterestKobo - paidBeforeKobo;
  return {
    totalInterestKobo,
    maturityAmountKobo: deposit.principalKobo + dueKobo - shareKobo(dueKobo, deposit.withholdingTaxPercent),
  };
}
