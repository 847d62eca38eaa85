import { Client } from 'pg';
import type { Response } from 'supertest';
import { DaySteps } from '../../src/business-day/day-steps';
import type { AccountingPeriodView } from '../../src/end-of-day/periods/accounting-periods.dto';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { rollDays } from '../support/end-of-day';
import { eventually } from '../support/eventually';

const CLOSE = '/api/admin/v1/accounting-periods/close';
const PERIODS = '/api/admin/v1/accounting-periods';
const POST = '/api/postings/v1/posttransaction';

describe('accounting periods', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    jest.spyOn(app.app.get(DaySteps), 'inOrder').mockReturnValue([]);
    // The end of 2 January 2028 has been completed.
    await app.rows(`UPDATE institution SET business_date = '2028-01-02'`);
    await rollDays(app, 1);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const asAdministrator = async (): Promise<{ token: string }> => ({ token: await app.staff('administrator') });
  const close = async (period: string): Promise<Response> => app.post(CLOSE, { period }, await asAdministrator());
  const decide = async (verdict: 'approve' | 'decline', approvalId: number): Promise<Response> =>
    app.post(
      `/api/admin/v1/approvals/${approvalId}/${verdict}`,
      { note: 'As agreed' },
      { token: await app.staff('checker') },
    );
  const asked = async (period: string): Promise<number> => {
    const answer = await close(period);
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { data: { statusCode: 'PENDING_APPROVAL', period, status: 'PendingApproval' } },
    ]);
    return (answer.body as { data: { approvalId: number } }).data.approvalId;
  };
  const periods = async (): Promise<AccountingPeriodView[]> =>
    dataOf<{ data: AccountingPeriodView[] }>(await app.get(PERIODS, {}, await asAdministrator())).data;
  const statusOf = async (period: string): Promise<string | undefined> =>
    (await periods()).find((row) => row.period === period && row.status !== 'Declined')?.status;
  const closedThrough = async (): Promise<string | null> =>
    (await app.rows<{ date: string | null }>('SELECT closed_through::text AS date FROM institution'))[0]!.date;
  /** Posts Naira between two ledgers with a value date. */
  const post = (debitAccount: string, creditAccount: string, amount: number, valueDate: string): Promise<Response> =>
    app.post(POST, {
      debitAccount,
      creditAccount,
      amount,
      narration: 'By value date',
      referenceNumber: freshReference('PT'),
      valueDate,
    });
  const netOf = async (code: string): Promise<number> =>
    Number(
      (
        await app.rows<{ net: string }>(
          'SELECT credits_posted_kobo - debits_posted_kobo AS net FROM ledger_account WHERE number = $1',
          [code],
        )
      )[0]!.net,
    ) / 100;

  describe('before the books begin', () => {
    it.each(['1900', '1999-12', '2025', '2026-01'])(
      'refuses to close a period that ended before the books begin: %s',
      async (period) => {
        await app.rows(`UPDATE institution SET created_at = '2026-02-01'`);
        expect(refusalOf(await close(period))).toEqual({ status: 422, code: 'PERIOD_BEFORE_BOOKS' });
      },
    );

    it('closes a period before the set-up when migrated books have earlier value dates', async () => {
      expect((await post('1030', '4010', 10, '2025-12-31')).status).toBe(200);
      expect(refusalOf(await close('2025-11'))).toEqual({ status: 422, code: 'PERIOD_BEFORE_BOOKS' });
      for (const period of ['2025-12', '2025']) expect((await decide('decline', await asked(period))).status).toBe(200);
      await app.rows('DELETE FROM accounting_period');
    });

    it.each(['2028-01', '2028', '2999'])('refuses to close a period with future days: %s', async (period) => {
      expect(refusalOf(await close(period))).toEqual({ status: 422, code: 'PERIOD_NOT_ENDED' });
    });
  });

  describe('of a month', () => {
    it('closes a month with the approval of a second member of staff and then refuses its value dates', async () => {
      expect((await post('1030', '4010', 10, '2027-10-31')).status).toBe(200);
      const approvalId = await asked('2027-10');
      expect((await post('1030', '4010', 10, '2027-10-31')).status).toBe(200);
      expect(
        refusalOf(await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, await asAdministrator())),
      ).toMatchObject({ status: 403 });
      expect((await decide('approve', approvalId)).status).toBe(200);
      expect(await closedThrough()).toBe('2027-10-31');
      expect(refusalOf(await post('1030', '4010', 10, '2027-10-31'))).toEqual({
        status: 422,
        code: 'VALUE_DATE_NOT_ALLOWED',
      });
      expect(refusalOf(await post('1030', '4010', 10, '2026-01-01'))).toEqual({
        status: 422,
        code: 'VALUE_DATE_NOT_ALLOWED',
      });
      expect((await post('1030', '4010', 10, '2027-11-01')).status).toBe(200);
      await eventually(async () => expect(await statusOf('2027-10')).toBe('Closed'));
      expect(await periods()).toMatchObject([
        {
          kind: 'Month',
          firstDay: '2027-10-01',
          lastDay: '2027-10-31',
          requestedBy: 'staff:STF005',
          decidedBy: 'staff:STF003',
          closedAt: expect.any(String) as string,
          closingPostingReferenceNumber: null,
        },
      ]);
    });

    it.each([
      { name: 'is closed', period: '2027-10', httpStatus: 409, code: 'PERIOD_CLOSED' },
      { name: 'is before a closed one', period: '2027-03', httpStatus: 409, code: 'PERIOD_CLOSED' },
      { name: 'is not the next', period: '2027-12', httpStatus: 409, code: 'PERIOD_OUT_OF_ORDER' },
      { name: 'has future days', period: '2028-01', httpStatus: 409, code: 'PERIOD_OUT_OF_ORDER' },
      { name: 'does not exist', period: '2027-13', httpStatus: 400, code: 'VALIDATION_FAILED' },
      { name: 'is a quarter', period: '2027-Q4', httpStatus: 400, code: 'VALIDATION_FAILED' },
    ])('refuses to close a month that $name', async ({ period, httpStatus, code }) => {
      expect(refusalOf(await close(period))).toEqual({ status: httpStatus, code });
    });

    it('requires the permission to close a period', async () => {
      expect(refusalOf(await app.post(CLOSE, { period: '2027-11' }, { token: await app.staff('checker') }))).toEqual({
        status: 403,
        code: 'PERMISSION_DENIED',
      });
    });

    it('keeps one pending closing per period and allows a new request after a decline', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => close('2027-11')));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(49).fill(409)]);
      expect(new Set(answers.filter(({ status }) => status === 409).map((answer) => refusalOf(answer).code))).toEqual(
        new Set(['PERIOD_CLOSE_PENDING']),
      );
      const { approvalId } = (answers.find(({ status }) => status === 202)!.body as { data: { approvalId: number } })
        .data;
      expect((await decide('decline', approvalId)).status).toBe(200);
      expect([await closedThrough(), await statusOf('2027-11')]).toEqual(['2027-10-31', undefined]);
      expect((await decide('approve', await asked('2027-11'))).status).toBe(200);
      await eventually(async () => expect(await statusOf('2027-11')).toBe('Closed'));
    });

    it('refuses to close a month whose days have open exceptions', async () => {
      await app.rows(
        `INSERT INTO end_of_day_exception (institution_id, id, date, step, subject, message, failed_at) VALUES (1, 1, '2027-12-31', 'lien-expiry', 'lien:1', 'As if', now())`,
      );
      expect(refusalOf(await close('2027-12'))).toEqual({ status: 409, code: 'PERIOD_HAS_EXCEPTIONS' });
      await app.rows('DELETE FROM end_of_day_exception');
    });

    it('checks the month again at the approval', async () => {
      const approvalId = await asked('2027-12');
      await app.rows(
        `INSERT INTO end_of_day_exception (institution_id, id, date, step, subject, message, failed_at) VALUES (1, 1, '2027-12-31', 'lien-expiry', 'lien:1', 'As if', now())`,
      );
      expect(refusalOf(await decide('approve', approvalId))).toEqual({
        status: 409,
        code: 'PERIOD_HAS_EXCEPTIONS',
      });
      expect([await closedThrough(), await statusOf('2027-12')]).toEqual(['2027-11-30', 'PendingApproval']);
      await app.rows('DELETE FROM end_of_day_exception');
      expect((await decide('decline', approvalId)).status).toBe(200);
    });
  });

  describe('of a year', () => {
    it('refuses to close a year without a retained earnings ledger', async () => {
      const setting = (value: string): Promise<unknown> =>
        app.rows(`UPDATE institution_setting SET value = $1 WHERE key = 'RETAINED_EARNINGS_LEDGER_CODE'`, [value]);
      for (const code of ['4010', '2010', 'NONE']) {
        await setting(code);
        expect(refusalOf(await close('2027'))).toEqual({ status: 422, code: 'RETAINED_EARNINGS_LEDGER_MISSING' });
      }
      await setting('3020');
    });

    it('carries the income and expense of a closed year forward once, whatever was posted since', async () => {
      // 4010 has 40 from above.
      const incomeBefore = await netOf('4010');
      expect((await post('1030', '4020', 1000, '2027-12-31')).status).toBe(200);
      expect((await post('5020', '1030', 250.5, '2027-12-15')).status).toBe(200);
      // A posting of the new year: it stays, and takes 4020 below the old year's income.
      expect((await post('4020', '1030', 600, '2028-01-01')).status).toBe(200);
      expect((await post('5020', '1030', 7, '2028-01-02')).status).toBe(200);
      const approvalId = await asked('2027');
      // A posting that was decided before the close runs until this commits.
      const other = new Client({ connectionString: databaseUrl() });
      await other.connect();
      await other.query('BEGIN');
      await other.query('SELECT pg_current_xact_id()');
      const late = Promise.all(Array.from({ length: 40 }, () => post('1030', '4020', 1, '2027-12-31')));
      const approvals = await Promise.all(Array.from({ length: 5 }, () => decide('approve', approvalId)));
      const inTime = (await late).filter(({ status }) => status === 200).length;
      expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      expect(await closedThrough()).toBe('2027-12-31');
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(await statusOf('2027')).toBe('Closing');
      expect(await app.rows(`SELECT 1 FROM posting WHERE kind = 'year-end-closing'`)).toEqual([]);
      await other.query('COMMIT');
      await other.end();
      await eventually(async () => expect(await statusOf('2027')).toBe('Closed'));
      expect([await netOf('4010'), await netOf('4020'), await netOf('5020')]).toEqual([0, -600, -7]);
      expect(await netOf('3020')).toBe(incomeBefore + 1000 + inTime - 250.5);
      const [posting] = await app.rows(
        `SELECT id::int, value_date::text AS value, business_date::text AS business, status, maker FROM posting WHERE kind = 'year-end-closing'`,
      );
      expect(posting).toMatchObject({
        value: '2027-12-31',
        business: '2028-01-03',
        status: 'Posted',
        maker: 'system:year-end',
      });
      const { closingPostingReferenceNumber } = (await periods()).find(({ period }) => period === '2027')!;
      expect(closingPostingReferenceNumber).toBe(`PST${String((posting as { id: number }).id).padStart(12, '0')}`);
      expect(
        refusalOf(
          await app.post('/api/postings/v1/reversetransaction', {
            referenceNumber: closingPostingReferenceNumber,
            reason: 'No',
          }),
        ),
      ).toMatchObject({ status: 422 });
    });

    it.each([
      { name: 'is closed', period: '2027', httpStatus: 409, code: 'PERIOD_CLOSED' },
      { name: 'is before a closed one', period: '2026', httpStatus: 409, code: 'PERIOD_CLOSED' },
      { name: 'has not ended', period: '2028', httpStatus: 422, code: 'PERIOD_NOT_ENDED' },
      { name: 'is not the next', period: '2029', httpStatus: 409, code: 'PERIOD_OUT_OF_ORDER' },
    ])('refuses to close a year that $name', async ({ period, httpStatus, code }) => {
      expect(refusalOf(await close(period))).toEqual({ status: httpStatus, code });
    });

    it('refuses to close a year before the previous one is carried forward', async () => {
      const set = (status: string): Promise<unknown> =>
        app.rows(`UPDATE accounting_period SET status = $1 WHERE period = '2027'`, [status]);
      await set('Closing');
      expect(refusalOf(await close('2028'))).toEqual({ status: 409, code: 'PERIOD_CLOSE_PENDING' });
      await set('Closed');
    });

    it('detects a posting with a value date in a closed period in the ledger proof', async () => {
      expect(await app.failedProofs()).toEqual([]);
      const [late] = await app.rows<{ id: string }>(
        `SELECT id FROM posting WHERE value_date = '2028-01-02' ORDER BY id DESC LIMIT 1`,
      );
      await app.rows(`UPDATE posting SET value_date = '2027-12-31', posted_at = now() WHERE id = $1`, [late!.id]);
      expect((await app.failedProofs()).map(({ name }) => name)).toEqual(['closed-periods', 'closed-years']);
      await app.rows(`UPDATE posting SET value_date = '2028-01-02' WHERE id = $1`, [late!.id]);
    });

    it('allows postings and day proofs after a closed year', async () => {
      expect((await post('1030', '4010', 10, '2028-01-01')).status).toBe(200);
      await rollDays(app, 1);
    });
  });

  function databaseUrl(): string {
    const { user = '', password, host, port, database = '' } = app.database;
    return `postgres://${user}:${String(password ?? '')}@${host}:${port}/${database}`;
  }
});
