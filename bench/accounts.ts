import { Client } from 'pg';
import { institutionIdOf } from './load-fast';
import { bookOpeningBalances } from './opening-balances';

export interface BenchAccounts {
  institutionId: number;
  /** Numbers of funded customer accounts. */
  numbers: string[];
}

const OPENING_BALANCE_KOBO = 1_000_000_000_000n;
const SINGLE_LIMIT_KOBO = 100_000_000_000n;
const DAILY_LIMIT_KOBO = 900_000_000_000n;

/** Far above what the id sequence has given out, far below 2^53. Ids of the accounts follow. */
export const FIRST_ACCOUNT = 1_000_000_000;

/**
 * Loads customer accounts with transfer limits and their numbers, of the first savings product. They have no entries:
 * book the opening balances, if any, afterwards.
 */
export async function insertAccounts(
  client: Client,
  institutionId: number,
  count: number,
  openingKobo: bigint,
): Promise<void> {
  const { rows } = await client.query<{ id: string; control: string }>(
    `SELECT id, control_gl_account_id AS control FROM product
      WHERE institution_id = $1 AND product_type = 'Savings' ORDER BY id LIMIT 1`,
    [institutionId],
  );
  const [product] = rows;
  if (!product) throw new Error('The sandbox has no savings product.');
  await client.query(
    `INSERT INTO ledger_account (institution_id, id, number, name, kind, status, normal_side, control_account_id,
       product_id, customer_type, credits_posted_kobo, single_limit_kobo, daily_limit_kobo, entry_seq, last_posted_at)
     SELECT $1::bigint, ${FIRST_ACCOUNT} + n, lpad((7000000000 + n)::text, 10, '0'), 'Bench ' || n, 'customer', 'Active',
            'credit', $2::bigint, $3::bigint, 'Individual', $4::bigint, $5::bigint, $6::bigint, least($4::bigint, 1), CASE WHEN $4::bigint > 0 THEN now() END
       FROM generate_series(1, $7::int) n`,
    [institutionId, product.control, product.id, openingKobo, SINGLE_LIMIT_KOBO, DAILY_LIMIT_KOBO, count].map(String),
  );
  await client.query(
    `INSERT INTO account_number (institution_id, number, kind, account_id, ledger_account_id)
     SELECT institution_id, number, 'deposit', id, id FROM ledger_account
      WHERE institution_id = $1 AND id > ${FIRST_ACCOUNT}`,
    [institutionId],
  );
}

/** The numbers of the accounts that `insertAccounts` has loaded. */
export async function accountNumbers(client: Client, institutionId: number): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>(
    `SELECT number FROM ledger_account WHERE institution_id = $1 AND id > ${FIRST_ACCOUNT} AND kind = 'customer'`,
    [institutionId],
  );
  return rows.map(({ number }) => number);
}

/**
 * Loads funded customer accounts, as set-based SQL that keeps every promise of the ledger: opening postings debit the
 * vault and credit the accounts.
 */
export async function loadAccounts(adminUrl: string, institutionCode: string, count: number): Promise<BenchAccounts> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const institutionId = await institutionIdOf(client, institutionCode);
    // The business date of the institution: between 23:00 and midnight UTC it is a day ahead of the database's date.
    const { rows: dates } = await client.query<{ date: string }>(
      'SELECT business_date::text AS date FROM institution WHERE institution_id = $1',
      [institutionId],
    );
    await client.query('BEGIN');
    await insertAccounts(client, institutionId, count, OPENING_BALANCE_KOBO);
    await bookOpeningBalances(client, {
      institutionId,
      reference: 'BENCH-OPENING',
      accounts: `SELECT id, id - ${FIRST_ACCOUNT} AS n FROM ledger_account
        WHERE institution_id = $1 AND id > ${FIRST_ACCOUNT}`,
      count,
      amountKobo: OPENING_BALANCE_KOBO,
      side: 'credit',
      date: dates[0]!.date,
    });
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE');
    return { institutionId, numbers: await accountNumbers(client, institutionId) };
  } finally {
    await client.end();
  }
}
