import { Client } from 'pg';
import { StartRefusedError } from '../../errors/start-refused-error';
import { type Ask, type ClusterFacts, isDistributed, readClusterFacts } from './cluster-facts';
import { misplacedTables } from './table-places';

/**
 * The tables of a distributed database that are not distributed yet, such as those of a later migration; empty on an
 * ordinary database.
 */
export function undistributedTables(facts: ClusterFacts): string[] {
  return isDistributed(facts) ? misplacedTables(facts.tables).map(({ name }) => name) : [];
}

/** The same for the database at this address. */
export async function readUndistributedTables(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const ask: Ask = async <Row>(statement: string, values: unknown[] = []) =>
      (await client.query(statement, values)).rows as Row[];
    return undistributedTables(await readClusterFacts(ask));
  } finally {
    await client.end();
  }
}

/**
 * Refuses to serve a database of which a part is on the workers: a join of both parts can end the coordinator.
 * @throws StartRefusedError
 */
export async function assertWhollyDistributed(ask: Ask): Promise<void> {
  const remedy = remedyForUndistributed(undistributedTables(await readClusterFacts(ask)));
  if (remedy !== undefined) throw new StartRefusedError(remedy);
}

/** The remedy for such tables, as a sentence; undefined where there is none. */
export function remedyForUndistributed(tables: readonly string[]): string | undefined {
  if (tables.length === 0) return undefined;
  return `On the coordinator only: ${tables.join(', ')}. Run corebank distribute while no server runs.`;
}
