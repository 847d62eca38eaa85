import type { Response } from 'supertest';
import type { TillCountView } from '../../src/operations/counts/till-counts.dto';
import type { ReadinessView } from '../../src/work/readiness/readiness.dto';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { hire } from '../support/hire';

const TILLS = '/api/admin/v1/tills';
const OVER_AND_SHORT = '5020';

interface Till {
  id: number;
  accountNumber: string;
}

let numbers = 0;

describe('counts of tills', () => {
  let app: TestApp;
  let administrator: string;
  let teller: string;
  let checker: string;
  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
    teller = (await hire(app, 'COUNT-1', ['count-tills', 'view-tills', 'view-approvals', 'approve-till-differences']))
      .token;
    checker = (await hire(app, 'COUNT-2', ['view-approvals', 'approve-till-differences'])).token;
  });
  beforeEach(() => app.rows(`UPDATE till SET status = 'Inactive'`));
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** A till with so much cash. */
  async function tillWith(cash: number): Promise<Till> {
    const body = { name: 'Till', branchCode: '001', tellerStaffID: 'STF002', accountNumber: `CNT-${(numbers += 1)}` };
    const till = dataOf<Till>(await app.post(TILLS, body, { token: administrator }));
    if (cash > 0) await move('1010', till.accountNumber, cash);
    return till;
  }
  /** Debits the till's ledger, because cash is an asset. */
  async function move(from: string, to: string, amount: number): Promise<void> {
    const answer = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: to,
      creditAccount: from,
      amount,
      narration: 'Cash',
      postingsTransactionType: 2,
    });
    expect(answer.status).toBe(200);
  }
  const count = ({ id }: Till, notes: number, token = teller, reference = freshReference()): Promise<Response> =>
    app.post(`${TILLS}/${id}/counts`, { denominations: [{ denomination: 1000, pieces: notes }] }, { token, reference });
  const counts = async ({ id }: Till, query: Record<string, string> = {}): Promise<TillCountView[]> =>
    dataOf<{ data: TillCountView[] }>(await app.get(`${TILLS}/${id}/counts`, query, { token: teller })).data;
  const decide = (approvalId: number, verdict: 'approve' | 'decline', token = checker): Promise<Response> =>
    app.post(`/api/admin/v1/approvals/${approvalId}/${verdict}`, { note: 'Counted again' }, { token });
  const asked = async (response: Response | Promise<Response>): Promise<number> =>
    dataOf<{ approvalId: number }>(await response, 202).approvalId;
  /** What the ledger has as debit, in Naira. */
  async function debitOf(code: string): Promise<number> {
    const [row] = await app.rows<{ naira: number }>(
      `SELECT (debits_posted_kobo - credits_posted_kobo)::float8 / 100 AS naira FROM ledger_account
        WHERE institution_id = $1 AND number = $2`,
      [app.institutionId, code],
    );
    return row!.naira;
  }
  const isUncounted = async (): Promise<number> =>
    dataOf<ReadinessView>(
      await app.get('/api/admin/v1/end-of-day/readiness', {}, { token: await app.staff('maker') }),
    ).items.find(({ name }) => name === 'tills-not-counted')?.count ?? 0;

  it('that agree with the ledger are kept and post nothing', async () => {
    const till = await tillWith(12_000);
    expect(await isUncounted()).toBe(1);
    const kept = dataOf<TillCountView>(await count(till, 12));
    expect(kept).toMatchObject({ counted: 12_000, ledgerBalance: 12_000, difference: 0, status: 'Balanced' });
    expect(await counts(till)).toEqual([kept]);
    expect(await counts(till, { BusinessDate: '2020-01-01' })).toEqual([]);
    expect(await isUncounted()).toBe(0);
  });

  it.each([
    ['short', 11, -1_000],
    ['over', 14, 2_000],
  ])('that are %s post the difference once a second person has approved it', async (_name, notes, difference) => {
    const till = await tillWith(12_000);
    const before = await debitOf(OVER_AND_SHORT);
    const approvalId = await asked(count(till, notes));
    expect([await debitOf(till.accountNumber), await isUncounted()]).toEqual([12_000, 1]);
    expect(refusalOf(await decide(approvalId, 'approve', teller))).toEqual({
      code: 'MAKER_CANNOT_APPROVE',
      status: 403,
    });
    expect((await decide(approvalId, 'approve')).status).toBe(200);
    expect(await debitOf(till.accountNumber)).toBe(12_000 + difference);
    expect(await debitOf(OVER_AND_SHORT)).toBe(before - difference);
    const [posted] = await counts(till);
    expect(posted).toMatchObject({
      difference,
      status: 'Posted',
      postingReferenceNumber: expect.stringMatching(/^PST/),
    });
    expect(await isUncounted()).toBe(0);
  });

  it('whose difference is declined post nothing, and the till is counted again', async () => {
    const till = await tillWith(12_000);
    const approvalId = await asked(count(till, 11));
    expect(refusalOf(await count(till, 12))).toEqual({ code: 'TILL_COUNT_PENDING', status: 409 });
    expect((await decide(approvalId, 'decline')).status).toBe(200);
    expect(await debitOf(till.accountNumber)).toBe(12_000);
    dataOf(await count(till, 12));
    expect((await counts(till)).map(({ status }) => status)).toEqual(['Balanced', 'Declined']);
  });

  it('cannot take from a till what has left it since', async () => {
    const till = await tillWith(12_000);
    const approvalId = await asked(count(till, 0));
    await move(till.accountNumber, '1010', 5_000);
    expect(refusalOf(await decide(approvalId, 'approve'))).toEqual({ code: 'INSUFFICIENT_FUNDS', status: 422 });
    expect(await debitOf(till.accountNumber)).toBe(7_000);
    expect((await decide(approvalId, 'decline')).status).toBe(200);
  });

  it('of one till at the same time ask for one difference', async () => {
    const till = await tillWith(12_000);
    const answers = await Promise.all([11, 10, 9, 8].map((notes) => count(till, notes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    const [{ approvalId }] = (await counts(till)) as [TillCountView];
    const decisions = await Promise.all([decide(approvalId!, 'approve'), decide(approvalId!, 'approve')]);
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [row] = await app.rows<{ postings: number }>(
      `SELECT count(*)::int AS postings FROM posting WHERE kind = 'till-difference' AND reference = 'TLC-' || $1`,
      [(await counts(till))[0]!.id],
    );
    expect(row!.postings).toBe(1);
  });

  it('count once under one reference', async () => {
    const till = await tillWith(12_000);
    const reference = freshReference();
    const [first, second] = [await count(till, 11, teller, reference), await count(till, 11, teller, reference)];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect((await counts(till)).length).toBe(1);
  });

  it('are refused without permission, without an active till, and without a ledger for the difference', async () => {
    const till = await tillWith(12_000);
    expect(refusalOf(await count(till, 12, administrator))).toEqual({ code: 'PERMISSION_DENIED', status: 403 });
    expect(refusalOf(await count({ ...till, id: 999_999_999 }, 12))).toEqual({ code: 'TILL_NOT_FOUND', status: 404 });
    expect(
      refusalOf(
        await app.post(
          `${TILLS}/${till.id}/counts`,
          { denominations: [{ denomination: 300, pieces: 1 }] },
          { token: teller },
        ),
      ),
    ).toEqual({ code: 'VALIDATION_FAILED', status: 400 });
    await app.configure({ TILL_DIFFERENCE_LEDGER_CODE: '9999' });
    expect(refusalOf(await count(till, 11))).toEqual({ code: 'TILL_DIFFERENCE_LEDGER_NOT_CONFIGURED', status: 503 });
    expect(await counts(till)).toEqual([]);
    // Cash that is too much would be a customer's, and cash that is missing would be gone without a trace.
    for (const code of [await app.openAccount(), till.accountNumber, '2010']) {
      await app.configure({ TILL_DIFFERENCE_LEDGER_CODE: code });
      expect([code, refusalOf(await count(till, 13)).code]).toEqual([code, 'TILL_DIFFERENCE_LEDGER_NOT_CONFIGURED']);
    }
    expect(await counts(till)).toEqual([]);
    dataOf(await count(till, 12));
    await app.rows(`UPDATE till SET status = 'Inactive'`);
    expect(refusalOf(await count(till, 12))).toEqual({ code: 'TILL_INACTIVE', status: 422 });
  });
});
