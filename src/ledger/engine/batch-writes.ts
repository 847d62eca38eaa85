import type { ExtraRow } from '../../common/database/insert-rows';
import type { Claim, EncodedAnswer } from '../../common/idempotency/claims';
import type { ApiClientLimit } from './api-client-limit.entity';
import type { Posting } from './posting.entity';
import type { PostingEntry } from './posting-entry.entity';
import type { PostingEvents } from './posting-events';

/** A claim to write with its answer. */
interface ClaimWrite {
  claim: Claim;
  answer: EncodedAnswer;
  /** The posting of a movement that was held or queued: its decision will change the answer. */
  waitingPostingId?: number;
}

/** All rows and changes that a batch will write, collected while its requests are decided. */
export interface BatchWrites {
  newPostings: Posting[];
  resumedPostings: Posting[];
  entries: PostingEntry[];
  touchedAccountIds: Set<number>;
  frozenAccountIds: Set<number>;
  clientLimits: Set<ApiClientLimit>;
  reversals: { originalId: number; reversalId: number }[];
  claims: ClaimWrite[];
  extraRows: ExtraRow[];
  events: PostingEvents[];
}

/** The writes of a batch that has decided nothing yet. */
export function noWrites(): BatchWrites {
  return {
    newPostings: [],
    resumedPostings: [],
    entries: [],
    touchedAccountIds: new Set(),
    frozenAccountIds: new Set(),
    clientLimits: new Set(),
    reversals: [],
    claims: [],
    extraRows: [],
    events: [],
  };
}
