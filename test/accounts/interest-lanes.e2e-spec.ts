import { setTimeout as sleep } from 'node:timers/promises';
import { SPREAD_LANES, SpreadInterest } from '../../src/accounts/interest/posting/spread-interest';
import { SPREAD_CHUNK_SIZE } from '../../src/accounts/interest/posting/spread-pace';
import { losesConnection } from '../../src/common/errors/database-error';
import { AccountDirectory } from '../../src/ledger/chart/account-directory';
import { LedgerService } from '../../src/ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../src/ledger/engine/posting-operation';
import { ORDINARY } from '../../src/ledger/engine/posting-request';
import { freshReference, TestApp } from '../support/app';
import {
  closeDay,
  createProduct,
  moveCash,
  openProductAccount,
  runStep,
  setBusinessDate,
  type TestAccount,
} from './interest-support';

const ACCOUNTS = 3 * SPREAD_LANES * SPREAD_CHUNK_SIZE - 1;
const FUNDED_KOBO = 5_000_000n;
const FUNDED_TOGETHER = 200;

interface Paid {
  id: string;
  times: number;
  net: string;
}

describe('interest of many accounts in lanes', () => {
  let app: TestApp;
  let accounts: TestAccount[];
  beforeAll(async () => {
    app = await TestApp.start();
    await setBusinessDate(app, '2027-05-31');
    const product = await createProduct(app);
    const first = await openProductAccount(app, product);
    accounts = [first, ...(await copiesOf(first, ACCOUNTS - 1))];
    // The queue of waiting movements has an end.
    for (let start = 0; start < ACCOUNTS; start += FUNDED_TOGETHER)
      await Promise.all(
        accounts.slice(start, start + FUNDED_TOGETHER).map((account) => moveCash(app, account, FUNDED_KOBO)),
      );
  }, 120_000);
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });
  afterEach(() => jest.restoreAllMocks());

  async function copiesOf({ id }: TestAccount, count: number): Promise<TestAccount[]> {
    const copied = (table: string, number: string): string =>
      `INSERT INTO ${table} SELECT (jsonb_populate_record(r, jsonb_build_object('id', 5000000000 + n,
         '${number}', lpad((8000000000 + n)::text, 10, '0')${table === 'deposit_account' ? ", 'record_id', gen_random_uuid()" : ''}))).*
         FROM ${table} r, generate_series(1, $2::int) n WHERE r.id = $1`;
    await app.rows(copied('ledger_account', 'number'), [id, count]);
    await app.rows(copied('deposit_account', 'account_number'), [id, count]);
    return app
      .rows<{ id: string; number: string }>('SELECT id, number FROM ledger_account WHERE id > 5000000000 ORDER BY id')
      .then((rows) => rows.map((row) => ({ id: Number(row.id), number: row.number })));
  }

  /** Accrues the day that ends a month, without posting. @returns all accounts with interest, the sandbox's too */
  async function accrue(date: string, next: string): Promise<number[]> {
    await setBusinessDate(app, next);
    expect(await closeDay(app, date, ['savings-accrual'])).toEqual([]);
    const due = await app.rows<{ id: string }>(
      'SELECT account_id AS id FROM savings_interest WHERE accrued_kobo > 0.5 ORDER BY account_id',
    );
    expect(due.length).toBeGreaterThanOrEqual(ACCOUNTS);
    return due.map(({ id }) => Number(id));
  }

  /** What each account was paid for interest through a date, less its tax. */
  const paidThrough = (date: string): Promise<Paid[]> =>
    app.rows<Paid>(
      `SELECT account_id AS id, count(*)::int AS times, sum(gross_kobo - tax_kobo) AS net FROM interest_posting
        WHERE through_date = $1 GROUP BY account_id ORDER BY account_id`,
      [date],
    );

  /** Accounts whose entries do not follow from each other, or whose balance is not that of the last one. */
  const brokenAccounts = (): Promise<unknown[]> =>
    app.rows(
      `SELECT account_id FROM (
         SELECT e.account_id, e.seq, row_number() OVER w AS place, e.balance_after_kobo, e.posted_at,
                lag(e.posted_at) OVER w AS before,
                sum(CASE WHEN e.side = a.normal_side THEN e.amount_kobo ELSE -e.amount_kobo END) OVER w AS balance,
                a.entry_seq, count(*) OVER (PARTITION BY e.account_id) AS entries
           FROM posting_entry e JOIN ledger_account a ON a.id = e.account_id
         WINDOW w AS (PARTITION BY e.account_id ORDER BY e.seq)) entry
        WHERE seq <> place OR balance <> balance_after_kobo OR posted_at < before OR entry_seq <> entries`,
    );

  async function expectPaidOnce(date: string, due: readonly number[]): Promise<void> {
    const paid = await paidThrough(date);
    expect(paid.map(({ id }) => Number(id))).toEqual(due);
    expect(new Set(paid.map(({ times }) => times))).toEqual(new Set([1]));
    expect(await brokenAccounts()).toEqual([]);
  }

  it('has a transaction of each lane under way at the same time, and none twice when the night is repeated', async () => {
    const due = await accrue('2027-05-31', '2027-06-01');
    const spread = app.app.get(SpreadInterest, { strict: false });
    const pay = spread.pay.bind(spread);
    let [underWay, most] = [0, 0];
    const lanes = new Set<string>();
    jest.spyOn(spread, 'pay').mockImplementation(async (...args) => {
      lanes.add(args[3].through);
      underWay += 1;
      most = Math.max(most, underWay);
      return pay(...args).finally(() => (underWay -= 1));
    });
    const { rows, failed } = await runStep(app, 'savings-posting', '2027-05-31');
    expect({ rows, failed, lanes: lanes.size, most }).toEqual({
      rows: due.length,
      failed: [],
      lanes: SPREAD_LANES,
      most: SPREAD_LANES,
    });
    await expectPaidOnce('2027-05-31', due);
    const postings = await app.rows('SELECT count(*) FROM posting');
    expect(await runStep(app, 'savings-posting', '2027-05-31')).toEqual({ rows: 0, failed: [] });
    expect(await app.rows('SELECT count(*) FROM posting')).toEqual(postings);
  }, 60_000);

  it('loses nothing and pays nobody twice when its connections are lost between and within chunks', async () => {
    const due = await accrue('2027-06-30', '2027-07-01');
    let losses = 0;
    for (let done = false; !done;) {
      const step = runStep(app, 'savings-posting', '2027-06-30').then(
        ({ failed }) => {
          expect(failed).toEqual([]);
          return true;
        },
        (error: unknown) => {
          expect(losesConnection(error)).toBe(true);
          losses += 1;
          return false;
        },
      );
      // Later and later, so that every run gets further than the one before.
      await Promise.race([step, sleep(30 + losses * 15)]);
      await app.rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
      );
      done = await step;
    }
    expect(losses).toBeGreaterThan(1);
    await expectPaidOnce('2027-06-30', due);
  }, 120_000);

  it('stops the other lane when one fails, and the next run pays what is left', async () => {
    const due = await accrue('2027-07-31', '2027-08-01');
    const spread = app.app.get(SpreadInterest, { strict: false });
    const pay = spread.pay.bind(spread);
    const pages: string[] = [];
    jest.spyOn(spread, 'pay').mockImplementation(async (...args) => {
      pages.push(args[3].through);
      if (pages.length === 2) throw new Error('Connection terminated unexpectedly');
      return pay(...args);
    });
    await expect(runStep(app, 'savings-posting', '2027-07-31')).rejects.toThrow('Connection terminated');
    expect(pages).toHaveLength(2);
    jest.restoreAllMocks();
    const { rows } = await runStep(app, 'savings-posting', '2027-07-31');
    expect(rows).toBe(due.length - SPREAD_CHUNK_SIZE);
    await expectPaidOnce('2027-07-31', due);
  }, 60_000);

  it('meets no deadlock with movements on its accounts and ledgers, named in either order', async () => {
    const due = await accrue('2027-08-31', '2027-09-01');
    const directory = app.app.get(AccountDirectory, { strict: false });
    const ledger = app.app.get(LedgerService, { strict: false });
    const [payable, tax] = await Promise.all(
      ['2065', '2060'].map((code) => directory.require(app.institutionId, code)),
    );
    const deadlocks = async (): Promise<number> => {
      const [row] = await app.rows<{ deadlocks: number }>(
        'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
      );
      return row!.deadlocks;
    };
    const move = async (from: number, to: number): Promise<void> => {
      await ledger.post({
        institutionId: app.institutionId,
        kind: 'test-move',
        reference: freshReference('MOVE'),
        origin: 'portal',
        maker: 'staff:teller',
        narration: 'Move',
        legs: [
          { accountId: from, side: 'debit', amountKobo: 100n, role: 'principal' },
          { accountId: to, side: 'credit', amountKobo: 100n, role: 'principal' },
        ],
        amountKobo: 100n,
        feeKobo: 0n,
        operation: SYSTEM_POSTING,
        nature: ORDINARY,
      });
    };
    const before = await deadlocks();
    let running = true;
    const step = runStep(app, 'savings-posting', '2027-08-31').finally(() => (running = false));
    let moves = 0;
    const day = Array.from({ length: 16 }, async (_, worker) => {
      while (running) {
        const a = accounts[Math.floor(Math.random() * accounts.length)]!.id;
        const b = accounts[Math.floor(Math.random() * accounts.length)]!.id;
        if (a === b) continue;
        const gl = (worker % 2 === 0 ? payable : tax)!.ledgerAccountId;
        await [() => move(a, b), () => move(b, a), () => move(a, gl), () => move(gl, b)][worker % 4]!();
        moves += 1;
      }
    });
    const [{ rows, failed }] = await Promise.all([step, ...day]);
    expect({ rows, failed }).toEqual({ rows: due.length, failed: [] });
    expect(moves).toBeGreaterThan(16);
    await expectPaidOnce('2027-08-31', due);
    await sleep(1_500);
    expect(await deadlocks()).toBe(before);
  }, 120_000);
});
