import { definePostingOperation } from '../ledger/engine/posting-operation';
import { type NewPayout, payoutRows } from '../payouts/payout-rows';
import { NO_RESULT, type VendFacts } from './vend-facts';
import { BILL_VEND } from './vend-kind';
import { vendMetadata } from './vend-metadata';

interface BillVendFacts {
  vend: VendFacts;
  payout: NewPayout;
}

/** The debit of a bill payment. It creates the payout that is then sent to the provider. */
export const billVend = definePostingOperation<BillVendFacts>({
  name: BILL_VEND,
  title: 'Bill payment',
  countsTowardsLimits: true,
  reported: true,
  // The vend is sent after the posting. The route reads the outcome from the payout, also for a repeated request.
  answer: (_facts, { reference, postingReferenceNumber }) => ({
    message: 'Successful',
    data: { paymentReference: reference, postingReference: postingReferenceNumber, vendStatus: 'Pending' },
  }),
  metadata: ({ vend, payout: { provider } }, { id, reference }) =>
    vendMetadata({
      provider,
      paymentReference: reference,
      postingId: id,
      facts: vend,
      vendStatus: 'Pending',
      result: NO_RESULT,
    }),
  rows: ({ payout }, posted) => payoutRows(payout, posted),
});
