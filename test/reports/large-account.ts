import type { Client } from 'pg';

/** An account with a long history. */
export interface LargeAccount {
  accountNumber: string;
  /** All entries, earlier ones included. */
  entries: number;
  /** The last business date. */
  date: string;
  closingKobo: bigint;
}

const CREDIT_KOBO = 10_050;
const DEBIT_KOBO = 4_025;
/** Far above the ids of the sequence, far below 2^53. */
const FIRST_POSTING = 2_000_000_000;

/**
 * Gives an account so many movements, credits and debits in turn, as set-based SQL. Its balances follow from each
 * other; the other side of its postings is left out, because nothing here reads it.
 */
export async function makeLarge(database: Client, accountNumber: string, rows: number): Promise<LargeAccount> {
  const found = await database.query<{
    institution_id: string;
    id: string;
    entry_seq: string;
    debits: string;
    credits: string;
    date: string;
  }>(
    `SELECT l.institution_id, l.id, l.entry_seq, l.debits_posted_kobo AS debits, l.credits_posted_kobo AS credits, i.business_date::text AS date
       FROM ledger_account l JOIN institution i ON i.institution_id = l.institution_id WHERE l.number = $1`,
    [accountNumber],
  );
  const { institution_id, id, entry_seq, debits, credits, date } = found.rows[0]!;
  const amount = `CASE WHEN n % 2 = 1 THEN ${CREDIT_KOBO} ELSE ${DEBIT_KOBO} END`;
  const creditsAfter = `($5::bigint + (n + 1) / 2 * ${CREDIT_KOBO}::bigint)`;
  const debitsAfter = `($4::bigint + n / 2 * ${DEBIT_KOBO}::bigint)`;
  await database.query(
    `INSERT INTO posting (institution_id, id, kind, reference, channel, status, narration, amount_kobo, fee_kobo, debit_total_kobo, credit_total_kobo, maker, business_date, value_date, created_at, posted_at)
     SELECT $1::bigint, ${FIRST_POSTING}::bigint + n, 'posting', 'LARGE-' || n, 'api', 'Posted', 'Payment ' || n || ' for goods sold at the market', ${amount}, 0, ${amount}, ${amount}, 'system:test', $3::date, $3::date, now(), now()
       FROM generate_series(1, $2::int) n`,
    [institution_id, rows, date],
  );
  await database.query(
    `INSERT INTO posting_entry (institution_id, account_id, seq, posting_id, leg, side, role, amount_kobo, balance_after_kobo, debits_after_kobo, credits_after_kobo, screened_out_after_kobo, screened_in_after_kobo, business_date, posted_at)
     SELECT $1::bigint, $2::bigint, $3::bigint + n, ${FIRST_POSTING}::bigint + n, 1, CASE WHEN n % 2 = 1 THEN 'credit' ELSE 'debit' END, 'principal', ${amount},
            ${creditsAfter} - ${debitsAfter}, ${debitsAfter}, ${creditsAfter}, 0, 0, $6::date, now() FROM generate_series(1, $7::int) n`,
    [institution_id, id, entry_seq, debits, credits, date, rows],
  );
  const closing = await database.query<{ closing: string }>(
    `UPDATE ledger_account l SET entry_seq = e.seq, debits_posted_kobo = e.debits_after_kobo, credits_posted_kobo = e.credits_after_kobo, last_posted_at = e.posted_at
       FROM posting_entry e WHERE l.institution_id = $1 AND l.id = $2 AND e.institution_id = $1 AND e.account_id = $2 AND e.seq = $3::bigint RETURNING e.balance_after_kobo AS closing`,
    [institution_id, id, Number(entry_seq) + rows],
  );
  await database.query('ANALYZE posting, posting_entry, ledger_account');
  return { accountNumber, entries: Number(entry_seq) + rows, date, closingKobo: BigInt(closing.rows[0]!.closing) };
}
