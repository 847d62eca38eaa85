import { bringUpToDate } from '../accrual/recognise-income';
import { LoanChange } from '../contract/loan-change';
import { RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { collectableKobo } from '../contract/summarise-loan';
import { payoffKobo, positionOn } from './early-payoff';

/** No ledger has this id; a change that is only computed is never posted. */
const NO_LEDGER = 0;

/**
 * The amount that settles a loan on a date, with interest earned and charges until then, if nothing is paid before
 * (docs/domain/loans.md#93-early-repayment). For a written-off loan: what has not come back. Nothing is changed.
 * @param chargesAsOf the date up to which default interest and penalties are charged
 * @param date not before the day up to which the loan's income is recognised
 */
export function payoffOnKobo(locked: LockedLoan, date: string, chargesAsOf = date): bigint {
  if (!RUNNING_STATUSES.includes(locked.loan.status)) return collectableKobo(locked);
  const copy = structuredClone(locked);
  bringUpToDate(new LoanChange(copy), { incomeAsOf: date, chargesAsOf }, NO_LEDGER);
  return payoffKobo(positionOn(copy.loan, copy.instalments, date));
}
