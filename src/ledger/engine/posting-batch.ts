import { ID_BLOCK_SIZE, type IdBlock } from '../../common/database/id-allocator';
import type { ExtraRow } from '../../common/database/insert-rows';
import { AppError } from '../../common/errors/app-error';
import { commonErrors } from '../../common/errors/common.errors';
import type { Outcome } from '../../common/http/outcome';
import type { Claim, Claims, EncodedAnswer } from '../../common/idempotency/claims';
import { calendarDate } from '../../common/time/calendar';
import { ledgerErrors } from '../ledger.errors';
import type { Interception } from '../movements/movement-gates';
import { applyPosting } from './apply-posting';
import type { BatchState, ExistingPosting } from './batch-reader';
import { kycLimitViolation } from './kyc-limit-violation';
import { type Posting, postingReferenceNumber } from './posting.entity';
import type { PostingEntry } from './posting-entry.entity';
import type { Posted, PostingRequest } from './posting-request';
import {
  accountsViolation,
  balanceViolation,
  fundsViolation,
  limitViolation,
  movementsOf,
  needsForce,
  valueDateViolation,
} from './posting-rules';

/** What became of one request of a batch. */
export type Decision =
  | { kind: 'posted' | 'intercepted' | 'replayed'; outcome: Outcome; postingId: number }
  | { kind: 'refused'; error: AppError }
  /** The same business reference waits under an AML hold; whether this is the same request is for AML to say. */
  | { kind: 'held-before'; postingId: number }
  /** Somebody else has locked an account of this request. */
  | { kind: 'lock-unavailable' };

/** Ids one request may need: posting, hold, approval, suspicious transaction, events and their jobs. */
const IDS_PER_REQUEST = 12;

/** Only what somebody asked for and AML has not released is screened; nothing else moves money by somebody's choice. */
function mayBeHeld({ source, screened = true, resumes, reversesId }: PostingRequest): boolean {
  return source !== undefined && screened && resumes?.released !== true && reversesId === undefined;
}

/** Does not name the reference of a reversal: it was made here, from the posting that is undone, and its caller has never seen it. */
function repeatedReversal({ status }: ExistingPosting): AppError {
  if (status === 'Posted') return ledgerErrors.ALREADY_REVERSED();
  return commonErrors.DUPLICATE_REFERENCE('A reversal of this transaction waits for approval or was refused just now.');
}

/** How many ids a batch may need: one more for each account that a rule may freeze. A single reservation has a limit. */
export function idsFor(requests: readonly Pick<PostingRequest, 'legs'>[]): number {
  return Math.min(
    requests.reduce((sum, { legs }) => sum + IDS_PER_REQUEST + legs.length, 0),
    ID_BLOCK_SIZE,
  );
}

/** Everything a batch will write, collected while it decides. */
export interface BatchWrites {
  newPostings: Posting[];
  resumedPostings: Posting[];
  entries: PostingEntry[];
  touchedAccountIds: Set<number>;
  frozenAccountIds: Set<number>;
  reversals: { originalId: number; reversalId: number }[];
  claims: { claim: Claim; answer: EncodedAnswer }[];
  extraRows: ExtraRow[];
}

/**
 * Decides the requests of a batch in arrival order against the locked state, in plain memory: no statement is sent here.
 * A refused request leaves nothing behind but, when it carried a reference, its stored refusal.
 */
export class PostingBatch {
  readonly writes: BatchWrites = {
    newPostings: [],
    resumedPostings: [],
    entries: [],
    touchedAccountIds: new Set(),
    frozenAccountIds: new Set(),
    reversals: [],
    claims: [],
    extraRows: [],
  };

  constructor(
    private readonly state: BatchState,
    private readonly ids: IdBlock,
    private readonly claims: Claims,
  ) {}

  decide(request: PostingRequest): Decision {
    if (!request.legs.every(({ accountId }) => this.state.accounts.has(accountId))) return { kind: 'lock-unavailable' };
    return this.replay(request) ?? this.duplicate(request) ?? this.execute(request);
  }

  /**
   * Decides a refused request again, once the postings of its reference are known: a reference that was used before is what
   * its caller must be told, not that the money is gone.
   */
  reconsider(request: PostingRequest, refusal: Decision, existing: ExistingPosting | undefined): Decision {
    if (existing) this.state.postings.set(`${existing.kind}|${existing.reference}`, existing);
    return this.duplicate(request) ?? refusal;
  }

  /** Keeps a refusal under its request reference, where such a refusal is kept. */
  claimRefusal({ claim }: PostingRequest, error: AppError): void {
    if (!claim || !this.claims.isKept(error.httpStatus)) return;
    this.writes.claims.push({ claim, answer: this.claims.encodeRefusal(claim, error) });
  }

  private replay({ claim }: PostingRequest): Decision | undefined {
    const stored = claim && this.claims.match(claim, this.state.claims.get(claim.reference) ?? []);
    if (!claim || !stored) return undefined;
    try {
      return { kind: 'replayed', outcome: this.claims.replay(claim, stored), postingId: 0 };
    } catch (error) {
      if (error instanceof AppError) return { kind: 'refused', error };
      throw error;
    }
  }

  private duplicate(request: PostingRequest): Decision | undefined {
    const existing = this.state.postings.get(`${request.kind}|${request.reference}`);
    if (!existing || existing.id === request.resumes?.postingId) return undefined;
    if (existing.status === 'Held' && request.source) return { kind: 'held-before', postingId: existing.id };
    if (request.reversesId !== undefined) return { kind: 'refused', error: repeatedReversal(existing) };
    return {
      kind: 'refused',
      error: commonErrors.DUPLICATE_REFERENCE(`The reference ${request.reference} was used before; send a new one.`),
    };
  }

  /** AML comes before funds and limits, so that what it must see it sees; approvals come last (design §5, contract). */
  private execute(request: PostingRequest): Decision {
    const { state } = this;
    const refusal =
      balanceViolation(request.legs) ?? valueDateViolation(request, state) ?? accountsViolation(state, request);
    if (refusal) return { kind: 'refused', error: refusal };
    const postingId = request.resumes?.postingId ?? this.ids.next();
    const context = { postingId, now: state.now, ids: this.ids };
    const movements = movementsOf(state, request.legs);
    const held = mayBeHeld(request) && state.screen.intercept(request, movements, context);
    if (held) return this.intercept(request, postingId, held);
    const unaffordable = request.forced
      ? undefined
      : (limitViolation(state, request) ??
        kycLimitViolation(state, request, movements) ??
        fundsViolation(state, request.legs));
    if (unaffordable) return { kind: 'refused', error: unaffordable };
    const queued =
      request.source && !request.resumes?.approved && state.approval.intercept(request, movements, context);
    if (queued) return this.intercept(request, postingId, queued);
    return this.post(request, postingId);
  }

  private post(request: PostingRequest, postingId: number): Decision {
    const { state, writes } = this;
    const forced = needsForce(state, request);
    const { entries, postedAt } = applyPosting(state, request, postingId, (instant) =>
      calendarDate(instant, state.timeZone),
    );
    writes.entries.push(...entries);
    for (const { accountId } of request.legs) writes.touchedAccountIds.add(accountId);
    if (request.reversesId !== undefined)
      writes.reversals.push({ originalId: request.reversesId, reversalId: postingId });
    this.addPosting(request, { ...this.postingRow(request, postingId, 'Posted', postedAt), forced });
    const posted: Posted = {
      postingId,
      postingReferenceNumber: postingReferenceNumber(postingId),
      reference: request.reference,
      postedAt,
      businessDate: state.businessDate,
      accounts: state.accounts,
      forced,
    };
    if (request.rowsWithPosting) writes.extraRows.push(...request.rowsWithPosting(posted));
    const outcome = request.reply(posted);
    this.claimAnswer(request, outcome);
    return { kind: 'posted', outcome, postingId };
  }

  private intercept(
    request: PostingRequest,
    postingId: number,
    { status, outcome, rows, freezeAccountIds = [] }: Interception,
  ): Decision {
    const { writes, state } = this;
    for (const id of freezeAccountIds) {
      state.accounts.get(id)!.status = 'Frozen';
      writes.frozenAccountIds.add(id);
    }
    writes.extraRows.push(...rows);
    this.addPosting(request, this.postingRow(request, postingId, status, null));
    this.claimAnswer(request, outcome);
    return { kind: 'intercepted', outcome, postingId };
  }

  private addPosting(request: PostingRequest, posting: Posting): void {
    (request.resumes ? this.writes.resumedPostings : this.writes.newPostings).push(posting);
    const { id, kind, reference, status } = posting;
    // A later request of the batch with the same business reference must see this one.
    this.state.postings.set(`${kind}|${reference}`, { id, kind, reference, status });
  }

  private postingRow(request: PostingRequest, id: number, status: Posting['status'], postedAt: Date | null): Posting {
    const { state } = this;
    const debitTotalKobo = request.legs.reduce(
      (sum, { side, amountKobo }) => (side === 'debit' ? sum + amountKobo : sum),
      0n,
    );
    return {
      institutionId: request.institutionId,
      id,
      kind: request.kind,
      reference: request.reference,
      origin: request.origin,
      status,
      narration: request.narration,
      amountKobo: request.amountKobo,
      feeKobo: request.feeKobo,
      debitTotalKobo,
      creditTotalKobo: debitTotalKobo,
      maker: request.maker,
      checker: request.resumes?.checker ?? null,
      businessDate: state.businessDate,
      valueDate: request.valueDate ?? state.businessDate,
      instrumentNumber: request.instrumentNumber ?? null,
      additionalMetadata: request.metadata?.(state.accounts, { id, reference: request.reference, status }) ?? null,
      reversesId: request.reversesId ?? null,
      forced: false,
      reversedById: null,
      failureCode: null,
      failureMessage: null,
      createdAt: state.now,
      postedAt,
    };
  }

  private claimAnswer({ claim }: PostingRequest, outcome: Outcome): void {
    if (claim) this.writes.claims.push({ claim, answer: this.claims.encode(claim, outcome) });
  }
}
