import type { Tx } from '../common/database/unit-of-work';

interface GroupTotal {
  count: number;
  /** Credits less debits, in kobo as text. */
  balanceKobo: string;
}

/** The counts and sums of an import, by which both systems' books are compared. */
export interface ImportTotals {
  lines: Record<string, { accepted: number; refused: number }>;
  accountsByProduct: Record<string, GroupTotal>;
  accountsByBranch: Record<string, GroupTotal>;
  ledgersByCode: Record<string, GroupTotal>;
  ledgersByBranch: Record<string, GroupTotal>;
  /** What the opening journals leave on the migration-suspense ledger, credits less debits. */
  suspenseKobo: string;
}

const LINES = `SELECT file, count(*) FILTER (WHERE refusal IS NULL)::int AS accepted,
    count(*) FILTER (WHERE refusal IS NOT NULL)::int AS refused
  FROM import_row WHERE institution_id = $1 AND import_id = $2 GROUP BY file ORDER BY file`;

const grouped = (file: string, column: string): string => `
  SELECT ${column} AS name, count(*)::int AS count, sum(balance_kobo)::text AS kobo FROM import_row
   WHERE institution_id = $1 AND import_id = $2 AND file = '${file}' AND refusal IS NULL GROUP BY 1 ORDER BY 1`;

const SUSPENSE = `SELECT coalesce(-sum(balance_kobo), 0)::text AS kobo FROM import_row
  WHERE institution_id = $1 AND import_id = $2 AND refusal IS NULL
    AND (file = 'accounts' OR (file = 'ledgers' AND NOT (content ->> 'isControl')::boolean))`;

/** The totals of the accepted lines. */
export async function importTotals(tx: Tx, institutionId: number, importId: number): Promise<ImportTotals> {
  const values = [institutionId, importId];
  const lines = await tx.query<{ file: string; accepted: number; refused: number }[]>(LINES, values);
  const groups = async (file: string, column: string): Promise<Record<string, GroupTotal>> => {
    const rows = await tx.query<{ name: string; count: number; kobo: string }[]>(grouped(file, column), values);
    return Object.fromEntries(rows.map(({ name, count, kobo }) => [name, { count, balanceKobo: kobo }]));
  };
  const [suspense] = await tx.query<{ kobo: string }[]>(SUSPENSE, values);
  return {
    lines: Object.fromEntries(lines.map(({ file, accepted, refused }) => [file, { accepted, refused }])),
    accountsByProduct: await groups('accounts', 'product_code'),
    accountsByBranch: await groups('accounts', 'branch_code'),
    ledgersByCode: await groups('ledgers', 'owner_key'),
    ledgersByBranch: await groups('ledgers', 'branch_code'),
    suspenseKobo: suspense!.kobo,
  };
}
