import { addDays } from '../../src/common/time/calendar';
import type { EndOfDayExceptionView, EndOfDayProgressView, EndOfDayView } from '../../src/end-of-day/end-of-day.dto';
import { EndOfDayScheduler } from '../../src/end-of-day/end-of-day-scheduler';
import { EndOfDayWorker } from '../../src/end-of-day/end-of-day-worker';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, endOfLastDay, rollDays, startEndOfDay } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import { INTEREST_KIND, InterestStep } from './interest-step';

const RUN = '/api/admin/v1/end-of-day/run';
const PROGRESS = '/api/admin/v1/end-of-day/progress';
const HISTORY = '/api/admin/v1/end-of-day/history';
const EXCEPTIONS = '/api/admin/v1/end-of-day/exceptions';
const RERUN = '/api/admin/v1/end-of-day/exceptions/rerun';

describe('end of day', () => {
  let app: TestApp;
  let step: InterestStep;
  let accounts: number;
  beforeAll(async () => {
    app = await TestApp.start();
    step = InterestStep.install(app);
    accounts = Number(
      (await app.rows<{ count: string }>(`SELECT count(*) FROM ledger_account WHERE kind = 'customer'`))[0]!.count,
    );
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });
  afterEach(() => {
    step.broken.clear();
    step.failure = undefined;
    step.before = () => Promise.resolve();
  });

  const asAdministrator = async (): Promise<{ token: string }> => ({ token: await app.staff('administrator') });
  const progressOf = async (Date?: string): Promise<EndOfDayProgressView> =>
    dataOf(await app.get(PROGRESS, Date === undefined ? {} : { Date }, await asAdministrator()));
  const exceptionsOf = async (Date: string): Promise<EndOfDayExceptionView[]> =>
    dataOf<{ data: EndOfDayExceptionView[] }>(await app.get(EXCEPTIONS, { Date }, await asAdministrator())).data;
  const run = async (): ReturnType<TestApp['post']> => app.post(RUN, {}, await asAdministrator());
  const paidFor = async (date: string): Promise<number> =>
    Number(
      (
        await app.rows<{ count: string }>(`SELECT count(*) FROM posting WHERE kind = $1 AND value_date = $2`, [
          INTEREST_KIND,
          date,
        ])
      )[0]!.count,
    );
  const anAccount = async (): Promise<number> =>
    Number(
      (await app.rows<{ id: string }>(`SELECT id FROM ledger_account WHERE kind = 'customer' ORDER BY id LIMIT 1`))[0]!
        .id,
    );
  /** Moves the business date back by so many days. */
  const missDays = (days: number): Promise<unknown> =>
    app.rows('UPDATE institution SET business_date = business_date - $2::int WHERE institution_id = $1', [
      app.institutionId,
      days,
    ]);

  it('runs its steps, stores control totals and proves the day', async () => {
    const date = await businessDateOf(app);
    const nextDate = await rollDays(app, 1);
    expect(nextDate).toBe(addDays(date, 1));
    expect(await paidFor(date)).toBe(accounts);
    const { businessDate, endOfDay, steps } = await progressOf();
    expect([businessDate, endOfDay!.date, endOfDay!.status, endOfDay!.openExceptions]).toEqual([
      nextDate,
      date,
      'Completed',
      0,
    ]);
    expect(steps).toMatchObject([
      {
        step: 'savings-accrual',
        title: 'Interest of the test',
        status: 'Completed',
        rowsDone: accounts,
        openExceptions: 0,
      },
    ]);
    expect(steps[0]!.totalsAfter!.entries - steps[0]!.totalsBefore!.entries).toBe(2 * accounts);
    expect(steps[0]!.totalsAfter!.debits).toBe(steps[0]!.totalsAfter!.credits);
    expect(endOfDay!.closingTotals).toEqual(steps[0]!.totalsBefore);
    expect(endOfDay!.proof).toMatchObject({ passed: true, totals: steps[0]!.totalsAfter });
    expect(endOfDay!.proof!.checks.map(({ name, passed }) => [name, passed])).toEqual(
      [
        'entries-balance',
        'day-totals',
        'account-totals',
        'trial-balance',
        'held-equals-liens',
        'loan-interest-adjustments',
        'loan-provisions',
        'overdraft-limits',
      ].map((name) => [name, true]),
    );
  });

  it('counts only the postings of its date; postings of the steps belong to the next date', async () => {
    const before = await progressOf();
    const accountNumber = await app.openAccount();
    await app.payIn(accountNumber, 12.34);
    accounts += 1;
    await rollDays(app, 1);
    const { endOfDay } = await progressOf();
    // The interest of the day before, and the cash.
    expect(endOfDay!.proof!.postings).toBe(accounts - 1 + 1);
    expect(endOfDay!.proof!.moved.entries).toBe(2 * accounts);
    expect(endOfDay!.closingTotals!.entries).toBe(before.endOfDay!.closingTotals!.entries + 2 * accounts);
  });

  it('changes nothing when a step runs a second time', async () => {
    const date = addDays(await businessDateOf(app), -1);
    const paid = await paidFor(date);
    const totals = (): Promise<unknown[]> =>
      app.rows('SELECT id, debits_posted_kobo, credits_posted_kobo, entry_seq FROM ledger_account ORDER BY id');
    const before = await totals();
    await app.rows(
      `INSERT INTO end_of_day_exception (institution_id, id, date, step, subject, message, failed_at) VALUES (1, 1, $1, 'savings-accrual', 'account:1', 'As if', now())`,
      [date],
    );
    expect(dataOf(await app.post(RERUN, { date }, await asAdministrator()))).toEqual({
      date,
      steps: ['savings-accrual'],
    });
    await eventually(async () => expect((await exceptionsOf(date))[0]!.resolvedAt).not.toBeNull());
    expect([await paidFor(date), await totals()]).toEqual([paid, before]);
    expect((await progressOf(date)).steps[0]!.rowsDone).toBe(paid);
  });

  it('continues after an account fails; staff list the exception and rerun it', async () => {
    const date = await businessDateOf(app);
    const broken = await anAccount();
    step.broken.add(broken);
    await rollDays(app, 1);
    expect(await paidFor(date)).toBe(accounts - 1);
    const failed = {
      date,
      step: 'savings-accrual',
      subject: `account:${broken}`,
      message: 'Error: This account is broken.',
      resolvedAt: null,
    };
    expect(await exceptionsOf(date)).toMatchObject([failed]);
    expect((await progressOf()).endOfDay).toMatchObject({ date, status: 'Completed', openExceptions: 1 });
    // The account is still broken: it stays in the list, once.
    dataOf(await app.post(RERUN, { date, step: 'savings-accrual' }, await asAdministrator()));
    await eventually(async () =>
      expect(await app.rows(`SELECT 1 FROM job WHERE kind = 'end-of-day-rerun' AND status = 'queued'`)).toEqual([]),
    );
    expect(await exceptionsOf(date)).toMatchObject([failed]);
    step.broken.clear();
    dataOf(await app.post(RERUN, { date }, await asAdministrator()));
    await eventually(async () =>
      expect(await exceptionsOf(date)).toMatchObject([{ ...failed, resolvedAt: expect.any(String) as string }]),
    );
    expect(await paidFor(date)).toBe(accounts);
    expect((await progressOf()).endOfDay).toMatchObject({ openExceptions: 0 });
    expect(
      dataOf<{ recordCount: number }>(await app.get(EXCEPTIONS, { Open: true }, await asAdministrator())).recordCount,
    ).toBe(0);
    expect(refusalOf(await app.post(RERUN, { date }, await asAdministrator()))).toEqual({
      status: 409,
      code: 'NO_OPEN_EXCEPTIONS',
    });
  });

  it('retries an account by itself after a lost connection', async () => {
    const date = await businessDateOf(app);
    step.broken.add(await anAccount());
    const otherwise = step.breaksWith;
    step.breaksWith = () => {
      step.broken.clear();
      return Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    };
    await rollDays(app, 1);
    step.breaksWith = otherwise;
    expect(step.broken.size).toBe(0);
    expect(await paidFor(date)).toBe(accounts);
    expect(await exceptionsOf(date)).toEqual([]);
  });

  it('accepts postings with the next date meanwhile and shows its progress', async () => {
    const date = await businessDateOf(app);
    const accountNumber = await app.openAccount();
    accounts += 1;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const last = Number(
      (await app.rows<{ id: string }>(`SELECT max(id) AS id FROM ledger_account WHERE kind = 'customer'`))[0]!.id,
    );
    step.before = (accountId) => (accountId === last ? held : new Promise((resolve) => setTimeout(resolve, 250)));
    await startEndOfDay(app, addDays(date, 1));
    await eventually(async () => {
      const { endOfDay, steps } = await progressOf();
      expect([endOfDay!.date, endOfDay!.status, steps[0]!.status]).toEqual([date, 'Running', 'Running']);
      expect(steps[0]!.rowsDone).toBeGreaterThan(0);
    });
    expect(refusalOf(await run())).toEqual({ status: 409, code: 'END_OF_DAY_RUNNING' });
    expect(refusalOf(await app.post(RERUN, { date }, await asAdministrator()))).toEqual({
      status: 409,
      code: 'END_OF_DAY_NOT_COMPLETED',
    });
    await Promise.all(Array.from({ length: 5 }, () => app.payIn(accountNumber, 10)));
    expect(
      await app.rows(
        `SELECT DISTINCT business_date::text AS date FROM posting WHERE narration = 'Cash in' AND amount_kobo = 1000`,
      ),
    ).toEqual([{ date: addDays(date, 1) }]);
    release();
    expect(await endOfLastDay(app)).toEqual({ date, status: 'Completed', problem: null });
    // The money came after the day, so it earns nothing for that day.
    expect(
      await app.rows('SELECT 1 FROM posting WHERE kind = $1 AND reference = $2', [INTEREST_KIND, `${date}-${last}`]),
    ).toEqual([]);
  });

  describe('stops', () => {
    it('when the proof fails: it keeps the date and the reason, and staff repair the books and resume', async () => {
      const date = await businessDateOf(app);
      // Debits and credits stay equal, so only the totals of the day reveal it.
      const spoil = (kobo: number): Promise<unknown> =>
        app.rows(
          `UPDATE ledger_account SET debits_posted_kobo = debits_posted_kobo + $1, credits_posted_kobo = credits_posted_kobo + $1 WHERE number = '1030'`,
          [kobo],
        );
      await spoil(1);
      await startEndOfDay(app, addDays(date, 2));
      const { status, problem } = await endOfLastDay(app);
      expect([status, problem]).toEqual([
        'Stopped',
        expect.stringMatching(/^The proof of the day failed: day-totals \(1: expected .*, found .*\)\.$/),
      ]);
      expect(await businessDateOf(app)).toBe(addDays(date, 1));
      expect((await progressOf()).endOfDay).toMatchObject({
        date,
        status: 'Stopped',
        problem,
        proof: { passed: false },
      });
      // The scheduler does not resume it; postings continue.
      await missDays(3);
      await app.app.get(EndOfDayScheduler, { strict: false }).startAll();
      await missDays(-3);
      expect((await endOfLastDay(app)).status).toBe('Stopped');
      await app.payIn(await app.openAccount(), 1);
      accounts += 1;
      await spoil(-1);
      // The closing totals were read with the mistake in them; a repaired day reads them again.
      dataOf(await run());
      expect(await endOfLastDay(app)).toEqual({ date, status: 'Completed', problem: null });
      expect(await paidFor(date)).toBe(accounts - 1);
    });

    it('when an entry of the day contradicts the account totals', async () => {
      const date = await businessDateOf(app);
      const accountNumber = await app.openAccount();
      accounts += 1;
      await app.payIn(accountNumber, 3);
      const spoil = (kobo: number): Promise<unknown> =>
        app.rows(
          'UPDATE posting_entry SET amount_kobo = amount_kobo + $1 WHERE account_id = (SELECT id FROM ledger_account WHERE number = $2)',
          [kobo, accountNumber],
        );
      await spoil(1);
      await startEndOfDay(app, addDays(date, 1));
      const { status, problem } = await endOfLastDay(app);
      expect(status).toBe('Stopped');
      expect(problem).toMatch(
        new RegExp(`entries-balance \\(1: \\d+\\); day-totals .*; account-totals \\(1: ${accountNumber}\\)\\.$`),
      );
      await spoil(-1);
      dataOf(await run());
      expect(await endOfLastDay(app)).toEqual({ date, status: 'Completed', problem: null });
    });

    it('before a step when the books do not balance', async () => {
      const date = await businessDateOf(app);
      const spoil = (kobo: number): Promise<unknown> =>
        app.rows(`UPDATE ledger_account SET debits_posted_kobo = debits_posted_kobo + $1 WHERE number = '1030'`, [
          kobo,
        ]);
      await spoil(5);
      await startEndOfDay(app, addDays(date, 1));
      expect(await endOfLastDay(app)).toMatchObject({
        date,
        status: 'Stopped',
        problem: expect.stringMatching(
          /^Before the step "Interest of the test" the books do not balance: debits are ₦/,
        ) as string,
      });
      expect(await paidFor(date)).toBe(0);
      await spoil(-5);
      dataOf(await run());
      expect(await endOfLastDay(app)).toEqual({ date, status: 'Completed', problem: null });
    });

    it('when a step has failed ten times', async () => {
      const date = await businessDateOf(app);
      step.failure = new Error('nothing works');
      await startEndOfDay(app, addDays(date, 1));
      await eventually(async () =>
        expect((await progressOf()).endOfDay).toMatchObject({
          date,
          status: 'Running',
          problem: 'The step "Interest of the test" failed: Error: nothing works (tried again)',
        }),
      );
      await app.rows(`UPDATE job SET attempts = 9 WHERE kind = 'end-of-day' AND status = 'queued'`);
      expect(await endOfLastDay(app)).toEqual({
        date,
        status: 'Stopped',
        problem: 'The step "Interest of the test" failed: Error: nothing works',
      });
      step.failure = undefined;
      dataOf(await run());
      expect(await endOfLastDay(app)).toEqual({ date, status: 'Completed', problem: null });
    });
  });

  it('starts at once when days are due, and once for many simultaneous requests', async () => {
    expect(refusalOf(await run())).toEqual({ status: 409, code: 'NO_DAY_DUE' });
    expect(refusalOf(await app.post(RUN, {}, { token: await app.staff('maker') }))).toEqual({
      status: 403,
      code: 'PERMISSION_DENIED',
    });
    await app.rows('DELETE FROM end_of_day_step; DELETE FROM end_of_day_run');
    const ahead = await businessDateOf(app);
    const today = (await progressOf()).calendarDate;
    await app.rows('UPDATE institution SET business_date = $1::date - 2', [today]);
    const answers = await Promise.all(Array.from({ length: 50 }, run));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(409)]);
    expect(dataOf(answers.find(({ status }) => status === 200)!)).toMatchObject({
      businessDate: addDays(today, -1),
      calendarDate: today,
      daysDue: 1,
      endOfDay: { date: addDays(today, -2), status: 'Running' },
    });
    expect(await endOfLastDay(app)).toMatchObject({ date: addDays(today, -1), status: 'Completed' });
    expect(await businessDateOf(app)).toBe(today);
    const history = dataOf<{ data: EndOfDayView[]; recordCount: number }>(
      await app.get(HISTORY, { PageSize: 1 }, await asAdministrator()),
    );
    expect([history.recordCount, history.data.map(({ date }) => date)]).toEqual([2, [addDays(today, -1)]]);
    expect(
      await app.rows(`SELECT actor FROM audit_log WHERE action = 'end-of-day.run' AND subject = $1`, [
        `end-of-day:${addDays(today, -2)}`,
      ]),
    ).toEqual([{ actor: 'staff:STF005' }]);
    await app.rows('DELETE FROM end_of_day_step; DELETE FROM end_of_day_run');
    await app.rows('UPDATE institution SET business_date = $1', [ahead]);
  });

  it('shows no run before the first closing and refuses dates that were not closed', async () => {
    expect(await progressOf()).toMatchObject({ endOfDay: null, steps: [] });
    expect(refusalOf(await app.get(PROGRESS, { Date: '2001-01-01' }, await asAdministrator()))).toEqual({
      status: 404,
      code: 'END_OF_DAY_NOT_FOUND',
    });
    expect(refusalOf(await app.post(RERUN, { date: '2001-01-01' }, await asAdministrator()))).toEqual({
      status: 404,
      code: 'END_OF_DAY_NOT_FOUND',
    });
    expect(refusalOf(await app.post(RERUN, { date: '2001-01-01', step: 'nonsense' }, await asAdministrator()))).toEqual(
      { status: 400, code: 'VALIDATION_FAILED' },
    );
  });

  it('shows each institution its own runs only', async () => {
    const date = await businessDateOf(app);
    step.broken.add(await anAccount());
    await rollDays(app, 1);
    const { institutionId, manager } = await addSecondInstitution(app);
    await app.rows('UPDATE institution SET business_date = $2 WHERE institution_id = $1', [
      institutionId,
      (await progressOf()).calendarDate,
    ]);
    const { body } = await app.post(
      '/api/admin/v1/login',
      { email: manager.email, password: manager.password },
      { reference: null },
    );
    const stranger = { token: (body as { accessToken: string }).accessToken };
    for (const path of [HISTORY, EXCEPTIONS])
      expect(dataOf(await app.get(path, {}, stranger))).toMatchObject({ data: [], recordCount: 0 });
    expect(dataOf(await app.get(PROGRESS, {}, stranger))).toMatchObject({ endOfDay: null });
    expect(refusalOf(await app.get(PROGRESS, { Date: date }, stranger))).toEqual({
      status: 404,
      code: 'END_OF_DAY_NOT_FOUND',
    });
    expect(refusalOf(await app.post(RERUN, { date }, stranger))).toEqual({
      status: 404,
      code: 'END_OF_DAY_NOT_FOUND',
    });
    expect(refusalOf(await app.post(RUN, {}, stranger))).toEqual({ status: 409, code: 'NO_DAY_DUE' });
    expect(await exceptionsOf(date)).toHaveLength(1);
  });

  it('stops when the process stops, and the next process continues', async () => {
    const date = await businessDateOf(app);
    const paying = step.before;
    step.before = () => Promise.resolve(app.app.get(EndOfDayWorker, { strict: false }).onModuleDestroy());
    await startEndOfDay(app, addDays(date, 1));
    await eventually(async () =>
      expect(await app.rows(`SELECT 1 FROM job WHERE kind = 'end-of-day' AND status = 'queued'`)).toEqual([]),
    );
    expect((await progressOf()).endOfDay).toMatchObject({ date, status: 'Running', problem: null });
    expect(await paidFor(date)).toBe(1);
    step.before = paying;
    Object.assign(app.app.get(EndOfDayWorker, { strict: false }), { stopping: new AbortController() });
    await app.app.get(EndOfDayScheduler, { strict: false }).startAll();
    expect(await endOfLastDay(app)).toEqual({ date, status: 'Completed', problem: null });
  });
});
