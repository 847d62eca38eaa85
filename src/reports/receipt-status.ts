import type { CardTransaction } from '../cards/card-transaction.entity';
import type { Posting } from '../ledger/engine/posting.entity';
import type { Payout, PayoutStatus } from '../payouts/payout.entity';

/** The status on the receipt of a transaction that moved money. */
export type ReceiptStatus = 'Successful' | 'Pending' | 'Failed' | 'Reversed';

/** A payout whose outcome is not certain is never `Successful`. */
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
 * @param posting the posting, and whether the act on a loan that it booked was reversed since
 * @param payout the payout of the posting, if any. It alone decides, because staff can correct a return, which debits
 *   the account again; a disputed payout is not certain any more.
 * @param card the card transaction of the posting, if any, which refunds and reversals give back in parts.
 */
export function receiptStatus(
  { reversedById, isLoanActReversed = false }: Pick<Posting, 'reversedById'> & { isLoanActReversed?: boolean },
  payout: Pick<Payout, 'status' | 'disputed'> | null,
  card: Pick<CardTransaction, 'amountKobo' | 'givenBackKobo'> | null,
): ReceiptStatus {
  if (!payout) {
    const isCardGivenBack = card !== null && card.givenBackKobo === card.amountKobo;
    return reversedById !== null || isLoanActReversed || isCardGivenBack ? 'Reversed' : 'Successful';
  }
  const status = OF_PAYOUT[payout.status];
  return status === 'Successful' && payout.disputed ? 'Pending' : status;
}

/** The warning at the top of a receipt that is not a proof of payment; undefined for one that is. */
export const UNCONFIRMED: Partial<Record<ReceiptStatus, string>> = {
  Pending: 'This payment is not confirmed yet. This is not a proof of payment.',
  Failed: 'This payment failed. This is not a proof of payment.',
  Reversed: 'This transaction was reversed. This is not a proof of payment.',
};
