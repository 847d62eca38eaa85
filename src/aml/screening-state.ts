import type { PostingStatus } from '../ledger/engine/posting.entity';
import type { HoldStatusName } from './aml-hold.entity';

export type ApprovalState = 'Pending' | 'Approved' | 'Declined';

/** The present state of a held movement; `Released` waits for the client's retry or for the system to resume it. */
export type ScreeningState = 'Held' | 'Released' | 'Declined' | 'PendingApproval' | 'Executed' | 'Failed';

/** The decision of staff on a hold. */
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
