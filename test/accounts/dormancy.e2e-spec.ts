import { addDays, addMonths } from '../../src/common/time/calendar';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import {
  closeDay,
  createProduct,
  moveCash,
  openProductAccount,
  runStep,
  setBusinessDate,
  type StepReport,
  type TestAccount,
} from './interest-support';
import { addOverdraft, auditOf, placeLien, setStatus } from './liens-support';

describe('dormancy', () => {
  let app: TestApp;
  let productCode: string;
  /** Each test uses different years. */
  let first = '2030-03-15';
  beforeAll(async () => {
    app = await TestApp.start();
    productCode = await createProduct(app, {}, { dormancyMonths: 6 });
  });
  beforeEach(async () => {
    first = addMonths(first, 36);
    await setBusinessDate(app, first);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function close(date: string): Promise<StepReport> {
    await setBusinessDate(app, addDays(date, 1));
    return runStep(app, 'dormancy', date);
  }
  const statusOf = async ({ id }: TestAccount): Promise<string> =>
    (await app.rows<{ status: string }>('SELECT status FROM ledger_account WHERE id = $1', [id]))[0]!.status;

  it("begins at the end of the day on which the last activity is the product's months ago", async () => {
    const account = await openProductAccount(app, productCode);
    await moveCash(app, account, 1_000n);
    const due = addMonths(first, 6);
    await close(first);
    await close(addDays(due, -1));
    expect(await statusOf(account)).toBe('Active');
    expect((await close(due)).failed).toEqual([]);
    expect(await statusOf(account)).toBe('Dormant');
    expect(
      await app.rows(
        `SELECT from_status AS from, to_status AS to, actor, checker, reason FROM account_status_change
           WHERE account_id = $1`,
        [account.id],
      ),
    ).toEqual([
      {
        from: 'Active',
        to: 'Dormant',
        actor: 'system:dormancy',
        checker: null,
        reason: `No transaction of the customer's up to ${due}`,
      },
    ]);
    expect(await auditOf(app, `account:${account.number}`)).toContain('account.dormant');
    await close(due);
    expect(await app.rows('SELECT 1 FROM account_status_change WHERE account_id = $1', [account.id])).toHaveLength(1);
  });

  it('counts from the opening of an account that was never used', async () => {
    const account = await openProductAccount(app, productCode);
    await close(addDays(addMonths(first, 6), -1));
    expect(await statusOf(account)).toBe('Active');
    await close(addMonths(first, 6));
    expect(await statusOf(account)).toBe('Dormant');
  });

  it('is postponed by a debit or credit of the customer, also one before the review', async () => {
    const [paidIn, paidOut, lastMinute] = [
      await openProductAccount(app, productCode),
      await openProductAccount(app, productCode),
      await openProductAccount(app, productCode),
    ];
    await moveCash(app, paidOut, 1_000n);
    const used = addMonths(first, 4);
    await setBusinessDate(app, used);
    await moveCash(app, paidIn, 1n);
    await moveCash(app, paidOut, -1n);
    const due = addMonths(first, 6);
    await setBusinessDate(app, addDays(due, 1));
    await moveCash(app, lastMinute, 1n);
    await close(due);
    for (const account of [paidIn, paidOut, lastMinute]) expect(await statusOf(account)).toBe('Active');
    await close(addDays(addMonths(used, 6), -1));
    expect(await statusOf(paidIn)).toBe('Active');
    await close(addMonths(used, 6));
    expect([await statusOf(paidIn), await statusOf(paidOut), await statusOf(lastMinute)]).toEqual([
      'Dormant',
      'Dormant',
      'Active',
    ]);
  });

  it('is not postponed by interest, tax, liens or postings of the institution', async () => {
    const account = await openProductAccount(app, productCode);
    await moveCash(app, account, 100_000_000n);
    for (let month = 0; month < 6; month += 1) {
      const end = addDays(addMonths(`${first.slice(0, 8)}01`, month + 1), -1);
      expect(await closeDay(app, end)).toEqual([]);
    }
    dataOf(await placeLien(app, account.number, 5));
    const entries = await app.rows<{ role: string }>('SELECT role FROM posting_entry WHERE account_id = $1', [
      account.id,
    ]);
    expect(entries.filter(({ role }) => role === 'interest').length).toBeGreaterThanOrEqual(5);
    await closeDay(app, addMonths(first, 6));
    dataOf(
      await app.post(
        '/api/admin/v1/accounts/post-interest',
        { accountNumber: account.number },
        { token: await app.staff('maker') },
      ),
    );
    await close(addMonths(first, 6));
    expect(await statusOf(account)).toBe('Dormant');
  });

  it('is postponed by a transaction during the review of the account', async () => {
    const account = await openProductAccount(app, productCode);
    const due = addMonths(first, 6);
    await setBusinessDate(app, addDays(due, 1));
    await app.rows('BEGIN');
    await app.rows('SELECT id FROM deposit_account WHERE id = $1 FOR UPDATE', [account.id]);
    const run = runStep(app, 'dormancy', due);
    await eventually(async () =>
      expect((await app.rows('SELECT 1 FROM pg_locks WHERE NOT granted')).length).toBeGreaterThan(0),
    );
    await moveCash(app, account, 1n);
    await app.rows('COMMIT');
    expect((await run).failed).toEqual([]);
    expect(await statusOf(account)).toBe('Active');
  });

  it('lets an account earn interest, and begins again its months after an activation', async () => {
    const account = await openProductAccount(app, productCode);
    const due = addMonths(first, 6);
    await close(due);
    dataOf(await app.put('/api/account/v1/activate', { accountNumber: account.number }));
    const activated = addDays(due, 1);
    // The activation has the time of the server's clock; the business date of the test is ahead of it.
    await app.rows(
      `UPDATE account_status_change SET at = $2::date + interval '12 hours' WHERE account_id = $1
         AND to_status = 'Active'`,
      [account.id, activated],
    );
    await close(activated);
    expect(await statusOf(account)).toBe('Active');
    await close(addDays(addMonths(activated, 6), -1));
    expect(await statusOf(account)).toBe('Active');
    await close(addMonths(activated, 6));
    expect(await statusOf(account)).toBe('Dormant');
  });

  it.each(['Inactive', 'Frozen', 'PendingApproval', 'Closed'])(
    'leaves an account that is %s as it is',
    async (status) => {
      const account = await openProductAccount(app, productCode);
      await setStatus(app, account.number, status);
      await close(addMonths(first, 7));
      expect(await statusOf(account)).toBe(status);
    },
  );

  it('skips accounts of products without terms and accounts with an overdraft', async () => {
    const bare = await openProductAccount(app, await createProduct(app, {}, null));
    const overdraft = await openProductAccount(app, productCode);
    dataOf(await addOverdraft(app, overdraft.number, 100));
    await close(addMonths(first, 7));
    expect([await statusOf(bare), await statusOf(overdraft)]).toEqual(['Active', 'Active']);
  });

  it('happens once when the step runs several times in parallel', async () => {
    const accounts = [
      await openProductAccount(app, productCode),
      await openProductAccount(app, productCode),
      await openProductAccount(app, productCode),
    ];
    const due = addMonths(first, 6);
    await setBusinessDate(app, addDays(due, 1));
    await Promise.all(Array.from({ length: 5 }, () => runStep(app, 'dormancy', due)));
    for (const account of accounts) {
      expect(await statusOf(account)).toBe('Dormant');
      expect(await app.rows('SELECT 1 FROM account_status_change WHERE account_id = $1', [account.id])).toHaveLength(1);
    }
  });

  it('stops at once when the process stops', async () => {
    const account = await openProductAccount(app, productCode);
    const due = addMonths(first, 6);
    await setBusinessDate(app, addDays(due, 1));
    expect(await runStep(app, 'dormancy', due, AbortSignal.abort())).toEqual({ rows: 0, failed: [] });
    expect(await statusOf(account)).toBe('Active');
  });
});
