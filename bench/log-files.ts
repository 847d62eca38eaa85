import { Client } from 'pg';

/** Those that the embedded PostgreSQL keeps for reuse (`min_wal_size`): 512 MB in files of 16. */
const KEPT_FILES = 32;

/**
 * Makes the files of the write-ahead log that PostgreSQL writes again and again after its first checkpoints. A young
 * cluster has to make each file when it needs it, for which all commits wait a tenth of a second.
 */
export async function makeLogFiles(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (let file = 0; file < KEPT_FILES; file += 1)
      await client.query(`SELECT pg_logical_emit_message(false, 'bench', 'next file'), pg_switch_wal()`);
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}
