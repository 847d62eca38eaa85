import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AppConfig } from '../../common/config/app-config';
import { commonErrors } from '../../common/errors/common.errors';
import { classifyDatabaseFailure } from '../../common/errors/database-error';
import type { MovementCapacity } from '../../common/http/movement-capacity';
import { Metrics } from '../../common/metrics/metrics';
import { Tracing } from '../../common/tracing/tracing';
import type { BatchMode } from './batch-reader';
import type { Decision } from './posting-batch';
import { PostingEngine } from './posting-engine';
import { allLegs, type PostingRequest } from './posting-request';

const MAX_BATCH = 256;
/**
 * More than two batches in flight compete for the same cores and the same rows (docs/adr/0010-batches-in-flight.md).
 */
const MAX_IN_FLIGHT = 2;
/**
 * The fewest waiting requests for which a second batch starts beside a running one. A batch costs about as much as
 * eight movements, so fewer requests wait the few milliseconds until the first batch ends (measured: +15 % at 64
 * connections).
 */
const MIN_SECOND_BATCH = 24;
const MAX_ATTEMPTS = 3;
/**
 * Clients' movements are refused unread while `POSTING_QUEUE_MAX` wait (`limitWaitingMovements`). Jobs, staff and what
 * was read a moment before still get in, until so many times as many wait.
 */
const OTHERS_FACTOR = 5;

/** A request that waits for its decision. */
interface WaitingRequest {
  request: PostingRequest;
  accountIds: number[];
  resolve: (decision: Decision) => void;
  reject: (error: unknown) => void;
}

/** The waiting requests of one institution. */
class InstitutionQueue {
  readonly waiting: WaitingRequest[] = [];
  /**
   * Requests whose accounts another transaction has locked. They wait for the locks, one batch at a time, without
   * stopping the other requests.
   */
  readonly contended: WaitingRequest[] = [];
  /** The accounts of each batch in flight. */
  readonly busy = new Set<ReadonlySet<number>>();
  inFlight = 0;
  contendedInFlight = false;
}

/**
 * Group commit: requests that arrive while batches are at the database form the next batch. There is no timer, so under
 * light load a request is a batch of one and starts at once (docs/ARCHITECTURE.md#the-ledger).
 */
@Injectable()
export class PostingBatcher implements MovementCapacity, OnApplicationShutdown {
  private readonly logger = new Logger(PostingBatcher.name);
  private readonly queues = new Map<number, InstitutionQueue>();
  private readonly running = new Set<Promise<void>>();
  private queued = 0;
  readonly waitingMax: number;

  constructor(
    private readonly engine: PostingEngine,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
    config: AppConfig,
  ) {
    this.waitingMax = config.postingQueueMax;
  }

  get isUsedUp(): boolean {
    return this.queued >= this.waitingMax;
  }

  /**
   * Queues one request.
   * @returns its decision.
   * @throws SERVICE_UNAVAILABLE (503) when five times as many wait as clients' movements may
   */
  submit(request: PostingRequest): Promise<Decision> {
    if (this.queued >= this.waitingMax * OTHERS_FACTOR)
      return Promise.reject(
        commonErrors.SERVICE_UNAVAILABLE('Too many movements are waiting; send the request again in a few seconds.'),
      );
    return new Promise((resolve, reject) => {
      const queue = this.queueOf(request.institutionId);
      queue.waiting.push({
        request,
        accountIds: [...new Set(allLegs(request).map(({ accountId }) => accountId))],
        resolve,
        reject,
      });
      this.count(1);
      this.launchBatches(request.institutionId, queue);
    });
  }

  /** Waits until the batches in flight have ended. */
  async onApplicationShutdown(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private queueOf(institutionId: number): InstitutionQueue {
    let queue = this.queues.get(institutionId);
    if (!queue) this.queues.set(institutionId, (queue = new InstitutionQueue()));
    return queue;
  }

  private count(change: number): void {
    this.queued += change;
    this.metrics.postingQueueLength.set(this.queued);
  }

  private launchBatches(institutionId: number, queue: InstitutionQueue): void {
    while (
      queue.waiting.length > 0 &&
      (queue.inFlight === 0 || (queue.inFlight < MAX_IN_FLIGHT && queue.waiting.length >= MIN_SECOND_BATCH))
    ) {
      const free = takeFree(queue);
      // When every request needs an account of a batch in flight, as with a hot ledger, the batch waits for the locks
      // at the database, which grants them as soon as the other batch commits. All transactions lock in the order of
      // ids, so they cannot deadlock.
      const batch = free.length > 0 ? free : queue.waiting.splice(0, MAX_BATCH);
      queue.inFlight += 1;
      this.launch(institutionId, queue, batch, free.length > 0 ? 'skip' : 'wait', () => (queue.inFlight -= 1));
    }
    if (!queue.contendedInFlight && queue.contended.length > 0) {
      queue.contendedInFlight = true;
      this.launch(
        institutionId,
        queue,
        queue.contended.splice(0, MAX_BATCH),
        'wait',
        () => (queue.contendedInFlight = false),
      );
    }
  }

  private launch(
    institutionId: number,
    queue: InstitutionQueue,
    batch: WaitingRequest[],
    locks: BatchMode['locks'],
    onEnd: () => void,
  ): void {
    const accountIds = new Set(batch.flatMap((waiting) => waiting.accountIds));
    queue.busy.add(accountIds);
    const run = this.runBatch(institutionId, queue, batch, locks).finally(() => {
      queue.busy.delete(accountIds);
      onEnd();
      this.running.delete(run);
      this.launchBatches(institutionId, queue);
    });
    this.running.add(run);
  }

  /** Runs a batch and settles its requests. Never rejects: every request gets its decision or its error. */
  private async runBatch(
    institutionId: number,
    queue: InstitutionQueue,
    batch: WaitingRequest[],
    locks: BatchMode['locks'],
    attempt = 1,
  ): Promise<void> {
    this.metrics.postingBatchSize.observe(batch.length);
    try {
      const requests = batch.map(({ request }) => request);
      const mode = { locks, lookUpReferences: attempt > 1 || requests.some(isReversal) };
      const decisions = await this.traced(institutionId, requests, () =>
        this.engine.runBatch(institutionId, requests, mode),
      );
      batch.forEach((waiting, index) => this.settle(queue, waiting, decisions[index]!, locks));
    } catch (error) {
      await this.recover(institutionId, queue, batch, locks, attempt, error);
    }
  }

  /** A batch belongs to the trace of its first request and names the others. */
  private traced<T>(institutionId: number, requests: PostingRequest[], work: () => Promise<T>): Promise<T> {
    if (!this.tracing.isOn) return work();
    const [parent, ...causes] = requests.map((request) => this.tracing.carriedBy(request));
    const attributes = { institutionId, movements: requests.length };
    return this.tracing.within('batch', { parent, causes, attributes }, (span) => {
      this.tracing.carry(requests, span?.spanContext());
      return work();
    });
  }

  private settle(
    queue: InstitutionQueue,
    waiting: WaitingRequest,
    decision: Decision,
    locks: BatchMode['locks'],
  ): void {
    // An account that is missing after a wait for its lock does not exist, so waiting again is no use.
    if (decision.kind === 'lock-unavailable' && locks === 'skip') {
      queue.contended.push(waiting);
      return;
    }
    this.count(-1);
    waiting.resolve(decision);
  }

  /**
   * Handles a failed batch. After a collision with another process the whole batch runs again, because its look-ups
   * then see the other process's rows. When the database refuses the data of one request, halving the batch isolates
   * it. After a lost connection or a time-out nothing runs again: the outcome is unknown, and every caller gets a 503
   * and has to query it.
   */
  private async recover(
    institutionId: number,
    queue: InstitutionQueue,
    batch: WaitingRequest[],
    locks: BatchMode['locks'],
    attempt: number,
    error: unknown,
  ): Promise<void> {
    const failure = classifyDatabaseFailure(error);
    if ((failure === 'unique-violation' || failure === 'retryable') && attempt < MAX_ATTEMPTS) {
      return this.runBatch(institutionId, queue, batch, locks, attempt + 1);
    }
    if (failure === 'data' && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await this.runBatch(institutionId, queue, batch.slice(0, half), locks);
      return this.runBatch(institutionId, queue, batch.slice(half), locks);
    }
    this.logger.error({ err: error as Error, failure, items: batch.length, attempt }, 'A posting batch failed.');
    const answer = failure === 'other' || failure === 'data' ? error : commonErrors.SERVICE_UNAVAILABLE();
    for (const waiting of batch) {
      this.count(-1);
      waiting.reject(answer);
    }
  }
}

/**
 * References of reversals are always looked up: a second reversal fails when it marks the original as reversed, before
 * the unique index reports that its reference is taken.
 */
const isReversal = ({ nature }: PostingRequest): boolean => nature.type === 'reversal';

/**
 * Takes the first requests whose accounts are in no batch in flight, at most one batch of them. The others keep their
 * places.
 */
function takeFree(queue: InstitutionQueue): WaitingRequest[] {
  const taken: WaitingRequest[] = [];
  const kept: WaitingRequest[] = [];
  const busy = [...queue.busy];
  const isBusy = (id: number): boolean => busy.some((accountIds) => accountIds.has(id));
  for (const waiting of queue.waiting) {
    const free = taken.length < MAX_BATCH && !waiting.accountIds.some(isBusy);
    (free ? taken : kept).push(waiting);
  }
  if (taken.length > 0) queue.waiting.splice(0, queue.waiting.length, ...kept);
  return taken;
}
