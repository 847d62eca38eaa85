import { koboToNaira } from '../common/money/naira';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { definePostingOperation, type PostingAnswer } from '../ledger/engine/posting-operation';
import type { Posted } from '../ledger/engine/posting-request';
import { keptEntries } from './compound-posting';
import { POSTING_GROUP_KIND } from './posting-kinds';
import type { PostEntryBody, PostingView, ReversalView } from './postings.dto';

/** The facts of a manual posting for its answer. */
interface ManualPostingFacts {
  amountKobo: bigint;
  valueDate: string | undefined;
  /** The number of legs. */
  entries: number;
}

interface PostingGroupFacts extends ManualPostingFacts {
  narration: string;
  requested: PostEntryBody[];
  /** The directory's entry of each requested account, in their order. */
  accounts: AccountDirectoryEntry[];
}

interface ReversalFacts {
  original: { reference: string; postingReferenceNumber: string; amountKobo: bigint };
  entries: number;
}

function viewOf(posted: Posted, { amountKobo, valueDate, entries }: ManualPostingFacts): PostingView {
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

const answer = (facts: ManualPostingFacts, posted: Posted): PostingAnswer => ({
  message: 'Posted',
  data: viewOf(posted, facts),
});

/** `posttransaction`: one debit and one credit. Only API clients send it, so it obeys the limits of accounts. */
export const postTransaction = definePostingOperation<ManualPostingFacts>({
  name: 'post-transaction',
  title: 'Post transaction',
  countsTowardsLimits: true,
  answer,
});

/** `post`: a compound posting of an API client, which obeys the limits of accounts. */
export const postEntries = definePostingOperation<ManualPostingFacts>({
  name: 'post',
  title: 'Post entries',
  countsTowardsLimits: true,
  answer,
});

/**
 * A posting group that staff enter in the portal. After a release the system resumes it. Limits are about what clients
 * and customers move, so it neither obeys them nor uses them up.
 */
export const postingGroup = definePostingOperation<PostingGroupFacts>({
  name: 'posting-group',
  title: 'Posting group',
  answer,
  // A waiting group has no entries in the ledger, so its metadata keep them.
  metadata: ({ requested, accounts, narration }, _posting, locked) => ({
    channel: POSTING_GROUP_KIND,
    entries: keptEntries(requested, accounts, narration, locked),
  }),
});

/** `reversetransaction` of clients and the reversal by two members of staff: the mirror of a posting, once, whole. */
export const reverseTransaction = definePostingOperation<ReversalFacts>({
  name: 'reverse-transaction',
  title: 'Reverse transaction',
  approvedForStaff: true,
  answer: ({ original, entries }, posted) => {
    const view: ReversalView = {
      ...viewOf(posted, { amountKobo: original.amountKobo, valueDate: undefined, entries }),
      referenceNumber: original.reference,
      reversedPostingReferenceNumber: original.postingReferenceNumber,
    };
    return { message: 'Reversed', data: view };
  },
});
