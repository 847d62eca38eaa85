import { Client } from 'pg';
import { bookOpeningBalances } from './opening-balances';
import { authenticate, authenticateStaff, type RunningServer } from './server';

/** Ids of the loans that are loaded, far from all others. */
const FIRST_ID = 3_000_000_000;
const IDS_A_LOAN = 100;

const ACCOUNT_COLUMNS = ['interest_account_id', 'fee_account_id', 'default_account_id', 'penalty_account_id'] as const;

/**
 * How many days ago the n-th loan began: the first instalments fall due from the day before yesterday on, about the
 * same number each day, as they do for a lender who lends every day.
 */
const AGE_DAYS = '(10 + n % 23)::int';

/** Days of which the night is not accrued yet. */
export const DAYS_TO_CLOSE = 2;

/** Number of the n-th loan, n from 1. */
export const loanNumber = (n: number): string => String(6_000_000_000 + n);

/** Options of a load of loans. */
export interface LoanVariety {
  /** Values of columns of `loan`, as SQL over `n`, from 1: without them loans differ in their dates alone. */
  columns: Readonly<Record<string, string>>;
  /** Makes the rows that the columns name; there is a table `model` with the loan that was copied. */
  prepare: (client: Client) => Promise<void>;
}

const NO_VARIETY: LoanVariety = { columns: {}, prepare: () => Promise.resolve() };

/**
 * Loads active loans: one is made over the API, and copied in SQL with its contract, schedule and books. The copies
 * collect from accounts of their own among those that `loadAccounts` made.
 *
 * @param count at most the number of loaded accounts.
 */
export async function loadLoans(
  server: RunningServer,
  adminUrl: string,
  count: number,
  { columns, prepare }: LoanVariety = NO_VARIETY,
): Promise<void> {
  const loanAccountNumber = await makeLoan(server);
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL synchronous_commit = off');
    await client.query(
      `CREATE TEMPORARY TABLE model ON COMMIT DROP AS SELECT * FROM loan WHERE loan_account_number = '${loanAccountNumber}'`,
    );
    await client.query(
      `CREATE TEMPORARY TABLE copied ON COMMIT DROP AS SELECT n, ${FIRST_ID} + n::bigint * ${IDS_A_LOAN} AS first_id, 1000000000 + n AS account_id FROM generate_series(1, ${count}) n`,
    );
    await prepare(client);
    await copyRows(
      client,
      'loan',
      {
        id: 'first_id',
        contract_id: 'first_id + 1',
        loan_account_number: `'6' || lpad(n::text, 9, '0')`,
        reference_number: `'BENCH-LOAN-' || n`,
        linked_account_id: 'account_id',
        linked_number: `(7000000000 + n)::text`,
        start_date: `start_date - ${AGE_DAYS}`,
        disbursement_date: `disbursement_date - ${AGE_DAYS}`,
        maturity_date: `maturity_date - ${AGE_DAYS}`,
        next_due_date: `next_due_date - ${AGE_DAYS}`,
        accrued_through: `current_date - ${DAYS_TO_CLOSE}`,
        ...Object.fromEntries(ACCOUNT_COLUMNS.map((column, index) => [column, `first_id + ${index + 2}`])),
        ...columns,
      },
      'id = (SELECT id FROM model)',
    );
    await copyRows(
      client,
      'loan_contract',
      { id: 'first_id + 1', loan_id: 'first_id' },
      'loan_id = (SELECT id FROM model)',
    );
    await copyRows(
      client,
      'loan_instalment',
      {
        id: 'first_id + 10 + number',
        loan_id: 'first_id',
        contract_id: 'first_id + 1',
        due_date: `due_date - ${AGE_DAYS}`,
        period_start: `period_start - ${AGE_DAYS}`,
      },
      'loan_id = (SELECT id FROM model)',
    );
    await copyRows(
      client,
      'ledger_account',
      { id: 'first_id', number: `'6' || lpad(n::text, 9, '0')` },
      'id = (SELECT id FROM model)',
    );
    for (const [index, column] of ACCOUNT_COLUMNS.entries()) {
      await copyRows(
        client,
        'ledger_account',
        { id: `first_id + ${index + 2}`, number: `'6' || lpad(n::text, 9, '0') || '-${column.split('_')[0]}'` },
        `id = (SELECT ${column} FROM model)`,
      );
    }
    await bookPrincipals(client, count);
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/** The principal of each copied loan against the vault, so that the books balance and prove. */
async function bookPrincipals(client: Client, count: number): Promise<void> {
  const { rows } = await client.query<{ institution: string; principal: string; date: string }>(
    'SELECT institution_id AS institution, principal_kobo AS principal, (current_date - 30)::text AS date FROM model',
  );
  const { institution, principal, date } = rows[0]!;
  await bookOpeningBalances(client, {
    institutionId: Number(institution),
    reference: 'BENCH-LOANS',
    accounts: 'SELECT first_id AS id, n FROM copied WHERE $1::bigint IS NOT NULL',
    count,
    amountKobo: BigInt(principal),
    side: 'debit',
    date,
  });
}

/** Inserts a copy of the rows that `which` selects for every loan, with other values in some columns. */
async function copyRows(
  client: Client,
  table: string,
  changed: Readonly<Record<string, string>>,
  which: string,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped',
    [table],
  );
  const names = rows.map(({ name }) => name);
  const missing = Object.keys(changed).filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`${table} has no column ${missing.join(', ')}.`);
  const values = names.map((name) => changed[name] ?? `row.${name}`);
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM (SELECT * FROM ${table} WHERE ${which}) row CROSS JOIN copied`,
  );
}

/** A running loan of the sandbox's first customer. */
async function makeLoan(server: RunningServer): Promise<string> {
  const [client, checker] = [await authenticate(server), await authenticateStaff(server, 'checker')];
  const reference = `BENCH-MODEL-${process.pid}`;
  const post = async (path: string, token: string, body: object): Promise<Record<string, unknown>> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'request-reference': `${reference}${path}`,
    };
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { data, message } = (await answer.json()) as { data: Record<string, unknown>; message: string };
    if (answer.status >= 300) throw new Error(`${path}: ${message}`);
    return data;
  };
  const linkedNumber = server.sandbox.accounts[0]!.accountNumber;
  const { id, loanAccountNumber } = await post('/api/loanaccount/v1/add', client, {
    linkedNumber,
    productCode: 'LN001',
    loanAmount: 120_000,
    tenure: 12,
    referenceNumber: reference,
  });
  await post(`/api/admin/v1/loans/${String(id)}/approve`, checker, {});
  await post('/api/loanaccount/v1/disburseloan', client, { loanAccountNumber, referenceNumber: reference });
  return loanAccountNumber as string;
}
