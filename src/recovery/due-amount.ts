import { addDays } from '../common/time/calendar';
import { type ArrearsTerms, chargeArrears } from '../loans/accrual/charge-overdue';
import { totalKobo, unpaidOf } from '../loans/contract/instalment-amounts';
import type { Loan } from '../loans/contract/loan.entity';
import type { LoanInstalment } from '../loans/contract/loan-instalment.entity';
import { RUNNING_STATUSES } from '../loans/contract/loan-status';

type DueRow = Pick<LoanInstalment, 'dueDate' | 'arrearsInterest' | 'arrearsThrough'> & Parameters<typeof unpaidOf>[0];

/**
 * What may be collected for a loan on a business date: unpaid of the instalments that are due up to it, default interest and
 * penalty included, also those that the end of the day has not charged yet but a payment today would find. Of a written-off
 * loan, what has not come back.
 */
export function dueAmountKobo(
  loan: Pick<Loan, 'status' | 'writtenOffKobo'>,
  terms: ArrearsTerms,
  rows: readonly DueRow[],
  businessDate: string,
): bigint {
  if (loan.status === 'WrittenOff') return loan.writtenOffKobo;
  if (!RUNNING_STATUSES.includes(loan.status)) return 0n;
  // The last night is charged by the step of the day, after it has collected.
  const chargedUpTo = addDays(businessDate, -1);
  return rows
    .filter(({ dueDate }) => dueDate <= businessDate)
    .reduce((sum, row) => {
      const charge = chargeArrears(row, terms, chargedUpTo);
      return sum + totalKobo(unpaidOf(row)) + (charge ? charge.defaultKobo + charge.penaltyKobo : 0n);
    }, 0n);
}
