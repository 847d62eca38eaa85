import { Client } from 'pg';
import { type Block, loadBlock } from './ledger-history';
import { loadFast } from './load-fast';
import { keyOf, loadSearchData } from './search-data';

/**
 * Accounts of a loaded ledger: many with a few thousand entries, one with a fifth of all, one whose last month is an
 * export.
 */
export interface StatementData {
  entries: number;
  accounts: string[];
  busy: string;
  busyRows: number;
  exported: string;
  exportedRows: number;
  /** Of each of `accounts`. */
  accountRows: number;
  /** Today, the last business date with entries. */
  today: string;
}

const ACCOUNTS = 1_000;
const DAYS = 730;
const EXPORT_DAYS = 30;
const EXPORT_ROWS = 200_000;
/** Of the accounts that `loadSearchData` makes; ledgers and postings of the bench lie beyond. */
const FIRST_ACCOUNT = 1_000_000_000;
const FIRST_LEDGER = 1_500_000_000;
const FIRST_POSTING = 2_000_000_000;
const AMOUNT_KOBO = 15_050;

/**
 * Loads a ledger of so many entries as set-based SQL: each posting pays cash in, so that every balance follows from the
 * one before.
 */
export async function loadStatementData(
  adminUrl: string,
  institutionCode: string,
  entries: number,
): Promise<StatementData> {
  await loadSearchData(adminUrl, institutionCode, ACCOUNTS);
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query<{ institution_id: string; today: string }>(
      `SELECT d.institution_id, i.business_date::text AS today FROM institution_directory d JOIN institution i ON i.institution_id = d.institution_id WHERE d.code = $1`,
      [institutionCode],
    );
    const institutionId = Number(found.rows[0]!.institution_id);
    const { today } = found.rows[0]!;
    await loadFast(client, true);
    const postings = Math.floor(entries / 2);
    const exportedRows = Math.min(EXPORT_ROWS, Math.floor(postings / 5));
    const busyRows = Math.floor(postings / 5);
    const blocks: Block[] = [
      {
        firstPosting: FIRST_POSTING,
        count: busyRows,
        first: FIRST_ACCOUNT + 1,
        over: 1,
        ledger: FIRST_LEDGER + 1,
        days: DAYS,
        amountKobo: AMOUNT_KOBO,
      },
      {
        firstPosting: FIRST_POSTING + busyRows,
        count: exportedRows,
        first: FIRST_ACCOUNT + 2,
        over: 1,
        ledger: FIRST_LEDGER + 2,
        days: EXPORT_DAYS,
        amountKobo: AMOUNT_KOBO,
      },
      {
        firstPosting: FIRST_POSTING + busyRows + exportedRows,
        count: postings - busyRows - exportedRows,
        first: FIRST_ACCOUNT + 3,
        over: ACCOUNTS - 2,
        ledger: FIRST_LEDGER + 3,
        days: DAYS,
        amountKobo: AMOUNT_KOBO,
      },
    ];
    for (const block of blocks) await loadBlock(client, institutionId, block, today);
    await client.query('VACUUM ANALYZE posting, posting_entry, ledger_account');
    await loadFast(client, false);
    const accounts = Array.from({ length: ACCOUNTS - 2 }, (_, n) => keyOf.accountNumber(n + 3));
    return {
      entries: postings * 2,
      accounts,
      busy: keyOf.accountNumber(1),
      busyRows,
      exported: keyOf.accountNumber(2),
      exportedRows,
      accountRows: Math.floor(blocks[2]!.count / blocks[2]!.over),
      today,
    };
  } finally {
    await client.end();
  }
}
