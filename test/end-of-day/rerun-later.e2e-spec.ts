import { createProduct, moveCash, openProductAccount, setBusinessDate } from '../accounts/interest-support';
import { setStatus } from '../accounts/liens-support';
import { activeLoan } from '../loans/loans-support';
import { dayProduct, loanOf } from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { rollDays } from '../support/end-of-day';
import { eventually } from '../support/eventually';

const RERUN = '/api/admin/v1/end-of-day/exceptions/rerun';

/** Exceptions that staff rerun days later, when later days have changed the fields by which a step finds its rows. */
describe('rerun of exceptions days later', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const open = (): Promise<{ date: string; step: string; subject: string }[]> =>
    app.rows(
      'SELECT date::text, step, subject FROM end_of_day_exception WHERE resolved_at IS NULL ORDER BY step, subject',
    );
  const rerun = async (date: string, step: string): Promise<void> => {
    dataOf(await app.post(RERUN, { date, step }, { token: await app.staff('administrator') }));
    await eventually(async () =>
      expect(await app.rows(`SELECT 1 FROM job WHERE kind = 'end-of-day-rerun' AND status = 'queued'`)).toEqual([]),
    );
  };

  it('posts the interest of the month together with the interest accrued since', async () => {
    await setBusinessDate(app, '2027-01-31');
    const account = await openProductAccount(app, await createProduct(app));
    await moveCash(app, account, 3_650_000n);
    const posted = (): Promise<unknown[]> =>
      app.rows(
        'SELECT i.gross_kobo AS gross, i.through_date::text AS through, p.value_date::text AS value FROM interest_posting i JOIN posting p ON p.id = i.posting_id WHERE i.account_id = $1',
        [account.id],
      );
    await setStatus(app, account.number, 'PendingApproval');
    await rollDays(app, 1);
    const failed = [{ date: '2027-01-31', step: 'savings-posting', subject: `account:${account.id}` }];
    expect(await open()).toEqual(failed);
    await rollDays(app, 2);
    // Nothing was repaired, so the exception must stay open.
    await rerun('2027-01-31', 'savings-posting');
    expect([await open(), await posted()]).toEqual([failed, []]);
    await setStatus(app, account.number, 'Active');
    await rerun('2027-01-31', 'savings-posting');
    expect([await open(), await posted()]).toEqual([
      [],
      [{ gross: '3000', through: '2027-02-02', value: '2027-02-02' }],
    ]);
  });

  it('does not set overdue loans back to the day that is rerun', async () => {
    const { loanAccountNumber, id, linkedNumber } = await activeLoan(app, {
      productCode: await dayProduct(app),
      loanAmount: 20_000,
      tenure: 2,
      principalRepaymentEvery: 1,
      principalRepaymentFrequency: 0,
    });
    await setStatus(app, linkedNumber, 'Frozen');
    const next = await rollDays(app, 2);
    await rollDays(app, 3);
    const before = (await loanOf(app, { id })).loan;
    expect(before).toMatchObject({ loanAccountNumber, classification: 'PassAndWatch' });
    const [{ date }] = (await app.rows<{ date: string }>(`SELECT ($1::date - 1)::text AS date`, [next])) as [
      { date: string },
    ];
    for (const step of ['loan-arrears', 'loan-ageing', 'loan-collection']) {
      await app.rows(
        `INSERT INTO end_of_day_exception (institution_id, id, date, step, subject, message, failed_at) VALUES (1, (SELECT coalesce(max(id), 0) + 1 FROM end_of_day_exception), $1, $2, 'loan:1', 'As if', now())`,
        [date, step],
      );
      await rerun(date, step);
    }
    expect(await open()).toEqual([]);
    expect((await loanOf(app, { id })).loan).toEqual(before);
  });
});
