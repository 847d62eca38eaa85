import { DataSource } from 'typeorm';
import { migrationOptions } from './data-source-options';
import { assertProgramIsTolerated, recordTolerances } from './program-tolerance';

/** Any fixed number: instances that boot at the same time migrate one after the other. */
const MIGRATION_LOCK = 7_310_226;

/**
 * Migrates a database to the newest version, as the role of `databaseUrl`. Several processes may call it at the same
 * time.
 *
 * @throws Error when a migration of a newer program does not tolerate this one.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const dataSource = await new DataSource(migrationOptions(databaseUrl)).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await assertProgramIsTolerated(dataSource);
    await dataSource.runMigrations({ transaction: 'each' });
    await recordTolerances(dataSource);
  } finally {
    // The lock belongs to the session and ends with it.
    await lock.release();
    await dataSource.destroy();
  }
}
