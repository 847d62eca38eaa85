import { Client } from 'pg';
import { bookOpeningBalances } from './opening-balances';

export interface BenchAccounts {
  institutionId: number;
  /** Numbers of funded customer accounts. */
  numbers: string[];
}

const OPENING_BALANCE_KOBO = 1_000_000_000_000n;
const SINGLE_LIMIT_KOBO = 100_000_000_000n;
const DAILY_LIMIT_KOBO = 900_000_000_000n;

/**
 * Loads funded customer accounts with transfer limits, as set-based SQL that keeps every promise of the ledger: opening
 * postings debit the vault and credit the accounts.
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
    const product = await scalar(
      `SELECT id FROM product WHERE institution_id = $1 AND product_type = 'Savings' ORDER BY id LIMIT 1`,
      [institutionId],
    );
    const control = await scalar('SELECT control_gl_account_id FROM product WHERE institution_id = $1 AND id = $2', [
      institutionId,
      product,
    ]);
    // The business date of the institution: between 23:00 and midnight UTC it is a day ahead of the database's date.
    const { rows: dates } = await client.query<{ date: string }>(
      'SELECT business_date::text AS date FROM institution WHERE institution_id = $1',
      [institutionId],
    );
    // Far above what the id sequence has given out, far below 2^53.
    const first = 1_000_000_000;
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
    await bookOpeningBalances(client, {
      institutionId,
      reference: 'BENCH-OPENING',
      accounts: `SELECT id, id - ${first} AS n FROM ledger_account WHERE institution_id = $1 AND id > ${first}`,
      count,
      amountKobo: OPENING_BALANCE_KOBO,
      side: 'credit',
      date: dates[0]!.date,
    });
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
