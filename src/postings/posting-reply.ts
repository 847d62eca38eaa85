import { Outcome } from '../common/http/outcome';
import { koboToNaira } from '../common/money/naira';
import type { Posted } from '../ledger/engine/posting-request';
import type { PostingView } from './postings.dto';

interface Made {
  amountKobo: bigint;
  valueDate: string | undefined;
  entries: number;
}

/** What the callers of manual postings are told of a posting that was made. */
export function postingView(posted: Posted, { amountKobo, valueDate, entries }: Made): PostingView {
  return {
    referenceNumber: posted.reference,
    postingReferenceNumber: posted.postingReferenceNumber,
    amount: koboToNaira(amountKobo),
    transactionDate: posted.postedAt.toISOString(),
    valueDate: valueDate ?? posted.businessDate,
    entries,
    isSuccessful: true,
  };
}

/** The answer of a manual posting. */
export function postingReply(made: Made): (posted: Posted) => Outcome<PostingView> {
  return (posted) => Outcome.done(postingView(posted, made), 'Posted');
}
