import type { PostingStatus } from '../ledger/engine/posting.entity';
import type { PayoutStatus } from '../payouts/payout.entity';

/** The statuses of a vend for clients (docs/api/bills.md#states). */
export const VEND_STATUSES = ['Pending', 'Successful', 'Failed', 'Reversed', 'ConfirmManually'] as const;
export type VendStatus = (typeof VEND_STATUSES)[number];

const OF_PAYOUT: Record<PayoutStatus, VendStatus> = {
  Pending: 'Pending',
  Processing: 'Pending',
  PendingTSQ: 'Pending',
  Processed: 'Successful',
  Failed: 'Failed',
  Reversed: 'Reversed',
  ConfirmManually: 'ConfirmManually',
};

/** The status of a vend that has been debited. */
export function vendStatusOf(status: PayoutStatus): VendStatus {
  return OF_PAYOUT[status];
}

/** The statuses of payouts that clients see as this vend status. */
export function payoutStatusesOf(vendStatus: VendStatus): PayoutStatus[] {
  return (Object.keys(OF_PAYOUT) as PayoutStatus[]).filter((status) => OF_PAYOUT[status] === vendStatus);
}

const OF_WAITING: Record<Exclude<PostingStatus, 'Posted'>, VendStatus> = {
  Held: 'Pending',
  PendingApproval: 'Pending',
  Declined: 'Failed',
  Failed: 'Failed',
};

/** The status of a vend that was not debited: it waits for staff, was declined, or failed after approval. */
export function vendStatusOfWaiting(status: Exclude<PostingStatus, 'Posted'>): VendStatus {
  return OF_WAITING[status];
}

/** The statuses of postings without entries that clients see as this vend status. */
export function waitingStatusesOf(vendStatus: VendStatus): PostingStatus[] {
  return (Object.keys(OF_WAITING) as (keyof typeof OF_WAITING)[]).filter((status) => OF_WAITING[status] === vendStatus);
}
