import type { PostingLeg } from '../../ledger/engine/posting-request';
import { type ComponentAmounts, NO_AMOUNTS } from '../contract/instalment-amounts';
import type { LockedLoan } from '../contract/loans';
import type { SuspenseChange } from './non-performing';
import { suspendIncome } from './suspense';

/** Applies a change of suspense to a loan, in memory. @returns the amounts moved by component, and the legs */
export function applySuspenseChange(
  locked: LockedLoan,
  kind: SuspenseChange,
  date: string,
): { moved: ComponentAmounts; legs: PostingLeg[] } {
  const { loan } = locked;
  if (kind === 'Suspend') return suspendIncome(locked, date);
  loan.curingSince = kind === 'Cure' ? date : null;
  if (kind === 'Resume') loan.suspendedSince = null;
  return { moved: { ...NO_AMOUNTS }, legs: [] };
}
