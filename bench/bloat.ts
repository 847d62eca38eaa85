import { Client } from 'pg';
import type { LoadResult } from './load-generator';

type Print = (line: Record<string, unknown>) => void;

/** Tables that transfers write: the first is updated in place, the others grow. */
const TABLES = ['ledger_account', 'posting', 'posting_entry', 'request_claim'];

const SIZES = `SELECT c.relname AS table, pg_table_size(c.oid)::float8 AS bytes, pg_indexes_size(c.oid)::float8 AS "indexBytes",
    s.n_live_tup::float8 AS live, s.n_dead_tup::float8 AS dead, s.n_tup_upd::float8 AS updated,
    s.n_tup_hot_upd::float8 AS "updatedInPage", s.autovacuum_count::int AS vacuums
  FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid WHERE c.relname = ANY($1)`;

interface TableSize {
  table: string;
  bytes: number;
  indexBytes: number;
  live: number;
  dead: number;
  updated: number;
  updatedInPage: number;
  vacuums: number;
}

const MIB = 1024 * 1024;

/**
 * `--bloat [--days N]`: so many times the transfers of a busy day, one after the other, with the vacuum that PostgreSQL
 * starts by itself: the rate of each, what the tables and indexes of the ledger have grown to, and how much of them a
 * rebuild would give back at the end.
 */
export async function measureBloat(
  adminUrl: string,
  days: number,
  day: () => Promise<LoadResult>,
  print: Print,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    let transfers = 0;
    for (let n = 1; n <= days; n += 1) {
      const { perSecond, p99Ms, answers } = await day();
      transfers += answers;
      print({ scenario: 'bloat', day: n, transfers, perSecond, p99Ms });
      for (const size of await sizes(client)) print({ scenario: 'bloat', day: n, ...shown(size) });
    }
    for (const { table, bytes, indexBytes } of await sizes(client)) {
      await client.query(`VACUUM FULL ${table}`);
      const [rebuilt] = (await sizes(client)).filter((size) => size.table === table);
      print({
        scenario: 'bloat',
        rebuilt: table,
        tableKept: share(rebuilt!.bytes, bytes),
        indexesKept: share(rebuilt!.indexBytes, indexBytes),
      });
    }
  } finally {
    await client.end();
  }
}

async function sizes(client: Client): Promise<TableSize[]> {
  const { rows } = await client.query<TableSize>(SIZES, [TABLES]);
  return rows;
}

function shown({ table, bytes, indexBytes, live, dead, updated, updatedInPage, vacuums }: TableSize): object {
  return {
    table,
    mib: Math.round(bytes / MIB),
    indexMib: Math.round(indexBytes / MIB),
    deadShare: share(dead, live + dead),
    updatedInPage: share(updatedInPage, updated),
    vacuums,
  };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100) / 100);
