import type { ExtraRow } from '../../common/database/insert-rows';
import type { Outcome } from '../../common/http/outcome';
import type { Claim } from '../../common/idempotency/claims';
import type { LedgerAccount, Side } from './ledger-account.entity';
import type { PostingOrigin, PostingStatus } from './posting.entity';
import type { LegRole } from './posting-entry.entity';

/** One side of a movement on one account. */
export interface PostingLeg {
  accountId: number;
  side: Side;
  amountKobo: bigint;
  role: LegRole;
  narration?: string;
  /**
   * Whether the caller chose this ledger; by default that is so for principal legs. True of `feeIncomeGL`; false where the
   * institution's configuration chose it, as with the ledger that a provider's payments settle through.
   */
  namedByCaller?: boolean;
  virtualAccountId?: number;
  /** On a reversal of a screened leg: when the original was posted. */
  reversesPostedAt?: Date;
}

/** What somebody asked for, as AML and approvals need it: who, through which door, the payload and its fingerprint. */
export interface MovementSource {
  /** Registered name of the operation that can run this payload again, such as `local-transfer`. */
  operation: string;
  endpoint: string;
  /** `api-client:ID` or `staff:ID`. */
  actor: string;
  /** The validated body, as JSON. */
  payload: Record<string, unknown>;
  fingerprint: Buffer;
  requestReference: string | undefined;
}

/** A posting that waited (held or for approval) and is now to be executed. */
export interface ResumedPosting {
  postingId: number;
  /** AML has released it, so it is not screened again. */
  released: boolean;
  /** Staff have approved it, so it is not queued again. */
  approved: boolean;
  checker?: string;
}

/** The locked account rows of one posting, by id. */
export type LockedAccounts = ReadonlyMap<number, LedgerAccount>;

/** What the engine tells of a posting it made. */
export interface Posted {
  postingId: number;
  postingReferenceNumber: string;
  reference: string;
  postedAt: Date;
  businessDate: string;
  accounts: LockedAccounts;
  /** It was posted although the funds or the status of an account were against it. */
  forced: boolean;
}

/** A movement to decide and write: who pays whom, with fees and taxes as further legs, in one atomic posting. */
export interface PostingRequest {
  institutionId: number;
  kind: string;
  reference: string;
  origin: PostingOrigin;
  maker: string;
  narration: string;
  legs: PostingLeg[];
  /** The principal, for display and approval floors. */
  amountKobo: bigint;
  feeKobo: bigint;
  /** Defaults to the business date. */
  valueDate?: string;
  instrumentNumber?: string;
  /** Metadata of the transaction history, from the accounts as they stand and what becomes of the posting. */
  metadata?: (
    accounts: LockedAccounts,
    posting: { id: number; reference: string; status: PostingStatus },
  ) => Record<string, unknown>;
  /** Debits count towards and obey the accounts' transfer limits. */
  countsTowardsLimits: boolean;
  /** The largest principal that this kind of movement may have, such as the switch's limit of an instant transfer. */
  ceiling?: { name: string; kobo: bigint };
  /**
   * It has happened already, as with card spend that the scheme authorised: neither funds nor the status of an account that
   * is not closed can refuse it. The posting tells whether it had to be forced.
   */
  forced?: true;
  /** The closing entry of an accounting period: its value date may lie in it although it is closed. */
  closesPeriod?: true;
  /** Marks a mirror posting: its credits obey the refund rule, and it is never screened. */
  reversesId?: number;
  /** On a reversal of a limited movement: what it used of today's limit is given back on the same calendar date. */
  restoresLimits?: boolean;
  /** Present on movements that AML and approvals may stop. */
  source?: MovementSource;
  /**
   * False on movements that the specification does not gate by AML, such as bill vends: they are never held, but their
   * principal counts in the account's window and approvals apply to them. Default true.
   */
  screened?: boolean;
  /** Present on requests with a request reference. */
  claim?: Claim;
  resumes?: ResumedPosting;
  /** Rows of the caller's own that come into being with the posting, in its transaction; none when it is held or queued. */
  rowsWithPosting?: (posted: Posted) => ExtraRow[];
  /** The answer for a posting that was made; it is stored with the claim, so it must be pure. */
  reply: (posted: Posted) => Outcome;
}
