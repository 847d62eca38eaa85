import { DataSource } from 'typeorm';
import { migrationOptions } from './data-source-options';

/** Any fixed number: several instances that boot together migrate one after the other. */
const MIGRATION_LOCK = 7_310_226;

/**
 * Brings a database up to the newest migration, as the role of `databaseUrl`. Safe to call from several processes at once.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const dataSource = await new DataSource(migrationOptions(databaseUrl)).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    // The lock is the session's: it ends with it.
    await lock.release();
    await dataSource.destroy();
  }
}
