import type { Response } from 'supertest';
import request from 'supertest';
import { addDays } from '../../src/common/time/calendar';
import { printedDate } from '../../src/common/time/printed-date';
import { addSecondInstitution } from '../auth/second-institution';
import { openContracts } from '../end-of-day/contracts';
import { codeOf, dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, endOfLastDay, rollDays, startEndOfDay } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import { readPdf } from '../support/read-pdf';

const CLOCK = '/api/sandbox/v1/clock';
const TRANSFER = '/api/transfer/v1/localfundtransfer';
const DAY_MS = 86_400_000;

interface ClockState {
  now: string;
  calendarDate: string;
  businessDate: string;
  daysAhead: number;
  status: string;
  movesTo: string | null;
}

const readClock = async (app: TestApp): Promise<ClockState> => dataOf<ClockState>(await app.get(CLOCK));

/** Moves the clock by so many days and waits until it stands. */
async function moveClock(app: TestApp, days: number): Promise<ClockState> {
  const date = addDays((await readClock(app)).calendarDate, days);
  dataOf(await app.post(CLOCK, { date }));
  for (;;) {
    const state = await readClock(app);
    if (state.status !== 'Moving') {
      expect(state).toMatchObject({ status: 'Standing', calendarDate: date, businessDate: date, movesTo: null });
      return state;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const transfer = (app: TestApp, debitAccount: string, creditAccount: string, amount: number): Promise<Response> =>
  app.post(TRANSFER, { debitAccount, creditAccount, amount, narration: 'Clock' }, { reference: freshReference() });

describe('the clock of the sandbox institution', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ SANDBOX: 'true' });
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('books a transfer at the time and on the date of the institution, and leaves another institution alone', async () => {
    const { institutionId: other } = await addSecondInstitution(app, 2);
    const otherBefore = await app.rows('SELECT * FROM institution WHERE institution_id = $1', [other]);
    const [payer, payee] = [await app.openAccount(50_000), await app.openAccount()];
    const { daysAhead, now, businessDate } = await moveClock(app, 3);
    expect(Math.abs(new Date(now).getTime() - Date.now() - daysAhead * DAY_MS)).toBeLessThan(60_000);
    dataOf(await transfer(app, payer, payee, 1_000));
    const [posting] = await app.rows<{ days: number; created: number; date: string }>(
      `SELECT extract(epoch FROM posted_at - clock_timestamp())::float / 86400 AS days,
              extract(epoch FROM created_at - clock_timestamp())::float / 86400 AS created, business_date::text AS date
         FROM posting WHERE status = 'Posted' ORDER BY id DESC LIMIT 1`,
    );
    expect(posting!.days).toBeCloseTo(daysAhead, 2);
    expect(posting!.created).toBeCloseTo(daysAhead, 2);
    expect(posting!.date).toBe(businessDate);
    expect(await app.rows('SELECT * FROM institution WHERE institution_id = $1', [other])).toStrictEqual(otherBefore);
    expect(await app.rows('SELECT 1 FROM end_of_day_run WHERE institution_id = $1', [other])).toEqual([]);
    const closed = await app.rows<{ status: string }>('SELECT status FROM end_of_day_run WHERE institution_id = 1');
    expect(closed.map(({ status }) => status)).toEqual(['Completed', 'Completed', 'Completed']);
  });

  it('prints the time of the institution on statements and reports', async () => {
    const account = await app.openAccount(1_000);
    const { calendarDate: date } = await moveClock(app, 2);
    const footOf = (answer: Response): string => {
      const { document } = dataOf<{ document: string }>(answer);
      return readPdf(Buffer.from(document.split(',')[1]!, 'base64')).pages[0]!;
    };
    const period = { FinancialDateFrom: date, FinancialDateTo: date };
    const statement = await app.get('/api/report/v1/exportcustomerstatement', {
      AccountNumber: account,
      FileExportFormat: 'PDF',
      ...period,
    });
    const token = await app.staff('checker');
    const report = await app.get('/api/admin/v1/books/trial-balance', { Date: date, Format: 'PDF' }, { token });
    const printed = printedDate(date).replaceAll(' ', '');
    expect(footOf(statement)).toContain(`made${printed},`);
    expect(footOf(report)).toContain(`Made${printed},`);
  });

  it('stands while an import of the business date is half loaded, and moves once it is complete', async () => {
    const before = await readClock(app);
    await app.rows(
      `INSERT INTO data_import (institution_id, id, checksum, status, step, cut_over_on, started_by, started_at)
       VALUES (1, 1, 'x', 'Loading', 'liens', $1, 'tester', now())`,
      [before.businessDate],
    );
    const refused = await app.post(CLOCK, { date: addDays(before.calendarDate, 1) });
    expect(refusalOf(refused)).toEqual({ status: 409, code: 'END_OF_DAY_BLOCKED' });
    expect({ ...(await readClock(app)), now: null }).toEqual({ ...before, now: null });
    await app.rows(`UPDATE data_import SET status = 'Completed' WHERE institution_id = 1`);
    await moveClock(app, 1);
  });

  it('keeps the audit log, claims and tokens in real time', async () => {
    const token = await app.client();
    await moveClock(app, 2);
    expect((await app.get(CLOCK, {}, { token })).status).toBe(200);
    const [audited] = await app.rows<{ real: boolean }>(
      `SELECT at BETWEEN clock_timestamp() - interval '10 minutes' AND clock_timestamp() AS real
         FROM audit_log WHERE action = 'sandbox-clock.move' ORDER BY id DESC LIMIT 1`,
    );
    expect(audited).toEqual({ real: true });
    const claims = await app.rows('SELECT created_at FROM request_claim WHERE created_at > clock_timestamp()');
    expect(claims).toEqual([]);
  });

  it('ends the 24 hours of the AML rule', async () => {
    const [payer, payee] = [await app.openAccount(), await app.openAccount()];
    for (let part = 0; part < 4; part += 1) await app.payIn(payer, 400_000);
    expect((await transfer(app, payer, payee, 600_000)).status).toBe(200);
    expect(refusalOf(await transfer(app, payer, payee, 600_000))).toEqual({ status: 202, code: 'AML_HOLD' });
    await moveClock(app, 2);
    expect((await transfer(app, payer, payee, 600_000)).status).toBe(200);
  });

  it('expires an AML release that nobody used in time', async () => {
    const [payer, payee] = [await app.openAccount(), await app.openAccount()];
    for (let part = 0; part < 4; part += 1) await app.payIn(payer, 400_000);
    const held = await transfer(app, payer, payee, 1_500_000);
    const { approvalId } = dataOf<{ approvalId: number }>(held, 202);
    dataOf(await app.post('/api/sandbox/v1/approve', { approvalId }));
    const statusOf = async (): Promise<unknown> =>
      (await app.rows<{ status: string }>('SELECT status FROM aml_hold WHERE approval_id = $1', [approvalId]))[0];
    expect(await statusOf()).toEqual({ status: 'Approved' });
    await moveClock(app, 8);
    await eventually(async () => expect(await statusOf()).toEqual({ status: 'Expired' }));
  });

  it.each([
    ['today', 0, 422, 'CLOCK_NOT_FORWARD'],
    ['an earlier date', -1, 422, 'CLOCK_NOT_FORWARD'],
    ['a date more than two years ahead', 732, 422, 'CLOCK_TOO_FAR'],
  ])('does not move to %s', async (_, days, status, code) => {
    const before = await readClock(app);
    const refused = await app.post(CLOCK, { date: addDays(before.calendarDate, days) });
    expect(codeOf(refused)).toStrictEqual([status, code]);
    expect((await readClock(app)).daysAhead).toBe(before.daysAhead);
  });

  it('moves once when asked ten times at the same moment', async () => {
    const { calendarDate, daysAhead } = await readClock(app);
    const date = addDays(calendarDate, 2);
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.post(CLOCK, { date })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers.filter((answer) => answer.status !== 200)) expect([409, 422]).toContain(status);
    await eventually(async () => {
      const state = await readClock(app);
      expect(state).toMatchObject({ status: 'Standing', calendarDate: date, daysAhead: daysAhead + 2 });
    });
  });

  it('does not move while a day is closed, and no day is closed by hand while it moves', async () => {
    const before = await readClock(app);
    await app.rows(
      `CREATE FUNCTION hold_day() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         PERFORM pg_advisory_xact_lock(4713); RETURN NEW; END $$`,
    );
    await app.rows(
      `CREATE TRIGGER hold BEFORE UPDATE ON end_of_day_run FOR EACH ROW WHEN (NEW.status = 'Completed')
         EXECUTE FUNCTION hold_day()`,
    );
    await app.rows('SELECT pg_advisory_lock(4713)');
    try {
      await startEndOfDay(app, addDays(before.businessDate, 1));
      for (const days of [1, 2, 30]) {
        const refused = await app.post(CLOCK, { date: addDays(before.calendarDate, days) });
        expect([409, 422]).toContain(refused.status);
      }
      expect((await readClock(app)).daysAhead).toBe(before.daysAhead);
    } finally {
      await app.rows('SELECT pg_advisory_unlock(4713)');
      await app.rows('DROP FUNCTION hold_day CASCADE');
    }
    expect(await endOfLastDay(app)).toMatchObject({ status: 'Completed' });
    expect((await readClock(app)).daysAhead).toBe(before.daysAhead);
    const moved = await app.post(CLOCK, { date: addDays(before.calendarDate, 3) });
    expect(moved.status).toBe(200);
    await expect(startEndOfDay(app, addDays(before.businessDate, 2))).rejects.toThrow('started');
    await eventually(async () => expect(await readClock(app)).toMatchObject({ status: 'Standing' }));
  });

  it('is not there for another institution', async () => {
    const { client } = await addSecondInstitution(app, 3);
    const token = (await request(app.url).post('/api/auth/v1/authenticate').send(client)).body.accessToken as string;
    const date = addDays(await businessDateOf(app), 5);
    expect(codeOf(await app.post(CLOCK, { date }, { token }))).toStrictEqual([404, 'NOT_FOUND']);
    expect(codeOf(await app.get(CLOCK, {}, { token }))).toStrictEqual([404, 'NOT_FOUND']);
  });

  it('is not there in an installation without a sandbox', async () => {
    const real = await TestApp.start();
    try {
      const date = addDays(await businessDateOf(real), 5);
      expect(codeOf(await real.post(CLOCK, { date }))).toStrictEqual([404, 'NOT_FOUND']);
      expect(await real.rows('SELECT 1 FROM institution WHERE clock_ahead_days IS NOT NULL')).toEqual([]);
    } finally {
      await real.close();
    }
  });
});

describe('a clock that moves by 10 days', () => {
  it('gives the balances of closing the same days by hand', async () => {
    const apps = [await TestApp.start({ SANDBOX: 'true' }), await TestApp.start({ SANDBOX: 'true' })] as const;
    const balances: unknown[] = [];
    for (const [index, app] of apps.entries()) {
      await openContracts(app, { loans: 3, broke: 1, deposits: 2 });
      if (index === 0) await moveClock(app, 10);
      else await rollDays(app, 10);
      balances.push(
        await app.rows(
          `SELECT name, credits_posted_kobo::text, debits_posted_kobo::text FROM ledger_account
            WHERE kind = 'gl' OR institution_id = 1 ORDER BY name, credits_posted_kobo, debits_posted_kobo`,
        ),
      );
      expect(await app.failedProofs()).toEqual([]);
    }
    expect(balances[0]).toStrictEqual(balances[1]);
    for (const app of apps) await app.close();
  }, 300_000);
});
