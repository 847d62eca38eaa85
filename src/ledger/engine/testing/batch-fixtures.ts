import type { ExtraRow } from '../../../common/database/insert-rows';
import type { BatchState } from '../batch-reader';
import { KnownPostings } from '../known-postings';
import type { LedgerAccount, Side } from '../ledger-account.entity';
import type { LegRole } from '../posting-entry.entity';
import { definePostingOperation } from '../posting-operation';
import { ORDINARY, type PostingLeg, type PostingNature, type PostingRequest } from '../posting-request';

/** An active customer account without a balance, with the given facts in place of the defaults. */
export function account(facts: Partial<LedgerAccount> & { id: number }): LedgerAccount {
  return {
    institutionId: 1,
    number: `000000000${facts.id}`,
    name: `Account ${facts.id}`,
    kind: 'customer',
    status: 'Active',
    normalSide: 'credit',
    controlAccountId: null,
    isControl: false,
    allowApi: true,
    takesFees: false,
    mayGoNegative: false,
    productId: null,
    customerType: 'Individual',
    branchId: null,
    kycTier: null,
    openedOn: null,
    debitsPostedKobo: 0n,
    creditsPostedKobo: 0n,
    lienedKobo: 0n,
    overdraftLimitKobo: 0n,
    singleLimitKobo: null,
    dailyLimitKobo: null,
    dailyUsedKobo: 0n,
    dailyUsedOn: null,
    screenedOutKobo: 0n,
    screenedInKobo: 0n,
    entrySeq: 0,
    lastPostedAt: null,
    ...facts,
  };
}

export function leg(accountId: number, side: Side, amountKobo: bigint, role: LegRole = 'principal'): PostingLeg {
  return { accountId, side, amountKobo, role };
}

/** The operation of most test requests; its metadata are the identity of the posting. */
const testPosting = definePostingOperation<null>({
  name: 'test-posting',
  title: 'Test posting',
  answer: (_facts, { postingId }) => ({ message: 'Successful', data: { postingId } }),
  metadata: (_facts, { id, reference, status }) => ({ id, reference, status }),
});
const limitedPosting = definePostingOperation<null>({
  name: 'test-limited-posting',
  title: 'Test posting that counts towards limits',
  countsTowardsLimits: true,
});
const reportedPosting = definePostingOperation<null>({
  name: 'test-reported-posting',
  title: 'Test posting that AML never holds',
  reported: true,
});
const closingPosting = definePostingOperation<null>({
  name: 'test-closing-posting',
  title: 'Test posting that closes a period',
  closesPeriod: true,
});

const row = (table: string): ExtraRow => ({ table, values: { id: 1 } });
const postingWithRows = definePostingOperation<null>({
  name: 'test-posting-with-rows',
  title: 'Test posting with rows',
  firstRows: () => [row('first')],
  rows: () => [row('each')],
});

export const PLAIN = testPosting.with(null);
export const LIMITED = limitedPosting.with(null);
export const REPORTED = reportedPosting.with(null);
/** Writes a row of `first` once, and one of `each` where it is posted. */
export const WITH_ROWS = postingWithRows.with(null);
export const CLOSES_PERIOD = closingPosting.with(null);

/** The nature of a reversal of a posting. */
export function reversalOf(postingId: number, restoresLimits = false): PostingNature {
  return { type: 'reversal', postingId, restoresLimits };
}

/** A posting by the system: without a claim, and without a source, so that no gate applies. */
export function requestWith(legs: PostingLeg[], facts: Partial<PostingRequest> = {}): PostingRequest {
  return {
    institutionId: 1,
    kind: 'transfer',
    reference: 'REF-1',
    origin: 'api',
    maker: 'api-client:test',
    narration: 'Test',
    legs,
    amountKobo: 0n,
    feeKobo: 0n,
    operation: PLAIN,
    nature: ORDINARY,
    ...facts,
  };
}

/** The state of a batch at noon of 2026-11-21 in Lagos, with gates that stop nothing. */
export function stateOf(accounts: LedgerAccount[]): BatchState {
  const open = { intercept: () => undefined };
  return {
    institutionId: 1,
    accounts: new Map(accounts.map((each) => [each.id, each])),
    postings: new KnownPostings(),
    claims: new Map(),
    windows: new Map(),
    screen: { ...open, report: () => [] },
    approval: open,
    now: new Date('2026-11-21T11:00:00Z'),
    realNow: new Date('2026-11-21T11:00:00Z'),
    businessDate: '2026-11-21',
    closedThrough: null,
    calendarDate: '2026-11-21',
    timeZone: 'Africa/Lagos',
    kycLimits: undefined,
    wantedEvents: new Set(),
    clientLimits: new Map(),
  };
}
