import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LRUCache } from 'lru-cache';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';

/** How exact `last_used_at` is. */
const EVERY_MS = 60_000;
const FLUSH_EVERY_MS = 1_000;
const REMEMBERED_CLIENTS = 100_000;

interface Use {
  institutionId: number;
  clientId: string;
  usedAt: Date;
}

/**
 * Keeps `last_used_at` of API clients, at most once a minute each and off the path of their requests. What cannot be
 * written is logged and tried again.
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

  /** Notes that the client was authenticated just now. */
  record(institutionId: number, clientId: string): void {
    const key = `${institutionId}|${clientId}`;
    const usedAt = this.clock.now();
    const last = this.recorded.get(key);
    if (last !== undefined && usedAt.getTime() - last < EVERY_MS) return;
    this.recorded.set(key, usedAt.getTime());
    this.pending.set(key, { institutionId, clientId, usedAt });
  }

  /** Writes what was noted. */
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
          'The use of API clients could not be written; it is tried again.',
        );
        for (const use of group) this.keep(use);
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

  private keep(use: Use): void {
    const key = `${use.institutionId}|${use.clientId}`;
    if (!this.pending.has(key)) this.pending.set(key, use);
  }
}
