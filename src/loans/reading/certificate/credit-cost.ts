import type { ContractTerms } from '../../origination/contract-terms';
import type { LoanPrice } from '../../origination/loan-charges';
import type { ShownInstalment } from '../schedule-view';
import { annualPercentageRate } from './annual-percentage-rate';

/** What a loan costs its borrower who pays each instalment on its due date. */
export interface CreditCost {
  /** Interest, fees and the VAT on them: all payments less what the borrower receives. */
  totalKobo: bigint;
  /** In percent. */
  annualRate: number;
}

/** What a schedule is made of, for its cost. */
export interface PricedSchedule {
  terms: ContractTerms;
  rows: readonly ShownInstalment[];
  upfrontInterestKobo: bigint;
  charge: LoanPrice | undefined;
}

/**
 * The cost of a loan from its planned schedule (docs/domain/loans.md#apr). A fee that is paid from the linked account
 * before the loan is paid out lowers what the borrower receives; a security deposit stays the borrower's and does not.
 */
export function creditCost({ terms, rows, upfrontInterestKobo, charge }: PricedSchedule): CreditCost {
  const atStartKobo = charge && charge.charged !== 'PerInstalment' ? charge.feeKobo + charge.vatKobo : 0n;
  const advanceKobo = terms.principalKobo - upfrontInterestKobo - atStartKobo;
  const payments = rows
    .map(({ dueDate: date, principalDueKobo, interestDueKobo, feeDueKobo }) => ({
      date,
      kobo: principalDueKobo + interestDueKobo + feeDueKobo,
    }))
    .filter(({ kobo }) => kobo > 0n);
  const paidKobo = payments.reduce((sum, { kobo }) => sum + kobo, 0n);
  return {
    totalKobo: paidKobo - advanceKobo,
    annualRate: annualPercentageRate({ advanceKobo, advanceDate: terms.effectiveDate, payments }, terms),
  };
}
