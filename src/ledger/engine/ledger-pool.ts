import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { AppConfig } from '../../common/config/app-config';
import { CONNECTION_LIMITS, ServingSession } from '../../common/database/serving-session';
import { assertInstitutionId } from '../../common/database/unit-of-work';
import { Metrics } from '../../common/metrics/metrics';
import { allOrFirstFailure, pipelinedConnection } from './batch-connection';

/** Few batches run at the same time; more connections would only compete for the same rows. */
const POOL_SIZE = 8;

/**
 * PostgreSQL keeps the plan of a prepared statement, even one made while a table was empty. Sequential scans are off,
 * so that such a plan uses an index (measured on fresh tables: 2,300/s with scans, 6,900/s without), and connections
 * are renewed, so that no plan becomes outdated (docs/adr/0004-plans-of-the-ledger.md).
 */
export const PLANNER_SETTINGS = { enable_seqscan: 'off' };

const CONNECTION_LIFETIME_SEC = 60;

/** The posting engine's own connections. They pipeline: the statements of a batch are sent together. */
@Injectable()
export class LedgerPool implements OnApplicationShutdown {
  private readonly logger = new Logger(LedgerPool.name);
  /** The settings with which a transaction of these connections begins. */
  readonly session: ServingSession;
  private readonly pool: Pool;

  constructor(config: AppConfig, metrics: Metrics) {
    this.session = new ServingSession(config, PLANNER_SETTINGS);
    this.pool = new Pool({
      connectionString: config.databaseUrl,
      ...this.session.connection,
      max: POOL_SIZE,
      ...CONNECTION_LIMITS,
      maxLifetimeSeconds: CONNECTION_LIFETIME_SEC,
      pipeline: true,
    });
    metrics.observePool('ledger', () => this.pool);
    // Without a listener the loss of an idle connection ends the process.
    this.pool.on('error', (error) => this.logger.warn({ err: error }, 'An idle ledger connection was lost.'));
  }

  connect(): Promise<PoolClient> {
    return this.pool.connect();
  }

  /** Runs one prepared query on an institution's rows, in a transaction of its own, with one round trip. */
  async lookUp<Row>(institutionId: number, name: string, text: string, values: unknown[]): Promise<Row[]> {
    assertInstitutionId(institutionId);
    const client = await this.pool.connect();
    let brokenBy: Error | undefined;
    try {
      const connection = pipelinedConnection(client);
      const begin = this.session.opening('BEGIN READ ONLY');
      const begun = connection.query(undefined, `${begin}; SET LOCAL app.institution_id = ${institutionId}`);
      const [, found] = await allOrFirstFailure([
        begun,
        connection.query(name, text, values),
        connection.query(undefined, 'COMMIT'),
      ]);
      return found.rows as Row[];
    } catch (error) {
      brokenBy = error as Error;
      throw error;
    } finally {
      // After a failure, statements may still be running: the client is not used again.
      client.release(brokenBy);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
