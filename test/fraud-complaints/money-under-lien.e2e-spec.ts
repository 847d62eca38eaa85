import type { Response } from 'supertest';
import type { ComplaintView } from '../../src/fraud-complaints/fraud-complaints.dto';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';
import { BULK, bulkBody, rowsTo } from '../transfers/bulk-files';

const COMPLAINTS = '/api/admin/v1/fraud-complaints';

describe('Money under the lien of a complaint about fraud', () => {
  let app: TestApp;
  let officer: Hired;
  let second: Hired;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'FRL001', ['manage-fraud-complaints']);
    second = await hire(app, 'FRL002', ['manage-fraud-complaints', 'view-liens']);
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
  const post = (path: string, body: object = {}, { token }: Hired = officer): Promise<Response> =>
    app.post(`${COMPLAINTS}${path}`, body, { token });
  const open = async (posting: string, disputedAmount = 40_000): Promise<ComplaintView> =>
    dataOf<ComplaintView>(await post('', { posting, disputedAmount, description: 'The caller said to be the bank.' }));

  /** A complaint with a lien on the receiving account that is upheld with a refund of this amount. */
  async function upheld(refund: number): Promise<Payment & { id: number }> {
    const payment = await paid();
    const { id } = await open(payment.posting);
    dataOf(await post(`/${id}/protect`, { measure: 'lien' }));
    const verdict = { verdict: 'upheld', refund, rationale: 'The loss is shared.' };
    expect(dataOf(await post(`/${id}/conclude`, verdict))).toMatchObject({ status: 'upheld', hasLien: true });
    return { ...payment, id };
  }
  const fundsOf = async (account: string): Promise<{ balance: number; liened: number }> => {
    const [row] = await app.rows<{ balance: string; liened: string }>(
      `SELECT (credits_posted_kobo - debits_posted_kobo) / 100 AS balance, held_kobo / 100 AS liened
         FROM ledger_account WHERE number = $1`,
      [account],
    );
    return { balance: Number(row!.balance), liened: Number(row!.liened) };
  };

  it('of an upheld complaint the lien stays, so that the money cannot leave before the refund', async () => {
    const { victim, receiver } = await upheld(40_000);
    expect(await fundsOf(receiver)).toEqual({ balance: 40_000, liened: 40_000 });
    const body = {
      debitAccount: receiver,
      creditAccount: victim,
      amount: 1,
      narration: 'x',
      postingsTransactionType: 3,
    };
    expect(codeOf(await app.post('/api/transfer/v1/localfundtransfer', body))).toStrictEqual([
      422,
      'INSUFFICIENT_FUNDS',
    ]);
  });

  it('of a payment to several customers nobody pays back more than was received', async () => {
    const [victim, little, much] = [
      await app.openAccount(100_000),
      await app.openAccount(90_000),
      await app.openAccount(),
    ];
    const entries = [
      { account: victim, side: 'Debit', amount: 60_000 },
      { account: little, side: 'Credit', amount: 5_000 },
      { account: much, side: 'Credit', amount: 55_000 },
    ];
    const body = { referenceNumber: freshReference('SPLIT'), narration: 'x', entries };
    const { postingReferenceNumber: posting } = dataOf<{ postingReferenceNumber: string }>(
      await app.approved(app.post('/api/postings/v1/post', body)),
    );
    const tooMuch = { posting, disputedAmount: 5_000.01, description: 'x' };
    expect(codeOf(await post('', tooMuch))).toStrictEqual([422, 'COMPLAINT_AMOUNT']);
    const { id } = await open(posting, 5_000);
    dataOf(await post(`/${id}/protect`, { measure: 'lien' }));
    expect(await fundsOf(little)).toEqual({ balance: 95_000, liened: 5_000 });
  });

  it('of a row of a bulk transfer the payer of the file gets the refund', async () => {
    const [victim, receiver] = [await app.openAccount(100_000), await app.openAccount()];
    const rows = rowsTo([receiver], [40_000]);
    dataOf(await app.post(BULK, bulkBody(victim, rows), { reference: freshReference('BT') }));
    const [row] = await app.rows<{ id: string }>('SELECT id FROM posting WHERE reference = $1', [rows[0]!.reference]);
    const { id } = await open(`PST${row!.id.padStart(12, '0')}`);
    dataOf(await post(`/${id}/protect`, { measure: 'lien' }));
    dataOf(await post(`/${id}/conclude`, { verdict: 'upheld', refund: 40_000, rationale: 'x' }));
    const before = (await fundsOf(victim)).balance;
    dataOf(await post(`/${id}/refund`, {}, second));
    expect([(await fundsOf(receiver)).balance, (await fundsOf(victim)).balance - before]).toEqual([0, 40_000]);
  });

  it('a bulk transfer has complaints about its rows or one about the whole, never both', async () => {
    const postingOf = async (kind: string, reference: string): Promise<string> => {
      const values = [kind, reference];
      const [row] = await app.rows<{ id: string }>('SELECT id FROM posting WHERE kind = $1 AND reference = $2', values);
      return `PST${row!.id.padStart(12, '0')}`;
    };
    const pair = async (): Promise<{ file: string; rows: string[] }> => {
      const [victim, receiver] = [await app.openAccount(100_000), await app.openAccount()];
      const [rows, reference] = [rowsTo([receiver], [10_000, 20_000]), freshReference('BT')];
      dataOf(await app.post(BULK, bulkBody(victim, rows), { reference }));
      const ofRows = await Promise.all(rows.map((row) => postingOf('transfer', row.reference)));
      return { file: await postingOf('bulk-transfer', reference), rows: ofRows };
    };
    const disputed = (posting: string): Promise<Response> =>
      post('', { posting, disputedAmount: 10_000, description: 'x' });

    const first = await pair();
    dataOf(await disputed(first.rows[0]!));
    dataOf(await disputed(first.rows[1]!));
    expect(codeOf(await disputed(first.file))).toStrictEqual([409, 'COMPLAINT_EXISTS']);

    const other = await pair();
    dataOf(await disputed(other.file));
    expect(codeOf(await disputed(other.rows[0]!))).toStrictEqual([409, 'COMPLAINT_EXISTS']);

    const atOnce = await pair();
    const answers = await Promise.all([atOnce.file, atOnce.rows[0]!, atOnce.file].map(disputed));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  it('the money under lien pays the refund, and the rest is free again', async () => {
    const { victim, receiver, id } = await upheld(25_000);
    expect(codeOf(await post(`/${id}/refund`))).toStrictEqual([422, 'COMPLAINT_FOUR_EYES']);
    const { refundPosting, ...refunded } = dataOf<ComplaintView>(await post(`/${id}/refund`, {}, second));
    expect(refunded).toMatchObject({ status: 'refunded', hasLien: false });
    expect(refundPosting).toMatch(/^PST/);
    expect(await fundsOf(receiver)).toEqual({ balance: 15_000, liened: 0 });
    expect((await fundsOf(victim)).balance).toBe(85_000);
    await pay(receiver, victim, 15_000);
    const again = await post(`/${id}/refund`, {}, second);
    expect(codeOf(again)).toStrictEqual([409, 'COMPLAINT_STATE']);
    const history = await app.get('/api/report/v1/requestcustomeraccounthistoryreport', { AccountNumber: receiver });
    expect(JSON.stringify(history.body)).not.toMatch(/fraud|complaint/i);
  });

  it('a refund reaches the customer above the limits of the KYC tier, because no limit stops it', async () => {
    const { victim, id } = await upheld(40_000);
    await app.configure({ KYC_LIMITS_ENABLED: 'true', KYC_TIER_1_MAX_SINGLE_DEPOSIT: '39999' });
    try {
      dataOf(await post(`/${id}/refund`, {}, second));
    } finally {
      await app.configure({ KYC_LIMITS_ENABLED: 'false', KYC_TIER_1_MAX_SINGLE_DEPOSIT: null });
    }
    expect((await fundsOf(victim)).balance).toBe(100_000);
  });

  it('a refund reaches an account that has become inactive meanwhile', async () => {
    const { victim, id } = await upheld(40_000);
    const account = { accountNumber: victim, reason: 'Asked for by the customer' };
    dataOf(await app.put('/api/account/v1/deactivate', account));
    dataOf(await post(`/${id}/refund`, {}, second));
    expect((await fundsOf(victim)).balance).toBe(100_000);
  });

  it('of several refunds at once one is done, and the money moves once', async () => {
    const { receiver, id } = await upheld(40_000);
    const answers = await Promise.all([
      post(`/${id}/refund`, {}, second),
      post(`/${id}/refund`, {}, second),
      post(`/${id}/refund`, {}, second),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await fundsOf(receiver)).toEqual({ balance: 0, liened: 0 });
  });

  it('a refund that the ledger refuses leaves the lien and the complaint as they were', async () => {
    const { victim, receiver, posting } = await paid();
    const { id } = await open(posting);
    dataOf(await post(`/${id}/protect`, { measure: 'lien' }));
    dataOf(await post(`/${id}/protect`, { measure: 'freeze' }));
    dataOf(await post(`/${id}/conclude`, { verdict: 'upheld', refund: 40_000, rationale: 'x' }));
    expect(codeOf(await post(`/${id}/refund`, {}, second))).toStrictEqual([409, 'ACCOUNT_FROZEN']);
    expect(await fundsOf(receiver)).toEqual({ balance: 40_000, liened: 40_000 });
    expect((await fundsOf(victim)).balance).toBe(60_000);
    const shown = await app.get(`${COMPLAINTS}/${id}`, {}, { token: officer.token });
    expect(dataOf(shown)).toMatchObject({ status: 'upheld', hasLien: true, hasFrozen: true, refundPosting: null });
  });

  it('a refund that was made with other money ends the lien when it is registered', async () => {
    const { victim, receiver, id } = await upheld(20_000);
    const other = await app.openAccount(50_000);
    const refund = await pay(other, victim, 20_000);
    expect(codeOf(await post(`/${id}/refunded`, { posting: refund }))).toStrictEqual([422, 'COMPLAINT_FOUR_EYES']);
    expect((await fundsOf(receiver)).liened).toBe(40_000);
    expect(dataOf(await post(`/${id}/refunded`, { posting: refund }, second))).toMatchObject({
      status: 'refunded',
      hasLien: false,
      refundPosting: refund,
    });
    expect(await fundsOf(receiver)).toEqual({ balance: 40_000, liened: 0 });
  });

  it('staff lift the lien of an upheld complaint with a reason, by somebody else than who concluded it', async () => {
    const { receiver, id } = await upheld(40_000);
    const note = 'The court gave the money to the receiver.';
    expect(codeOf(await post(`/${id}/release`, { note }))).toStrictEqual([422, 'COMPLAINT_FOUR_EYES']);
    expect(codeOf(await post(`/${id}/release`, {}, second))).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(dataOf(await post(`/${id}/release`, { note }, second))).toMatchObject({ status: 'upheld', hasLien: false });
    expect(await fundsOf(receiver)).toEqual({ balance: 40_000, liened: 0 });
    const [row] = await app.rows<{ details: object }>(
      `SELECT details FROM audit_log WHERE subject = $1 AND action = 'fraud-complaint.release'`,
      [`fraud-complaint:${id}`],
    );
    expect(row!.details).toEqual({ note });
    expect(codeOf(await post(`/${id}/refund`, {}, second))).toStrictEqual([422, 'COMPLAINT_NO_LIEN']);
    expect(codeOf(await post(`/${id}/release`, { note }, second))).toStrictEqual([422, 'COMPLAINT_NO_LIEN']);
  });

  const reversed = (posting: string): Promise<Response> =>
    app.post('/api/postings/v1/reversetransaction', { referenceNumber: posting, reason: 'x' });

  it('a payment whose complaint was refunded is not reversed as well, which would return its money twice', async () => {
    const { victim, receiver, posting, id } = await upheld(25_000);
    dataOf(await post(`/${id}/refund`, {}, second));
    await app.payIn(receiver, 50_000);
    const answer = await reversed(posting);
    expect(codeOf(answer)).toStrictEqual([422, 'REVERSAL_NOT_ALLOWED']);
    expect(JSON.stringify(answer.body)).not.toMatch(/fraud|complaint|disput/i);
    expect((await fundsOf(victim)).balance).toBe(85_000);
  });

  it('a payment that was reversed is not refunded as well; its lien is released', async () => {
    const { victim, receiver, posting, id } = await upheld(25_000);
    await app.payIn(receiver, 50_000);
    dataOf(await reversed(posting));
    expect(codeOf(await post(`/${id}/refund`, {}, second))).toStrictEqual([422, 'COMPLAINT_REFUND']);
    expect((await fundsOf(victim)).balance).toBe(100_000);
    dataOf(await post(`/${id}/release`, { note: 'The payment was reversed.' }, second));
  });

  it('the reversal of the payment is its refund, by somebody else than who concluded', async () => {
    const { receiver, victim, posting, id } = await upheld(25_000);
    await app.payIn(receiver, 50_000);
    const other = await upheld(25_000);
    await app.payIn(other.receiver, 50_000);
    const numberOf = async (answer: Response): Promise<string> => {
      dataOf(answer);
      const [row] = await app.rows<{ id: string }>('SELECT max(id) AS id FROM posting WHERE reverses_id IS NOT NULL');
      return `PST${row!.id.padStart(12, '0')}`;
    };
    const reversal = await numberOf(await reversed(posting));
    const wrong = await numberOf(await reversed(other.posting));
    expect(codeOf(await post(`/${id}/refunded`, { posting: wrong }, second))).toStrictEqual([422, 'COMPLAINT_REFUND']);
    expect(codeOf(await post(`/${id}/refunded`, { posting: reversal }))).toStrictEqual([422, 'COMPLAINT_FOUR_EYES']);
    const answers = await Promise.all([1, 2].map(() => post(`/${id}/refunded`, { posting: reversal }, second)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const shown = dataOf(await app.get(`${COMPLAINTS}/${id}`, {}, { token: officer.token }));
    expect(shown).toMatchObject({ status: 'refunded', refundPosting: reversal, hasLien: false });
    expect([await fundsOf(victim), await fundsOf(receiver)]).toEqual([
      { balance: 100_000, liened: 0 },
      { balance: 50_000, liened: 0 },
    ]);
    expect(codeOf(await post(`/${id}/refund`, {}, second))).toStrictEqual([409, 'COMPLAINT_STATE']);
  });

  describe('a refund and a reversal of the payment at the same instant: the money goes back once', () => {
    /** Sends both while somebody else has the receiving account, so that both were planned before either is posted. */
    async function atOnce(
      receiver: string,
      earlier: () => Promise<Response>,
      later: () => Promise<Response>,
    ): Promise<number[]> {
      await app.rows('BEGIN');
      try {
        await app.rows('SELECT 1 FROM ledger_account WHERE number = $1 FOR NO KEY UPDATE', [receiver]);
        const answers = [earlier()];
        await eventually(() => waiting(1));
        answers.push(later());
        await eventually(() => waiting(2));
        await app.rows('ROLLBACK');
        return (await Promise.all(answers)).map(({ status }) => status);
      } finally {
        await app.rows('ROLLBACK');
      }
    }
    const waiting = async (count: number): Promise<void> => {
      const [row] = await app.rows<{ waiting: string }>(
        `SELECT count(*) AS waiting FROM pg_locks
          WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
      );
      expect(Number(row!.waiting)).toBe(count);
    };

    it('the refund is first', async () => {
      const { victim, receiver, posting, id } = await upheld(25_000);
      await app.payIn(receiver, 50_000);
      const refund = (): Promise<Response> => post(`/${id}/refund`, {}, second);
      expect(await atOnce(receiver, refund, () => reversed(posting))).toEqual([200, 422]);
      expect((await fundsOf(victim)).balance).toBe(85_000);
    });

    it('the reversal is first', async () => {
      const { victim, receiver, posting, id } = await upheld(25_000);
      await app.payIn(receiver, 50_000);
      const refund = (): Promise<Response> => post(`/${id}/refund`, {}, second);
      expect(await atOnce(receiver, () => reversed(posting), refund)).toEqual([200, 422]);
      expect((await fundsOf(victim)).balance).toBe(100_000);
    });

    it('the refund was made with other money and is registered first', async () => {
      const { victim, receiver, posting, id } = await upheld(20_000);
      await app.payIn(receiver, 50_000);
      const refund = await pay(await app.openAccount(50_000), victim, 20_000);
      const register = (): Promise<Response> => post(`/${id}/refunded`, { posting: refund }, second);
      expect(await atOnce(receiver, register, () => reversed(posting))).toEqual([200, 422]);
      expect((await fundsOf(victim)).balance).toBe(80_000);
    });
  });

  describe('between the approval of a reversal and its posting', () => {
    /** Asks for the reversal as staff, and answers the approval that it waits for. */
    async function askedReversal(posting: string): Promise<number> {
      const maker = { token: await app.staff('maker') };
      const asked = await app.post(`/api/admin/v1/postings/${posting}/reverse`, { reason: 'x' }, maker);
      expect(asked.status).toBe(202);
      return (asked.body as { data: { approvalId: number } }).data.approvalId;
    }
    const statusOfReversal = async (posting: string): Promise<string> => {
      const id = Number(posting.slice(3));
      const [row] = await app.rows<{ status: string }>('SELECT status FROM posting WHERE reverses_id = $1', [id]);
      return row!.status;
    };
    /**
     * Approves the reversal while somebody else has the receiving account, so that it cannot be posted yet, tries the
     * step meanwhile, and waits until the reversal has ended.
     */
    async function whileItWaits(
      { receiver, posting }: Payment,
      approvalId: number,
      step: () => Promise<Response>,
    ): Promise<{ answer: Response; reversal: string }> {
      const checker = { token: await app.staff('checker') };
      let answer: Response;
      await app.rows('BEGIN');
      try {
        await app.rows('SELECT 1 FROM ledger_account WHERE number = $1 FOR NO KEY UPDATE', [receiver]);
        dataOf(await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, checker));
        await eventually(async () => {
          const [row] = await app.rows<{ waiting: string }>(
            `SELECT count(*) AS waiting FROM pg_locks
              WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
          );
          expect(Number(row!.waiting)).toBe(1);
        });
        expect(await statusOfReversal(posting)).toBe('PendingApproval');
        answer = await step();
      } finally {
        await app.rows('ROLLBACK');
      }
      await eventually(async () => expect(await statusOfReversal(posting)).not.toBe('PendingApproval'));
      return { answer, reversal: await statusOfReversal(posting) };
    }

    it('the payment is not refunded with the money under lien', async () => {
      const complaint = await upheld(25_000);
      await app.payIn(complaint.receiver, 50_000);
      const refund = (): Promise<Response> => post(`/${complaint.id}/refund`, {}, second);
      const { answer, reversal } = await whileItWaits(complaint, await askedReversal(complaint.posting), refund);
      expect(codeOf(answer)).toStrictEqual([422, 'COMPLAINT_REFUND']);
      expect(reversal).toBe('Posted');
      expect((await fundsOf(complaint.victim)).balance).toBe(100_000);
      expect(codeOf(await refund())).toStrictEqual([422, 'COMPLAINT_REFUND']);
    });

    it('a refund with other money is not registered', async () => {
      const complaint = await upheld(20_000);
      await app.payIn(complaint.receiver, 50_000);
      const other = await pay(await app.openAccount(50_000), complaint.victim, 20_000);
      const register = (): Promise<Response> => post(`/${complaint.id}/refunded`, { posting: other }, second);
      const { answer, reversal } = await whileItWaits(complaint, await askedReversal(complaint.posting), register);
      expect(codeOf(answer)).toStrictEqual([422, 'COMPLAINT_REFUND']);
      expect(reversal).toBe('Posted');
      expect((await fundsOf(complaint.victim)).balance).toBe(120_000);
    });

    it('the payment is refunded once the reversal has failed, because the money under lien is not taken', async () => {
      const complaint = await upheld(25_000);
      await app.payIn(complaint.receiver, 50_000);
      const approvalId = await askedReversal(complaint.posting);
      await pay(complaint.receiver, await app.openAccount(), 50_000);
      const refund = (): Promise<Response> => post(`/${complaint.id}/refund`, {}, second);
      const { answer, reversal } = await whileItWaits(complaint, approvalId, refund);
      expect(codeOf(answer)).toStrictEqual([422, 'COMPLAINT_REFUND']);
      expect(reversal).toBe('Failed');
      dataOf(await refund());
      expect((await fundsOf(complaint.victim)).balance).toBe(85_000);
      expect(codeOf(await reversed(complaint.posting))).toStrictEqual([422, 'REVERSAL_NOT_ALLOWED']);
    });

    it('no second reversal is made', async () => {
      const complaint = await upheld(25_000);
      await app.payIn(complaint.receiver, 50_000);
      const again = (): Promise<Response> => reversed(complaint.posting);
      const { answer, reversal } = await whileItWaits(complaint, await askedReversal(complaint.posting), again);
      expect(answer.status).not.toBe(200);
      expect(reversal).toBe('Posted');
      expect((await fundsOf(complaint.victim)).balance).toBe(100_000);
    });
  });

  it('a posting that is registered as a refund is not reversed afterwards, nor registered while its reversal waits', async () => {
    const { victim, id } = await upheld(20_000);
    const other = await app.openAccount(50_000);
    const refund = await pay(other, victim, 20_000);
    const register = (): Promise<Response> => post(`/${id}/refunded`, { posting: refund }, second);
    const asked = await app.post(
      `/api/admin/v1/postings/${refund}/reverse`,
      { reason: 'x' },
      { token: await app.staff('maker') },
    );
    expect(asked.status).toBe(202);
    expect(codeOf(await register())).toStrictEqual([422, 'COMPLAINT_REFUND']);
    const { approvalId } = asked.body.data as { approvalId: number };
    const decline = `/api/admin/v1/approvals/${approvalId}/decline`;
    dataOf(await app.post(decline, { note: 'x' }, { token: await app.staff('checker') }));
    dataOf(await register());
    const answer = await reversed(refund);
    expect(codeOf(answer)).toStrictEqual([422, 'REVERSAL_NOT_ALLOWED']);
    expect(JSON.stringify(answer.body)).not.toMatch(/fraud|complaint|disput/i);
    expect((await fundsOf(victim)).balance).toBe(80_000);
  });

  it('one posting refunds one complaint, and none that was reversed refunds any', async () => {
    const first = await upheld(20_000);
    const payment = await pay(first.victim, first.receiver, 20_000);
    const { id } = await open(payment, 20_000);
    dataOf(await post(`/${id}/conclude`, { verdict: 'upheld', refund: 20_000, rationale: 'x' }));
    const other = await app.openAccount(50_000);
    const undone = await pay(other, first.victim, 20_000);
    dataOf(await reversed(undone));
    const refund = await pay(other, first.victim, 20_000);
    const register = (complaintId: number, posting: string): Promise<Response> =>
      post(`/${complaintId}/refunded`, { posting }, second);
    expect(codeOf(await register(first.id, undone))).toStrictEqual([422, 'COMPLAINT_REFUND']);
    dataOf(await register(first.id, refund));
    expect(codeOf(await register(id, refund))).toStrictEqual([422, 'COMPLAINT_REFUND']);
  });

  it('neither money that the customer had before the payment nor money of the customer refunds it', async () => {
    const other = await app.openAccount(100_000);
    const [victim, receiver] = [await app.openAccount(100_000), await app.openAccount()];
    const before = await pay(other, victim, 20_000);
    const { id } = await open(await pay(victim, receiver, 20_000), 20_000);
    dataOf(await post(`/${id}/conclude`, { verdict: 'upheld', refund: 20_000, rationale: 'x' }));
    const register = (posting: string): Promise<Response> => post(`/${id}/refunded`, { posting }, second);
    expect(codeOf(await register(before))).toStrictEqual([422, 'COMPLAINT_REFUND']);
    const own = await app.openAccount(50_000);
    await app.rows(
      `UPDATE deposit_account SET customer_id = (SELECT customer_id FROM deposit_account WHERE account_number = $1)
        WHERE account_number = $2`,
      [victim, own],
    );
    expect(codeOf(await register(await pay(own, victim, 20_000)))).toStrictEqual([422, 'COMPLAINT_REFUND']);
    dataOf(await register(await pay(other, victim, 20_000)));
  });

  it('a rejection that names a refund is refused, because it would lift the lien at once', async () => {
    const { receiver, posting } = await paid();
    const { id } = await open(posting);
    dataOf(await post(`/${id}/protect`, { measure: 'lien' }));
    const verdict = { verdict: 'rejected', refund: 5, rationale: 'x' };
    expect(codeOf(await post(`/${id}/conclude`, verdict))).toStrictEqual([422, 'COMPLAINT_AMOUNT']);
    expect((await fundsOf(receiver)).liened).toBe(40_000);
  });

  it('no lien keeps other money of the receiver when the payment was reversed before', async () => {
    const { receiver, posting } = await paid();
    const { id } = await open(posting);
    dataOf(await reversed(posting));
    await app.payIn(receiver, 50_000);
    expect(codeOf(await post(`/${id}/protect`, { measure: 'lien' }))).toStrictEqual([409, 'COMPLAINT_STATE']);
    expect(await fundsOf(receiver)).toEqual({ balance: 50_000, liened: 0 });
  });

  it.each([{}, { refund: null }])('an upheld complaint is not concluded without its refund: %j', async (refund) => {
    const { posting } = await paid();
    const { id } = await open(posting);
    const verdict = { verdict: 'upheld', rationale: 'x' };
    const refusal = await post(`/${id}/conclude`, { ...verdict, ...refund });
    expect(codeOf(refusal)).toStrictEqual([422, 'COMPLAINT_AMOUNT']);
    dataOf(await post(`/${id}/conclude`, { ...verdict, refund: 0 }));
  });

  it('a complaint that is investigated or rejected is neither refunded nor released', async () => {
    const { receiver, posting } = await paid();
    const { id } = await open(posting);
    dataOf(await post(`/${id}/protect`, { measure: 'lien' }));
    const refused = async (): Promise<void> => {
      for (const answer of [
        await post(`/${id}/refund`, {}, second),
        await post(`/${id}/release`, { note: 'x' }, second),
      ])
        expect(codeOf(answer)).toStrictEqual([409, 'COMPLAINT_STATE']);
    };
    await refused();
    expect((await fundsOf(receiver)).liened).toBe(40_000);
    dataOf(await post(`/${id}/conclude`, { verdict: 'rejected', rationale: 'Goods came.' }));
    expect((await fundsOf(receiver)).liened).toBe(0);
    await refused();
  });

  it('the routes for liens and the unfreezing by a client do not release the money of a complaint', async () => {
    const { receiver, id } = await upheld(40_000);
    const liens = await app.get('/api/admin/v1/liens', { AccountNumber: receiver }, { token: second.token });
    const [lien] = dataOf<{ data: { referenceNumber: string; heldFor: string; expiryDate: null }[] }>(liens).data;
    expect(lien).toMatchObject({ heldFor: `dispute:${id}`, expiryDate: null });
    const { referenceNumber } = lien!;
    const doors = [
      await app.post('/api/accountlien/v1/unplacelien', { referenceNumber }),
      await app.post('/api/accountlien/v1/updatelien', { referenceNumber, amount: 1 }),
    ];
    for (const answer of doors) expect(codeOf(answer)).toStrictEqual([404, 'LIEN_NOT_FOUND']);
    expect((await fundsOf(receiver)).liened).toBe(40_000);

    const frozen = await paid();
    const complaint = await open(frozen.posting);
    dataOf(await post(`/${complaint.id}/protect`, { measure: 'freeze' }));
    const asked = await app.put('/api/account/v1/unfreeze', { accountNumber: frozen.receiver, reason: 'x' });
    expect(asked.status).toBe(202);
    const [account] = await app.rows<{ status: string }>('SELECT status FROM ledger_account WHERE number = $1', [
      frozen.receiver,
    ]);
    expect(account!.status).toBe('Frozen');
  });
});
