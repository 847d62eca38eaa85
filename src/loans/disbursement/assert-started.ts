import type { Loan } from '../contract/loan.entity';
import { loansErrors } from '../loans.errors';

/** A loan is not paid out before the start that was approved. @throws LOAN_TERMS_REFUSED (422) */
export function assertStarted({ startDate, loanAccountNumber }: Loan, businessDate: string): void {
  if (startDate <= businessDate) return;
  throw loansErrors.LOAN_TERMS_REFUSED(
    `The loan ${loanAccountNumber} starts on ${startDate}; disburse it then, or update its startDate.`,
    { field: 'startDate', startDate },
  );
}
