import { Client } from 'pg';
import { type Ask, readClusterFacts } from '../../common/database/distribution/cluster-facts';
import { refusalOfDistribution } from '../../common/database/distribution/refusal';
import {
  ANCHOR_TABLE,
  DISTRIBUTION_COLUMN,
  misplacedTables,
  type PlacedTable,
  placeOf,
} from '../../common/database/distribution/table-places';
import { pendingMigrations } from '../../common/database/pending-migrations';
import { StartRefusedError } from '../../common/errors/start-refused-error';
import {
  type DistributionStep,
  FUNCTIONS_OF_SHARDS,
  preparationSteps,
  readPreparedness,
  refusalOfClocks,
  refusalOfConnections,
} from './preparations';

/** How many shards a new distribution has: the greatest number of workers that it can ever use. */
export const SHARDS_DEFAULT = 32;

interface DistributionOrder {
  /** A superuser's connection to the coordinator. */
  url: string;
  servingRole: string;
  /** Shards of the tables; only the first distribution of a database takes it. */
  shards: number;
  isDryRun: boolean;
}

/** The steps that a distribution made or, in a dry run, would make. */
export interface DistributionResult {
  steps: DistributionStep[];
  distributed: string[];
  reference: string[];
}

/**
 * Distributes the tenant tables of a database by institution over the workers of its Citus coordinator, all colocated,
 * and copies the routing tables to every machine. Each table is a transaction that compares the number of rows, so an
 * interrupted run is continued by the next one. No server may run meanwhile.
 *
 * @throws StartRefusedError that says why the database cannot be distributed and what to do
 */
export async function distribute(order: DistributionOrder): Promise<DistributionResult> {
  const pending = await pendingMigrations(order.url, order.servingRole);
  const client = new Client({ connectionString: order.url });
  await client.connect();
  try {
    const ask: Ask = async <Row>(statement: string, values: unknown[] = []) =>
      (await client.query(statement, values)).rows as Row[];
    const facts = await readClusterFacts(ask);
    const refusal = refusalOfDistribution(facts, pending.length);
    if (refusal !== undefined) throw new StartRefusedError(refusal);
    const prepared = await readPreparedness(ask, order.servingRole);
    const unready = refusalOfClocks(prepared) ?? (order.isDryRun ? undefined : refusalOfConnections(prepared));
    if (unready !== undefined) throw new StartRefusedError(unready);
    const tables = misplacedTables(facts.tables);
    const preparations = preparationSteps(prepared, order.servingRole);
    if (!order.isDryRun) {
      for (const step of preparations)
        await inTransaction(ask, async () => {
          for (const statement of step.statements) await ask(statement);
        });
      await ask("SET citus.enable_unsafe_triggers = 'on'");
      for (const table of tables) await place(ask, table, order.shards);
      // They read the table of institutions, so the workers can have them only after it.
      for (const name of FUNCTIONS_OF_SHARDS) await ask(`SELECT create_distributed_function('${name}')`);
    }
    return {
      steps: [...preparations, ...tables.map((table) => placing(table, order.shards))],
      distributed: tables.filter((table) => placeOf(table) === 'distributed').map(({ name }) => name),
      reference: tables.filter((table) => placeOf(table) === 'reference').map(({ name }) => name),
    };
  } finally {
    await client.end();
  }
}

/**
 * The condition of a tenant table, in a form that the planner does not join with the institution that a query names:
 * from the two it would make a condition without a column, which Citus refuses beside outer joins.
 */
const CONDITION = "(institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) IS TRUE";

/**
 * The step that places a table. Citus keeps the rows of before on the coordinator until they are truncated. Triggers
 * rest meanwhile: a copied row is no new one, so it makes no event and no work, and keeps its values.
 */
export function placing(table: PlacedTable, shards: number): DistributionStep {
  const { name, isTenantTable } = table;
  const isReference = placeOf(table) === 'reference';
  const policy = `ALTER POLICY tenant ON "${name}" USING (${CONDITION}) WITH CHECK (${CONDITION})`;
  const triggers = (change: string): string[] =>
    table.hasTriggers ? [`ALTER TABLE "${name}" ${change} TRIGGER USER`] : [];
  return {
    what: isReference ? `${name} is a reference table.` : `${name} is distributed by ${DISTRIBUTION_COLUMN}.`,
    statements: [
      ...(isTenantTable ? [policy] : []),
      ...triggers('DISABLE'),
      isReference ? `SELECT create_reference_table('"${name}"')` : distributing(name, shards),
      ...triggers('ENABLE'),
      `SELECT truncate_local_data_after_distributing_table('"${name}"'::regclass)`,
    ],
  };
}

function distributing(name: string, shards: number): string {
  const mates =
    name === ANCHOR_TABLE ? `colocate_with => 'none', shard_count => ${shards}` : `colocate_with => '${ANCHOR_TABLE}'`;
  return `SELECT create_distributed_table('"${name}"', '${DISTRIBUTION_COLUMN}', ${mates})`;
}

/** Copies the rows of a table to their machines, and truncates the old ones when the numbers agree. */
async function place(ask: Ask, table: PlacedTable, shards: number): Promise<void> {
  const statements = [...placing(table, shards).statements];
  const truncate = statements.pop()!;
  await inTransaction(ask, async () => {
    await ask(`LOCK TABLE "${table.name}" IN ACCESS EXCLUSIVE MODE`);
    const before = await rowsOf(ask, table.name);
    for (const statement of statements) await ask(statement);
    const after = await rowsOf(ask, table.name);
    if (after !== before)
      throw new StartRefusedError(
        `The table ${table.name} has ${before} rows, and ${after} arrived on the workers; it was left as it was.`,
      );
    await ask(truncate);
  });
}

async function rowsOf(ask: Ask, table: string): Promise<string> {
  const [row] = await ask<{ count: string }>(`SELECT count(*) FROM "${table}"`);
  return row!.count;
}

async function inTransaction(ask: Ask, work: () => Promise<void>): Promise<void> {
  await ask('BEGIN');
  try {
    await work();
    await ask('COMMIT');
  } catch (error) {
    await ask('ROLLBACK');
    throw error;
  }
}
