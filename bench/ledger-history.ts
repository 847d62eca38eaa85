import type { Client } from 'pg';

/** Postings of one statement. */
const CHUNK = 500_000;

/** Postings of one kind of account: the n-th of `count` goes to `first + n % over`, `days` days up to now. */
export interface Block {
  firstPosting: number;
  count: number;
  first: number;
  over: number;
  ledger: number;
  days: number;
  /** Of each posting. */
  amountKobo: number;
}

/**
 * Loads postings as set-based SQL: each pays cash in, so that every balance follows from the one before. The accounts
 * exist and have no entries.
 */
export async function loadBlock(
  client: Client,
  institutionId: number,
  { firstPosting, count, first, over, ledger, days, amountKobo }: Block,
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
       SELECT $1::bigint, $2::bigint + n, 'posting', 'BENCH-' || ($2::bigint + n), 'api', 'Posted', 'Bench posting ' || n, ${amountKobo}, 0, ${amountKobo}, ${amountKobo}, 'api-client:bench', ${at}::date, ${at}::date, ${at}, ${at}
         FROM generate_series($5::int, $6::int) n`,
      values,
    );
    const entry = (account: string, seq: string, side: string, leg: number): string =>
      `INSERT INTO posting_entry (institution_id, account_id, seq, posting_id, leg, side, role, amount_kobo, balance_after_kobo, debits_after_kobo, credits_after_kobo, screened_out_after_kobo, screened_in_after_kobo, business_date, posted_at)
       SELECT $1::bigint, ${account}, ${seq}, $2::bigint + n, ${leg}, '${side}', 'principal', ${amountKobo}, (${seq}) * ${amountKobo}::bigint, ${side === 'debit' ? `(${seq}) * ${amountKobo}::bigint` : '0'}, ${side === 'credit' ? `(${seq}) * ${amountKobo}::bigint` : '0'}, 0, 0, ${at}::date, ${at}
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
