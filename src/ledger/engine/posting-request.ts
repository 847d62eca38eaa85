import type { Claim, RequestFingerprint } from '../../common/idempotency/claims';
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
   * True when the caller chose this ledger, as with `feeIncomeGL` and the account that pays that fee; false when the
   * institution's settings chose it, as with the ledger through which a provider's payments settle. By default true for
   * principal legs only. With the role it decides whether the leg counts in controls (`isCounted`).
   */
  namedByCaller?: boolean;
  virtualAccountId?: number;
  /** The branch of the entry; by default the account's, or of a ledger the movement's. Null is the head office. */
  branchId?: number | null;
  /** The number of that virtual account. */
  virtualNumber?: string;
  /** True on a ledger that only carries money from a posting to its onward postings: no control counts the leg. */
  transit?: true;
  /** On the reversal of a screened leg: the time at which the original was posted. */
  reversesPostedAt?: Date;
}

/** The name of a posting's operation, and the facts from which its answer, metadata and extra rows are made. */
export interface NamedOperation<Facts = unknown> {
  name: string;
  /** Plain data: it survives `structuredClone`. */
  facts: Facts;
}

/**
 * The nature of a posting decides which rules may refuse it:
 * - `ordinary`: every rule applies.
 * - `reversal`: the mirror of an earlier posting. Its credits obey the refund rule, it is never screened, and it may
 *   give back the use of the daily limit on the calendar date of the original.
 * - `already-happened`: for example card spend that the scheme authorised. It is posted whatever the funds and the
 *   status of an open account, and marked as forced when a rule was against it.
 */
export type PostingNature =
  | { type: 'ordinary' }
  | { type: 'reversal'; postingId: number; restoresLimits: boolean }
  | { type: 'already-happened' };

export const ORDINARY: PostingNature = { type: 'ordinary' };
export const ALREADY_HAPPENED: PostingNature = { type: 'already-happened' };

/** The request behind a movement, for AML, approvals and claims. */
export interface MovementSource<Body extends object = object> extends RequestFingerprint {
  endpoint: string;
  /** `api-client:ID` or `staff:ID`. */
  actor: string;
  /** The validated body. */
  payload: Body;
  requestReference: string | undefined;
}

/** The account numbers on both sides of a movement, as its request names them, for the audit trail. */
export interface MovementParties {
  sourceAccounts: string[];
  destinationAccounts: string[];
}

/** A waiting posting, held or queued for approval, that is now to be executed. */
export interface ResumedPosting {
  postingId: number;
  /** True when AML released it: it is not screened again. */
  released: boolean;
  /** True when staff approved it: it is not queued again. */
  approved: boolean;
  checker?: string;
}

/** A posting that pays on what another one put on a ledger, such as one row of a bulk transfer. */
export interface OnwardPosting extends Pick<
  PostingRequest,
  'kind' | 'reference' | 'transactionReference' | 'operation' | 'narration' | 'legs' | 'amountKobo' | 'parties'
> {
  /** The fee of this posting; none by default. */
  feeKobo?: bigint;
  /** The operation whose approval policies would judge it if it came alone, such as `local-transfer`. */
  alone: string;
  /** Its place in the request, for refusals, such as `rows[3]`. */
  place: string;
}

/** The postings that follow from one request, for which the request is screened, held and approved as one. */
export interface OnwardPostings {
  /**
   * True: they are decided and written with the request, all or none. False: each is posted by itself later
   * (`carriesOut`), and here only AML sees them.
   */
  together: boolean;
  postings: OnwardPosting[];
}

/** The names of parties at other institutions, as they were looked up in watch-lists before the request was decided. */
export interface PartyExamination {
  /** `watch_lists_version` of the institution. */
  listsVersion: number;
  /** True when one of the names has a hit on a list of exposed persons. */
  isPep: boolean;
  /** True when one of the names has a hit on another list. */
  isListed: boolean;
}

/** A loan that a posting repays from an account, as the repayment leaves the loan. */
export interface RepaidLoan {
  loanId: number;
  borrowerId: number;
  /** The account that pays. */
  accountId: number;
  amountKobo: bigint;
  /** Principal that was paid out, capitalised interest included. */
  principalKobo: bigint;
  /** Principal that is repaid, this repayment included. */
  repaidKobo: bigint;
  /** Part of the tenor that has passed, in whole percent. */
  elapsedPercent: number;
}

/**
 * A request to write one atomic posting: the legs of the principal, fees and taxes. It is plain data, so it can be
 * stored and sent to another thread.
 */
export interface PostingRequest {
  institutionId: number;
  /** The kind of resource, such as `transfer`. References are unique within a kind. */
  kind: string;
  reference: string;
  /**
   * The caller's `transactionReference` of a payment, unique among all payments of the institution whatever their kind
   * (docs/api/transfers.md#one-reference-one-payment). Only `fundstransfer` and `outwardtransfer` have one.
   */
  transactionReference?: string;
  /** `api` for a client's request, `portal` for a request of staff, `system` for the rest. */
  origin: PostingOrigin;
  maker: string;
  operation: NamedOperation;
  nature: PostingNature;
  narration: string;
  legs: PostingLeg[];
  /** The principal, for display. Controls use what counts of the legs (`countedTotalKobo`). */
  amountKobo: bigint;
  feeKobo: bigint;
  /** `YYYY-MM-DD`; the business date by default. */
  valueDate?: string | undefined;
  /** The most days before the business date that a caller's value date may be; without it there is no such limit. */
  valueDateMaxAgeDays?: number | undefined;
  instrumentNumber?: string | undefined;
  /** The most that this posting may move (`countedTotalKobo`), such as the NIP limit of an instant transfer. */
  ceiling?: { name: string; kobo: bigint };
  /** Present on movements, which AML and approvals may stop. */
  source?: MovementSource;
  /** The account numbers of the movement's request; by default those of its principal legs. */
  parties?: MovementParties;
  /** Present on requests with a request reference. */
  claim?: Claim | undefined;
  resumes?: ResumedPosting;
  /** Present on payments with a party at another institution. */
  examination?: PartyExamination | undefined;
  /** Present where the posting repays loans. */
  repaidLoans?: readonly RepaidLoan[];
  onward?: OnwardPostings;
  /**
   * Set on the later posting of one of `OnwardPostings`: AML, approvals and the amounts of the client have seen it with
   * the whole. A rule that it meets now refuses it, unless AML released the whole.
   */
  carriesOut?: { released: boolean };
  /** Of an onward posting: the reference of the whole. A retry after a hold has another request reference. */
  wholeReference?: string;
}

/** The legs of everything that a request moves, also through other postings. */
export function allLegs({ legs, onward }: Pick<PostingRequest, 'legs' | 'onward'>): PostingLeg[] {
  return onward ? [...legs, ...onward.postings.flatMap((posting) => posting.legs)] : legs;
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

/** A posting that was written. */
export interface Posted {
  postingId: number;
  postingReferenceNumber: string;
  reference: string;
  /** In the institution's time. */
  postedAt: Date;
  /** In real time, from which work that waits for a provider counts. */
  writtenAt: Date;
  businessDate: string;
  /** True when it was posted although the funds or the status of an account forbade it. */
  forced: boolean;
  /** True when AML released it. */
  released?: boolean;
}
