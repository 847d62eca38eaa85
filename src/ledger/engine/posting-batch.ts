import type { IdBlock } from '../../common/database/id-allocator';
import type { AppError } from '../../common/errors/app-error';
import { commonErrors } from '../../common/errors/common.errors';
import type { Claim, Claims, StoredClaim } from '../../common/idempotency/claims';
import { calendarDate } from '../../common/time/calendar';
import { ledgerErrors } from '../ledger.errors';
import type { AccountMovement, GateContext, Interception } from '../movements/movement-gates';
import { applyPosting } from './apply-posting';
import type { BatchState } from './batch-reader';
import { noWrites } from './batch-writes';
import { addToClientUse, clientLimitViolation } from './client-limit-violation';
import { isScreened } from './is-screened';
import type { ExistingPosting } from './known-postings';
import { kycLimitViolation } from './kyc-limit-violation';
import { judged, onwardDuplicate, onwardRequest } from './onward-postings';
import type { Posting } from './posting.entity';
import { addPostingEvents, postingEventTypes } from './posting-events';
import { operationOf, type PostingAnswer } from './posting-operation';
import { allLegs, isMovement, type Posted, type PostingRequest, reversedPostingId } from './posting-request';
import { postingRow, writtenPosting } from './posting-row';
import {
  accountsViolation,
  balanceViolation,
  fundsViolation,
  limitViolation,
  movementsOf,
  mustBeForced,
} from './posting-rules';
import { valueDateViolation } from './value-date-violation';

/** The decision on one request of a batch. */
export type Decision =
  | { kind: 'posted'; postingId: number; posted: Posted; answer: PostingAnswer }
  /** The movement was held by AML or queued for approval; no money moved. */
  | {
      kind: 'intercepted';
      status: Interception['status'];
      postingId: number;
      answer: PostingAnswer;
      isConfidential: boolean;
    }
  /** The same request was answered before; the stored claim holds the answer. */
  | { kind: 'replayed'; claim: Claim; stored: StoredClaim }
  | { kind: 'refused'; error: AppError }
  /** A movement with the same business reference is held; AML decides whether this is the same request. */
  | { kind: 'held-before'; postingId: number }
  /** Watch-lists have changed since the names of the request were looked up: examine it again. */
  | { kind: 'examination-outdated' }
  /** Another transaction has locked an account of this request, so the account was not read. */
  | { kind: 'lock-unavailable' };

/** The ids that one request may need: posting, hold, approval, suspicious transaction, events and their jobs. */
const IDS_PER_REQUEST = 12;

/**
 * The refusal of a second reversal. Its message does not name the reversal's reference, which is derived from the
 * original and which the caller has never seen.
 */
function repeatedReversal({ status }: ExistingPosting): AppError {
  if (status === 'Posted') return ledgerErrors.ALREADY_REVERSED();
  return commonErrors.DUPLICATE_REFERENCE(
    'A reversal of this transaction waits for approval or was refused just now; query it before you send another.',
  );
}

/**
 * The number of ids to reserve for a batch: a fixed number for each request, and one for each account that an AML rule
 * may freeze or for each onward posting, whose two legs are counted.
 */
export function idsFor(requests: readonly Pick<PostingRequest, 'legs' | 'onward'>[]): number {
  return requests.reduce((sum, request) => sum + IDS_PER_REQUEST + allLegs(request).length, 0);
}

/**
 * Decides the requests of a batch in the order of their arrival, against the locked state. It works in memory and sends
 * no statement. A refused request writes nothing except its refusal, when it has a request reference and the refusal is
 * stored.
 */
export class PostingBatch {
  readonly writes = noWrites();

  constructor(
    private readonly state: BatchState,
    private readonly ids: IdBlock,
    private readonly claims: Claims,
  ) {}

  decide(request: PostingRequest): Decision {
    if (!allLegs(request).every(({ accountId }) => this.state.accounts.has(accountId)))
      return { kind: 'lock-unavailable' };
    return this.replay(request) ?? this.duplicate(request) ?? this.execute(request);
  }

  /**
   * Decides a refused request again once the postings of its references are known (`remember`): a used reference takes
   * precedence over any other reason for the refusal.
   */
  reconsider(request: PostingRequest, refusal: Decision): Decision {
    return this.duplicate(request) ?? refusal;
  }

  /** Adds a refusal to the claims to write, when the request has a reference and such refusals are stored. */
  claimRefusal({ claim }: PostingRequest, error: AppError): void {
    if (!claim || !this.claims.isRefusalKept(error)) return;
    this.writes.claims.push({ claim, answer: this.claims.encodeRefusal(claim, error) });
  }

  private replay({ claim }: PostingRequest): Decision | undefined {
    const stored = claim && this.claims.match(claim, this.state.claims.get(claim.reference) ?? []);
    if (!claim || !stored) return undefined;
    if (!this.claims.isSameRequest(claim, stored))
      return { kind: 'refused', error: commonErrors.DUPLICATE_REFERENCE() };
    return { kind: 'replayed', claim, stored };
  }

  private duplicate(request: PostingRequest): Decision | undefined {
    const existing = this.state.postings.find(request);
    if (!existing || existing.id === request.resumes?.postingId) {
      const error = onwardDuplicate(this.state.postings, request);
      return error && { kind: 'refused', error };
    }
    if (existing.status === 'Held' && isMovement(request)) return { kind: 'held-before', postingId: existing.id };
    if (request.nature.type === 'reversal') return { kind: 'refused', error: repeatedReversal(existing) };
    return {
      kind: 'refused',
      error: commonErrors.DUPLICATE_REFERENCE(`The reference ${request.reference} was used before; send a new one.`),
    };
  }

  /**
   * Applies the rules in their order. AML screening comes before funds and limits, so that every attempt is screened;
   * approvals come last (docs/adr/0005-aml-before-funds.md).
   */
  private execute(request: PostingRequest): Decision {
    const { state } = this;
    const whole = judged(request);
    const refusal =
      balanceViolation(request.legs) ?? valueDateViolation(request, state) ?? accountsViolation(state, whole);
    if (refusal) return { kind: 'refused', error: refusal };
    if (state.screen.isExaminationOutdated?.(request)) return { kind: 'examination-outdated' };
    const postingId = request.resumes?.postingId ?? this.ids.next();
    const context = { postingId, now: state.now, accounts: state.accounts, ids: this.ids };
    const screened = movementsOf(state, allLegs(request));
    const hold = isScreened(request) && state.screen.intercept(request, screened, context);
    if (hold) return this.holdOrRefuse(request, postingId, hold);
    const movements = request.onward?.together === false ? movementsOf(state, whole.legs) : screened;
    const unaffordable = this.affordabilityViolation(whole, movements);
    if (unaffordable) return { kind: 'refused', error: unaffordable };
    const approval = this.approvalOf(request, movements, context);
    if (approval) return this.intercept(request, postingId, approval);
    if (operationOf(request).reported) this.writes.extraRows.push(...state.screen.report(request, movements, context));
    return this.post(request, postingId);
  }

  /** One hold carries a request with its onward postings, so that one of them that is posted later gets none. */
  private holdOrRefuse(request: PostingRequest, postingId: number, hold: Interception): Decision {
    if (request.carriesOut) return { kind: 'refused', error: ledgerErrors.SCREENING_NEEDED() };
    return this.intercept(request, postingId, hold);
  }

  /** Limits and funds. Neither refuses what has already happened. */
  private affordabilityViolation(request: PostingRequest, movements: AccountMovement[]): AppError | undefined {
    if (request.nature.type === 'already-happened') return undefined;
    const { state } = this;
    return (
      (request.carriesOut ? undefined : clientLimitViolation(state, request)) ??
      limitViolation(state, request, movements) ??
      kycLimitViolation(state, request, movements) ??
      fundsViolation(state, request.legs)
    );
  }

  private approvalOf(
    request: PostingRequest,
    movements: AccountMovement[],
    context: GateContext,
  ): Interception | undefined {
    if (!isMovement(request) || request.resumes?.approved || request.carriesOut) return undefined;
    return this.state.approval.intercept(request, movements, context);
  }

  private post(request: PostingRequest, postingId: number): Decision {
    const { writes } = this;
    const clientLimit = request.carriesOut ? undefined : addToClientUse(this.state, request);
    if (clientLimit) writes.clientLimits.add(clientLimit);
    const posted = this.write(request, postingId);
    if (request.onward?.together)
      for (const posting of request.onward.postings)
        this.write(onwardRequest(request, posting), this.ids.next(), isReleased(request));
    const operation = operationOf(request);
    const answer = operation.answer?.(request.operation.facts, posted) ?? defaultAnswer(posted);
    const { claim } = request;
    if (claim) writes.claims.push({ claim, answer: this.claims.encodeDone(claim, answer) });
    return { kind: 'posted', postingId, posted, answer };
  }

  /** Writes one posting with its entries, rows and events. */
  private write(request: PostingRequest, postingId: number, released = isReleased(request)): Posted {
    const { state, writes } = this;
    const forced = mustBeForced(state, request);
    state.screen.watch?.({ request, postingId, accounts: state.accounts, now: state.now, isReleased: released });
    const { entries, postedAt } = applyPosting(state, request, postingId, (instant) =>
      calendarDate(instant, state.timeZone),
    );
    writes.entries.push(...entries);
    for (const { accountId } of request.legs) writes.touchedAccountIds.add(accountId);
    const originalId = reversedPostingId(request);
    if (originalId !== undefined) writes.reversals.push({ originalId, reversalId: postingId });
    this.addPosting(request, { ...postingRow(this.state, request, postingId, 'Posted', postedAt), forced });
    const posted = writtenPosting(state, request, { id: postingId, postedAt, forced });
    const rows = operationOf(request).rows?.(request.operation.facts, posted, state.accounts);
    if (rows) writes.extraRows.push(...rows);
    addPostingEvents(writes.events, postingEventTypes(state, request, entries), postingId);
    return posted;
  }

  private intercept(
    request: PostingRequest,
    postingId: number,
    { status, answer, isConfidential, rows, freezeAccountIds = [] }: Interception,
  ): Decision {
    const { writes, state } = this;
    for (const id of freezeAccountIds) {
      state.accounts.get(id)!.status = 'Frozen';
      writes.frozenAccountIds.add(id);
    }
    writes.extraRows.push(...rows);
    this.addPosting(request, postingRow(this.state, request, postingId, status, null));
    const { claim } = request;
    if (claim)
      writes.claims.push({
        claim,
        answer: this.claims.encodeAccepted(claim, answer, isConfidential),
        waitingPostingId: postingId,
      });
    return { kind: 'intercepted', status, postingId, answer, isConfidential };
  }

  private addPosting(request: PostingRequest, posting: Posting): void {
    (request.resumes ? this.writes.resumedPostings : this.writes.newPostings).push(posting);
    const rows = request.resumes
      ? undefined
      : operationOf(request).firstRows?.(request.operation.facts, posting, this.state.accounts);
    if (rows) this.writes.extraRows.push(...rows);
    // A later request of the batch with the same business reference must see this one.
    const { id, kind, reference, transactionReference, status } = posting;
    this.remember({ id, kind, reference, transactionReference, status });
  }

  /** Takes up a stored posting that has a reference of a request of this batch. */
  remember(posting: ExistingPosting): void {
    this.state.postings.add(posting);
  }
}

function defaultAnswer({ postingReferenceNumber }: Posted): PostingAnswer {
  return { message: 'Successful', data: { postingReferenceNumber } };
}

/** True where AML released the request after a hold. */
function isReleased({ resumes, carriesOut }: PostingRequest): boolean {
  return resumes?.released === true || carriesOut?.released === true;
}
