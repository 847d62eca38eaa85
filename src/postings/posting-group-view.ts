import { koboToNaira } from '../common/money/naira';
import { type Posting, postingReferenceNumber, type PostingStatus } from '../ledger/engine/posting.entity';
import type { KeptEntry } from './compound-posting';
import type { PostingGroupRowView, PostingGroupStatus, PostingGroupView } from './posting-groups.dto';

const SHOWN: Record<PostingStatus, PostingGroupStatus> = {
  Posted: 'Posted',
  Held: 'Pending Approval',
  PendingApproval: 'Pending Approval',
  Declined: 'Declined',
  Failed: 'Failed',
};

const WARNINGS: Partial<Record<PostingStatus, string>> = {
  Held: 'No funds have moved: the group is held for AML review.',
  PendingApproval: 'No funds have moved: the group waits for approval.',
};

/**
 * The status of a group for staff. A group that AML holds and one that waits for approval both show as
 * `Pending Approval` (docs/api/postings.md#posting-groups).
 */
function postingGroupStatus(status: PostingStatus): PostingGroupStatus {
  return SHOWN[status];
}

/** The posting statuses that staff see as this status. */
export function postingStatusesShownAs(shown: PostingGroupStatus): PostingStatus[] {
  return (Object.keys(SHOWN) as PostingStatus[]).filter((status) => SHOWN[status] === shown);
}

export function postingGroupRow(posting: Posting): PostingGroupRowView {
  return {
    id: posting.id,
    referenceNumber: posting.reference,
    postingReferenceNumber: postingReferenceNumber(posting.id),
    narration: posting.narration,
    amount: koboToNaira(posting.amountKobo),
    status: postingGroupStatus(posting.status),
    amlHold: posting.status === 'Held',
    warning: WARNINGS[posting.status] ?? null,
    failureReason: posting.failureMessage,
    isReversed: posting.reversedById !== null,
    maker: posting.maker,
    checker: posting.checker,
    valueDate: posting.valueDate,
    createdAt: posting.createdAt.toISOString(),
    postedAt: posting.postedAt?.toISOString() ?? null,
  };
}

/** The entries come from the group's metadata, because a waiting group has none in the ledger. */
export function postingGroupView(posting: Posting): PostingGroupView {
  const { entries } = posting.additionalMetadata as { entries: KeptEntry[] };
  return { ...postingGroupRow(posting), entries };
}
