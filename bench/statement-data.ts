import { Client } from 'pg';
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
const CHUNK = 500_000;

/** Postings of one kind of account: the n-th of `count` goes to `first + n % over`, `days` days up to now. */
interface Block {
  firstPosting: number;
  count: number;
  first: number;
  over: number;
  ledger: number;
  days: number;
}

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
      },
      {
        firstPosting: FIRST_POSTING + busyRows,
        count: exportedRows,
        first: FIRST_ACCOUNT + 2,
        over: 1,
        ledger: FIRST_LEDGER + 2,
        days: EXPORT_DAYS,
      },
      {
        firstPosting: FIRST_POSTING + busyRows + exportedRows,
        count: postings - busyRows - exportedRows,
        first: FIRST_ACCOUNT + 3,
        over: ACCOUNTS - 2,
        ledger: FIRST_LEDGER + 3,
        days: DAYS,
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

async function loadBlock(
  client: Client,
  institutionId: number,
  { firstPosting, count, first, over, ledger, days }: Block,
  today: string,
): Promise<void> {
  await client.query(
    `INSERT INTO ledger_account (institution_id, id, number, name, kind, status, normal_side, may_go_negative) VALUES ($1, $2::bigint, 'BENCH' || $2, 'Bench cash', 'gl', 'Active', 'debit', true)`,
    [institutionId, ledger],
  );
  // The last posting is of the day before today, so that no entry lies in the future.
  const at = `($3::date::timestamptz - make_interval(days => $4::int) + (n::float8 / ${count}) * make_interval(days => $4::int))`;
  for (let from = 0; from < count; from += CHUNK) {
    const values = [institutionId, firstPosting, today, days, from, Math.min(count, from + CHUNK) - 1];
    await client.query(
      `INSERT INTO posting (institution_id, id, kind, reference, channel, status, narration, amount_kobo, fee_kobo, debit_total_kobo, credit_total_kobo, maker, business_date, value_date, created_at, posted_at)
       SELECT $1::bigint, $2::bigint + n, 'posting', 'BENCH-' || ($2::bigint + n), 'api', 'Posted', 'Bench posting ' || n, ${AMOUNT_KOBO}, 0, ${AMOUNT_KOBO}, ${AMOUNT_KOBO}, 'api-client:bench', ${at}::date, ${at}::date, ${at}, ${at}
         FROM generate_series($5::int, $6::int) n`,
      values,
    );
    const entry = (account: string, seq: string, side: string, leg: number): string =>
      `INSERT INTO posting_entry (institution_id, account_id, seq, posting_id, leg, side, role, amount_kobo, balance_after_kobo, debits_after_kobo, credits_after_kobo, screened_out_after_kobo, screened_in_after_kobo, business_date, posted_at)
       SELECT $1::bigint, ${account}, ${seq}, $2::bigint + n, ${leg}, '${side}', 'principal', ${AMOUNT_KOBO}, (${seq}) * ${AMOUNT_KOBO}::bigint, ${side === 'debit' ? `(${seq}) * ${AMOUNT_KOBO}::bigint` : '0'}, ${side === 'credit' ? `(${seq}) * ${AMOUNT_KOBO}::bigint` : '0'}, 0, 0, ${at}::date, ${at}
         FROM generate_series($5::int, $6::int) n`;
    await client.query(entry(`${ledger}::bigint`, 'n + 1', 'debit', 1), values);
    await client.query(entry(`${first}::bigint + n % ${over}`, `n / ${over} + 1`, 'credit', 2), values);
  }
  await client.query(
    `UPDATE ledger_account l SET entry_seq = last.seq, credits_posted_kobo = last.credits_after_kobo, debits_posted_kobo = last.debits_after_kobo, last_posted_at = last.posted_at
       FROM (SELECT DISTINCT ON (account_id) account_id, seq, credits_after_kobo, debits_after_kobo, posted_at FROM posting_entry
              WHERE institution_id = $1 AND (account_id = $2 OR account_id BETWEEN $3 AND $4) ORDER BY account_id, seq DESC) last
      WHERE l.institution_id = $1 AND l.id = last.account_id`,
    [institutionId, ledger, first, first + over - 1],
  );
}
