import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type QueryResult } from 'pg';
import { AppConfig } from '../config/app-config';
import { CONNECTION_LIMITS, ServingSession } from './serving-session';

/** Ids for each value of the sequence; the migration's INCREMENT BY is the same number. */
export const ID_BLOCK_SIZE = 10_000;

type Answer = QueryResult<{ start: string }>;

/** A private block of ids, for code that cannot wait while it decides. */
export class IdBlock {
  /** @param following the block that is used when this one is used up. */
  constructor(
    private nextId: number,
    private readonly end: number,
    private readonly following?: IdBlock,
  ) {}

  get remaining(): number {
    return this.end - this.nextId + (this.following?.remaining ?? 0);
  }

  next(): number {
    if (this.nextId >= this.end && this.following) return this.following.next();
    if (this.nextId >= this.end) throw new Error('The id block is used up: reserve more ids before deciding.');
    const id = this.nextId;
    this.nextId += 1;
    return id;
  }

  split(count: number): IdBlock {
    const part = new IdBlock(this.nextId, this.nextId + count);
    this.nextId += count;
    return part;
  }

  followedBy(following: IdBlock): IdBlock {
    return new IdBlock(this.nextId, this.end, following);
  }
}

/**
 * Allocates ids in the application, in blocks of a database sequence: below 2^53, unique over all tables and
 * institutions, and rising within a process. It has its own connection, because a transaction that holds locks may need
 * ids while every other connection waits for those locks. Behind a pooler that connection may wait for the same
 * transactions, so the next block is fetched while half of the present one is left.
 */
@Injectable()
export class IdAllocator implements OnApplicationShutdown {
  private readonly logger = new Logger(IdAllocator.name);
  private readonly pool: Pool;
  private readonly statement: string;
  private current = new IdBlock(0, 0);
  /** The block after `current`, once it has been fetched. */
  private reserve: IdBlock | undefined;
  private refill: Promise<void> | undefined;

  constructor(config: AppConfig) {
    const session = new ServingSession(config);
    this.statement = session.alone(`SELECT nextval('corebank_id_seq') AS start`);
    this.pool = new Pool({
      connectionString: config.databaseUrl,
      ...session.connection,
      max: 1,
      ...CONNECTION_LIMITS,
    });
    // Without a listener the loss of an idle connection ends the process.
    this.pool.on('error', (error) => this.logger.warn({ err: error }, 'The idle connection for ids was lost.'));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  /** One id. */
  async next(): Promise<number> {
    return (await this.block(1)).next();
  }

  /** `count` ids for synchronous use. */
  async block(count: number): Promise<IdBlock> {
    const first = Math.min(count, ID_BLOCK_SIZE);
    while (this.current.remaining < first) {
      if (this.reserve === undefined) await this.refilled();
      else [this.current, this.reserve] = [this.reserve, undefined];
    }
    const block = this.current.split(first);
    // Whoever needs more ids later asks again, and then learns of a failure.
    if (this.reserve === undefined && this.current.remaining < ID_BLOCK_SIZE / 2)
      this.refilled().catch(() => undefined);
    return count === first ? block : block.followedBy(await this.block(count - first));
  }

  private refilled(): Promise<void> {
    return (this.refill ??= this.fetch().finally(() => (this.refill = undefined)));
  }

  private async fetch(): Promise<void> {
    // Several statements are answered with a list of results.
    const answer = (await this.pool.query<{ start: string }>(this.statement)) as Answer | Answer[];
    const start = Number([answer].flat().at(-1)?.rows[0]?.start);
    if (!Number.isSafeInteger(start)) throw new Error('The id sequence is exhausted.');
    this.reserve = new IdBlock(start, start + ID_BLOCK_SIZE);
  }
}
