import { daysBetween } from '../../common/time/calendar';
import { type InstalmentAmounts, sumOfAmounts, totalKobo, unpaidOf } from './instalment-amounts';
import type { Loan, LoanClassification } from './loan.entity';
import type { LoanInstalment } from './loan-instalment.entity';
import { type LoanStatus, RUNNING_STATUSES } from './loan-status';

/** The sums of its instalments that a loan carries for searches, reports and the steps of the day. */
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
  | 'classification'
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
    classification: classifyLoan(daysPastDue(overdueSince, businessDate)),
  };
}

/** Days since the oldest overdue instalment fell due; 0 when nothing is overdue. */
export function daysPastDue(overdueSince: string | null, businessDate: string): number {
  return overdueSince === null || overdueSince >= businessDate ? 0 : daysBetween(overdueSince, businessDate);
}

/** Everything the borrower owes over the whole schedule. */
export function totalOutstandingKobo(
  loan: Pick<
    Loan,
    | 'outstandingPrincipalKobo'
    | 'outstandingInterestKobo'
    | 'outstandingFeeKobo'
    | 'outstandingDefaultKobo'
    | 'outstandingPenaltyKobo'
  >,
): bigint {
  return (
    loan.outstandingPrincipalKobo +
    loan.outstandingInterestKobo +
    loan.outstandingFeeKobo +
    loan.outstandingDefaultKobo +
    loan.outstandingPenaltyKobo
  );
}

/** What a loan can still take: what is owed over the whole schedule; of a written-off loan, what has not come back. */
export function collectableKobo(loan: Loan): bigint {
  if (loan.status === 'WrittenOff') return loan.writtenOffKobo;
  return RUNNING_STATUSES.includes(loan.status) ? totalOutstandingKobo(loan) : 0n;
}

/** From how many days past due a loan belongs to a class, the worst first (prudential guidelines of the Central Bank). */
const FROM_DAYS: readonly (readonly [number, LoanClassification])[] = [
  [360, 'Lost'],
  [180, 'Doubtful'],
  [90, 'Substandard'],
  [1, 'PassAndWatch'],
];

/** @param days past due, 0 when nothing is overdue. */
export function classifyLoan(days: number): LoanClassification {
  return FROM_DAYS.find(([from]) => days >= from)?.[1] ?? 'Performing';
}

/** The class a loan is shown with: one that was written off is lost, though nothing of it is overdue any more. */
export function shownClassification({
  status,
  classification,
}: Pick<Loan, 'status' | 'classification'>): LoanClassification {
  return status === 'WrittenOff' ? 'Lost' : classification;
}

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
