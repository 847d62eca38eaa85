import type { ClientConfig, QueryConfig } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { AppConfig } from '../config/app-config';
import { LosableClient } from './losable-client';

/**
 * Time limits of the server for every serving connection; money statements take milliseconds
 * (`docs/ARCHITECTURE.md#database-access`).
 */
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;

/**
 * Time limits of the client for every serving connection. A database that hangs, or a network that drops everything,
 * neither answers a statement nor applies its own time-out, so these limits are a little longer than the server's; the
 * connection is then closed.
 */
export const CONNECTION_LIMITS = {
  connectionTimeoutMillis: 5_000,
  query_timeout: STATEMENT_TIMEOUT_MS + 2_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** The part of the configuration that says how serving connections are used. */
export type SessionConfig = Pick<AppConfig, 'databaseRole' | 'databasePooler' | 'preparedStatements'>;

/** Sends every statement without a name, so that no connection has to remember one. */
class UnpreparedClient extends LosableClient {
  constructor(config?: string | ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (query: unknown, ...rest: unknown[]) => unknown;
    const unnamed = (query: string | QueryConfig, ...rest: unknown[]): unknown =>
      send(typeof query === 'object' && query.name !== undefined ? { ...query, name: undefined } : query, ...rest);
    this.query = unnamed as LosableClient['query'];
  }
}

/**
 * The serving role and the settings of serving connections. A connection has them from its start or, behind a pooler
 * that lends a connection of the server for one transaction, each transaction sets them for itself
 * (docs/scaling.md#pooler).
 */
export class ServingSession {
  private readonly settings: [name: string, value: string][];

  /** @param extra settings of the server beside the usual ones, or instead of them. */
  constructor(
    private readonly config: SessionConfig,
    extra: Record<string, string> = {},
  ) {
    const { databaseRole } = config;
    this.settings = Object.entries({
      ...(databaseRole === '' ? {} : { role: databaseRole }),
      statement_timeout: String(STATEMENT_TIMEOUT_MS),
      lock_timeout: String(LOCK_TIMEOUT_MS),
      idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
      timezone: 'UTC',
      ...extra,
    });
  }

  /** True where a pooler lends a connection of the server for one transaction. */
  get isPooled(): boolean {
    return this.config.databasePooler === 'transaction';
  }

  /** The driver's class of connections, and the options with which the server starts them. */
  get connection(): { Client: typeof LosableClient; options?: string } {
    const Client = this.config.preparedStatements ? LosableClient : UnpreparedClient;
    if (this.isPooled) return { Client };
    return { Client, options: this.settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') };
  }

  /** The beginning of a transaction that has the serving role and the settings. @param begin `BEGIN`, with its mode */
  opening(begin = 'BEGIN'): string {
    return [begin, ...this.localSettings].join('; ');
  }

  /** One statement without parameters, to be sent alone: PostgreSQL makes one transaction of it and the settings. */
  alone(statement: string): string {
    return [...this.localSettings, statement].join('; ');
  }

  /**
   * They end with the transaction, so that nobody who borrows the connection later meets them. No institution is one of
   * them: another program at the pooler may have left one on the connection with `SET`.
   */
  private get localSettings(): string[] {
    if (!this.isPooled) return [];
    const settings: typeof this.settings = [...this.settings, ['app.institution_id', '']];
    return settings.map(([name, value]) => `SET LOCAL ${name} = '${value}'`);
  }
}

/** Runs the checks of a start in a transaction that begins like any other. */
export async function inServingTransaction(
  dataSource: DataSource,
  session: ServingSession,
  work: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(session.opening());
    Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
    await work(runner.manager);
    await runner.query('COMMIT');
  } catch (error) {
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    Object.assign(runner, { isTransactionActive: false, transactionDepth: 0 });
    await runner.release();
  }
}
