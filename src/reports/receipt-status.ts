import type { CardTransaction } from '../cards/card-transaction.entity';
import type { Posting } from '../ledger/engine/posting.entity';
import type { Payout, PayoutStatus } from '../payouts/payout.entity';

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

/**
 * @param payout of a posting that pays out through a provider. What the provider has contradicted since is not certain any more.
 * @param card of a card's transaction: refunds and reversals give it back bit by bit.
 */
export function receiptStatus(
  { reversedById }: Pick<Posting, 'reversedById'>,
  payout: Pick<Payout, 'status' | 'disputed'> | null,
  card: Pick<CardTransaction, 'amountKobo' | 'givenBackKobo'> | null,
): ReceiptStatus {
  if (reversedById !== null || (card !== null && card.givenBackKobo === card.amountKobo)) return 'Reversed';
  if (!payout) return 'Successful';
  const status = OF_PAYOUT[payout.status];
  return status === 'Successful' && payout.disputed ? 'Pending' : status;
}

/** What a receipt that proves nothing says first; undefined of one that proves a payment. */
export const UNCONFIRMED: Partial<Record<ReceiptStatus, string>> = {
  Pending: 'This payment is not confirmed yet. This is not a proof of payment.',
  Failed: 'This payment failed. This is not a proof of payment.',
  Reversed: 'This transaction was reversed. This is not a proof of payment.',
};
