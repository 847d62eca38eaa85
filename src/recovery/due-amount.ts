import { addDays } from '../common/time/calendar';
import { type ArrearsTerms, chargeArrears } from '../loans/accrual/charge-overdue';
import { totalKobo, unpaidOf } from '../loans/contract/instalment-amounts';
import type { Loan } from '../loans/contract/loan.entity';
import type { LoanInstalment } from '../loans/contract/loan-instalment.entity';
import { RUNNING_STATUSES } from '../loans/contract/loan-status';

type DueRow = Pick<LoanInstalment, 'dueDate' | 'arrearsInterest' | 'arrearsThrough' | 'penaltyWaivedKobo'> &
  Parameters<typeof unpaidOf>[0];

/**
 * The amount that may be collected for a loan on a business date (docs/api/recovery.md#loandueamount): the unpaid part
 * of the instalments due up to it, with default interest and penalties, also those that the end of day has not charged
 * yet and a payment today would pay. For a written-off loan, the amount that is not recovered yet.
 */
export function dueAmountKobo(
  loan: Pick<Loan, 'status' | 'writtenOffKobo'>,
  terms: ArrearsTerms,
  rows: readonly DueRow[],
  businessDate: string,
): bigint {
  if (loan.status === 'WrittenOff') return loan.writtenOffKobo;
  if (!RUNNING_STATUSES.includes(loan.status)) return 0n;
  // The end of day charges the last night after its collection.
  const chargedUpTo = addDays(businessDate, -1);
  return rows
    .filter(({ dueDate }) => dueDate <= businessDate)
    .reduce((sum, row) => {
      const charge = chargeArrears(row, terms, chargedUpTo);
      return sum + totalKobo(unpaidOf(row)) + (charge ? charge.defaultKobo + charge.penaltyKobo : 0n);
    }, 0n);
}
