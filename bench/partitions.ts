import { Client } from 'pg';
import type { RunningServer } from './server';
import { loadStatementData } from './statement-data';

type Print = (line: Record<string, unknown>) => void;

/** Entries of a batch of the engine at the highest rate. */
const BATCH = 46;
const BATCHES = 2_000;
const READS = 2_000;
const ROUNDS = 3;
const LAST_ENTRIES = 20;

/** Whole as `posting_entry` is, and in parts of a month. A key of a partitioned table contains the date. */
const COPIES: Record<string, readonly string[]> = {
  whole: [
    'CREATE TABLE entry_whole (LIKE posting_entry INCLUDING DEFAULTS)',
    'INSERT INTO entry_whole SELECT * FROM posting_entry',
    'ALTER TABLE entry_whole ADD PRIMARY KEY (institution_id, account_id, seq)',
  ],
  monthly: [
    'CREATE TABLE entry_monthly (LIKE posting_entry INCLUDING DEFAULTS) PARTITION BY RANGE (business_date)',
    `DO $$ BEGIN
       FOR n IN -30..2 LOOP
         EXECUTE format('CREATE TABLE entry_monthly_%s PARTITION OF entry_monthly FOR VALUES FROM (%L) TO (%L)',
           n + 30, date_trunc('month', now())::date + make_interval(months => n),
           date_trunc('month', now())::date + make_interval(months => n + 1));
       END LOOP; END $$`,
    'INSERT INTO entry_monthly SELECT * FROM posting_entry',
    'ALTER TABLE entry_monthly ADD PRIMARY KEY (institution_id, account_id, seq, business_date)',
  ],
};

const indexes = (table: string): string[] => [
  `CREATE INDEX ON ${table} (institution_id, posting_id)`,
  `CREATE INDEX ON ${table} (institution_id, account_id, posted_at, seq)`,
];

/** A batch of entries on random accounts, each the next of its account. */
const insert = (table: string): string => `INSERT INTO ${table}
  SELECT e.* FROM unnest($1::bigint[], $2::bigint[]) AS u (account_id, seq)
  CROSS JOIN LATERAL (SELECT institution_id, u.account_id, u.seq, posting_id, leg, side, role, amount_kobo,
      balance_after_kobo, debits_after_kobo, credits_after_kobo, screened_out_after_kobo, screened_in_after_kobo,
      narration, virtual_account_id, current_date AS business_date, now() AS posted_at, reverses_posted_at, branch_id
    FROM posting_entry WHERE institution_id = $3 AND account_id = u.account_id LIMIT 1) e`;

/** As the API lists the movements of an account, latest first. */
const read = (table: string): string => `SELECT * FROM ${table}
  WHERE institution_id = $1 AND account_id = $2 ORDER BY posted_at DESC, seq DESC LIMIT ${LAST_ENTRIES}`;

/**
 * `--partitions [--entries N]`: the entries of the ledger in one table and in partitions of a month: what an entry
 * costs to write in batches, and what the latest movements of an account cost to read, in turns.
 */
export async function measurePartitions(
  server: RunningServer,
  adminUrl: string,
  entries: number,
  print: Print,
): Promise<void> {
  await loadStatementData(adminUrl, server.sandbox.institutionCode, entries);
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const [way, statements] of Object.entries(COPIES))
      for (const statement of [...statements, ...indexes(`entry_${way}`), `VACUUM ANALYZE entry_${way}`])
        await client.query(statement);
    const { rows } = await client.query<{ institution: string; account: string }>(
      `SELECT institution_id AS institution, account_id AS account FROM entry_whole
        GROUP BY 1, 2 HAVING count(*) >= ${LAST_ENTRIES}`,
    );
    const accounts = rows.map(({ account }) => account);
    const institution = rows[0]!.institution;
    let seq = 1_000_000_000;
    for (let round = 1; round <= ROUNDS; round += 1)
      for (const way of Object.keys(COPIES)) {
        const table = `entry_${way}`;
        const pick = (): string => accounts[Math.floor(Math.random() * accounts.length)]!;
        const writtenMs = await timed(BATCHES, () => {
          const batch = Array.from({ length: BATCH }, () => [pick(), String((seq += 1))] as const);
          const values = [batch.map(([account]) => account), batch.map(([, number]) => number), institution];
          return client.query({ name: `insert-${way}`, text: insert(table), values });
        });
        const readMs = await timed(READS, () =>
          client.query({ name: `read-${way}`, text: read(table), values: [institution, pick()] }),
        );
        print({
          scenario: 'partitions',
          way,
          round,
          writeUs: Math.round((writtenMs * 1000) / BATCHES / BATCH),
          readUs: Math.round((readMs * 1000) / READS),
        });
      }
  } finally {
    await client.end();
  }
}

/** @returns milliseconds in all */
async function timed(times: number, act: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < times; n += 1) await act();
  return performance.now() - from;
}
