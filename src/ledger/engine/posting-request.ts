import type { Claim } from '../../common/idempotency/claims';
import type { LedgerAccount, Side } from './ledger-account.entity';
import type { PostingOrigin } from './posting.entity';
import type { LegRole } from './posting-entry.entity';

/** One planned side of a posting on one account. */
export interface PostingLeg {
  accountId: number;
  side: Side;
  amountKobo: bigint;
  role: LegRole;
  narration?: string;
  /**
   * Whether the caller chose this ledger; by default that is so for principal legs. True of `feeIncomeGL`; false where
   * the institution's settings chose it, as with the ledger that a provider's payments settle through.
   */
  namedByCaller?: boolean;
  virtualAccountId?: number;
  /** On a reversal of a screened leg: when the original was posted. */
  reversesPostedAt?: Date;
}

/** The operation of a posting, by name, and the facts that its answer, metadata and extra rows are computed from. */
export interface NamedOperation<Facts = unknown> {
  name: string;
  /** Plain data: it survives `structuredClone`. */
  facts: Facts;
}

/**
 * The nature of a posting, which decides what may refuse it. An ordinary one obeys every rule. A reversal mirrors an
 * earlier posting: its credits obey the refund rule, it is never screened, and it may give back what the original used
 * of the daily limit on the same calendar date. What has already happened, as card spend that the scheme authorised, is
 * posted whatever the funds and the status of an open account; the posting is marked when it had to be forced.
 */
export type PostingNature =
  | { type: 'ordinary' }
  | { type: 'reversal'; postingId: number; restoresLimits: boolean }
  | { type: 'already-happened' };

export const ORDINARY: PostingNature = { type: 'ordinary' };
export const ALREADY_HAPPENED: PostingNature = { type: 'already-happened' };

/** The request behind a movement, as AML, approvals and claims need it: actor, route, body and its fingerprint. */
export interface MovementSource<Body extends object = object> {
  endpoint: string;
  /** `api-client:ID` or `staff:ID`. */
  actor: string;
  /** The validated body, as JSON. */
  payload: Body;
  /** SHA-256 of endpoint and body, in hexadecimal digits. */
  fingerprint: string;
  requestReference: string | undefined;
}

/** Account numbers on both sides of a movement as its request names them, for the audit trail. */
export interface MovementParties {
  sourceAccounts: string[];
  destinationAccounts: string[];
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

/**
 * A posting to decide and write: who pays whom, with fees and taxes as further legs, in one atomic posting. Plain data,
 * so that it can be stored, sent to another thread, and decided without being written.
 */
export interface PostingRequest {
  institutionId: number;
  /** References are unique within a kind. */
  kind: string;
  reference: string;
  /** Who asked: a client (`api`), staff (`portal`) or the system. */
  origin: PostingOrigin;
  maker: string;
  operation: NamedOperation;
  nature: PostingNature;
  narration: string;
  legs: PostingLeg[];
  /** The principal, for display and approval floors. */
  amountKobo: bigint;
  feeKobo: bigint;
  /** Defaults to the business date. */
  valueDate?: string | undefined;
  instrumentNumber?: string | undefined;
  /** The largest principal that this posting may have, such as the switch's limit of an instant transfer. */
  ceiling?: { name: string; kobo: bigint };
  /** Present on movements, which AML and approvals may stop. */
  source?: MovementSource;
  /** Account numbers that the movement's request names; without them the accounts of its principal legs are shown. */
  parties?: MovementParties;
  /** Present on requests with a request reference. */
  claim?: Claim | undefined;
  resumes?: ResumedPosting;
}

/** A posting request that AML and approvals may stop. */
export type MovementRequest = PostingRequest & { source: MovementSource };

export function isMovement(request: PostingRequest): request is MovementRequest {
  return request.source !== undefined;
}

/** Id of the posting that this one reverses; undefined for any other nature. */
export function reversedPostingId({ nature }: Pick<PostingRequest, 'nature'>): number | undefined {
  return nature.type === 'reversal' ? nature.postingId : undefined;
}

/** The locked account rows of one posting, by id. */
export type LockedAccounts = ReadonlyMap<number, LedgerAccount>;

/** A posting that was made. */
export interface Posted {
  postingId: number;
  postingReferenceNumber: string;
  reference: string;
  postedAt: Date;
  businessDate: string;
  /** It was posted although the funds or the status of an account were against it. */
  forced: boolean;
}
