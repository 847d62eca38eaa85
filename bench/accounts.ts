import { Client } from 'pg';

export interface BenchAccounts {
  institutionId: number;
  /** Numbers of funded customer accounts. */
  numbers: string[];
}

const OPENING_BALANCE_KOBO = 1_000_000_000_000n;
const SINGLE_LIMIT_KOBO = 100_000_000_000n;
const DAILY_LIMIT_KOBO = 900_000_000_000n;

/**
 * Loads funded customer accounts with transfer limits, as set-based SQL that keeps every promise of the ledger: one
 * opening posting debits the vault for the sum and credits each account.
 */
export async function loadAccounts(adminUrl: string, institutionCode: string, count: number): Promise<BenchAccounts> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const scalar = async (sql: string, values: unknown[] = []): Promise<number> => {
    const { rows } = await client.query<Record<string, string>>(sql, values);
    return Number(Object.values(rows[0] ?? {})[0]);
  };
  try {
    const institutionId = await scalar('SELECT institution_id FROM institution_directory WHERE code = $1', [
      institutionCode,
    ]);
    const vault = await scalar(
      `SELECT id FROM ledger_account WHERE institution_id = $1 AND kind = 'gl' AND normal_side = 'debit' AND NOT is_control ORDER BY number LIMIT 1`,
      [institutionId],
    );
    const product = await scalar(
      `SELECT id FROM product WHERE institution_id = $1 AND product_type = 'Savings' ORDER BY id LIMIT 1`,
      [institutionId],
    );
    const control = await scalar('SELECT control_gl_account_id FROM product WHERE institution_id = $1 AND id = $2', [
      institutionId,
      product,
    ]);
    // Far above what the id sequence has given out, far below 2^53.
    const first = 1_000_000_000;
    const total = OPENING_BALANCE_KOBO * BigInt(count);
    const vaultDebits =
      BigInt(
        await scalar('SELECT debits_posted_kobo FROM ledger_account WHERE institution_id = $1 AND id = $2', [
          institutionId,
          vault,
        ]),
      ) + total;
    const vaultSeq =
      (await scalar('SELECT entry_seq FROM ledger_account WHERE institution_id = $1 AND id = $2', [
        institutionId,
        vault,
      ])) + 1;
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO ledger_account (institution_id, id, number, name, kind, status, normal_side, control_account_id, product_id, customer_type, credits_posted_kobo, single_limit_kobo, daily_limit_kobo, entry_seq, last_posted_at)
       SELECT $1, $2 + n, lpad((7000000000 + n)::text, 10, '0'), 'Bench ' || n, 'customer', 'Active', 'credit', $3, $4, 'Individual', $5, $6, $7, 1, now() FROM generate_series(1, $8::int) n`,
      [
        institutionId,
        first,
        control,
        product,
        OPENING_BALANCE_KOBO.toString(),
        SINGLE_LIMIT_KOBO.toString(),
        DAILY_LIMIT_KOBO.toString(),
        count,
      ],
    );
    await client.query(
      `INSERT INTO account_number (institution_id, number, kind, account_id, ledger_account_id) SELECT institution_id, number, 'deposit', id, id FROM ledger_account WHERE institution_id = $1 AND id > $2`,
      [institutionId, first],
    );
    await client.query(
      `INSERT INTO posting (institution_id, id, kind, reference, channel, status, narration, amount_kobo, fee_kobo, debit_total_kobo, credit_total_kobo, maker, business_date, value_date, posted_at)
       VALUES ($1, $2, 'opening', 'BENCH-OPENING', 'system', 'Posted', 'Opening balances', $3, 0, $3, $3, 'system:bench', current_date, current_date, now())`,
      [institutionId, first, total.toString()],
    );
    const entry = `INSERT INTO posting_entry (institution_id, account_id, seq, posting_id, leg, side, role, amount_kobo, balance_after_kobo, debits_after_kobo, credits_after_kobo, screened_out_after_kobo, screened_in_after_kobo, business_date, posted_at)`;
    await client.query(
      `${entry} SELECT institution_id, id, 1, $2, 1, 'credit', 'principal', $3, $3, 0, $3, 0, 0, current_date, now() FROM ledger_account WHERE institution_id = $1 AND id > $2`,
      [institutionId, first, OPENING_BALANCE_KOBO.toString()],
    );
    await client.query(
      `${entry} VALUES ($1, $2, $3, $4, 2, 'debit', 'principal', $5, $6, $6, 0, 0, 0, current_date, now())`,
      [institutionId, vault, vaultSeq, first, total.toString(), vaultDebits.toString()],
    );
    await client.query(
      'UPDATE ledger_account SET debits_posted_kobo = $3, entry_seq = $4, last_posted_at = now() WHERE institution_id = $1 AND id = $2',
      [institutionId, vault, vaultDebits.toString(), vaultSeq],
    );
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<{ number: string }>(
      'SELECT number FROM ledger_account WHERE institution_id = $1 AND id > $2',
      [institutionId, first],
    );
    return { institutionId, numbers: rows.map(({ number }) => number) };
  } finally {
    await client.end();
  }
}
