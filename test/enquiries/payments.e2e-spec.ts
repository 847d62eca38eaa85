import type { Response } from 'supertest';
import { type Body, OutwardApp } from '../payouts/outward-app';
import { eventually } from '../support/eventually';
import { hire } from '../support/hire';
import { earlierBy } from '../support/machines';

const MONEY = 3_000_000;
/** Numbers of the sandbox whose payments end in a certain way. */
const FAILS = '9900000001';
const SUCCEEDS_LATE = '9900000008';
const NEVER_ANSWERED = '9900000012';

interface Event {
  event: string;
  at: string;
  actor: string | null;
  outcome: string | null;
  approvalId: number | null;
  answeredAt: string | null;
}

interface Payment {
  postingStatus: string;
  payoutStatus: string | null;
  waitingFor: string | null;
  ageSec: number;
  queries: number;
  next: { step: string; at: string } | null;
  timeline: Event[];
}

describe('payments as staff read them', () => {
  let outward: OutwardApp;
  let account: string;
  let reader: string;
  let nobody = 0;

  const beneficiary = (): string => `30900${String((nobody += 1)).padStart(5, '0')}`;
  const numberOf = async (reference: string): Promise<string> => {
    const [row] = await outward.app.rows<{ id: string }>('SELECT id FROM posting WHERE reference = $1', [reference]);
    return `PST${row!.id.padStart(12, '0')}`;
  };
  const read = async (reference: string, kind = 'transfers'): Promise<Payment> => {
    const answer = await outward.app.get(`/api/admin/v1/${kind}/${await numberOf(reference)}`, {}, { token: reader });
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body as { data: Payment }).data;
  };
  /** As if the pause between two queries had passed. */
  const passPause = (reference: string): Promise<object[]> =>
    outward.app.rows(
      `UPDATE payout SET last_attempt_at = ${earlierBy('last_attempt_at', '1 minute')} WHERE reference = $1 RETURNING id`,
      [reference],
    );
  const sendTo = async (number: string, facts: Body = {}): Promise<{ reference: string; answer: Response }> => {
    const body = await outward.bodyTo(number, account, facts);
    return { reference: String(body.transactionReference), answer: await outward.send(body) };
  };

  beforeAll(async () => {
    // The worker's own queries come after an hour, so that each query here has a known cause.
    outward = await OutwardApp.start({
      PAYOUT_QUERY_AFTER_MS: '3600000',
      PAYOUT_CLIENT_QUERY_INTERVAL_MS: '10000',
    });
    ({ token: reader } = await hire(outward.app, 'READER1', [
      'view-transfers',
      'view-bills',
      'query-payouts',
      'view-aml',
    ]));
  });
  beforeEach(async () => {
    account = await outward.app.openAccount(MONEY);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  it('tells the life of a transfer that was sent and paid', async () => {
    const { reference } = await sendTo(beneficiary());
    const payment = await read(reference);
    expect(payment).toMatchObject({
      kind: 'outward-transfer',
      reference,
      postingStatus: 'Posted',
      payoutStatus: 'Processed',
      waitingFor: null,
      next: null,
      amount: 100,
      fee: 10,
      debitAccount: account,
      creditInstitution: 'GTBANK PLC',
      sends: 1,
    });
    expect(payment.timeline.map(({ event }) => event)).toEqual(['created', 'posted', 'sent']);
    expect(payment.timeline[2]).toMatchObject({ outcome: 'success → Processed', responseCode: '00' });
    expect(payment.timeline[2]!.answeredAt).not.toBeNull();
    expect(payment.timeline[0]!.actor).toMatch(/^api-client:/);
  });

  describe('of a transfer inside the institution', () => {
    const TAXES = {
      LOCAL_TRANSFER_VAT_ENABLED: 'true',
      LOCAL_TRANSFER_STAMP_DUTY_ENABLED: 'true',
      VAT_LEDGER_CODE: '2040',
      STAMP_DUTY_LEDGER_CODE: '2050',
    };
    const sendInside = async (amount: number): Promise<string> => {
      const body = {
        debitAccount: account,
        creditAccount: await outward.app.openAccount(),
        ...{ amount, feeCharge: 10, feeIncomeGL: '4010', narration: 'Rent', postingsTransactionType: 3 },
      };
      const answer = await outward.app.post('/api/transfer/v1/localfundtransfer', body);
      if (answer.status >= 300) throw new Error(answer.text);
      return (answer.body as { data: { referenceNumber: string } }).data.referenceNumber;
    };

    it('show amount, fee and taxes that together are what left the account', async () => {
      await outward.configure(TAXES);
      try {
        const reference = await sendInside(20_000);
        const payment = await read(reference);
        expect(payment).toMatchObject({ amount: 20_000, fee: 10, taxes: 50.75 });
        expect(await outward.app.balance(account)).toBe(MONEY - 20_000 - 10 - 50.75);
        const [row] = (
          await outward.app.get('/api/admin/v1/transfers', { TransactionReference: reference }, { token: reader })
        ).body.data.data as { vat: number; stampDuty: number }[];
        expect(row!.vat + row!.stampDuty).toBe(50.75);
      } finally {
        await outward.configure({
          ...{ LOCAL_TRANSFER_VAT_ENABLED: null, LOCAL_TRANSFER_STAMP_DUTY_ENABLED: null },
        });
      }
    });

    it('show no taxes where none are charged', async () => {
      expect(await read(await sendInside(20_000))).toMatchObject({ amount: 20_000, fee: 10, taxes: 0 });
    });
  });

  it('shows the return of the money after a definite failure', async () => {
    const { reference } = await sendTo(FAILS);
    const payment = await read(reference);
    expect([payment.payoutStatus, payment.waitingFor]).toEqual(['Reversed', null]);
    expect(payment.timeline.map(({ event }) => event)).toEqual(['created', 'posted', 'sent', 'reversed']);
    // The provider is asked once more, in case it paid after all.
    expect(payment.next?.step).toBe('query');
  });

  it('has one event for each query, and names the next step with its time', async () => {
    const { reference } = await sendTo(NEVER_ANSWERED);
    const waiting = await read(reference);
    expect(waiting).toMatchObject({ payoutStatus: 'PendingTSQ', waitingFor: 'provider', next: { step: 'query' } });
    expect(Date.parse(waiting.next!.at)).toBeGreaterThan(Date.parse(waiting.timeline.at(-1)!.at));
    await passPause(reference);
    const path = `/api/admin/v1/transfers/${await numberOf(reference)}/query`;
    const asked = await outward.app.post(path, {}, { token: reader });
    expect([asked.status, (asked.body as { data: Payment }).data.queries]).toEqual([200, 1]);
    const queried = (await read(reference)).timeline.filter(({ event }) => event === 'queried');
    expect(queried).toEqual([expect.objectContaining({ actor: 'status-query', outcome: 'pending → PendingTSQ' })]);
  });

  it('asks the provider once when two members of staff ask at the same moment', async () => {
    const { reference } = await sendTo(NEVER_ANSWERED);
    await passPause(reference);
    const path = `/api/admin/v1/transfers/${await numberOf(reference)}/query`;
    const answers = await Promise.all([1, 2, 3].map(() => outward.app.post(path, {}, { token: reader })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(reference)).queries).toBe(1);
  });

  it('ends a transfer when the provider answers a query of staff with success', async () => {
    const { reference } = await sendTo(SUCCEEDS_LATE);
    const path = `/api/admin/v1/transfers/${await numberOf(reference)}/query`;
    await eventually(async () => {
      await passPause(reference);
      await outward.app.post(path, {}, { token: reader });
      expect((await read(reference)).payoutStatus).toBe('Processed');
    });
    const { timeline } = await read(reference);
    expect(timeline.map(({ event }) => event).slice(0, 4)).toEqual(['created', 'posted', 'sent', 'queried']);
    expect(timeline.at(-1)).toMatchObject({ outcome: 'success → Processed' });
  });

  it('tells hold, release and retry of a transfer that AML stopped', async () => {
    const body = await outward.bodyTo(beneficiary(), account, { amount: 1_000_000 });
    const reference = String(body.transactionReference);
    const held = await outward.send(body);
    expect(held.status).toBe(202);
    const { approvalId, amlApprovalReference } = held.body.data;
    expect(await read(reference)).toMatchObject({
      postingStatus: 'Held',
      payoutStatus: null,
      waitingFor: 'aml-decision',
    });
    const officer = await outward.app.staff('amlOfficer');
    await outward.app.post(
      `/api/admin/v1/aml/holds/${String(approvalId)}/approve`,
      { note: 'Known' },
      { token: officer },
    );
    expect((await read(reference)).waitingFor).toBe('client-retry');
    expect((await outward.send({ ...body, amlApprovalReference })).status).toBe(200);
    const { timeline } = await read(reference);
    expect(timeline.map(({ event }) => event)).toEqual(['created', 'held', 'released', 'posted', 'sent']);
    expect(timeline[2]).toMatchObject({ actor: expect.stringMatching(/^staff:/), message: 'Known', approvalId });
  });

  it('tells who asked for a confirmation and who approved it', async () => {
    const { reference } = await sendTo(NEVER_ANSWERED);
    await outward.app.rows(`UPDATE payout SET status = 'ConfirmManually', next_action_at = NULL WHERE reference = $1`, [
      reference,
    ]);
    expect((await read(reference)).waitingFor).toBe('staff-evidence');
    const asked = await outward.app.post(
      '/api/admin/v1/transfers/confirm',
      { transactionReference: reference, outcome: 'Reversed', evidence: 'Not in the settlement report' },
      { token: await outward.app.staff('maker') },
    );
    expect(asked.status).toBe(202);
    expect((await read(reference)).waitingFor).toBe('confirmation-approval');
    const { approvalId } = (asked.body as { data: { approvalId: number } }).data;
    const decided = await outward.app.post(
      `/api/admin/v1/approvals/${approvalId}/approve`,
      {},
      { token: await outward.app.staff('checker') },
    );
    expect(decided.status).toBe(200);
    const payment = await read(reference);
    expect([payment.payoutStatus, payment.waitingFor]).toEqual(['Reversed', null]);
    expect(payment.timeline.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['confirmation-asked', 'confirmed', 'reversed']),
    );
  });

  it.each([
    ['a number of no posting', 'transfers/PST999999999999', 404, 'PAYOUT_NOT_FOUND'],
    ['a text that is no number', 'transfers/REF-1', 400, 'VALIDATION_FAILED'],
  ])('answers %s', async (_, path, status, code) => {
    const answer = await outward.app.get(`/api/admin/v1/${path}`, {}, { token: reader });
    expect([answer.status, (answer.body as { data: { statusCode: string } }).data.statusCode]).toEqual([status, code]);
  });

  it('shows a transfer only at the address of transfers', async () => {
    const { reference } = await sendTo(beneficiary());
    await expect(read(reference, 'bills')).rejects.toThrow('PAYOUT_NOT_FOUND');
  });

  it('refuses to query a transfer within the institution, which no provider knows', async () => {
    const other = await outward.app.openAccount();
    const local = await outward.app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: account,
      creditAccount: other,
      amount: 5,
      narration: 'Lunch',
      postingsTransactionType: 3,
    });
    const { postingReferenceNumber } = (local.body as { data: { postingReferenceNumber: string } }).data;
    const path = `/api/admin/v1/transfers/${postingReferenceNumber}`;
    const asked = await outward.app.post(`${path}/query`, {}, { token: reader });
    expect([asked.status, (asked.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
      409,
      'PAYMENT_NOT_AT_PROVIDER',
    ]);
    const shown = (await outward.app.get(path, {}, { token: reader })).body as { data: Payment };
    expect(shown.data.timeline.map(({ event }) => event)).toEqual(['created', 'posted']);
  });

  it('needs its own permissions to read and to query', async () => {
    const { token } = await hire(outward.app, 'READER2', ['view-transfers']);
    const { reference } = await sendTo(beneficiary());
    const path = `/api/admin/v1/transfers/${await numberOf(reference)}`;
    expect((await outward.app.get(path, {}, { token })).status).toBe(200);
    expect((await outward.app.post(`${path}/query`, {}, { token })).status).toBe(403);
    const { token: other } = await hire(outward.app, 'READER3', ['view-bills']);
    expect((await outward.app.get(path, {}, { token: other })).status).toBe(403);
  });
});
