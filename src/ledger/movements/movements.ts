import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import { commonErrors } from '../../common/errors/common.errors';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { type Claim, Claims, claimWith, movementFingerprint } from '../../common/idempotency/claims';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { InFlightRequests } from '../../common/idempotency/in-flight-requests';
import { Tracing } from '../../common/tracing/tracing';
import { type AcceptedDecision, LedgerService } from '../engine/ledger.service';
import { Posting, type PostingOrigin } from '../engine/posting.entity';
import type { MovementRequest, PartyExamination, ResumedPosting } from '../engine/posting-request';
import { ledgerErrors } from '../ledger.errors';
import { DryRuns } from './dry-runs';
import { FirstPostings } from './first-postings';
import { MovementScreen, type ReleaseRetry } from './movement-gates';
import { type Movement, type MovementPlanner, MovementPlanners, type PostingPlan } from './movement-planners';
import { restoreMovement, type StoredMovement } from './stored-movement';

export interface SubmittedMovement<Body> {
  write: WriteRequest;
  origin: PostingOrigin;
  /** The validated body; `amlApprovalReference` marks a retry after an AML hold. */
  body: Body;
}

export interface WaitingMovement {
  institutionId: number;
  postingId: number;
  movement: StoredMovement;
  released: boolean;
  approved: boolean;
  checker: string;
  /** Runs in the same transaction before the posting, to lock and update the row that let the movement continue. */
  alongside?: (tx: Tx) => Promise<void>;
}

/** A movement with the planner of its operation. */
interface PlannableMovement<Body extends object> {
  movement: Movement<Body>;
  planner: MovementPlanner<Body>;
}

const WAITING = ['Held', 'PendingApproval'];

const END_MESSAGES = {
  Declined: 'The transaction was declined; no funds moved. Send a new one if it is still wanted.',
  Withdrawn: 'The release of the transaction was withdrawn; no funds moved. Send a new one if it is still wanted.',
  Expired: 'The release of the transaction expired unused; no funds moved. Send a new one if it is still wanted.',
};

/**
 * Runs movements from request to posting: claims, retries after an AML hold, and the resumption of waiting movements.
 */
@Injectable()
export class Movements {
  constructor(
    private readonly planners: MovementPlanners,
    private readonly ledger: LedgerService,
    private readonly firstPostings: FirstPostings,
    private readonly screen: MovementScreen,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly claims: Claims,
    private readonly inFlight: InFlightRequests,
    private readonly tracing: Tracing,
    private readonly dryRuns: DryRuns,
  ) {}

  /**
   * Executes, holds or queues a movement, once for each request reference.
   * A dry run is decided and not written.
   * @throws AppError for refusals; a 422 is stored, and a repeated request gets it again.
   */
  async submit<Body extends object>(
    planner: MovementPlanner<Body>,
    { write, origin, body }: SubmittedMovement<Body>,
  ): Promise<Outcome> {
    const { institutionId, endpoint, actor, requestReference } = write;
    const { amlApprovalReference, ...fields } = body as Body & { amlApprovalReference?: unknown };
    const payload = fields as Omit<Body, 'amlApprovalReference'> as Body;
    const { fingerprint, earlierFingerprints } = movementFingerprint(endpoint, payload);
    const source = { endpoint, actor, payload, fingerprint, earlierFingerprints, requestReference };
    const movement = { institutionId, origin, source };
    const plannable = { movement, planner };
    if (write.dryRun) {
      // A retry changes the hold that it names, so it has no decision without effects.
      if (amlApprovalReference !== undefined && amlApprovalReference !== null)
        throw commonErrors.DRY_RUN_NOT_SUPPORTED();
      return this.rehearse(plannable, write);
    }
    return this.inFlight.guard(institutionId, requestReference, () =>
      typeof amlApprovalReference === 'string'
        ? this.submitRetry(plannable, write, amlApprovalReference)
        : this.submitFirst(plannable, write),
    );
  }

  /** Executes a waiting movement. Does nothing when it no longer waits; a refusal sets it to `Failed`. */
  async resume(waiting: WaitingMovement): Promise<void> {
    const { institutionId, postingId, movement: stored, released, approved, checker, alongside } = waiting;
    const movement = restoreMovement(institutionId, stored);
    const planned = await this.tryToPlan({ movement, planner: this.planners.require(stored.operation) });
    // A 5xx, such as an integration that is turned off, may pass: the movement keeps waiting.
    if (planned instanceof AppError && planned.httpStatus >= 500) throw planned;
    const examination = planned instanceof AppError ? undefined : await this.examine(movement, planned);
    await this.unitOfWork.run(institutionId, async (tx) => {
      const posting = await tx.findOneOrFail(Posting, {
        where: { institutionId, id: postingId },
        lock: { mode: 'for_no_key_update' },
      });
      if (!WAITING.includes(posting.status)) return;
      await alongside?.(tx);
      const resumes = { postingId, released, approved, checker };
      const refusal =
        planned instanceof AppError
          ? planned
          : await this.execute(tx, movement, { ...planned, reference: posting.reference }, { resumes, examination });
      if (refusal) await this.fail(tx, institutionId, postingId, refusal);
    });
  }

  /** Ends a waiting movement that staff declined or withdrew, or whose release expired. */
  async endWaiting(
    tx: Tx,
    institutionId: number,
    postingId: number,
    state: 'Declined' | 'Withdrawn' | 'Expired',
  ): Promise<void> {
    await tx.update(Posting, { institutionId, id: postingId }, { status: 'Declined' });
    const answer = ledgerErrors.TRANSACTION_NOT_EXECUTED(END_MESSAGES[state], { state });
    await this.writes.replaceAnswers(tx, institutionId, postingId, { answer, isFinal: true });
  }

  /** Ends a waiting movement that was refused when it was resumed. */
  private async fail(tx: Tx, institutionId: number, postingId: number, refusal: AppError): Promise<void> {
    const failureMessage = refusal.message.slice(0, 500);
    await tx.update(
      Posting,
      { institutionId, id: postingId },
      { status: 'Failed', failureCode: refusal.code, failureMessage },
    );
    await this.writes.replaceAnswers(tx, institutionId, postingId, { answer: refusal, isFinal: true });
  }

  private async rehearse<Body extends object>(
    { movement, planner }: PlannableMovement<Body>,
    write: WriteRequest,
  ): Promise<Outcome> {
    await this.dryRuns.admit(write);
    const claim = claimWith(write, movement.source);
    return this.dryRuns.decide(write, requestOf(movement, await planner.plan(movement), { claim }));
  }

  private async submitFirst<Body extends object>(
    plannable: PlannableMovement<Body>,
    write: WriteRequest,
  ): Promise<Outcome> {
    const { movement, planner } = plannable;
    const claim = claimWith(write, movement.source);
    const parent = this.tracing.requestSpan(write.correlationId);
    const planned = await this.tracing.within('planning', { parent }, () => this.tryToPlan(plannable));
    if (planned instanceof AppError) return this.refuse(claim, planned);
    const request = requestOf(movement, planned, { claim });
    this.tracing.carry(request, parent);
    const decision = await this.firstPostings.post(planner, request);
    if (decision instanceof AppError) return this.refuse(claim, decision);
    return this.outcomeOf(request, decision);
  }

  private refuse(claim: Claim | undefined, refusal: AppError): Promise<Outcome> {
    if (claim) return this.writes.refuse(claim, refusal);
    throw refusal;
  }

  private async outcomeOf(request: MovementRequest, decision: AcceptedDecision): Promise<Outcome> {
    switch (decision.kind) {
      case 'posted':
      case 'intercepted':
        return answerOf(decision);
      case 'replayed':
        return this.claims.replay(decision.claim, decision.stored);
      case 'held-before':
        return this.repeatHold(request, decision.postingId);
    }
  }

  /**
   * Answers the same 202 to the same body of the same client. @throws DUPLICATE_REFERENCE (409) for any other request
   */
  private async repeatHold({ institutionId, source, reference }: MovementRequest, postingId: number): Promise<Outcome> {
    const answer = await this.screen.holdAnswerOf(institutionId, postingId, source.actor, source);
    if (answer) return Outcome.accepted(answer.message, answer.data);
    throw commonErrors.DUPLICATE_REFERENCE(`The reference ${reference} was used before; send a new one.`);
  }

  /** Executes the client's unchanged retry after a release: hold, posting and claim in one transaction. */
  private async submitRetry<Body extends object>(
    plannable: PlannableMovement<Body>,
    write: WriteRequest,
    amlApprovalReference: string,
  ): Promise<Outcome> {
    const { movement } = plannable;
    const { institutionId, source } = movement;
    const { endpoint, fingerprint, earlierFingerprints, actor } = source;
    const requestReference = write.requestReference ?? '';
    const retry: ReleaseRetry = {
      institutionId,
      amlApprovalReference,
      endpoint,
      fingerprint,
      earlierFingerprints,
      actor,
      requestReference,
    };
    const planned = await this.tryToPlan(plannable);
    let claim: Claim | undefined;
    try {
      return await this.unitOfWork.run(institutionId, async (tx) => {
        claim = claimWith(write, source, await this.screen.identifyHold(tx, retry));
        const replay = claim && (await this.writes.findReplay(tx, claim));
        if (replay) return replay;
        const hold = await this.screen.lockReleasedHold(tx, retry);
        if (planned instanceof AppError) throw planned;
        const resumes = { postingId: hold.postingId, released: true, approved: false, checker: hold.checker };
        const request = requestOf(movement, { ...planned, reference: hold.reference }, { claim, resumes });
        const decision = await this.ledger.postWithin(tx, request);
        if (decision.kind === 'refused') throw decision.error;
        if (decision.kind !== 'posted' && decision.kind !== 'intercepted')
          throw new Error(`A released movement must be posted or intercepted, but was decided as ${decision.kind}.`);
        await this.screen.markHoldUsed(tx, institutionId, hold, write.requestReference);
        return this.tellPresent(tx, institutionId, decision);
      });
    } catch (error) {
      if (!(error instanceof AppError) || !claim) throw error;
      // A rejection of the approval reference is not stored: the client may correct it and send the same request
      // reference again.
      const isKept = error.code !== ledgerErrors.AML_REFERENCE_REJECTED.code && this.claims.isRefusalKept(error);
      return this.writes.refuse(claim, error, isKept);
    }
  }

  private async execute(
    tx: Tx,
    movement: Movement,
    plan: PostingPlan,
    extra: { resumes: ResumedPosting; examination: PartyExamination | undefined },
  ): Promise<AppError | undefined> {
    const decision = await this.ledger.postWithin(tx, requestOf(movement, plan, extra));
    if (decision.kind === 'refused') return decision.error;
    // Watch-lists changed since the names were looked up: the movement keeps waiting, and the next attempt looks again.
    if (decision.kind === 'examination-outdated') throw commonErrors.SERVICE_UNAVAILABLE();
    if (decision.kind !== 'posted' && decision.kind !== 'intercepted')
      throw new Error(`A waiting movement must be posted or intercepted, but was decided as ${decision.kind}.`);
    await this.tellPresent(tx, movement.institutionId, decision);
    return undefined;
  }

  private async examine(movement: Movement, plan: PostingPlan): Promise<PartyExamination | undefined> {
    return this.screen.examine(requestOf(movement, plan, {}));
  }

  /** Gives the requests that waited for this movement its present answer, and returns that. */
  private async tellPresent(
    tx: Tx,
    institutionId: number,
    decision: Extract<AcceptedDecision, { kind: 'posted' | 'intercepted' }>,
  ): Promise<Outcome> {
    const answer = answerOf(decision);
    const isFinal = decision.kind === 'posted';
    await this.writes.replaceAnswers(tx, institutionId, decision.postingId, { answer, isFinal });
    return answer;
  }

  /** The plan, or the refusal as a value: a repeated request gets its first answer even when planning now fails. */
  private async tryToPlan<Body extends object>({
    movement,
    planner,
  }: PlannableMovement<Body>): Promise<PostingPlan | AppError> {
    try {
      return await planner.plan(movement);
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }
}

function answerOf(decision: Extract<AcceptedDecision, { kind: 'posted' | 'intercepted' }>): Outcome {
  const { message, data } = decision.answer;
  if (decision.kind === 'posted') return Outcome.done(data, message);
  return Outcome.accepted(message, data, { confidential: decision.isConfidential });
}

function requestOf(
  { institutionId, origin, source }: Movement,
  plan: PostingPlan,
  extra: { claim?: Claim | undefined; resumes?: ResumedPosting; examination?: PartyExamination | undefined },
): MovementRequest {
  // The spreads come last: V8 gives an object a new hidden class for each property that follows a spread.
  return { institutionId, origin, maker: source.actor, source, ...plan, ...extra };
}
