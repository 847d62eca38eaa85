import { createServer } from 'node:http';
import type { ComplaintView } from '../../src/fraud-complaints/fraud-complaints.dto';
import { OutwardApp, type Transfer } from '../payouts/outward-app';
import { codeOf, dataOf } from '../support/answers';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';
import { closeServer, listenOnLoopback } from '../support/loopback';

/** A number that the simulator answers with a refusal. */
const REFUSED = '9900000151';
const COMPLAINTS = '/api/admin/v1/fraud-complaints';

describe('Recall of disputed transfers to other institutions', () => {
  let outward: OutwardApp;
  let officer: Hired;
  beforeAll(async () => {
    outward = await OutwardApp.start();
    officer = await hire(outward.app, 'FRD002', ['manage-fraud-complaints']);
  });
  afterAll(() => outward.close());
  beforeEach(() => outward.app.moveProvider('TRANSFER_BASE_URL', outward.providers.url));

  async function complaint(payee = '3300000001', status?: string): Promise<ComplaintView> {
    const account = await outward.app.openAccount(1_000_000);
    const body = await outward.bodyTo(payee, account, { amount: 10_000 });
    const { transactionReference } = (await outward.send(body)).body.data as Transfer;
    if (status) await eventually(async () => expect(await outward.status(transactionReference)).toBe(status));
    const [row] = await outward.app.rows<{ id: string }>('SELECT posting_id AS id FROM payout WHERE reference = $1', [
      transactionReference,
    ]);
    const opened = { posting: `PST${row!.id.padStart(12, '0')}`, disputedAmount: 10_000, description: 'Impostor' };
    return dataOf<ComplaintView>(await outward.app.post(COMPLAINTS, opened, { token: officer.token }));
  }
  const recall = (id: number): ReturnType<OutwardApp['app']['post']> =>
    outward.app.post(`${COMPLAINTS}/${id}/recall`, {}, { token: officer.token });

  it('asks the receiving institution through the provider, once or again', async () => {
    const { id, notifyDueAt, receivedAt, isReceiverOwn } = await complaint();
    expect(isReceiverOwn).toBe(false);
    expect(Date.parse(notifyDueAt!) - Date.parse(receivedAt)).toBe(30 * 60_000);
    const told = dataOf<ComplaintView>(await recall(id));
    expect(told).toMatchObject({ recallStatus: 'accepted', notifiedAt: expect.any(String) as string });
    expect(dataOf<ComplaintView>(await recall(id)).notifiedAt).toBe(told.notifiedAt);
  });

  it('without an answer the institution counts as not told', async () => {
    const { id } = await complaint();
    await outward.app.moveProvider('TRANSFER_BASE_URL', 'http://127.0.0.1:1');
    expect(dataOf(await recall(id))).toMatchObject({ recallStatus: 'unknown', notifiedAt: null });
  });

  it('a request without an answer takes nothing back that the institution was told before', async () => {
    const { id } = await complaint();
    const told = dataOf<ComplaintView>(await recall(id));
    expect(told.recallStatus).toBe('accepted');
    await outward.app.moveProvider('TRANSFER_BASE_URL', 'http://127.0.0.1:1');
    const { recallStatus, recallAnswer, notifiedAt } = told;
    expect(dataOf(await recall(id))).toMatchObject({ recallStatus, recallAnswer, notifiedAt });
  });

  it('nobody is asked for the money of a complaint that is concluded', async () => {
    const { id } = await complaint();
    const verdict = { verdict: 'rejected', rationale: 'The customer meant to pay.' };
    dataOf(await outward.app.post(`${COMPLAINTS}/${id}/conclude`, verdict, { token: officer.token }));
    let calls = 0;
    const provider = createServer((_incoming, response) => {
      calls += 1;
      response.end('{}');
    });
    await outward.app.moveProvider('TRANSFER_BASE_URL', await listenOnLoopback(provider));
    expect(codeOf(await recall(id))).toStrictEqual([409, 'COMPLAINT_STATE']);
    await closeServer(provider);
    expect(calls).toBe(0);
  });

  it('nobody is asked for money that came back to the customer', async () => {
    const { id } = await complaint(REFUSED, 'Reversed');
    expect(codeOf(await recall(id))).toStrictEqual([409, 'COMPLAINT_STATE']);
    const shown = await outward.app.get(`${COMPLAINTS}/${id}`, {}, { token: officer.token });
    expect(dataOf(shown)).toMatchObject({ recallStatus: null, notifiedAt: null });
  });

  it('money that stayed has nobody to ask', async () => {
    expect(codeOf(await recall(1))).toStrictEqual([404, 'COMPLAINT_NOT_FOUND']);
  });
});
