import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AppConfig } from '../../common/config/app-config';
import { commonErrors } from '../../common/errors/common.errors';
import { classifyDatabaseFailure } from '../../common/errors/database-error';
import { Metrics } from '../../common/metrics/metrics';
import type { BatchMode } from './batch-reader';
import type { Decision } from './posting-batch';
import { PostingEngine } from './posting-engine';
import type { PostingRequest } from './posting-request';

const MAX_BATCH = 256;
/** More than two batches in flight fight for the same two cores and for hot rows (measured). */
const MAX_IN_FLIGHT = 2;
/**
 * A batch costs the process about as much as eight movements in it, so a second one beside a running one must be worth
 * it; fewer wait a few milliseconds for the first to land (measured: +15 % at 64 connections).
 */
const MIN_SECOND_BATCH = 24;
const MAX_ATTEMPTS = 3;

interface Item {
  request: PostingRequest;
  accountIds: number[];
  resolve: (decision: Decision) => void;
  reject: (error: unknown) => void;
}

/** The waiting requests of one institution. */
class Lane {
  readonly waiting: Item[] = [];
  /**
   * Requests whose accounts another transaction holds: they wait for it, one batch at a time, without stopping the
   * others.
   */
  readonly contended: Item[] = [];
  /** Accounts of the batches in flight, each with the number of batches that name it. */
  readonly busy = new Map<number, number>();
  inFlight = 0;
  contendedInFlight = false;
}

/**
 * Group commit: requests that arrive while batches are at the database form the next batch. No timer: under light load
 * a request is a batch of one and waits for nothing.
 */
@Injectable()
export class PostingBatcher implements OnApplicationShutdown {
  private readonly logger = new Logger(PostingBatcher.name);
  private readonly lanes = new Map<number, Lane>();
  private readonly running = new Set<Promise<void>>();
  private queued = 0;
  private readonly queuedMax: number;

  constructor(
    private readonly engine: PostingEngine,
    private readonly metrics: Metrics,
    config: AppConfig,
  ) {
    this.queuedMax = config.postingQueueMax;
  }

  /** Queues one request and answers its decision. @throws SERVICE_UNAVAILABLE (503) when the queue is full. */
  submit(request: PostingRequest): Promise<Decision> {
    if (this.queued >= this.queuedMax)
      return Promise.reject(commonErrors.SERVICE_UNAVAILABLE('Too many movements are waiting; try again shortly.'));
    return new Promise((resolve, reject) => {
      const lane = this.lane(request.institutionId);
      lane.waiting.push({
        request,
        accountIds: [...new Set(request.legs.map(({ accountId }) => accountId))],
        resolve,
        reject,
      });
      this.count(1);
      this.launchBatches(request.institutionId, lane);
    });
  }

  /** Lets the batches in flight finish. */
  async onApplicationShutdown(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private lane(institutionId: number): Lane {
    let lane = this.lanes.get(institutionId);
    if (!lane) this.lanes.set(institutionId, (lane = new Lane()));
    return lane;
  }

  private count(change: number): void {
    this.queued += change;
    this.metrics.postingQueueLength.set(this.queued);
  }

  private launchBatches(institutionId: number, lane: Lane): void {
    while (
      lane.waiting.length > 0 &&
      (lane.inFlight === 0 || (lane.inFlight < MAX_IN_FLIGHT && lane.waiting.length >= MIN_SECOND_BATCH))
    ) {
      const free = takeFree(lane);
      // All of them need an account of the batch in flight, as with a hot ledger: they queue for its locks at the
      // database, which grants them the moment that batch commits. Everybody locks in the order of ids, so nobody waits
      // in a circle.
      const items = free.length > 0 ? free : lane.waiting.splice(0, MAX_BATCH);
      lane.inFlight += 1;
      this.launch(institutionId, lane, items, free.length > 0 ? 'skip' : 'wait', () => (lane.inFlight -= 1));
    }
    if (!lane.contendedInFlight && lane.contended.length > 0) {
      lane.contendedInFlight = true;
      this.launch(
        institutionId,
        lane,
        lane.contended.splice(0, MAX_BATCH),
        'wait',
        () => (lane.contendedInFlight = false),
      );
    }
  }

  private launch(
    institutionId: number,
    lane: Lane,
    items: Item[],
    locks: BatchMode['locks'],
    landed: () => void,
  ): void {
    const accountIds = new Set(items.flatMap((item) => item.accountIds));
    for (const id of accountIds) lane.busy.set(id, (lane.busy.get(id) ?? 0) + 1);
    const run = this.runBatch(institutionId, lane, items, locks).finally(() => {
      for (const id of accountIds) {
        const others = lane.busy.get(id)! - 1;
        if (others > 0) lane.busy.set(id, others);
        else lane.busy.delete(id);
      }
      landed();
      this.running.delete(run);
      this.launchBatches(institutionId, lane);
    });
    this.running.add(run);
  }

  /** Never rejects: every item gets its decision or its error. */
  private async runBatch(
    institutionId: number,
    lane: Lane,
    items: Item[],
    locks: BatchMode['locks'],
    attempt = 1,
  ): Promise<void> {
    this.metrics.postingBatchSize.observe(items.length);
    try {
      const requests = items.map(({ request }) => request);
      const decisions = await this.engine.runBatch(institutionId, requests, {
        locks,
        lookUpReferences: attempt > 1 || requests.some(isReversal),
      });
      items.forEach((item, index) => this.settle(lane, item, decisions[index]!, locks));
    } catch (error) {
      await this.recover(institutionId, lane, items, locks, attempt, error);
    }
  }

  private settle(lane: Lane, item: Item, decision: Decision, locks: BatchMode['locks']): void {
    // Who waited for the locks and still lacks an account will not get it by waiting again.
    if (decision.kind === 'lock-unavailable' && locks === 'skip') {
      lane.contended.push(item);
      return;
    }
    this.count(-1);
    item.resolve(decision);
  }

  /**
   * A collision with another process runs the whole batch again, for the look-ups now see the winner. Data that the
   * database refuses is isolated by halving. Lost connections and time-outs are never fanned out: the outcome is
   * unknown, and the caller is told to query it.
   */
  private async recover(
    institutionId: number,
    lane: Lane,
    items: Item[],
    locks: BatchMode['locks'],
    attempt: number,
    error: unknown,
  ): Promise<void> {
    const failure = classifyDatabaseFailure(error);
    if ((failure === 'unique-violation' || failure === 'retryable') && attempt < MAX_ATTEMPTS) {
      return this.runBatch(institutionId, lane, items, locks, attempt + 1);
    }
    if (failure === 'data' && items.length > 1) {
      const half = Math.ceil(items.length / 2);
      await this.runBatch(institutionId, lane, items.slice(0, half), locks);
      return this.runBatch(institutionId, lane, items.slice(half), locks);
    }
    this.logger.error({ err: error as Error, failure, items: items.length, attempt }, 'A posting batch failed.');
    const answer = failure === 'other' || failure === 'data' ? error : commonErrors.SERVICE_UNAVAILABLE();
    for (const item of items) {
      this.count(-1);
      item.reject(answer);
    }
  }
}

/**
 * A second reversal fails where it marks the original, before the unique index can tell that its reference is taken.
 */
const isReversal = ({ nature }: PostingRequest): boolean => nature.type === 'reversal';

/** Takes up to a batch of items, in order, whose accounts are in no batch in flight; the others keep their place. */
function takeFree(lane: Lane): Item[] {
  const taken: Item[] = [];
  const kept: Item[] = [];
  for (const item of lane.waiting) {
    const free = taken.length < MAX_BATCH && !item.accountIds.some((id) => lane.busy.has(id));
    (free ? taken : kept).push(item);
  }
  if (taken.length > 0) lane.waiting.splice(0, lane.waiting.length, ...kept);
  return taken;
}
