import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { StartRefusedError } from '../errors/start-refused-error';
import { migrationOptions } from './data-source-options';
import { assertProgramIsTolerated, recordTolerances } from './program-tolerance';
import { DEFAULT_SERVING_ROLE } from './serving-role';

/** Any fixed number: instances that boot at the same time migrate one after the other. */
const MIGRATION_LOCK = 7_310_226;

const TABLE_LOCK_ATTEMPTS_MAX = 12;
const TABLE_LOCK_PAUSE_MS = 2_000;
/** PostgreSQL's code for a lock that did not come in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Migrates a database to the newest version, as the role of `databaseUrl`. Several processes may call it at the same
 * time, and servers may go on working (docs/upgrading.md).
 *
 * @param role the serving role, which gets the rights.
 * @throws StartRefusedError when a migration of a newer program does not tolerate this one, or when a table stays
 * locked for a minute.
 */
export async function migrate(databaseUrl: string, role = DEFAULT_SERVING_ROLE): Promise<void> {
  const dataSource = await new DataSource(migrationOptions(databaseUrl, [], role)).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SET lock_timeout = 0');
    await lock.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await assertProgramIsTolerated(dataSource);
    await runPatiently(dataSource);
    await recordTolerances(dataSource);
  } finally {
    // The lock belongs to the session and ends with it.
    await lock.release();
    await dataSource.destroy();
  }
}

/** A migration is a transaction, so one that gave up has changed nothing, and those before it are done. */
async function runPatiently(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === TABLE_LOCK_ATTEMPTS_MAX)
        throw new StartRefusedError(
          'A migration waited a minute for a table that somebody else uses: end long reports, backups and idle ' +
            'transactions (pg_stat_activity), then run corebank migrate again. What was migrated stays.',
        );
      await sleep(TABLE_LOCK_PAUSE_MS);
    }
  }
}
