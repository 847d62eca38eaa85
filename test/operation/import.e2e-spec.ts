import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database';
import {
  OLD_MANDATES,
  oldBooks,
  oldDeposits,
  type OldFiles,
  oldHistory,
  oldLoans,
  oldNumber,
  writeOldBooks,
} from '../support/old-books';
import { type CommandEnd, runCorebank } from '../support/operator-command-line';
import { MASTER_KEY } from '../support/test-config';

const ROOT = path.resolve(__dirname, '..', '..');
/** `IMPORT_KILLS=20` kills the import so often. */
const KILLS = Number(process.env['IMPORT_KILLS'] ?? 6);

/** Everything that an import writes, without ids and times. */
const BOOKS = `SELECT
  (SELECT md5(string_agg(concat_ws('|', l.number, l.status, l.debits_posted_kobo, l.credits_posted_kobo, l.held_kobo,
            l.entry_seq, l.screened_in_kobo), ',' ORDER BY l.number)) FROM ledger_account l WHERE institution_id = 1) AS accounts,
  (SELECT md5(string_agg(concat_ws('|', d.account_number, c.name, c.bvn_index, m.content, d.date_opened, d.kyc_tier), ','
            ORDER BY d.account_number))
     FROM deposit_account d JOIN customer c ON c.institution_id = 1 AND c.id = d.customer_id
     LEFT JOIN entity_metadata m ON m.institution_id = 1 AND m.id = c.id WHERE d.institution_id = 1) AS customers,
  (SELECT md5(string_agg(concat_ws('|', side, amount_kobo, balance_after_kobo, narration), ','
            ORDER BY account_number.number, seq))
     FROM posting_entry JOIN account_number ON account_number.institution_id = 1
      AND ledger_account_id = posting_entry.account_id WHERE posting_entry.institution_id = 1) AS entries,
  (SELECT count(*)::int FROM posting WHERE institution_id = 1 AND kind = 'opening') AS journals,
  (SELECT count(*)::int FROM lien WHERE institution_id = 1) AS liens,
  (SELECT md5(string_agg(concat_ws('|', l.loan_account_number, l.status, l.outstanding_principal_kobo, l.interest_owed_kobo,
            i.number, i.due_date, i.default_due_kobo, i.principal_paid_kobo), ',' ORDER BY loan_account_number, i.number))
     FROM loan l JOIN loan_instalment i ON i.institution_id = 1 AND i.loan_id = l.id WHERE l.institution_id = 1) AS loans,
  (SELECT md5(string_agg(concat_ws('|', d.account_number, d.accrued_kobo, p.amount_kobo, p.effective_date), ','
            ORDER BY account_number, p.effective_date))
     FROM fixed_deposit d JOIN fixed_deposit_part p ON p.institution_id = 1 AND p.deposit_id = d.id
    WHERE d.institution_id = 1) AS deposits,
  (SELECT md5(string_agg(concat_ws('|', n.number, h.booked_on, h.seq, h.credit_kobo, h.balance_kobo, h.narration), ','
            ORDER BY n.number, h.seq))
     FROM brought_entry h JOIN account_number n ON n.institution_id = 1 AND n.ledger_account_id = h.account_id
    WHERE h.institution_id = 1) AS history,
  (SELECT count(*)::int FROM import_row) AS staged`;

/** Operators bring the books of another system over with the command alone. */
describe('an import of old books', () => {
  const databases: TestDatabase[] = [];
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'corebank-import-'));
    database = await emptyBooks();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const each of databases) await each.drop();
  });

  async function emptyBooks(): Promise<TestDatabase> {
    const created = await createTestDatabase();
    databases.push(created);
    return created;
  }

  async function row<Row>({ url }: TestDatabase, text: string): Promise<Row> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows[0] as Row;
    } finally {
      await client.end();
    }
  }

  async function businessDate(): Promise<string> {
    return (
      await row<{ today: string }>(
        database,
        'SELECT business_date::text AS today FROM institution WHERE institution_id = 1',
      )
    ).today;
  }

  const words = (name: string, ...more: string[]): string[] => [
    ...['import', '--institution', '1', '--folder', path.join(folder, name)],
    ...['--refused', path.join(folder, `${name}-refused.csv`), '--json', ...more],
  ];

  const run = (name: string, files: OldFiles, ...more: string[]): Promise<CommandEnd> => {
    writeOldBooks(path.join(folder, name), files);
    return runCorebank(words(name, ...more), { DATABASE_URL: database.url });
  };

  it('shows control totals in a dry run, which changes nothing', async () => {
    const before = await row(database, BOOKS);
    const shown = await run('dry', oldBooks(4));
    expect(shown.json()).toMatchObject({
      ok: true,
      result: 'DryRun',
      totals: {
        lines: { customers: { accepted: 4, refused: 0 }, accounts: { accepted: 4, refused: 0 } },
        accountsByProduct: { SAV001: { count: 4, balanceKobo: '1100' } },
        accountsByBranch: { '001': { count: 4, balanceKobo: '1100' } },
        ledgersByBranch: { '001': { count: 1, balanceKobo: '-1000' }, '002': { count: 1, balanceKobo: '-100' } },
        suspenseKobo: '0',
      },
    });
    expect(await row(database, BOOKS)).toEqual(before);
  }, 60_000);

  it('loads nothing while a line is refused, and names every refused line with its reason', async () => {
    const before = await row(database, BOOKS);
    const files = oldBooks(6);
    files.customers[1]![0] = 'OLD-1';
    files.customers[2]![13] = '2200000000';
    files.customers[4]![13] = files.customers[3]![13]!;
    files.accounts[0]![0] = '4000000001';
    files.accounts[3]![2] = 'NONE';
    files.accounts[5]![9] = '1.234';
    files.liens.push(['LIEN-OLD-2', oldNumber(99), '5', '', '']);
    files.ledgers.push(['2010', '001', '', '0.01']);
    const refused = await run('wrong', files, '--apply');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.json()).toMatchObject({ ok: false, result: 'Refused' });
    const lines = readFileSync(path.join(folder, 'wrong-refused.csv'), 'utf8');
    for (const reason of [
      'customers.csv,3,OLD-1,customer_number OLD-1 stands in line 2 already.',
      'customers.csv,4,OLD-3,bvn must be 11 digits.',
      'customers.csv,6,OLD-5,The BVN stands in line 5 already.',
      'accounts.csv,2,4000000001,account_number 4000000001 is no NUBAN',
      `accounts.csv,4,${oldNumber(3)},customer_number OLD-3 is neither`,
      'product_code NONE is no savings or current product',
      'balance must be an amount in Naira with at most two decimals.',
      `liens.csv,3,LIEN-OLD-2,account_number ${oldNumber(99)} is not among`,
      'ledgers.csv,4,2010|001,"The control ledger 2010 is stated with 0.01',
    ])
      expect(lines).toContain(reason);
    expect(await row(database, BOOKS)).toEqual(before);
  }, 60_000);

  it('is refused for another file, an unknown column or an unknown institution', async () => {
    const files = oldBooks(1);
    writeOldBooks(path.join(folder, 'stranger'), files);
    writeFileSync(path.join(folder, 'stranger', 'cards.csv'), 'card\n1\n');
    expect(await runCorebank(words('stranger'), { DATABASE_URL: database.url })).toMatchObject({
      code: 2,
      output: expect.stringContaining('has cards.csv; an import reads customers.csv'),
    });
    const headless = await run('headless', { customers: [] });
    expect(headless.json()).toMatchObject({ ok: true, totals: { lines: {} } });
    const elsewhere = ['import', '--institution', '99', '--folder', path.join(folder, 'headless')];
    expect(await runCorebank(elsewhere, { DATABASE_URL: database.url })).toMatchObject({
      code: 2,
      output: expect.stringContaining('There is no institution 99'),
    });
  }, 60_000);

  it('brings balances, statuses and liens over, proves against the ledger, and a second run changes nothing', async () => {
    const files = oldBooks(700);
    files.accounts[1]![9] = '-2.25';
    files.ledgers[0]![2] = (Number(files.ledgers[0]![2]) - 4.5).toFixed(2);
    const done = await run('books', files, '--apply');
    expect(done.json()).toMatchObject({ ok: true, result: 'Completed', totals: { suspenseKobo: '0' } });
    const account = (index: number): Promise<object> =>
      row(
        database,
        `SELECT credits_posted_kobo - debits_posted_kobo AS kobo, status, held_kobo, screened_in_kobo
           FROM ledger_account WHERE institution_id = 1 AND number = '${oldNumber(index)}'`,
      );
    expect(await account(1)).toEqual({ kobo: '125', status: 'Active', held_kobo: '100', screened_in_kobo: '0' });
    expect(await account(2)).toEqual({ kobo: '-225', status: 'Active', held_kobo: '0', screened_in_kobo: '0' });
    expect(await account(5)).toEqual({ kobo: '525', status: 'Frozen', held_kobo: '0', screened_in_kobo: '0' });
    expect(
      await row(
        database,
        `SELECT max(legs)::int AS legs, count(*)::int AS journals FROM (
           SELECT count(*) AS legs FROM posting_entry e JOIN posting p ON p.id = e.posting_id
            WHERE p.reference LIKE 'IMPORT-%' GROUP BY e.posting_id) counted`,
      ),
    ).toEqual({ legs: 500, journals: 3 });
    const after = await row<{ staged: number }>(database, BOOKS);
    expect(after.staged).toBe(0);
    const again = await runCorebank(words('books', '--apply'), { DATABASE_URL: database.url });
    expect(again.json()).toMatchObject({ ok: true, result: 'CompletedBefore' });
    expect(await row(database, BOOKS)).toEqual(after);
    const reconciled = await runCorebank(['reconcile', '--json'], { DATABASE_URL: database.url });
    expect(reconciled).toMatchObject({ code: 0 });
  }, 120_000);

  it('stops an institution from going live while the migration-suspense ledger is not zero', async () => {
    const files = { ledgers: [['1010', '001', '7.00', '']] };
    expect((await run('half', files, '--apply')).json()).toMatchObject({ totals: { suspenseKobo: '700' } });
    const shown = await runCorebank(['institution', 'check', '--institution', '1'], { DATABASE_URL: database.url });
    expect(shown).toMatchObject({ code: 1 });
    expect(shown.output).toMatch(/missing +old-books +The migration-suspense ledger has -₦7\.00 on the debit side/);
  }, 60_000);

  it(`killed again and again gives the same books as one that was never killed`, async () => {
    const today = await businessDate();
    const files = {
      ...oldBooks(2000),
      ...OLD_MANDATES,
      ...oldLoans(600, today),
      ...oldDeposits(400, today),
      ...oldHistory(1000, 15, today),
    };
    const [killed, whole] = [await emptyBooks(), await emptyBooks()];
    writeOldBooks(path.join(folder, 'killed'), files);
    let kills = 0;
    while (kills < KILLS && !(await killOnce(killed.url))) kills += 1;
    expect(kills).toBeGreaterThan(Math.min(3, KILLS - 1));
    for (const each of [killed, whole]) {
      const end = await runCorebank(words('killed', '--apply'), { DATABASE_URL: each.url });
      expect(end.json()).toMatchObject({ ok: true });
    }
    expect(await row(killed, BOOKS)).toEqual(await row(whole, BOOKS));
  }, 600_000);

  /** Runs the import until it has moved, and kills it a little later. @returns true when it ended before that */
  async function killOnce(url: string): Promise<boolean> {
    const client = new Client({ connectionString: url });
    await client.connect();
    const place = async (): Promise<string> =>
      JSON.stringify((await client.query('SELECT id, status, step, position FROM data_import ORDER BY id')).rows);
    try {
      const before = await place();
      const child = spawn(
        process.execPath,
        ['-r', './scripts/lib/register-swc.cjs', 'src/cli.ts', ...words('killed', '--apply')],
        {
          cwd: ROOT,
          stdio: 'ignore',
          env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: url, COREBANK_MASTER_KEY: MASTER_KEY },
        },
      );
      const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
      while (child.exitCode === null && (await place()) === before) await wait(2);
      await wait(Math.random() * 120);
      child.kill('SIGKILL');
      return (await ended) === 0;
    } finally {
      await client.end();
    }
  }
});
