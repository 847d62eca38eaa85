import type { Tx } from '../common/database/unit-of-work';
import { STAGED_INTEREST } from './staged-interest';

interface GroupTotal {
  count: number;
  /** Credits less debits, in kobo as text. */
  balanceKobo: string;
}

/** Lines of history. Amounts in kobo as text. */
export interface HistoryTotal {
  count: number;
  debitKobo: string;
  creditKobo: string;
}

/** The counts and sums of an import, by which both systems' books are compared. */
export interface ImportTotals {
  lines: Record<string, { accepted: number; refused: number }>;
  accountsByProduct: Record<string, GroupTotal>;
  accountsByBranch: Record<string, GroupTotal>;
  loansByProduct: Record<string, GroupTotal>;
  loansByBranch: Record<string, GroupTotal>;
  depositsByProduct: Record<string, GroupTotal>;
  depositsByBranch: Record<string, GroupTotal>;
  /**
   * What loans, deposits and the interest of accounts bring to ledgers: principal, receivables, suspense, allowance,
   * interest payable. Interest of accounts counts as one for each product and branch.
   */
  contractsByLedger: Record<string, GroupTotal>;
  historyByProduct: Record<string, HistoryTotal>;
  historyByBranch: Record<string, HistoryTotal>;
  ledgersByCode: Record<string, GroupTotal>;
  ledgersByBranch: Record<string, GroupTotal>;
  /** What the opening journals leave on the migration-suspense ledger, credits less debits. */
  suspenseKobo: string;
}

const LINES = `SELECT file, coalesce(sum(lines) FILTER (WHERE refusal IS NULL), 0)::int AS accepted,
    coalesce(sum(lines) FILTER (WHERE refusal IS NOT NULL), 0)::int AS refused
  FROM (SELECT *, coalesce((content ->> 'lines')::int, 1) AS lines FROM import_row import_row WHERE institution_id = $1 AND import_id = $2) counted GROUP BY file ORDER BY file`;

const grouped = (file: string, column: string): string => `
  SELECT ${column} AS name, count(*)::int AS count, sum(balance_kobo)::text AS kobo FROM import_row
   WHERE institution_id = $1 AND import_id = $2 AND file = '${file}' AND refusal IS NULL GROUP BY 1 ORDER BY 1`;

const BY_LEDGER = `SELECT a.number AS name, count(*)::int AS count, sum(brought.kobo)::text AS kobo FROM (
    SELECT (b ->> 'ledgerId')::bigint AS id, (b ->> 'kobo')::bigint AS kobo
      FROM import_row r CROSS JOIN LATERAL jsonb_array_elements(r.content -> 'brings') b
     WHERE r.institution_id = $1 AND r.import_id = $2 AND r.file IN ('loans', 'deposits') AND r.refusal IS NULL
     UNION ALL SELECT id, kobo FROM (${STAGED_INTEREST}) interest WHERE kobo <> 0) brought
  JOIN ledger_account a ON a.institution_id = $1 AND a.id = brought.id
 GROUP BY 1 ORDER BY 1`;

const SUSPENSE = `SELECT (-coalesce(sum(CASE file WHEN 'ledgers' THEN booked_kobo ELSE balance_kobo END), 0)
    - coalesce((SELECT sum(kobo) FROM (${STAGED_INTEREST}) interest WHERE id IS NOT NULL), 0))::text AS kobo
  FROM import_row WHERE institution_id = $1 AND import_id = $2 AND refusal IS NULL`;

/** What a file of history has, which is not staged. */
export interface HistoryTotals {
  /** Undefined without such a file. */
  lines: { accepted: number; refused: number } | undefined;
  byProduct: Record<string, HistoryTotal>;
  byBranch: Record<string, HistoryTotal>;
}

/** The totals of the accepted lines. */
export async function importTotals(
  tx: Tx,
  institutionId: number,
  importId: number,
  history: HistoryTotals,
): Promise<ImportTotals> {
  const values = [institutionId, importId];
  const lines = await tx.query<{ file: string; accepted: number; refused: number }[]>(LINES, values);
  const totals = async (text: string): Promise<Record<string, GroupTotal>> => {
    const rows = await tx.query<{ name: string; count: number; kobo: string }[]>(text, values);
    return Object.fromEntries(rows.map(({ name, count, kobo }) => [name, { count, balanceKobo: kobo }]));
  };
  const groups = (file: string, column: string): Promise<Record<string, GroupTotal>> => totals(grouped(file, column));
  const [suspense] = await tx.query<{ kobo: string }[]>(SUSPENSE, values);
  return {
    lines: {
      ...Object.fromEntries(lines.map(({ file, accepted, refused }) => [file, { accepted, refused }])),
      ...(history.lines && { history: history.lines }),
    },
    accountsByProduct: await groups('accounts', 'product_code'),
    accountsByBranch: await groups('accounts', 'branch_code'),
    loansByProduct: await groups('loans', 'product_code'),
    loansByBranch: await groups('loans', 'branch_code'),
    depositsByProduct: await groups('deposits', 'product_code'),
    depositsByBranch: await groups('deposits', 'branch_code'),
    contractsByLedger: await totals(BY_LEDGER),
    historyByProduct: history.byProduct,
    historyByBranch: history.byBranch,
    ledgersByCode: await groups('ledgers', 'owner_key'),
    ledgersByBranch: await groups('ledgers', 'branch_code'),
    suspenseKobo: suspense!.kobo,
  };
}
