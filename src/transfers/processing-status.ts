import type { Posting, PostingStatus } from '../ledger/engine/posting.entity';

/** States of a transfer (spec, Outward transfer status); a local one is `Processed`, `Pending`, `Failed` or `Reversed`. */
export const PROCESSING_STATUSES = [
  'Processed',
  'Reversed',
  'Pending',
  'PendingTSQ',
  'Processing',
  'Failed',
  'ConfirmManually',
] as const;
export type ProcessingStatus = (typeof PROCESSING_STATUSES)[number];

const BY_POSTING_STATUS: Record<PostingStatus, ProcessingStatus> = {
  Posted: 'Processed',
  Held: 'Pending',
  PendingApproval: 'Pending',
  Declined: 'Failed',
  Failed: 'Failed',
};

/** The state of a local transfer from its posting. */
export function localProcessingStatus({
  status,
  reversedById,
}: Pick<Posting, 'status' | 'reversedById'>): ProcessingStatus {
  return reversedById === null ? BY_POSTING_STATUS[status] : 'Reversed';
}

/** Statuses of postings whose transfers are in this state; none for states that only outward transfers have. */
export function postingStatusesOf(processingStatus: ProcessingStatus): PostingStatus[] {
  if (processingStatus === 'Reversed') return ['Posted'];
  return (Object.keys(BY_POSTING_STATUS) as PostingStatus[]).filter(
    (status) => BY_POSTING_STATUS[status] === processingStatus,
  );
}
