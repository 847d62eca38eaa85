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
  /** Moves Naira between two ledgers with a value date. */
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
    it.each(['1900', '1999-12', '2025', '2026-01'])('cannot be closed: %s', async (period) => {
      await app.rows(`UPDATE institution SET created_at = '2026-02-01'`);
      expect(refusalOf(await close(period))).toEqual({ status: 422, code: 'PERIOD_BEFORE_BOOKS' });
    });

    it('can be closed when books were taken over with earlier value dates', async () => {
      expect((await post('1030', '4010', 10, '2025-12-31')).status).toBe(200);
      expect(refusalOf(await close('2025-11'))).toEqual({ status: 422, code: 'PERIOD_BEFORE_BOOKS' });
      for (const period of ['2025-12', '2025']) expect((await decide('decline', await asked(period))).status).toBe(200);
      await app.rows('DELETE FROM accounting_period');
    });

    it.each(['2028-01', '2028', '2999'])('nor can one that has days to come: %s', async (period) => {
      expect(refusalOf(await close(period))).toEqual({ status: 422, code: 'PERIOD_NOT_ENDED' });
    });
  });

  describe('of a month', () => {
    it('are closed by two members of staff, and take no value date from then on', async () => {
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
      ['is closed', '2027-10', 409, 'PERIOD_CLOSED'],
      ['lies before a closed one', '2027-03', 409, 'PERIOD_CLOSED'],
      ['is not the next', '2027-12', 409, 'PERIOD_OUT_OF_ORDER'],
      ['has days to come', '2028-01', 409, 'PERIOD_OUT_OF_ORDER'],
      ['is none', '2027-13', 400, 'VALIDATION_FAILED'],
      ['is a quarter', '2027-Q4', 400, 'VALIDATION_FAILED'],
    ])('cannot be closed when it %s', async (_, period, httpStatus, code) => {
      expect(refusalOf(await close(period))).toEqual({ status: httpStatus, code });
    });

    it('needs the permission', async () => {
      expect(refusalOf(await app.post(CLOSE, { period: '2027-11' }, { token: await app.staff('checker') }))).toEqual({
        status: 403,
        code: 'PERMISSION_DENIED',
      });
    });

    it('waits once, and may be asked for again when it was declined', async () => {
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

    it('is not closed while accounts of its days are left to be done', async () => {
      await app.rows(
        `INSERT INTO end_of_day_exception (institution_id, id, date, step, subject, message, failed_at) VALUES (1, 1, '2027-12-31', 'lien-expiry', 'lien:1', 'As if', now())`,
      );
      expect(refusalOf(await close('2027-12'))).toEqual({ status: 409, code: 'PERIOD_HAS_EXCEPTIONS' });
      await app.rows('DELETE FROM end_of_day_exception');
    });

    it('is looked at again when it is approved', async () => {
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
    it('needs a ledger that takes the result', async () => {
      const setting = (value: string): Promise<unknown> =>
        app.rows(`UPDATE institution_setting SET value = $1 WHERE key = 'RETAINED_EARNINGS_LEDGER_CODE'`, [value]);
      for (const code of ['4010', '2010', 'NONE']) {
        await setting(code);
        expect(refusalOf(await close('2027'))).toEqual({ status: 422, code: 'RETAINED_EARNINGS_LEDGER_MISSING' });
      }
      await setting('3020');
    });

    it('moves income and expense up to its end to retained earnings, once, whatever was posted since', async () => {
      // 4010 has 40 from above.
      const incomeBefore = await netOf('4010');
      expect((await post('1030', '4020', 1000, '2027-12-31')).status).toBe(200);
      expect((await post('5020', '1030', 250.5, '2027-12-15')).status).toBe(200);
      // Of the new year: it stays where it is, and takes 4020 below what the old year earned.
      expect((await post('4020', '1030', 600, '2028-01-01')).status).toBe(200);
      expect((await post('5020', '1030', 7, '2028-01-02')).status).toBe(200);
      const approvalId = await asked('2027');
      // A posting that was decided before the close is under way until this commits.
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
      ['is closed', '2027', 409, 'PERIOD_CLOSED'],
      ['lies before a closed one', '2026', 409, 'PERIOD_CLOSED'],
      ['is not over', '2028', 422, 'PERIOD_NOT_ENDED'],
      ['is not the next', '2029', 409, 'PERIOD_OUT_OF_ORDER'],
    ])('cannot be closed when it %s', async (_, period, httpStatus, code) => {
      expect(refusalOf(await close(period))).toEqual({ status: httpStatus, code });
    });

    it('waits until the year before has been carried forward', async () => {
      const set = (status: string): Promise<unknown> =>
        app.rows(`UPDATE accounting_period SET status = $1 WHERE period = '2027'`, [status]);
      await set('Closing');
      expect(refusalOf(await close('2028'))).toEqual({ status: 409, code: 'PERIOD_CLOSE_PENDING' });
      await set('Closed');
    });

    it('is proven: a value date that slipped into it would be seen', async () => {
      expect(await app.failedProofs()).toEqual([]);
      const [late] = await app.rows<{ id: string }>(
        `SELECT id FROM posting WHERE value_date = '2028-01-02' ORDER BY id DESC LIMIT 1`,
      );
      await app.rows(`UPDATE posting SET value_date = '2027-12-31', posted_at = now() WHERE id = $1`, [late!.id]);
      expect((await app.failedProofs()).map(({ name }) => name)).toEqual(['closed-periods', 'closed-years']);
      await app.rows(`UPDATE posting SET value_date = '2028-01-02' WHERE id = $1`, [late!.id]);
    });

    it('leaves the days to come to postings and to the next proof', async () => {
      expect((await post('1030', '4010', 10, '2028-01-01')).status).toBe(200);
      await rollDays(app, 1);
    });
  });

  function databaseUrl(): string {
    const { user = '', password, host, port, database = '' } = app.database;
    return `postgres://${user}:${String(password ?? '')}@${host}:${port}/${database}`;
  }
});
