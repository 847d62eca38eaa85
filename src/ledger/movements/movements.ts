import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { type Claim, claimOf, Claims, fingerprintOf } from '../../common/idempotency/claims';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { InFlightRequests } from '../../common/idempotency/in-flight-requests';
import { LedgerService } from '../engine/ledger.service';
import { Posting, type PostingOrigin } from '../engine/posting.entity';
import type { PostingRequest, ResumedPosting } from '../engine/posting-request';
import { ledgerErrors } from '../ledger.errors';
import { MovementScreen, type ReleaseRetry } from './movement-gates';
import { type Movement, MovementOperations, type PostingPlan } from './movement-operations';
import { restoreMovement, type StoredMovement } from './stored-movement';

export interface SubmittedMovement {
  write: WriteRequest;
  origin: PostingOrigin;
  /** The validated body; `amlApprovalReference` marks a retry after an AML hold. */
  payload: Record<string, unknown>;
}

export interface WaitingMovement {
  institutionId: number;
  postingId: number;
  movement: StoredMovement;
  released: boolean;
  approved: boolean;
  checker: string;
  /** Runs in the same transaction, before the posting: to lock and mark the domain row that let the movement go on. */
  alongside?: (tx: Tx) => Promise<void>;
}

const WAITING = ['Held', 'PendingApproval'];

/** Runs money movements from request to posting: claims, AML retries, and the resumption of what waited. */
@Injectable()
export class Movements {
  constructor(
    private readonly operations: MovementOperations,
    private readonly ledger: LedgerService,
    private readonly screen: MovementScreen,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly claims: Claims,
    private readonly inFlight: InFlightRequests,
  ) {}

  /**
   * Executes, holds or queues a movement once per request reference.
   * @throws AppError; a 422 is stored and answered again.
   */
  async submit(operation: string, { write, origin, payload }: SubmittedMovement): Promise<Outcome> {
    const { institutionId, endpoint, actor, requestReference } = write;
    const { amlApprovalReference, ...fields } = payload;
    const source = {
      operation,
      endpoint,
      actor,
      payload: fields,
      fingerprint: fingerprintOf(endpoint, fields),
      requestReference,
    };
    const movement: Movement = { institutionId, origin, source };
    return this.inFlight.guard(institutionId, requestReference, () =>
      typeof amlApprovalReference === 'string'
        ? this.retry(movement, write, amlApprovalReference)
        : this.first(movement, write),
    );
  }

  /** Runs a movement that waited, once: nothing happens when it no longer waits. A refusal ends it as Failed. */
  async resume({
    institutionId,
    postingId,
    movement: stored,
    released,
    approved,
    checker,
    alongside,
  }: WaitingMovement): Promise<void> {
    const movement = restoreMovement(institutionId, stored);
    const planned = await this.planOrRefusal(movement);
    // What is missing now, such as a switched-off integration, may be there later.
    if (planned instanceof AppError && planned.httpStatus >= 500) throw planned;
    await this.unitOfWork.run(institutionId, async (tx) => {
      const posting = await tx.findOneOrFail(Posting, {
        where: { institutionId, id: postingId },
        lock: { mode: 'for_no_key_update' },
      });
      if (!WAITING.includes(posting.status)) return;
      await alongside?.(tx);
      const refusal =
        planned instanceof AppError
          ? planned
          : await this.execute(
              tx,
              movement,
              { ...planned, reference: posting.reference },
              { postingId, released, approved, checker },
            );
      if (refusal) await this.settleWaiting(tx, institutionId, postingId, 'Failed', refusal);
    });
  }

  /** Ends a waiting posting that will not be executed. */
  async settleWaiting(
    tx: Tx,
    institutionId: number,
    postingId: number,
    status: 'Declined' | 'Failed',
    refusal?: AppError,
  ): Promise<void> {
    const failure = refusal ? { failureCode: refusal.code, failureMessage: refusal.message.slice(0, 500) } : {};
    await tx.update(Posting, { institutionId, id: postingId }, { status, ...failure });
  }

  private async first(movement: Movement, write: WriteRequest): Promise<Outcome> {
    const claim = claimOf(write, movement.source.payload);
    const planned = await this.planOrRefusal(movement);
    if (planned instanceof AppError) {
      if (claim) return this.writes.refuse(claim, planned);
      throw planned;
    }
    return this.ledger.post(requestOf(movement, planned, { claim }));
  }

  /** The client's unchanged retry of a released hold: hold, posting and claim in one transaction (design §5). */
  private async retry(movement: Movement, write: WriteRequest, amlApprovalReference: string): Promise<Outcome> {
    const { institutionId, source } = movement;
    const retry: ReleaseRetry = {
      institutionId,
      amlApprovalReference,
      endpoint: source.endpoint,
      fingerprint: source.fingerprint,
      actor: source.actor,
      requestReference: write.requestReference ?? '',
    };
    const planned = await this.planOrRefusal(movement);
    let claim: Claim | undefined;
    try {
      return await this.unitOfWork.run(institutionId, async (tx) => {
        claim = claimOf(write, source.payload, await this.screen.identify(tx, retry));
        const replay = claim && (await this.writes.findReplay(tx, claim));
        if (replay) return replay;
        const hold = await this.screen.open(tx, retry);
        if (planned instanceof AppError) throw planned;
        const resumes = { postingId: hold.postingId, released: true, approved: false, checker: hold.checker };
        const decision = await this.ledger.postWithin(
          tx,
          requestOf(movement, { ...planned, reference: hold.reference }, { claim, resumes }),
        );
        if (decision.kind === 'refused') throw decision.error;
        if (decision.kind !== 'posted' && decision.kind !== 'intercepted')
          throw new Error(`A released movement was decided as ${decision.kind}.`);
        await this.screen.markUsed(tx, institutionId, hold, write.requestReference);
        return decision.outcome;
      });
    } catch (error) {
      // A refusal of the release itself may end: the same reference must then still be good for the retry.
      const isKept =
        error instanceof AppError &&
        error.code !== ledgerErrors.AML_REFERENCE_REJECTED.code &&
        this.claims.isKept(error.httpStatus);
      if (isKept && claim) return this.writes.refuse(claim, error);
      throw error;
    }
  }

  private async execute(
    tx: Tx,
    movement: Movement,
    plan: PostingPlan,
    resumes: ResumedPosting,
  ): Promise<AppError | undefined> {
    const decision = await this.ledger.postWithin(tx, requestOf(movement, plan, { resumes }));
    if (decision.kind === 'refused') return decision.error;
    if (decision.kind !== 'posted' && decision.kind !== 'intercepted')
      throw new Error(`A waiting movement was decided as ${decision.kind}.`);
    return undefined;
  }

  /** A refusal is a value here: a repeated request gets its first answer even when it could not be planned any more. */
  private async planOrRefusal(movement: Movement): Promise<PostingPlan | AppError> {
    try {
      return await this.operations.require(movement.source.operation).plan(movement);
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }
}

function requestOf(
  { institutionId, origin, source }: Movement,
  plan: PostingPlan,
  extra: { claim?: Claim | undefined; resumes?: ResumedPosting },
): PostingRequest {
  return { ...plan, institutionId, origin, maker: source.actor, source, ...extra };
}
