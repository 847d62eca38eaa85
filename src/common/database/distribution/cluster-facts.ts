import type { PlacedTable } from './table-places';

/** Answers the rows of a statement. */
export type Ask = <Row>(statement: string, values?: unknown[]) => Promise<Row[]>;

/** A cluster of Citus, as the server of the connection sees it. */
export interface ClusterFacts {
  /** Version of the extension in this database, such as `13.2-1`; null where it is not installed. */
  citusVersion: string | null;
  isCoordinator: boolean;
  /** False until `citus_set_coordinator_host` told the workers where the coordinator is. */
  isCoordinatorKnown: boolean;
  /** Active machines that take shards. */
  workers: number;
  /** True for a role that row-level security does not bind, as the copying of rows to shards needs. */
  bypassesRowSecurity: boolean;
  tables: PlacedTable[];
}

const ROLE = `SELECT rolsuper AS bypasses FROM pg_roles WHERE rolname = current_user`;

const VERSION = `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`;

const NODES = `
  SELECT (SELECT groupid = 0 FROM pg_dist_local_group) AS coordinator,
         coalesce(bool_or(groupid = 0), false) AS known,
         (count(*) FILTER (WHERE groupid <> 0 AND noderole = 'primary' AND isactive AND shouldhaveshards))::int
           AS workers
    FROM pg_dist_node`;

/** Parts of the names of columns and methods are Citus' own: `h` is distributed by hash, `n` a reference table. */
const TABLES = `
  SELECT c.relname AS name,
         EXISTS (SELECT 1 FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attname = 'institution_id' AND NOT a.attisdropped)
           AS "hasInstitutionId",
         CASE p.partmethod WHEN 'h' THEN 'distributed' WHEN 'n' THEN 'reference' ELSE 'local' END AS place,
         CASE WHEN p.partmethod = 'h' THEN column_to_column_name(p.logicalrelid, p.partkey) END
           AS "distributionColumn",
         coalesce(p.colocationid, 0)::int AS "colocationId", c.relrowsecurity AS "isTenantTable",
         EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal) AS "hasTriggers"
    FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
   WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
   ORDER BY c.relname`;

/** Reads what decides whether and how a database can be distributed. Without the extension it names no table. */
export async function readClusterFacts(ask: Ask): Promise<ClusterFacts> {
  const [role] = await ask<{ bypasses: boolean }>(ROLE);
  const [extension] = await ask<{ version: string }>(VERSION);
  const bypassesRowSecurity = role?.bypasses ?? false;
  if (!extension)
    return {
      citusVersion: null,
      isCoordinator: false,
      isCoordinatorKnown: false,
      workers: 0,
      bypassesRowSecurity,
      tables: [],
    };
  const [nodes] = await ask<{ coordinator: boolean; known: boolean; workers: number }>(NODES);
  return {
    citusVersion: extension.version,
    isCoordinator: nodes?.coordinator ?? false,
    isCoordinatorKnown: nodes?.known ?? false,
    workers: nodes?.workers ?? 0,
    bypassesRowSecurity,
    tables: await ask<PlacedTable>(TABLES),
  };
}

/** True for a database whose institutions are spread over machines. */
export function isDistributed({ tables }: Pick<ClusterFacts, 'tables'>): boolean {
  return tables.some(({ place }) => place === 'distributed');
}
