import type { EnvironmentReader } from './environment-reader';

/**
 * What is between the program and PostgreSQL: nothing, or a pooler that may lend every transaction another connection
 * of the server, as PgBouncer does with `pool_mode = transaction`.
 */
const DATABASE_POOLERS = ['none', 'transaction'] as const;
export type DatabasePooler = (typeof DATABASE_POOLERS)[number];

/** The settings of the databases that depend on the pooler. */
interface PooledDatabase {
  databasePooler: DatabasePooler;
  preparedStatements: boolean;
  migrationUrl: string | undefined;
  migrateOnStart: boolean;
}

/**
 * Reads them. A migration holds a lock for longer than a transaction, so it needs the server itself: with a pooler
 * DATABASE_MIGRATION_URL has no default.
 */
export function readPooledDatabase(reader: EnvironmentReader, databaseUrl: string | undefined): PooledDatabase {
  const named = reader.postgresUrl('DATABASE_MIGRATION_URL');
  const migrateOnStart = reader.boolean('MIGRATE_ON_START', true);
  const configured = reader.oneOf('DATABASE_POOLER', DATABASE_POOLERS, 'none');
  // The embedded database is behind no pooler.
  const databasePooler = databaseUrl === undefined ? 'none' : configured;
  const isPooled = databasePooler === 'transaction';
  if (isPooled && named === undefined && migrateOnStart)
    reader.report(
      'DATABASE_MIGRATION_URL',
      'is required with DATABASE_POOLER=transaction, and names PostgreSQL itself: migrations cannot run through a ' +
        'pooler. Or set MIGRATE_ON_START=false and run corebank migrate elsewhere',
    );
  if (isPooled && named !== undefined && isSameDatabase(named, databaseUrl ?? ''))
    reader.report(
      'DATABASE_MIGRATION_URL',
      'must name PostgreSQL itself, and not the pooler of DATABASE_URL: migrations cannot run through a pooler',
    );
  return {
    databasePooler,
    preparedStatements: reader.boolean('DATABASE_PREPARED_STATEMENTS', !isPooled),
    migrationUrl: named ?? (isPooled ? undefined : databaseUrl),
    migrateOnStart,
  };
}

/** A pooler may offer a database in two ways, under two names, of which one may keep sessions. */
function isSameDatabase(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [first, second] = [new URL(one), new URL(other)];
  return first.host === second.host && first.pathname === second.pathname;
}
