import request, { type Response } from 'supertest';
import { Keyring } from '../../src/common/crypto/keyring';
import type { ComplaintView } from '../../src/fraud-complaints/fraud-complaints.dto';
import { sandboxGatewayKey } from '../../src/seed/sandbox-providers';
import { BANK, OutwardApp } from '../payouts/outward-app';
import { codeOf, dataOf } from '../support/answers';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';

const COMPLAINTS = '/api/admin/v1/fraud-complaints';
const AMOUNT = 5_000;
/** Accounts of senders; the simulator leaves transfers to the second one without an answer. */
const SENDER = '3000000001';
const SILENT_SENDER = '9900000134';

describe('Refunds to customers of other institutions', () => {
  let outward: OutwardApp;
  let officer: Hired;
  let second: Hired;
  let sessions = 0;
  beforeAll(async () => {
    outward = await OutwardApp.start({ SANDBOX: 'true' });
    officer = await hire(outward.app, 'FRE001', ['manage-fraud-complaints']);
    second = await hire(outward.app, 'FRE002', ['manage-fraud-complaints']);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  const post = (path: string, body: object, { token }: Hired = officer): Promise<Response> =>
    outward.app.post(`${COMPLAINTS}${path}`, body, { token });

  /** An upheld complaint about money that came from an account elsewhere. */
  async function upheld(originatorAccountNumber: string): Promise<{ id: number; receiver: string }> {
    const receiver = await outward.app.openAccount(50_000);
    sessions += 1;
    const credit = {
      sessionId: `000013261121103000${String(sessions).padStart(12, '0')}`,
      beneficiaryAccountNumber: receiver,
      amount: AMOUNT,
      originatorAccountNumber,
      originatorAccountName: 'NGOZI EZE',
      originatorInstitutionCode: BANK,
      narration: 'Invoice 117',
    };
    const credited = await request(outward.app.url)
      .post('/cba/transfers/inward/credit')
      .set('x-gateway-key', sandboxGatewayKey(outward.app.app.get(Keyring)))
      .send(credit);
    const { postingReferenceNumber: posting } = dataOf<{ postingReferenceNumber: string }>(credited);
    const opened = { posting, disputedAmount: AMOUNT, description: 'The other bank says that it was fraud.' };
    const { id } = dataOf<ComplaintView>(await post('', opened));
    const verdict = { verdict: 'upheld', refund: AMOUNT, rationale: 'The account is a mule.' };
    dataOf(await post(`/${id}/conclude`, verdict));
    return { id, receiver };
  }

  /** A transfer from the account that ends in this status. @returns its posting */
  async function sent(from: string, to: string, amount = AMOUNT, status = 'Processed'): Promise<string> {
    const body = await outward.bodyTo(to, from, { amount });
    await outward.send(body);
    const reference = String(body.transactionReference);
    await eventually(async () => expect(await outward.status(reference)).toBe(status));
    const [row] = await outward.app.rows<{ id: string }>('SELECT posting_id AS id FROM payout WHERE reference = $1', [
      reference,
    ]);
    return `PST${row!.id.padStart(12, '0')}`;
  }
  const register = (id: number, posting: string): Promise<Response> => post(`/${id}/refunded`, { posting }, second);
  const shown = async (id: number): Promise<ComplaintView> =>
    dataOf<ComplaintView>(await outward.app.get(`${COMPLAINTS}/${id}`, {}, { token: officer.token }));

  it('are registered with the transfer back to the account from which the money came, once', async () => {
    const [{ id, receiver }, other] = [await upheld(SENDER), await upheld(SENDER)];
    const refund = await sent(receiver, SENDER);
    const answers = await Promise.all([1, 2].map(() => register(id, refund)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await shown(id)).toMatchObject({ status: 'refunded', refundPosting: refund, isOverdue: false });
    expect(codeOf(await register(other.id, refund))).toStrictEqual([422, 'COMPLAINT_REFUND']);
  });

  it('are not registered with a transfer to somebody else, of another amount, or to the account here', async () => {
    const { id, receiver } = await upheld(SENDER);
    const local = {
      ...{ debitAccount: receiver, creditAccount: await outward.app.openAccount(), amount: AMOUNT },
      ...{ narration: 'x', postingsTransactionType: 3 },
    };
    const { postingReferenceNumber } = dataOf<{ postingReferenceNumber: string }>(
      await outward.app.post('/api/transfer/v1/localfundtransfer', local),
    );
    const wrong = [
      await sent(receiver, '3000000002'),
      await sent(receiver, SENDER, AMOUNT - 1),
      postingReferenceNumber,
    ];
    for (const posting of wrong) expect(codeOf(await register(id, posting))).toStrictEqual([422, 'COMPLAINT_REFUND']);
    expect((await shown(id)).status).toBe('upheld');
  });

  it('are not registered before the transfer back has arrived', async () => {
    const { id, receiver } = await upheld(SILENT_SENDER);
    const refund = await sent(receiver, SILENT_SENDER, AMOUNT, 'Failed');
    expect(codeOf(await register(id, refund))).toStrictEqual([422, 'COMPLAINT_REFUND']);
  });
});
