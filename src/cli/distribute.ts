import { servingRoleOf } from '../common/database/serving-role';
import { distribute, SHARDS_DEFAULT } from './distribution/distribute';
import { MIGRATION_URL_MISSING, type OperatorCommand, parsedOptions, UsageError } from './operator-command';

/** Citus allows more, but each shard of each table is a table of a worker. */
const SHARDS_MAX = 256;

/** Distribution cannot be undone by this program, so nobody may learn of its limits afterwards. */
const LIMITS =
  'A distributed database has no logical backup and no sandbox with a shifted clock, and this program cannot join it ' +
  'again (docs/scaling.md#citus-limits). Add --accept-limits if you back up every machine by physical backups, or ' +
  '--dry-run to see the SQL.';

/** `corebank distribute`: one database over several machines with Citus (docs/scaling.md#citus). */
export const distributeCommand: OperatorCommand = {
  name: 'distribute',
  options: '[--shards N] --dry-run | --accept-limits',
  summary:
    'Distributes the tables over the workers of a Citus coordinator by institution; with --dry-run prints the SQL',
  async run({ config }, args) {
    const options = parsedOptions(args, {
      shards: 'string',
      'dry-run': 'boolean',
      'accept-limits': 'boolean',
    } as const);
    const { shards, 'dry-run': isDryRun = false } = options;
    if (!isDryRun && options['accept-limits'] !== true) throw new UsageError(LIMITS);
    if (config.migrationUrl === undefined) throw new UsageError(MIGRATION_URL_MISSING);
    const { steps, distributed, reference } = await distribute({
      url: config.migrationUrl,
      servingRole: servingRoleOf(config),
      shards: shardsOf(shards),
      isDryRun,
    });
    const summary =
      steps.length === 0
        ? 'The database is distributed already; nothing was changed.'
        : `${distributed.length} tables are distributed and ${reference.length} are reference tables` +
          (isDryRun ? ' after this; nothing was changed.' : '.');
    const lines = steps.flatMap(({ what, statements }) =>
      isDryRun ? [`-- ${what}`, ...statements.map((statement) => `${statement};`)] : [what],
    );
    return {
      ok: true,
      text: [...lines, isDryRun ? `-- ${summary}` : summary],
      data: { dryRun: isDryRun, steps, distributed, reference },
    };
  },
};

/** @throws UsageError */
function shardsOf(text: string | undefined): number {
  if (text === undefined) return SHARDS_DEFAULT;
  const shards = Number(text);
  if (!/^[1-9]\d{0,2}$/.test(text) || shards > SHARDS_MAX)
    throw new UsageError(`--shards must be a number from 1 to ${SHARDS_MAX}.`);
  return shards;
}
