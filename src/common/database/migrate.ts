import { DataSource } from 'typeorm';
import { migrationOptions } from './data-source-options';
import { assertProgramIsTolerated, recordTolerances } from './program-tolerance';
import { DEFAULT_SERVING_ROLE } from './serving-role';

/** Any fixed number: instances that boot at the same time migrate one after the other. */
const MIGRATION_LOCK = 7_310_226;

/**
 * Migrates a database to the newest version, as the role of `databaseUrl`. Several processes may call it at the same
 * time.
 *
 * @param role the serving role, which gets the rights.
 * @throws Error when a migration of a newer program does not tolerate this one.
 */
export async function migrate(databaseUrl: string, role = DEFAULT_SERVING_ROLE): Promise<void> {
  const dataSource = await new DataSource(migrationOptions(databaseUrl, [], role)).initialize();
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
