import type { PostingStatus } from '../ledger/engine/posting.entity';
import type { HoldStatusName } from './aml-hold.entity';

export type ApprovalState = 'Pending' | 'Approved' | 'Declined';

/** Where a held movement is now: `Released` waits for the client's retry or its resumption. */
export type ScreeningState = 'Held' | 'Released' | 'Declined' | 'PendingApproval' | 'Executed' | 'Failed';

/** What staff decided about a hold. */
export function approvalStateOf(status: HoldStatusName): ApprovalState {
  if (status === 'Held') return 'Pending';
  return status === 'Declined' ? 'Declined' : 'Approved';
}

const AFTER_USE: Record<PostingStatus, ScreeningState> = {
  Posted: 'Executed',
  PendingApproval: 'PendingApproval',
  Declined: 'Declined',
  Failed: 'Failed',
  Held: 'Released',
};

/** The present state of a hold's movement, from the hold and its posting. */
export function screeningStateOf(status: HoldStatusName, posting: PostingStatus): ScreeningState {
  if (status === 'Held' || status === 'Declined') return status;
  return status === 'Approved' ? 'Released' : AFTER_USE[posting];
}
