import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LRUCache } from 'lru-cache';
import { atMost } from '../common/cache/at-most';
import type { UnitOfWork } from '../common/database/unit-of-work';
import type { Clock } from '../common/time/clock';

/** Accuracy of a recorded use, in milliseconds. */
const USE_ACCURACY_MS = 60_000;
const FLUSH_EVERY_MS = 1_000;
const REMEMBERED_USES = 100_000;

/** The last use of an API client or of a session. */
interface RecordedUse<Id> {
  institutionId: number;
  id: Id;
  usedAt: Date;
}

/**
 * Stores the last use of records, at most once a minute each and outside their requests. A failed write is logged and
 * retried.
 */
export abstract class RecordedUses<Id extends string | number> implements BeforeApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private readonly recorded = new LRUCache<string, number>(atMost(REMEMBERED_USES));
  private pending = new Map<string, RecordedUse<Id>>();

  /**
   * The statement that stores the uses `$2` (ids) and `$3` (times) of institution `$1`, unless a use after `$4` (times)
   * is stored. Those times are not computed in SQL: a distributed database refuses that in an UPDATE.
   */
  protected abstract readonly statement: string;

  protected constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Records a use at the present time. */
  record(institutionId: number, id: Id): void {
    const key = `${institutionId}|${id}`;
    const usedAt = this.clock.now();
    const last = this.recorded.get(key);
    if (last !== undefined && usedAt.getTime() - last < USE_ACCURACY_MS) return;
    this.recorded.set(key, usedAt.getTime());
    this.pending.set(key, { institutionId, id, usedAt });
  }

  /** Writes the recorded uses. */
  @Interval(FLUSH_EVERY_MS)
  async flush(): Promise<void> {
    const uses = [...this.pending.values()];
    this.pending = new Map();
    for (const institutionId of new Set(uses.map((use) => use.institutionId))) {
      const group = uses.filter((use) => use.institutionId === institutionId);
      try {
        await this.write(institutionId, group);
      } catch (error) {
        this.logger.warn(
          { err: error as Error, institutionId, records: group.length },
          'The last uses could not be written; the next run retries.',
        );
        for (const use of group) this.requeue(use);
      }
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private async write(institutionId: number, uses: RecordedUse<Id>[]): Promise<void> {
    const values = [
      institutionId,
      uses.map(({ id }) => id),
      uses.map(({ usedAt }) => usedAt),
      uses.map(({ usedAt }) => new Date(usedAt.getTime() - USE_ACCURACY_MS)),
    ];
    await this.unitOfWork.run(institutionId, (tx) => tx.query(this.statement, values));
  }

  private requeue(use: RecordedUse<Id>): void {
    const key = `${use.institutionId}|${use.id}`;
    if (!this.pending.has(key)) this.pending.set(key, use);
  }
}
