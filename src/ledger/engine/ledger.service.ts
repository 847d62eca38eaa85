import { Injectable } from '@nestjs/common';
import { nestingGuard } from '../../common/database/nesting-guard';
import type { Tx } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import type { Outcome } from '../../common/http/outcome';
import { Metrics } from '../../common/metrics/metrics';
import { MovementScreen } from '../movements/movement-gates';
import type { Decision } from './posting-batch';
import { PostingBatcher } from './posting-batcher';
import { PostingEngine } from './posting-engine';
import type { PostingRequest } from './posting-request';

/** The published values of the `outcome` label of the postings metric. */
const METRIC_OUTCOMES = {
  posted: 'posted',
  replayed: 'replayed',
  refused: 'refused',
  intercepted: 'diverted',
  'held-before': 'held-before',
  'lock-unavailable': 'locked-elsewhere',
} as const satisfies Record<Decision['kind'], string>;

/** The one door through which money moves. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly pump: PostingBatcher,
    private readonly engine: PostingEngine,
    private readonly screen: MovementScreen,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Posts one request together with whatever arrives at the same time. Never call it inside a unit of work: the batch
   * has a transaction of its own and would wait for yours.
   * @returns the answer of the posting, of its hold (202), of its queued approval (202), or the stored answer of a replay.
   * @throws AppError for refusals; SERVICE_UNAVAILABLE (503) when the outcome is unknown or the queue is full.
   */
  async post(request: PostingRequest): Promise<Outcome> {
    if (nestingGuard.isInside())
      throw new Error('LedgerService.post must not be called inside a unit of work; use postWithin.');
    const decision = await this.pump.submit(request);
    this.metrics.postings.inc({ outcome: METRIC_OUTCOMES[decision.kind] });
    switch (decision.kind) {
      case 'refused':
        throw decision.error;
      case 'held-before':
        return this.repeatHold(request, decision.postingId);
      case 'lock-unavailable':
        throw commonErrors.SERVICE_UNAVAILABLE();
      case 'posted':
      case 'intercepted':
      case 'replayed':
        return decision.outcome;
    }
  }

  /**
   * Decides and writes inside the caller's transaction, for handlers that must lock domain rows first. Call it once per
   * transaction, after those locks.
   */
  async postWithin(tx: Tx, request: PostingRequest): Promise<Decision> {
    const [decision] = await this.postEachWithin(tx, request.institutionId, [request]);
    return decision!;
  }

  /**
   * The same for several postings of one institution, for steps of the end of day: each stands or falls alone, and the
   * decisions come back in the order of the requests.
   */
  async postEachWithin(tx: Tx, institutionId: number, requests: PostingRequest[]): Promise<Decision[]> {
    const decisions = await this.engine.runWithin(tx, institutionId, requests);
    for (const { kind } of decisions) this.metrics.postings.inc({ outcome: kind });
    return decisions;
  }

  /** The same payload of the same client answers the same 202 again; anything else has used a reserved reference. */
  private async repeatHold({ institutionId, source, reference }: PostingRequest, postingId: number): Promise<Outcome> {
    const outcome = source && (await this.screen.repeat(institutionId, postingId, source.actor, source.fingerprint));
    if (!outcome) throw commonErrors.DUPLICATE_REFERENCE(`The reference ${reference} was used before; send a new one.`);
    return outcome;
  }
}
