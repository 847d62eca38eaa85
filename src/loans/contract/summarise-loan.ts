import { daysBetween } from '../../common/time/calendar';
import { classifyLoan } from './classify-loan';
import { type InstalmentAmounts, unpaidOf } from './instalment-amounts';
import type { Loan } from './loan.entity';
import { sumOfAmounts, totalKobo } from './loan-components';
import type { LoanInstalment } from './loan-instalment.entity';

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
