import type { Client } from 'pg';

/** The books of one institution in figures that two copies must share, to the kobo and to the row. */
export interface BooksTotals {
  institutionId: number;
  code: string;
  businessDate: string;
  /** Sums over all accounts of record, in kobo. */
  debitsKobo: string;
  creditsKobo: string;
  lienedKobo: string;
  /** MD5 over account, debits, credits and liens of every account of record, in the order of their ids. */
  balancesDigest: string;
  /** Rows of each table that has any. */
  rows: Record<string, number>;
}

const INSTITUTIONS = 'SELECT institution_id::int AS "institutionId", code FROM institution_directory ORDER BY 1';
const TABLES = `
  SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'institution_id' AND NOT a.attisdropped
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   ORDER BY 1`;
const BALANCES = `
  SELECT (SELECT business_date::text FROM institution WHERE institution_id = $1) AS "businessDate",
         coalesce(sum(debits_posted_kobo), 0)::text AS "debitsKobo",
         coalesce(sum(credits_posted_kobo), 0)::text AS "creditsKobo",
         coalesce(sum(held_kobo), 0)::text AS "lienedKobo",
         md5(coalesce(string_agg(concat_ws(':', id, debits_posted_kobo, credits_posted_kobo, held_kobo), ','
                                 ORDER BY id), '')) AS "balancesDigest"
    FROM ledger_account WHERE institution_id = $1`;

type Balances = Omit<BooksTotals, 'institutionId' | 'code' | 'rows'>;

/**
 * The books of every institution in the snapshot of the client's transaction, which must be open. It works for the
 * owner, who sees the institution that the transaction names, and for the backup role, who sees all.
 */
export async function booksTotals(client: Client): Promise<BooksTotals[]> {
  const { rows: institutions } = await client.query<{ institutionId: number; code: string }>(INSTITUTIONS);
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const totals: BooksTotals[] = [];
  for (const { institutionId, code } of institutions) {
    await client.query(`SELECT set_config('app.institution_id', $1, true)`, [String(institutionId)]);
    const { rows } = await client.query<Balances>(BALANCES, [institutionId]);
    totals.push({ institutionId, code, ...rows[0]!, rows: await countRows(client, institutionId, tables) });
  }
  return totals;
}

async function countRows(
  client: Client,
  institutionId: number,
  tables: readonly { name: string }[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) AS count FROM ${client.escapeIdentifier(name)} WHERE institution_id = $1`,
      [institutionId],
    );
    const count = Number(rows[0]!.count);
    if (count > 0) counts[name] = count;
  }
  return counts;
}

/** The differences between the books of a backup and those of a copy, one sentence for each. */
export function differencesOf(expected: readonly BooksTotals[], found: readonly BooksTotals[]): string[] {
  const known = new Map(found.map((totals) => [totals.institutionId, totals]));
  const extra = found.filter(({ institutionId }) => !expected.some((one) => one.institutionId === institutionId));
  return [
    ...expected.flatMap((one) => institutionDifferences(one, known.get(one.institutionId))),
    ...extra.map(({ institutionId }) => `Institution ${institutionId} is not in the backup.`),
  ];
}

function institutionDifferences(expected: BooksTotals, found: BooksTotals | undefined): string[] {
  const { institutionId } = expected;
  if (!found) return [`Institution ${institutionId} is missing.`];
  const figures = (['businessDate', 'debitsKobo', 'creditsKobo', 'lienedKobo', 'balancesDigest'] as const)
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${name} ${found[name]} instead of ${expected[name]}`);
  const tables = [...new Set([...Object.keys(expected.rows), ...Object.keys(found.rows)])]
    .filter((name) => expected.rows[name] !== found.rows[name])
    .map((name) => `${name} ${found.rows[name] ?? 0} rows instead of ${expected.rows[name] ?? 0}`);
  return [...figures, ...tables].map((difference) => `Institution ${institutionId}: ${difference}.`);
}
