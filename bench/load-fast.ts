import type { Client } from 'pg';

/** Spares the disk while rows are loaded, indexes and all; what is measured afterwards is set up as ever. */
export async function loadFast(client: Client, isFast: boolean): Promise<void> {
  for (const [name, value] of Object.entries({ fsync: 'off', full_page_writes: 'off', max_wal_size: "'8GB'" })) {
    await client.query(isFast ? `ALTER SYSTEM SET ${name} = ${value}` : `ALTER SYSTEM RESET ${name}`);
  }
  await client.query('SELECT pg_reload_conf()');
  await client.query(`SET synchronous_commit = ${isFast ? 'off' : 'on'}`);
}

/**
 * Loads rows without the indexes of their tables, which are built at the end, and without triggers: what a trigger
 * would write, such as the words of a name, the loader writes itself, and no event is told.
 */
export async function loadWithoutIndexes(
  client: Client,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await client.query("SET session_replication_role = 'replica'");
  await client.query("SET maintenance_work_mem = '512MB'");
  await load();
  await client.query('RESET session_replication_role');
  for (const { definition } of rows) await client.query(definition);
}

/** The institution of the benchmark, by its code. */
export async function institutionIdOf(client: Client, code: string): Promise<number> {
  const { rows } = await client.query<{ institution_id: string }>(
    'SELECT institution_id FROM institution_directory WHERE code = $1',
    [code],
  );
  return Number(rows[0]!.institution_id);
}
