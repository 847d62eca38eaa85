import { Client } from 'pg';
import type { BenchAccounts } from './accounts';

const ROUNDS = 2_000;

/**
 * What the database alone takes for a transfer's statements, one after the other on one connection, with fsync: lock
 * two accounts, look up claim, reference and window, insert claim, posting and entries, update balances, commit.
 * Median, in milliseconds. The rows go into look-alikes of the tables, with their indexes, and onto real accounts.
 */
export async function commitRoundTripMs(
  databaseUrl: string,
  { institutionId, numbers }: BenchAccounts,
): Promise<number> {
  const url = new URL(databaseUrl);
  url.pathname = '/corebank_bench';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const run = (name: string, text: string, values: unknown[]): Promise<unknown> => client.query({ name, text, values });
  try {
    for (const table of ['request_claim', 'posting', 'posting_entry']) {
      await client.query(`CREATE TABLE IF NOT EXISTS bench_${table} (LIKE ${table} INCLUDING ALL)`);
    }
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM ledger_account WHERE institution_id = $1 AND number = ANY($2)',
      [institutionId, numbers.slice(0, 1_000)],
    );
    const latenciesMs: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      const pair = [rows[(n * 2) % rows.length]!.id, rows[(n * 2 + 1) % rows.length]!.id];
      const started = performance.now();
      await client.query(`BEGIN; SET LOCAL app.institution_id = ${institutionId}`);
      await run(
        'l',
        'SELECT * FROM ledger_account WHERE institution_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE',
        [institutionId, pair],
      );
      await run('c', 'SELECT * FROM request_claim WHERE institution_id = $1 AND reference = $2', [
        institutionId,
        `RTT-${n}`,
      ]);
      await run('r', 'SELECT id FROM posting WHERE institution_id = $1 AND kind = $2 AND reference = $3', [
        institutionId,
        'rtt',
        `RTT-${n}`,
      ]);
      await run(
        'w',
        `SELECT screened_out_after_kobo FROM posting_entry WHERE institution_id = $1 AND account_id = $2 AND posted_at <= now() - interval '24 hours' ORDER BY posted_at DESC, seq DESC LIMIT 1`,
        [institutionId, pair[0]],
      );
      await run(
        'ic',
        `INSERT INTO bench_request_claim (institution_id, reference, hold_id, actor, endpoint, fingerprint, http_status, response, sealed) VALUES ($1, $2, 0, 'bench', 'bench', '\\x00', 200, repeat('x', 400), false)`,
        [institutionId, `RTT-${n}`],
      );
      await run(
        'ip',
        `INSERT INTO bench_posting (institution_id, id, kind, reference, channel, status, narration, amount_kobo, fee_kobo, debit_total_kobo, credit_total_kobo, maker, business_date, value_date, posted_at, additional_metadata) VALUES ($1, $2, 'rtt', $3, 'api', 'Posted', 'x', 1, 0, 1, 1, 'bench', current_date, current_date, now(), '{"channel":"transfer"}')`,
        [institutionId, n + 1, `RTT-${n}`],
      );
      await run(
        'ie',
        `INSERT INTO bench_posting_entry (institution_id, account_id, seq, posting_id, leg, side, role, amount_kobo, balance_after_kobo, debits_after_kobo, credits_after_kobo, screened_out_after_kobo, screened_in_after_kobo, business_date, posted_at) SELECT $1::bigint, id, $3::bigint, $3::bigint, 1, 'debit', 'principal', 1, 1, 1, 1, 1, 1, current_date, now() FROM unnest($2::bigint[]) id`,
        [institutionId, pair, n + 1],
      );
      await run(
        'u',
        'UPDATE ledger_account SET daily_used_kobo = daily_used_kobo WHERE institution_id = $1 AND id = ANY($2)',
        [institutionId, pair],
      );
      await client.query('COMMIT');
      latenciesMs.push(performance.now() - started);
    }
    latenciesMs.sort((a, b) => a - b);
    return Math.round((latenciesMs[Math.floor(ROUNDS / 2)] ?? 0) * 100) / 100;
  } finally {
    await client.end();
  }
}
