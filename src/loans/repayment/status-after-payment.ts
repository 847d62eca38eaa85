import { type InstalmentAmounts, unpaidOf } from '../contract/instalment-amounts';
import type { Loan } from '../contract/loan.entity';
import { totalKobo } from '../contract/loan-components';
import type { LoanStatus } from '../contract/loan-status';

type AgedLoan = Pick<Loan, 'status' | 'overdueKobo' | 'maturityDate' | 'restructuredDate'>;

/** What a loan is when nothing of it is overdue. */
function performingStatus({ restructuredDate }: Pick<Loan, 'restructuredDate'>): LoanStatus {
  return restructuredDate === null ? 'Active' : 'Restructured';
}

/** Whether nothing of the schedule is left to pay. */
export function isPaid(rows: readonly InstalmentAmounts[]): boolean {
  return rows.every((row) => totalKobo(unpaidOf(row)) === 0n);
}

/** The status after a payment: what is no longer overdue performs again. A matured loan and one in recovery stay so until they close. */
export function statusAfterPayment(loan: AgedLoan, rows: readonly InstalmentAmounts[]): LoanStatus {
  if (isPaid(rows)) return 'Closed';
  return loan.status === 'Delinquent' && loan.overdueKobo === 0n ? performingStatus(loan) : loan.status;
}

/** The status of a running loan with money outstanding as a date begins. A loan in recovery stays with its partner. */
export function statusAsOf(loan: AgedLoan, date: string): LoanStatus {
  if (loan.status === 'InRecovery') return loan.status;
  if (loan.maturityDate !== null && loan.maturityDate < date) return 'Matured';
  return loan.overdueKobo > 0n ? 'Delinquent' : performingStatus(loan);
}
