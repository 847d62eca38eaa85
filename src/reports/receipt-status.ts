import type { Posting } from '../ledger/posting.entity';
import type { PayoutStatus } from '../payouts/payout.entity';

/** What a receipt says of a transaction that moved money. */
export type ReceiptStatus = 'Successful' | 'Pending' | 'Failed' | 'Reversed';

/** Money that left the account and has not certainly arrived is never called successful. */
const OF_PAYOUT: Record<PayoutStatus, ReceiptStatus> = {
  Pending: 'Pending',
  Processing: 'Pending',
  PendingTSQ: 'Pending',
  ConfirmManually: 'Pending',
  Failed: 'Failed',
  Processed: 'Successful',
  Reversed: 'Reversed',
};

/** @param payoutStatus of a posting that pays out through a provider. */
export function receiptStatus({ reversedById }: Pick<Posting, 'reversedById'>, payoutStatus: PayoutStatus | undefined): ReceiptStatus {
  if (reversedById !== null) return 'Reversed';
  return payoutStatus === undefined ? 'Successful' : OF_PAYOUT[payoutStatus];
}
