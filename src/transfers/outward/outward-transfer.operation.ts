import { definePostingOperation } from '../../ledger/engine/posting-operation';
import { type NewPayout, payoutRows } from '../../payouts/payout-rows';
import { type OutwardTransferFacts, outwardTransferMetadata } from '../transfer-metadata';
import { OUTWARD_TRANSFER } from './outward-transfer-kind';
import { pendingTransferView } from './outward-transfer-view';

interface OutwardTransferPostingFacts {
  transfer: OutwardTransferFacts;
  payout: NewPayout;
}

/**
 * The debit of a transfer to another institution. It creates the payout and the job that sends it; nothing is sent in
 * the transaction of the posting.
 */
export const outwardTransfer = definePostingOperation<OutwardTransferPostingFacts>({
  name: OUTWARD_TRANSFER,
  title: 'Outward transfer',
  countsTowardsLimits: true,
  answer: ({ payout }) => ({ message: 'Transfer accepted', data: pendingTransferView(payout) }),
  metadata: ({ transfer, payout }, posting) => outwardTransferMetadata(transfer, payout.sessionId, posting),
  rows: ({ payout }, posted) => payoutRows(payout, posted),
});
