import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LRUCache } from 'lru-cache';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';

/** Accuracy of `last_used_at`. */
const EVERY_MS = 60_000;
const FLUSH_EVERY_MS = 1_000;
const REMEMBERED_CLIENTS = 100_000;

interface Use {
  institutionId: number;
  clientId: string;
  usedAt: Date;
}

/**
 * Updates `last_used_at` of API clients, at most once a minute each and outside their requests. A failed write is
 * logged and retried.
 */
@Injectable()
export class ClientUse implements BeforeApplicationShutdown {
  private readonly logger = new Logger(ClientUse.name);
  private readonly recorded = new LRUCache<string, number>({ max: REMEMBERED_CLIENTS });
  private pending = new Map<string, Use>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Records that the client was authenticated now. */
  record(institutionId: number, clientId: string): void {
    const key = `${institutionId}|${clientId}`;
    const usedAt = this.clock.now();
    const last = this.recorded.get(key);
    if (last !== undefined && usedAt.getTime() - last < EVERY_MS) return;
    this.recorded.set(key, usedAt.getTime());
    this.pending.set(key, { institutionId, clientId, usedAt });
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
          { err: error as Error, institutionId, clients: group.length },
          'The use of API clients could not be written; the next run retries.',
        );
        for (const use of group) this.requeue(use);
      }
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private async write(institutionId: number, uses: Use[]): Promise<void> {
    await this.unitOfWork.run(institutionId, (tx) =>
      tx.query(
        `UPDATE api_client c SET last_used_at = u.used_at
           FROM unnest($2::varchar[], $3::timestamptz[]) AS u (client_id, used_at)
          WHERE c.institution_id = $1 AND c.client_id = u.client_id
            AND (c.last_used_at IS NULL OR c.last_used_at <= u.used_at - make_interval(secs => $4))`,
        [institutionId, uses.map(({ clientId }) => clientId), uses.map(({ usedAt }) => usedAt), EVERY_MS / 1000],
      ),
    );
  }

  private requeue(use: Use): void {
    const key = `${use.institutionId}|${use.clientId}`;
    if (!this.pending.has(key)) this.pending.set(key, use);
  }
}
