import { Injectable, Optional } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../database/unit-of-work';
import { AppError } from '../errors/app-error';
import { commonErrors } from '../errors/common.errors';
import { classifyDatabaseFailure, violatedConstraint } from '../errors/database-error';
import { Outcome } from '../http/outcome';
import type { WriteRequest } from '../http/write-request';
import { maskIdentityNumbers } from '../identity/identity-fields';
import { type Claim, Claims, type EncodedAnswer } from './claims';
import { InFlightRequests } from './in-flight-requests';
import { RequestClaim } from './request-claim.entity';
import { WriteRehearsal } from './write-rehearsal';

const CLAIM_KEY = 'pk_request_claim';
/** A lock is a write: without one, the commit of a transaction that only read waits for no standby. */
const LOCK_CLAIMS = 'SELECT 1 FROM request_claim WHERE institution_id = $1 AND reference = $2 FOR KEY SHARE';

/**
 * The only way to write outside the posting engine: work and claim in one transaction, and the stored answer for a
 * repeated request (`docs/ARCHITECTURE.md#idempotency`).
 */
@Injectable()
export class IdempotentWrites {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly claims: Claims,
    private readonly inFlight: InFlightRequests,
    @Optional() private readonly rehearsal?: WriteRehearsal,
  ) {}

  /**
   * Runs `work` once per request reference; without a reference, runs it. A dry run rolls it back and stores nothing.
   * @param payload the business fields, for the fingerprint.
   * @throws DUPLICATE_REFERENCE, REQUEST_IN_PROGRESS (409) and the errors of `work`; a 422
   *   is stored and answered again, unless the request retries refusals.
   */
  async run(write: WriteRequest, payload: object, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
    if (write.dryRun) return this.rehearse(write, payload, work);
    const claim = this.claims.claimOfPersonal(write, payload);
    if (!claim) return this.unitOfWork.run(write.institutionId, work);
    const keepsRefusals = write.retriesRefusals !== true;
    const outcome = await this.inFlight.guard(claim.institutionId, claim.reference, () =>
      this.claimed(claim, work, keepsRefusals),
    );
    // The stored answer may be from when the client could still see identity numbers.
    return outcome.meta.replayed && !write.seesIdentity ? withoutNumbers(outcome) : outcome;
  }

  /**
   * Throws a refusal, once it is stored under its reference where it is kept; or returns the answer that the reference
   * has already. What refused the request may be the work of the same request in another process, such as its business
   * reference: a caller who is told of a refusal sends a new one, and the work would be done twice.
   * @param isKept false for a refusal that is not stored; default: by its status
   * @throws DUPLICATE_REFERENCE (409) where another request took the reference
   */
  async refuse(claim: Claim, refusal: AppError, isKept = this.claims.isRefusalKept(refusal)): Promise<Outcome> {
    const replay = await this.unitOfWork.run(
      claim.institutionId,
      async (tx) => (await this.findReplay(tx, claim)) ?? (isKept ? this.storeRefusal(tx, claim, refusal) : undefined),
    );
    if (replay) return replay;
    throw refusal;
  }

  /**
   * The stored answer of an earlier request with this reference, if there is one. The caller's transaction writes: its
   * commit waits for a synchronous standby, so that nobody is told an answer that this server alone has.
   * @throws DUPLICATE_REFERENCE (409)
   */
  async findReplay(tx: Tx, claim: Claim): Promise<Outcome | undefined> {
    const { institutionId, reference } = claim;
    const stored = await tx.findBy(RequestClaim, { institutionId, reference });
    const match = this.claims.match(claim, stored);
    if (!match) return undefined;
    await tx.query(LOCK_CLAIMS, [institutionId, reference]);
    return this.claims.replay(claim, match);
  }

  /**
   * Replaces the answers of the requests whose movement waited, so that a repeated request is told its present state.
   * @param isFinal false while the movement waits for another decision.
   */
  async replaceAnswers(
    tx: Tx,
    institutionId: number,
    postingId: number,
    present: { answer: Outcome | AppError; isFinal: boolean },
  ): Promise<void> {
    const { answer, isFinal } = present;
    for (const claim of await tx.findBy(RequestClaim, { institutionId, postingId })) {
      const { reference, holdId } = claim;
      const encoded =
        answer instanceof AppError ? this.claims.encodeRefusal(claim, answer) : this.claims.encode(claim, answer);
      await tx.update(
        RequestClaim,
        { institutionId, reference, holdId },
        { ...encoded, postingId: isFinal ? null : postingId },
      );
    }
  }

  /** @throws DRY_RUN_NOT_SUPPORTED (400) in an application without a ledger; DUPLICATE_REFERENCE (409) */
  private async rehearse(write: WriteRequest, payload: object, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
    if (!this.rehearsal) throw commonErrors.DRY_RUN_NOT_SUPPORTED();
    const claim = this.claims.claimOfPersonal(write, payload);
    return this.rehearsal.rehearse(write, async (tx) => {
      if (claim && (await this.findReplay(tx, claim))) throw commonErrors.DUPLICATE_REFERENCE();
      return work(tx);
    });
  }

  private async claimed(claim: Claim, work: (tx: Tx) => Promise<Outcome>, keepsRefusals: boolean): Promise<Outcome> {
    try {
      return await this.once(claim, work);
    } catch (error) {
      if (isClaimConflict(error))
        return this.unitOfWork.run(claim.institutionId, async (tx) => this.requireReplay(tx, claim));
      if (!(error instanceof AppError)) throw error;
      return this.refuse(claim, error, keepsRefusals && this.claims.isRefusalKept(error));
    }
  }

  private once(claim: Claim, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
    return this.unitOfWork.run(claim.institutionId, async (tx) => {
      const replay = await this.findReplay(tx, claim);
      if (replay) return replay;
      const outcome = await work(tx);
      await tx.insert(RequestClaim, rowOf(claim, this.claims.encodePersonal(claim, outcome)));
      return outcome;
    });
  }

  private async requireReplay(tx: Tx, claim: Claim): Promise<Outcome> {
    const replay = await this.findReplay(tx, claim);
    if (!replay) throw new Error('A claim conflicted with a row that cannot be read.');
    return replay;
  }

  /** @returns the stored answer where the reference got one since it was looked up */
  private async storeRefusal(tx: Tx, claim: Claim, refusal: AppError): Promise<Outcome | undefined> {
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(RequestClaim)
      .values(rowOf(claim, this.claims.encodeRefusal(claim, refusal)))
      .orIgnore()
      .returning('reference')
      .execute();
    return (inserted.raw as unknown[]).length > 0 ? undefined : this.requireReplay(tx, claim);
  }
}

function rowOf(
  { earlierFingerprints: _, ...claim }: Claim,
  answer: EncodedAnswer,
): Omit<Claim, 'earlierFingerprints'> & EncodedAnswer {
  return { ...claim, ...answer };
}

function withoutNumbers({ httpStatus, status, message, data, meta }: Outcome): Outcome {
  return new Outcome(httpStatus, status, message, maskIdentityNumbers(data), meta);
}

/** Another process claimed the reference between the look-up and the insert. */
function isClaimConflict(error: unknown): boolean {
  return classifyDatabaseFailure(error) === 'unique-violation' && violatedConstraint(error) === CLAIM_KEY;
}
