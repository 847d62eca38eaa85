import type { Response } from 'supertest';
import { addDays, calendarDate } from '../../src/common/time/calendar';
import { ComplaintEscalations } from '../../src/fraud-complaints/complaint-escalations';
import type { ComplaintView } from '../../src/fraud-complaints/fraud-complaints.dto';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';
import { earlierBy } from '../support/machines';

const COMPLAINTS = '/api/admin/v1/fraud-complaints';
const HOUR_MS = 3_600_000;

describe('Complaints about fraud', () => {
  let app: TestApp;
  let officer: Hired;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'FRD001', ['manage-fraud-complaints']);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  interface Payment {
    victim: string;
    receiver: string;
    posting: string;
  }
  async function pay(debitAccount: string, creditAccount: string, amount: number): Promise<string> {
    const body = { debitAccount, creditAccount, amount, narration: 'x', postingsTransactionType: 3 };
    dataOf(await app.post('/api/transfer/v1/localfundtransfer', body));
    const [row] = await app.rows<{ id: string }>(
      `SELECT max(e.posting_id) AS id FROM posting_entry e JOIN ledger_account a ON a.id = e.account_id WHERE a.number = $1`,
      [creditAccount],
    );
    return `PST${row!.id.padStart(12, '0')}`;
  }
  async function paid(amount = 40_000): Promise<Payment> {
    const [victim, receiver] = [await app.openAccount(100_000), await app.openAccount()];
    return { victim, receiver, posting: await pay(victim, receiver, amount) };
  }
  const post = (path: string, body: object = {}): Promise<Response> =>
    app.post(`${COMPLAINTS}${path}`, body, { token: officer.token });
  const open = async (posting: string, disputedAmount = 40_000): Promise<ComplaintView> =>
    dataOf<ComplaintView>(await post('', { posting, disputedAmount, description: 'The caller said to be the bank.' }));

  it('starts its timers, and the customer who received the money gets an alert in a case', async () => {
    const { receiver, posting } = await paid();
    const complaint = await open(posting);
    expect(complaint).toMatchObject({ status: 'received', isLate: false, isReceiverOwn: true, notifyDueAt: null });
    const received = Date.parse(complaint.receivedAt);
    expect(Date.parse(complaint.acknowledgeDueAt) - received).toBe(24 * HOUR_MS);
    expect(Date.parse(complaint.concludeDueAt) - received).toBeGreaterThan(17 * 24 * HOUR_MS);
    await eventually(async () => {
      const alerts = await app.rows<{ source: string; queue: string }>(
        `SELECT a.source, c.queue FROM aml_alert a JOIN aml_case c ON c.id = a.case_id
           JOIN deposit_account d ON d.id = a.account_id WHERE d.account_number = $1`,
        [receiver],
      );
      expect(alerts).toEqual([{ source: 'complaint', queue: 'fraud' }]);
    });
    expect(codeOf(await post('', { posting, disputedAmount: 1, description: 'x' }))).toStrictEqual([
      409,
      'COMPLAINT_EXISTS',
    ]);
  });

  it('has public holidays counted out of the working days in which it is concluded', async () => {
    const tomorrow = addDays(calendarDate(new Date(), 'Africa/Lagos'), 1);
    const holidays = Array.from({ length: 20 }, (_, day) => addDays(tomorrow, day));
    await app.configure({ PUBLIC_HOLIDAYS: holidays.join(', ') });
    const { posting } = await paid();
    const { receivedAt, concludeDueAt } = await open(posting);
    await app.configure({ PUBLIC_HOLIDAYS: null });
    expect(Date.parse(concludeDueAt) - Date.parse(receivedAt)).toBeGreaterThan((20 + 17) * 24 * HOUR_MS);
  });

  it('of complaints about one payment at once one is opened', async () => {
    const { posting } = await paid();
    const body = { posting, disputedAmount: 1, description: 'x' };
    const answers = await Promise.all([1, 2, 3].map(() => post('', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('a sum above the payment and an unknown payment are refused', async () => {
    const { posting } = await paid();
    const body = { posting, disputedAmount: 40_000.01, description: 'x' };
    expect(codeOf(await post('', body))).toStrictEqual([422, 'COMPLAINT_AMOUNT']);
    expect(codeOf(await post('', { ...body, posting: 'PST000000000001' }))).toStrictEqual([404, 'POSTING_NOT_FOUND']);
  });

  it('a payment that is reported too late is marked', async () => {
    const { posting } = await paid();
    await app.configure({ FRAUD_REPORT_HOURS: '1' });
    await app.rows(`UPDATE posting SET posted_at = ${earlierBy('posted_at', '2 hours')} WHERE id = $1`, [
      Number(posting.slice(3)),
    ]);
    expect((await open(posting)).isLate).toBe(true);
    await app.configure({ FRAUD_REPORT_HOURS: null });
  });

  it('a lien keeps the disputed sum on the receiving account until the complaint is rejected', async () => {
    const { victim, receiver, posting } = await paid();
    const { id } = await open(posting);
    dataOf(await post(`/${id}/acknowledge`));
    dataOf(await post(`/${id}/protect`, { measure: 'lien' }));
    const body = {
      debitAccount: receiver,
      creditAccount: victim,
      amount: 1,
      narration: 'x',
      postingsTransactionType: 3,
    };
    const spent = await app.post('/api/transfer/v1/localfundtransfer', body);
    expect(codeOf(spent)).toStrictEqual([422, 'INSUFFICIENT_FUNDS']);
    expect(codeOf(await post(`/${id}/protect`, { measure: 'lien' }))).toStrictEqual([409, 'COMPLAINT_STATE']);
    expect(dataOf(await post(`/${id}/conclude`, { verdict: 'rejected', rationale: 'Goods came.' }))).toMatchObject({
      status: 'rejected',
      hasLien: false,
    });
    expect(codeOf(await post(`/${id}/acknowledge`))).toStrictEqual([409, 'COMPLAINT_STATE']);
    dataOf(await app.post('/api/transfer/v1/localfundtransfer', body));
    expect(codeOf(await post(`/${id}/conclude`, { verdict: 'upheld', rationale: 'x' }))).toStrictEqual([
      409,
      'COMPLAINT_STATE',
    ]);
  });

  it('where the money is gone the lien is refused and the account is frozen', async () => {
    const { victim, receiver, posting } = await paid();
    await pay(receiver, victim, 30_000);
    const { id } = await open(posting);
    expect(codeOf(await post(`/${id}/protect`, { measure: 'lien' }))).toStrictEqual([422, 'INSUFFICIENT_FUNDS']);
    expect(dataOf(await post(`/${id}/protect`, { measure: 'freeze' }))).toMatchObject({ hasFrozen: true });
    const [account] = await app.rows<{ status: string }>('SELECT status FROM ledger_account WHERE number = $1', [
      receiver,
    ]);
    expect(account!.status).toBe('Frozen');
    const shown = await app.get('/api/report/v1/requestcustomeraccounthistoryreport', { AccountNumber: receiver });
    expect(JSON.stringify(shown.body)).not.toMatch(/fraud|complaint/i);
  });

  it('a complaint freezes the account once, also in parallel, so that one unfreeze ends it', async () => {
    const { receiver, posting } = await paid();
    const { id } = await open(posting);
    const freeze = (): Promise<Response> => post(`/${id}/protect`, { measure: 'freeze' });
    const answers = await Promise.all([freeze(), freeze(), freeze()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(codeOf(await freeze())).toStrictEqual([409, 'COMPLAINT_STATE']);
    const changes = await app.rows('SELECT 1 FROM account_status_change WHERE account_number = $1', [receiver]);
    expect(changes).toHaveLength(1);
  });

  it('only a posting of the decided amount to the customer who paid counts as the refund', async () => {
    const { victim, receiver, posting } = await paid();
    const { id } = await open(posting);
    const upheld = await post(`/${id}/conclude`, {
      verdict: 'upheld',
      refund: 20_000,
      rationale: 'The loss is shared.',
    });
    const { concludedAt, refundDueAt } = dataOf<ComplaintView>(upheld);
    expect(Date.parse(refundDueAt!) - Date.parse(concludedAt!)).toBe(48 * HOUR_MS);
    const wrong = [await pay(receiver, victim, 19_999), await pay(victim, receiver, 20_000), posting];
    for (const number of wrong)
      expect(codeOf(await post(`/${id}/refunded`, { posting: number }))).toStrictEqual([422, 'COMPLAINT_REFUND']);
    const refund = await pay(receiver, victim, 20_000);
    expect(dataOf(await post(`/${id}/refunded`, { posting: refund }))).toMatchObject({ status: 'refunded' });
    expect(codeOf(await post(`/${id}/refunded`, { posting: refund }))).toStrictEqual([409, 'COMPLAINT_STATE']);
  });

  it('nobody is asked for money that stayed in the institution, and a missed time is escalated once', async () => {
    const { posting } = await paid();
    const { id } = await open(posting);
    expect(codeOf(await post(`/${id}/recall`))).toStrictEqual([422, 'COMPLAINT_NOT_OUTWARD']);
    const escalations = app.app.get(ComplaintEscalations, { strict: false });
    await escalations.escalate(app.institutionId);
    await app.rows(`UPDATE fraud_complaint SET acknowledge_due_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    const late = await app.get(COMPLAINTS, { Overdue: true }, { token: officer.token });
    expect(dataOf<{ data: ComplaintView[] }>(late).data.map((complaint) => complaint.id)).toEqual([id]);
    expect(await escalations.escalate(app.institutionId)).toBe(1);
    expect(await escalations.escalate(app.institutionId)).toBe(0);
  });

  describe('with several deadlines', () => {
    const escalate = (): Promise<number> =>
      app.app.get(ComplaintEscalations, { strict: false }).escalate(app.institutionId);
    const overdue = async (): Promise<number[]> =>
      dataOf<{ data: ComplaintView[] }>(
        await app.get(COMPLAINTS, { Overdue: true, PageSize: 200 }, { token: officer.token }),
      ).data.map(({ id }) => id);
    /** Citus takes no time in an UPDATE that is computed from a column. */
    const set = async (id: number, column: string, value: string): Promise<void> => {
      const [row] = await app.rows<{ at: Date }>(`SELECT ${value} AS at FROM fraud_complaint WHERE id = $1`, [id]);
      await app.rows(`UPDATE fraud_complaint SET ${column} = $2 WHERE id = $1`, [id, row!.at]);
    };

    it('is escalated again for a later one, and once for each', async () => {
      const { id } = await open((await paid()).posting);
      await escalate();
      await set(id, 'acknowledge_due_at', `now() - interval '1 minute'`);
      expect(await escalate()).toBe(1);
      dataOf(await post(`/${id}/acknowledge`));
      expect(await escalate()).toBe(0);
      await set(id, 'conclude_due_at', `escalated_at + interval '1 millisecond'`);
      expect((await Promise.all([escalate(), escalate()])).sort()).toEqual([0, 1]);
      dataOf(await post(`/${id}/conclude`, { verdict: 'upheld', refund: 10, rationale: 'The loss is shared.' }));
      expect(await escalate()).toBe(0);
      await set(id, 'refund_due_at', `escalated_at + interval '1 millisecond'`);
      expect(await overdue()).toContain(id);
      expect([await escalate(), await escalate()]).toEqual([1, 0]);
    });

    it('has nothing due any more before the conclusion once it is concluded', async () => {
      const complaints = [await open((await paid()).posting), await open((await paid()).posting)];
      const verdicts = [
        { verdict: 'rejected', rationale: 'The customer made it.' },
        { verdict: 'upheld', refund: 0, rationale: 'The other institution refunds.' },
      ];
      await escalate();
      for (const [at, { id }] of complaints.entries()) {
        await set(id, 'acknowledge_due_at', `now() - interval '1 minute'`);
        expect(await overdue()).toContain(id);
        expect(dataOf<ComplaintView>(await post(`/${id}/conclude`, verdicts[at])).isOverdue).toBe(false);
        expect(await overdue()).not.toContain(id);
        // Nobody could clear it: what is concluded is not acknowledged any more.
        expect(codeOf(await post(`/${id}/acknowledge`))).toStrictEqual([409, 'COMPLAINT_STATE']);
      }
      expect(await escalate()).toBe(0);
    });
  });
});
