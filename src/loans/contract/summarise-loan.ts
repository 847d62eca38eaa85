import { daysBetween } from '../../common/time/calendar';
import { type InstalmentAmounts, sumOfAmounts, totalKobo, unpaidOf } from './instalment-amounts';
import { interestToCapitaliseKobo } from './interest-to-capitalise';
import type { Loan, LoanClassification } from './loan.entity';
import type { LoanInstalment } from './loan-instalment.entity';
import { type LoanStatus, RUNNING_STATUSES } from './loan-status';

/** Totals of the instalments that a loan stores for searches, reports and the end of day. */
export type LoanSummary = Pick<
  Loan,
  | 'outstandingInterestKobo'
  | 'outstandingFeeKobo'
  | 'outstandingDefaultKobo'
  | 'outstandingPenaltyKobo'
  | 'overdueKobo'
  | 'overdueSince'
  | 'nextDueDate'
  | 'nextDueKobo'
>;

type Row = InstalmentAmounts & Pick<LoanInstalment, 'dueDate'>;

/** @param rows all instalments of the loan, in the order of their due dates. */
export function summariseLoan(rows: readonly Row[], businessDate: string): LoanSummary {
  const outstanding = sumOfAmounts(rows.map(unpaidOf));
  const unpaid = rows
    .map((row) => ({ dueDate: row.dueDate, unpaidKobo: totalKobo(unpaidOf(row)) }))
    .filter(({ unpaidKobo }) => unpaidKobo > 0n);
  const overdue = unpaid.filter(({ dueDate }) => dueDate < businessDate);
  const next = unpaid.find(({ dueDate }) => dueDate >= businessDate);
  const overdueSince = overdue[0]?.dueDate ?? null;
  return {
    outstandingInterestKobo: outstanding.interest,
    outstandingFeeKobo: outstanding.fee,
    outstandingDefaultKobo: outstanding.default,
    outstandingPenaltyKobo: outstanding.penalty,
    overdueKobo: overdue.reduce((sum, { unpaidKobo }) => sum + unpaidKobo, 0n),
    overdueSince,
    nextDueDate: next?.dueDate ?? null,
    nextDueKobo: next?.unpaidKobo ?? 0n,
  };
}

/** Days since the due date of the oldest overdue instalment; 0 when nothing is overdue. */
export function daysPastDue(overdueSince: string | null, businessDate: string): number {
  return overdueSince === null || overdueSince >= businessDate ? 0 : daysBetween(overdueSince, businessDate);
}

/** Everything the borrower owes over the whole schedule. @param toCapitaliseKobo see `interestToCapitaliseKobo` */
export function totalOutstandingKobo(
  loan: Pick<
    Loan,
    | 'outstandingPrincipalKobo'
    | 'outstandingInterestKobo'
    | 'outstandingFeeKobo'
    | 'outstandingDefaultKobo'
    | 'outstandingPenaltyKobo'
  >,
  toCapitaliseKobo: bigint,
): bigint {
  return (
    toCapitaliseKobo +
    loan.outstandingPrincipalKobo +
    loan.outstandingInterestKobo +
    loan.outstandingFeeKobo +
    loan.outstandingDefaultKobo +
    loan.outstandingPenaltyKobo
  );
}

/** The most that a payment can pay: the debt over the whole schedule, or the unrecovered part of a written-off loan. */
export function collectableKobo({ loan, instalments }: { loan: Loan; instalments: readonly LoanInstalment[] }): bigint {
  if (loan.status === 'WrittenOff') return loan.writtenOffKobo;
  if (!RUNNING_STATUSES.includes(loan.status)) return 0n;
  return totalOutstandingKobo(loan, interestToCapitaliseKobo(loan, instalments));
}

/** The class in views and reports. A written-off loan is lost, although nothing of it is overdue. */
export function shownClassification({
  status,
  classification,
}: Pick<Loan, 'status' | 'classification'>): LoanClassification {
  return status === 'WrittenOff' ? 'Lost' : classification;
}

type AgedLoan = Pick<Loan, 'status' | 'overdueKobo' | 'maturityDate' | 'restructuredDate'>;

/** The status of a running loan with nothing overdue. */
function performingStatus({ restructuredDate }: Pick<Loan, 'restructuredDate'>): LoanStatus {
  return restructuredDate === null ? 'Active' : 'Restructured';
}

/** True when every row is paid in full. */
export function isPaid(rows: readonly InstalmentAmounts[]): boolean {
  return rows.every((row) => totalKobo(unpaidOf(row)) === 0n);
}

/**
 * The status after a payment. A loan without arrears performs again; matured loans and loans in recovery keep their
 * status.
 */
export function statusAfterPayment(loan: AgedLoan, rows: readonly InstalmentAmounts[]): LoanStatus {
  if (isPaid(rows)) return 'Closed';
  return loan.status === 'Delinquent' && loan.overdueKobo === 0n ? performingStatus(loan) : loan.status;
}

/** The status of a running loan at the beginning of a date. A loan in recovery keeps its status. */
export function statusAsOf(loan: AgedLoan, date: string): LoanStatus {
  if (loan.status === 'InRecovery') return loan.status;
  if (loan.maturityDate !== null && loan.maturityDate < date) return 'Matured';
  return loan.overdueKobo > 0n ? 'Delinquent' : performingStatus(loan);
}
