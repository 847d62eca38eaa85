import { Injectable } from '@nestjs/common';
import { nestingGuard } from '../../common/database/nesting-guard';
import type { Tx } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { Metrics } from '../../common/metrics/metrics';
import { MovementScreen } from '../movements/movement-gates';
import type { Decision } from './posting-batch';
import { PostingBatcher } from './posting-batcher';
import { PostingEngine } from './posting-engine';
import type { LockedAccounts, Posted, PostingRequest } from './posting-request';
import { SpreadPoster, type SpreadPosting } from './spread-posting';

/** The published values of the `outcome` label of the postings metric. */
const METRIC_OUTCOMES = {
  posted: 'posted',
  replayed: 'replayed',
  refused: 'refused',
  intercepted: 'diverted',
  'held-before': 'held-before',
  'examination-outdated': 'examined-again',
  'lock-unavailable': 'locked-elsewhere',
} as const satisfies Record<Decision['kind'], string>;

/** A decision other than a refusal. */
export type AcceptedDecision = Exclude<Decision, { kind: 'refused' | 'lock-unavailable' | 'examination-outdated' }>;

/** Watch-lists change a few times a day; a request that meets more changes than this is answered 503. */
const EXAMINATIONS_MAX = 3;

/** The only way to move money. */
@Injectable()
export class LedgerService {
  /** What was decided in the transactions that are rolled back at their end. */
  private readonly rehearsals = new WeakMap<Tx, { request: PostingRequest; decision: Decision }[]>();

  constructor(
    private readonly batcher: PostingBatcher,
    private readonly engine: PostingEngine,
    private readonly spreads: SpreadPoster,
    private readonly metrics: Metrics,
    private readonly screen: MovementScreen,
  ) {}

  /**
   * Posts one request, in one batch with the requests that arrive at the same time. Never call it inside a unit of
   * work: the batch has a transaction of its own and would wait for the locks of the caller's transaction.
   * @returns the decision: posted, intercepted by a gate, replayed from its claim, or held before under its reference.
   * @throws AppError for refusals; SERVICE_UNAVAILABLE (503) when the outcome is unknown or the queue is full.
   */
  async post(request: PostingRequest): Promise<AcceptedDecision> {
    if (nestingGuard.isInside())
      throw new Error('LedgerService.post must not be called inside a unit of work; use postWithin.');
    const decision = await this.examined(
      request,
      () => this.batcher.submit(request),
      (decided) => decided,
    );
    this.metrics.countMovement(request.kind, METRIC_OUTCOMES[decision.kind]);
    if (decision.kind === 'refused') throw decision.error;
    if (decision.kind === 'lock-unavailable' || decision.kind === 'examination-outdated')
      throw commonErrors.SERVICE_UNAVAILABLE();
    return decision;
  }

  /** Decides one request and writes nothing (`PostingEngine.rehearse`). It is no movement, so no metric counts it. */
  rehearse(request: PostingRequest): Promise<{ decision: Decision; accounts: LockedAccounts }> {
    return this.examined(
      request,
      () => this.engine.rehearse(request),
      ({ decision }) => decision,
    );
  }

  /**
   * Examines the request and decides it, both again where watch-lists have changed in between. The request itself takes
   * the examination, because tracing knows the object.
   */
  private async examined<Result>(
    request: PostingRequest,
    decide: () => Promise<Result>,
    decisionOf: (result: Result) => Decision,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const examination = this.screen.examine(request);
      if (examination) request.examination = await examination;
      const result = await decide();
      if (decisionOf(result).kind !== 'examination-outdated' || attempt === EXAMINATIONS_MAX) return result;
    }
  }

  /**
   * Keeps what is decided in a transaction that will be rolled back. No metric counts it.
   * @returns the list, which grows as the transaction posts
   */
  rehearseWithin(tx: Tx): readonly { request: PostingRequest; decision: Decision }[] {
    const rehearsed: { request: PostingRequest; decision: Decision }[] = [];
    this.rehearsals.set(tx, rehearsed);
    return rehearsed;
  }

  /**
   * Posts, inside the caller's transaction, a request that no gate may stop.
   * @throws AppError when the ledger refuses it
   */
  async requirePosted(tx: Tx, request: PostingRequest): Promise<Posted> {
    const decision = await this.postWithin(tx, request);
    if (decision.kind === 'refused') throw decision.error;
    if (decision.kind !== 'posted')
      throw new Error(`A posting of kind ${request.kind} must be posted, but was decided as ${decision.kind}.`);
    return decision.posted;
  }

  /**
   * Decides one request and writes it inside the caller's transaction, for handlers that must lock domain rows first.
   * Call it once per transaction, after those locks.
   */
  async postWithin(tx: Tx, request: PostingRequest): Promise<Decision> {
    const [decision] = await this.postEachWithin(tx, request.institutionId, [request]);
    return decision!;
  }

  /**
   * Decides several requests of one institution and writes them inside the caller's transaction, for steps of the end
   * of day. Each is accepted or refused by itself.
   * @returns the decisions, in the order of the requests.
   */
  async postEachWithin(tx: Tx, institutionId: number, requests: PostingRequest[]): Promise<Decision[]> {
    const decisions = await this.engine.runWithin(tx, institutionId, requests);
    const rehearsed = this.rehearsals.get(tx);
    for (const [index, decision] of decisions.entries()) {
      const request = requests[index]!;
      if (rehearsed) rehearsed.push({ request, decision });
      else this.metrics.countMovement(request.kind, METRIC_OUTCOMES[decision.kind]);
    }
    return decisions;
  }

  /**
   * Posts on many customers' accounts at once, inside the caller's transaction, for steps of the end of day.
   * @returns undefined when the ordinary way has to decide; nothing is written then
   */
  async postSpreadWithin(tx: Tx, spread: SpreadPosting): Promise<Posted | undefined> {
    const posted = this.rehearsals.has(tx) ? undefined : await this.spreads.post(tx, spread);
    if (posted) this.metrics.countMovement(spread.request.kind, METRIC_OUTCOMES.posted);
    return posted;
  }
}
