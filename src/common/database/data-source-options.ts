import { types } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { LosableClient } from './losable-client';
import { migrations } from './migrations/all-migrations';
import { SnakeNamingStrategy } from './naming-strategy';
import { DEFAULT_SERVING_ROLE, migrationsFor } from './serving-role';
import { CONNECTION_LIMITS, type ServingSession } from './serving-session';

// A `date` is a calendar date, not an instant: the driver's default would shift it through the process's time zone.
types.setTypeParser(types.builtins.DATE, (text) => text);

interface ServingDatabase {
  url: string;
  session: ServingSession;
  poolSize: number;
  entities: NonNullable<DataSourceOptions['entities']>;
}

/** Options of the serving data source: never migrates, never synchronises. */
export function servingOptions({ url, session, poolSize, entities }: ServingDatabase): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    synchronize: false,
    namingStrategy: new SnakeNamingStrategy(),
    extra: { ...session.connection, max: poolSize, ...CONNECTION_LIMITS },
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
