import type { PostingStatus } from '../ledger/engine/posting.entity';
import type { PayoutStatus } from '../payouts/payout.entity';

/** How a vend stands, for clients (contract, Bills). */
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

/** The vend status of one that has been debited. */
export function vendStatusOf(status: PayoutStatus): VendStatus {
  return OF_PAYOUT[status];
}

/** The statuses of payouts that a vend status stands for. */
export function payoutStatusesOf(vendStatus: VendStatus): PayoutStatus[] {
  return (Object.keys(OF_PAYOUT) as PayoutStatus[]).filter((status) => OF_PAYOUT[status] === vendStatus);
}

const OF_WAITING: Record<Exclude<PostingStatus, 'Posted'>, VendStatus> = {
  Held: 'Pending',
  PendingApproval: 'Pending',
  Declined: 'Failed',
  Failed: 'Failed',
};

/** The vend status of one that was never debited: it waits for staff, or they or the ledger refused it. */
export function vendStatusOfWaiting(status: Exclude<PostingStatus, 'Posted'>): VendStatus {
  return OF_WAITING[status];
}

/** The statuses of postings without entries that a vend status stands for. */
export function waitingStatusesOf(vendStatus: VendStatus): PostingStatus[] {
  return (Object.keys(OF_WAITING) as (keyof typeof OF_WAITING)[]).filter((status) => OF_WAITING[status] === vendStatus);
}
