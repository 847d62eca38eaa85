import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { AppConfig } from '../config/app-config';
import { classifyDatabaseFailure, losesConnection } from '../errors/database-error';
import { Clock } from '../time/clock';
import { beginOf } from './distribution/sql-form';
import type { LosableClient } from './losable-client';
import { nestingGuard } from './nesting-guard';
import { ReplicaDatabase } from './replica-database';
import { CONNECTION_LIMITS, ServingSession } from './serving-session';

/** One transaction's entity manager. Pass it on explicitly; never keep it. */
export type Tx = EntityManager;

/** The members of the driver's client that transactions use. */
interface TransactionClient extends Pick<LosableClient, 'assertReplicated' | 'answerTimeoutMs'> {
  query<Answer = { command: string }>(text: string): Promise<Answer>;
}

/** The database did not commit: nothing of the transaction is stored. */
export class TransactionLostError extends Error {
  constructor(tag: string) {
    super(`COMMIT was answered with ${tag}: a statement had failed and its error was swallowed.`);
    this.name = 'TransactionLostError';
  }
}

const MAX_ATTEMPTS = 3;
const READ_ONLY = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/** A rehearsal gives up soon where somebody else works: it must not delay a real request for longer. */
const REHEARSAL_LIMITS = "SET LOCAL lock_timeout = '250ms'; SET LOCAL statement_timeout = '3s'";
const READ_CLOCK = 'SELECT institution_clock_ahead_days() AS days';

/** A transaction before the work begins. */
interface Begin {
  statements: string;
  /** Set where the institution's clock may be ahead. */
  institutionId?: number;
  /** True for a transaction that is rolled back at its end, whatever its result. */
  rollsBack?: true;
}

/** Accepts only a positive whole number, because `SET LOCAL` takes no parameters. */
export function assertInstitutionId(institutionId: number): void {
  if (!Number.isSafeInteger(institutionId) || institutionId <= 0)
    throw new Error('An institution id must be a positive integer.');
}

/** Removes the time limit of the following statements in this transaction, for reads of a whole ledger. */
export async function withoutTimeLimit(tx: Tx): Promise<void> {
  const client = (await tx.queryRunner!.connect()) as TransactionClient;
  client.answerTimeoutMs = 0;
  await client.query('SET LOCAL statement_timeout = 0');
}

/**
 * Opens every transaction. It prevents `Promise.all` on one transaction, HTTP calls inside one, and work after COMMIT.
 */
@Injectable()
export class UnitOfWork {
  private readonly logger = new Logger(UnitOfWork.name);
  private readonly session: ServingSession;

  constructor(
    private readonly dataSource: DataSource,
    private readonly replica: ReplicaDatabase,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {
    this.session = new ServingSession(config);
  }

  /**
   * Runs `work` in one transaction that sees and writes only this institution's rows. On a deadlock or serialization
   * failure the whole of `work` runs again, at most three times, so it must have no effects outside `tx`.
   */
  async run<T>(institutionId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    assertInstitutionId(institutionId);
    return this.retrying(
      this.dataSource,
      this.beginFor(institutionId, this.session.opening(beginOf(this.dataSource))),
      work,
    );
  }

  /**
   * Runs `work`, lets the deferred constraints decide and rolls back: nothing is stored. Its locks are real, so `work`
   * must be short.
   */
  async rehearse<T>(institutionId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    assertInstitutionId(institutionId);
    const begin = this.beginFor(institutionId, `${this.session.opening()}; ${REHEARSAL_LIMITS}`);
    return this.retrying(this.dataSource, { ...begin, rollsBack: true }, work);
  }

  /** A read-only transaction: a consistent view of one institution. */
  async read<T>(institutionId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.reading(this.dataSource, institutionId, work);
  }

  /**
   * Like `read`, on the replica where there is one. The replica may be a moment behind, so only reports read it: no
   * decision depends on it, and two such reads may see different moments.
   */
  async readReport<T>(institutionId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.reading(this.replica.dataSource, institutionId, work);
  }

  /** A transaction without an institution: it sees only the routing tables; every tenant table is empty to it. */
  async routing<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.retrying(this.dataSource, { statements: this.session.opening() }, work);
  }

  private async reading<T>(dataSource: DataSource, institutionId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    assertInstitutionId(institutionId);
    return this.retrying(dataSource, this.beginFor(institutionId, this.session.opening(READ_ONLY)), work);
  }

  /** Only a server of a sandbox asks how far an institution's clock is ahead, in the same round trip. */
  private beginFor(institutionId: number, begin: string): Begin {
    const statements = `${begin}; SET LOCAL app.institution_id = ${institutionId}`;
    return this.config.sandbox ? { statements: `${statements}; ${READ_CLOCK}`, institutionId } : { statements };
  }

  private async retrying<T>(dataSource: DataSource, begin: Begin, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(dataSource, begin, work);
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || classifyDatabaseFailure(error) !== 'retryable') throw error;
      }
    }
  }

  private async once<T>(dataSource: DataSource, begin: Begin, work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = dataSource.createQueryRunner();
    let brokenBy: Error | undefined;
    try {
      const client = (await runner.connect()) as TransactionClient;
      try {
        await this.begin(client, begin);
        // Otherwise TypeORM would open its own transaction around each save().
        Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
        const result = await nestingGuard.inside(() => work(runner.manager));
        if (begin.rollsBack) await this.discard(client);
        else await this.commit(client);
        return result;
      } catch (error) {
        // On a connection that does not answer, ROLLBACK would only be another statement to wait for.
        brokenBy = losesConnection(error) ? (error as Error) : await this.rollback(client);
        throw error;
      } finally {
        client.answerTimeoutMs = CONNECTION_LIMITS.query_timeout;
      }
    } finally {
      await this.release(runner, brokenBy);
    }
  }

  private async begin(client: TransactionClient, { statements, institutionId }: Begin): Promise<void> {
    if (institutionId === undefined) {
      await client.query(statements);
      return;
    }
    const answers = await client.query<{ rows: { days: number | null }[] }[]>(statements);
    this.clock.learn(institutionId, answers.at(-1)?.rows[0]?.days ?? 0);
  }

  private async commit(client: TransactionClient): Promise<void> {
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new TransactionLostError(command);
    client.assertReplicated();
  }

  /** Refuses what COMMIT would refuse, and stores nothing. */
  private async discard(client: TransactionClient): Promise<void> {
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    await client.query('ROLLBACK');
  }

  /** @returns the error that makes the connection unusable, if there is one. */
  private async rollback(client: TransactionClient): Promise<Error | undefined> {
    try {
      await client.query('ROLLBACK');
      return undefined;
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'A connection was lost during a transaction.');
      return error as Error;
    }
  }

  /** A client whose COMMIT or ROLLBACK failed is destroyed, not returned to the pool. */
  private async release(runner: QueryRunner, brokenBy: Error | undefined): Promise<void> {
    Object.assign(runner, { isTransactionActive: false, transactionDepth: 0 });
    await (runner as unknown as { releasePostgresConnection(error?: Error): Promise<void> }).releasePostgresConnection(
      brokenBy,
    );
  }
}
