import { readUndistributedTables, remedyForUndistributed } from '../common/database/distribution/undistributed';
import { migrate } from '../common/database/migrate';
import { pendingMigrations } from '../common/database/pending-migrations';
import { servingRoleOf } from '../common/database/serving-role';
import { MIGRATION_URL_MISSING, type OperatorCommand, switchOption, UsageError } from './operator-command';

/** `corebank migrate`: brings the schema up to date, as the role of DATABASE_MIGRATION_URL. */
export const migrateCommand: OperatorCommand = {
  name: 'migrate',
  options: '[--dry-run]',
  summary: 'Runs the migrations that are missing, one process at a time; with --dry-run prints their SQL',
  async run({ config }, args) {
    const isDryRun = switchOption(args, 'dry-run');
    if (config.migrationUrl === undefined) throw new UsageError(MIGRATION_URL_MISSING);
    const role = servingRoleOf(config);
    const pending = await pendingMigrations(config.migrationUrl, role);
    if (!isDryRun) await migrate(config.migrationUrl, role);
    const sql = pending.flatMap(({ name, oldestProgram, statements }) => [
      `-- ${name}; the oldest program that may run beside it is ${oldestProgram}`,
      ...statements.map((statement) => `${statement.trim().replace(/;$/, '')};`),
    ]);
    const summary =
      pending.length === 0
        ? 'The schema is up to date.'
        : `${pending.length} migrations ${isDryRun ? 'are missing; nothing was changed' : 'were run'}.`;
    const undistributed = await readUndistributedTables(config.migrationUrl);
    const remedy = remedyForUndistributed(undistributed);
    const ran = [...pending.map(({ name }) => `Ran ${name}`), summary, ...(remedy === undefined ? [] : [remedy])];
    return {
      ok: true,
      text: isDryRun ? [...sql, `-- ${summary}`] : ran,
      data: { dryRun: isDryRun, migrations: isDryRun ? pending : pending.map(({ name }) => name), undistributed },
    };
  },
};
