import { types } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { LosableClient } from './losable-client';
import { migrations } from './migrations/all-migrations';
import { SnakeNamingStrategy } from './naming-strategy';
import { DEFAULT_SERVING_ROLE, migrationsFor } from './serving-role';

// A `date` is a calendar date, not an instant: the driver's default would shift it through the process's time zone.
types.setTypeParser(types.builtins.DATE, (text) => text);

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

/** libpq startup options: the serving role and the server-side timeouts. */
export function startupOptions(role: string, extra: Record<string, string> = {}): string {
  const settings: Record<string, string> = {
    ...(role === '' ? {} : { role }),
    statement_timeout: String(STATEMENT_TIMEOUT_MS),
    lock_timeout: String(LOCK_TIMEOUT_MS),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
    timezone: 'UTC',
    ...extra,
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

interface ServingDatabase {
  url: string;
  role: string;
  poolSize: number;
  entities: NonNullable<DataSourceOptions['entities']>;
}

/** Options of the serving data source: never migrates, never synchronises, takes the serving role. */
export function servingOptions({ url, role, poolSize, entities }: ServingDatabase): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    synchronize: false,
    namingStrategy: new SnakeNamingStrategy(),
    extra: { Client: LosableClient, max: poolSize, options: startupOptions(role), ...CONNECTION_LIMITS },
  };
}

/**
 * A statement of a migration that waits for a table makes everybody wait who asks for the table after it. So it gives
 * up after this time, lets the others through and is repeated.
 */
const TABLE_LOCK_TIMEOUT_MS = 3_000;

/**
 * Options of the data source that migrates: the schema's owner, no limit but that of waiting for a table.
 * @param role the serving role that gets the rights.
 */
export function migrationOptions(
  url: string,
  entities: ServingDatabase['entities'] = [],
  role = DEFAULT_SERVING_ROLE,
): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations: migrationsFor(role, migrations),
    synchronize: false,
    namingStrategy: new SnakeNamingStrategy(),
    extra: { Client: LosableClient, options: `-c lock_timeout=${TABLE_LOCK_TIMEOUT_MS}` },
  };
}
