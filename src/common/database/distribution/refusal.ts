import type { ClusterFacts } from './cluster-facts';
import { ANCHOR_TABLE, DISTRIBUTION_COLUMN, type PlacedTable, placeOf } from './table-places';

/** The oldest major version of Citus that the program is tested with. */
const CITUS_MAJOR_MIN = 13;

/** Says why a database cannot be distributed and what to do; undefined when it can (docs/scaling.md#citus). */
export function refusalOfDistribution(facts: ClusterFacts, pendingMigrations: number): string | undefined {
  return refusalOfCluster(facts) ?? refusalOfSchema(facts, pendingMigrations);
}

function refusalOfCluster(facts: ClusterFacts): string | undefined {
  const { citusVersion, isCoordinator, isCoordinatorKnown, workers, bypassesRowSecurity } = facts;
  if (citusVersion === null)
    return (
      'This database has no Citus. Install the extension on the coordinator and on every worker, add citus to ' +
      'shared_preload_libraries, and run CREATE EXTENSION citus in this database on each of them.'
    );
  if (Number(/^\d+/.exec(citusVersion)?.[0] ?? 0) < CITUS_MAJOR_MIN)
    return `Citus ${citusVersion} is too old: use ${CITUS_MAJOR_MIN} or newer.`;
  if (!isCoordinator) return 'This server is a worker: point DATABASE_MIGRATION_URL to the coordinator.';
  if (workers === 0)
    return "The coordinator has no worker that takes shards: run SELECT citus_add_node('HOST', PORT) for each.";
  if (!isCoordinatorKnown)
    return "The workers do not know the coordinator: run SELECT citus_set_coordinator_host('HOST', PORT) on it.";
  if (!bypassesRowSecurity)
    return (
      'The role of DATABASE_MIGRATION_URL is no superuser, so row-level security would hide the rows that are to be ' +
      'copied to the workers: run this command as a superuser.'
    );
  return undefined;
}

function refusalOfSchema({ tables }: ClusterFacts, pendingMigrations: number): string | undefined {
  if (pendingMigrations > 0) return `The schema lacks ${pendingMigrations} migrations: run corebank migrate first.`;
  const wrong = tables.filter((table) => isElsewhere(table, tables)).map(({ name }) => name);
  if (wrong.length > 0)
    return (
      `Distributed in another way than by ${DISTRIBUTION_COLUMN} with ${ANCHOR_TABLE}: ${wrong.join(', ')}. ` +
      'Run SELECT undistribute_table for each, then this command again.'
    );
  return undefined;
}

/** True for a table that Citus has already placed, and not where it belongs. */
function isElsewhere(table: PlacedTable, tables: readonly PlacedTable[]): boolean {
  if (table.place === 'local') return false;
  if (table.place !== placeOf(table)) return true;
  const anchor = tables.find(({ name }) => name === ANCHOR_TABLE);
  return (
    table.place === 'distributed' &&
    (table.distributionColumn !== DISTRIBUTION_COLUMN || table.colocationId !== anchor?.colocationId)
  );
}
