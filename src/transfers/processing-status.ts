import type { Posting, PostingStatus } from '../ledger/engine/posting.entity';

/**
 * Statuses of a transfer (docs/api/transfers.md#payout-states). A local transfer is `Processed`, `Pending`, `Failed` or
 * `Reversed`.
 */
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

/** The status of a local transfer from its posting. */
export function localProcessingStatus({
  status,
  reversedById,
}: Pick<Posting, 'status' | 'reversedById'>): ProcessingStatus {
  return reversedById === null ? BY_POSTING_STATUS[status] : 'Reversed';
}

/** Statuses of postings whose transfers have this status; empty for statuses that only outward transfers have. */
export function postingStatusesOf(processingStatus: ProcessingStatus): PostingStatus[] {
  if (processingStatus === 'Reversed') return ['Posted'];
  return (Object.keys(BY_POSTING_STATUS) as PostingStatus[]).filter(
    (status) => BY_POSTING_STATUS[status] === processingStatus,
  );
}
