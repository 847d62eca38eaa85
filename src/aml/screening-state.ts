import type { PostingStatus } from '../ledger/engine/posting.entity';
import type { HoldStatusName } from './aml-hold.entity';

export type ApprovalState = 'Pending' | 'Approved' | 'Declined';

/** The present state of a held movement; `Released` waits for the client's retry or for the system to resume it. */
export type ScreeningState =
  'Held' | 'Released' | 'Declined' | 'Withdrawn' | 'Expired' | 'PendingApproval' | 'Executed' | 'Failed';

/** The decision that holds now: a release that was withdrawn or expired lets nothing move. */
export function approvalStateOf(status: HoldStatusName): ApprovalState {
  if (status === 'Held') return 'Pending';
  return status === 'Approved' || status === 'Used' ? 'Approved' : 'Declined';
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
  if (status === 'Used') return AFTER_USE[posting];
  return status === 'Approved' ? 'Released' : status;
}
