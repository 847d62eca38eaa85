import type { PostingLeg } from '../../ledger/engine/posting-request';
import { LoanChange } from '../contract/loan-change';
import { assignState } from '../contract/loan-state';
import type { LockedLoan } from '../contract/loans';

/** Turns a locked loan into the one of a corrected history. Rows that it has already keep their ids. */
export function correctedChange(locked: LockedLoan, after: LockedLoan, legs: readonly PostingLeg[]): LoanChange {
  const change = new LoanChange(locked);
  const { status } = locked.loan;
  change.add(legs);
  change.removed.push(...locked.instalments.filter(({ id }) => !after.instalments.some((row) => row.id === id)));
  change.added.push(...after.instalments.filter(({ id }) => !locked.instalments.some((row) => row.id === id)));
  for (const row of after.instalments) change.changed.add(row);
  assignState(locked.loan, after.loan);
  // The status changes with the loan's group, when everything is stored.
  locked.loan.status = status;
  change.status = after.loan.status;
  change.corrects = true;
  locked.instalments = after.instalments;
  return change;
}
