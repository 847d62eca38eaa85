import type { Response } from 'supertest';
import { newCustomer } from '../accounts/sandbox-accounts';
import { FakeSmsGateway } from '../messaging/fake-sms-gateway';
import { configure } from '../messaging/messaging-app';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const CREATE = '/api/account/v1/createcustomeraccount';
const TRANSFER = '/api/transfer/v1/localfundtransfer';
const FUNDS = '/api/transfer/v1/fundstransfer';

interface Holder {
  accountNumber: string;
  sent: string;
}

describe('notifications of local transfers', () => {
  let app: TestApp;
  let gateway: FakeSmsGateway;
  let payer: Holder;
  let payee: Holder;
  let people = 0;

  const open = async (balance: number, contact?: object): Promise<Holder> => {
    people += 1;
    const line = String(people).padStart(8, '0');
    const body = { ...newCustomer(app), ...(contact ?? { phoneNumber: `070${line}` }) };
    const { accountNumber } = dataOf<{ accountNumber: string }>(await app.post(CREATE, body));
    if (balance > 0) await app.payIn(accountNumber, balance);
    return { accountNumber, sent: `+23470${line}` };
  };
  const transfer = (facts: object = {}, reference = freshReference()): Promise<Response> =>
    app.post(
      TRANSFER,
      {
        debitAccount: payer.accountNumber,
        creditAccount: payee.accountNumber,
        amount: 150.5,
        narration: 'Rent November',
        ...facts,
      },
      { reference },
    );
  const textsOf = ({ sent }: Holder): string[] => gateway.sentTo(sent).map(({ body }) => String(body.message));
  const waiting = (): Promise<unknown[]> =>
    app.rows(`SELECT 1 FROM job WHERE kind IN ('notify', 'deliver-message') AND status = 'queued'`);
  const notices = async (reference: string): Promise<string[]> =>
    (
      await app.rows<{ event: string }>(
        `SELECT payload->'facts'->>'event' AS event FROM job WHERE kind = 'notify'
            AND payload->'facts'->>'reference' = $1 ORDER BY id`,
        [reference],
      )
    ).map(({ event }) => event);

  beforeAll(async () => {
    app = await TestApp.start();
    gateway = await FakeSmsGateway.start();
    await configure(app, { SMS_ENABLED: 'true', SMS_BASE_URL: gateway.url });
  });
  beforeEach(async () => {
    await configure(app, { NOTIFICATIONS_ENABLED: 'false' });
    [payer, payee] = [await open(1_000), await open(0)];
    await configure(app, { NOTIFICATIONS_ENABLED: 'true' });
  });
  afterAll(async () => {
    expect(await app?.failedProofs()).toEqual([]);
    await app?.close();
    await gateway?.close();
  });

  it('tell the payer of the debit and the payee of the credit, with the balances that the transfer left', async () => {
    const reference = freshReference();
    dataOf(await transfer({ feeCharge: 10, feeIncomeGL: '4010' }, reference));
    await eventually(async () => expect(textsOf(payer).length + textsOf(payee).length).toBe(2));
    expect(textsOf(payer)[0]).toMatch(new RegExp(`NGN150\\.50.*${reference}.*Balance: NGN839\\.50`));
    expect(textsOf(payee)[0]).toMatch(
      new RegExp(`Credit NGN150\\.50 on .*Ifeoma Okonkwo.*Rent November.*${reference}.*Balance: NGN150\\.50`),
    );
  });

  it('tell both of a local fundstransfer, once for each transfer', async () => {
    const body = {
      originatorAccountNumber: payer.accountNumber,
      beneficiaryAccountNumber: payee.accountNumber,
      amount: 20,
      transactionReference: freshReference('FT'),
    };
    const reference = freshReference();
    for (let time = 0; time < 3; time += 1) dataOf(await app.post(FUNDS, body, { reference }));
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect([textsOf(payer).length, textsOf(payee).length]).toEqual([1, 1]);
  });

  it('are not written while the institution sends none', async () => {
    await configure(app, { NOTIFICATIONS_ENABLED: 'false' });
    const reference = freshReference();
    dataOf(await transfer({}, reference));
    expect(await notices(reference)).toEqual([]);
  });

  it('are not written for a ledger, nor for a customer without telephone and e-mail', async () => {
    const silent = await open(100, {});
    const [toLedger, fromSilent] = [freshReference(), freshReference()];
    dataOf(await transfer({ creditAccount: '2030' }, toLedger));
    expect(await notices(toLedger)).toEqual(['transfer.debit']);
    dataOf(await transfer({ debitAccount: silent.accountNumber, amount: 5 }, fromSilent));
    expect(await notices(fromSilent)).toEqual(['transfer.credit']);
  });

  it('are not written for a transfer that is refused', async () => {
    const reference = freshReference();
    expect(refusalOf(await transfer({ amount: 5_000 }, reference)).code).toBe('INSUFFICIENT_FUNDS');
    expect(await notices(reference)).toEqual([]);
  });

  it('are written for a held transfer only when it is executed', async () => {
    const rich = await open(1_500_000);
    const reference = freshReference();
    const held = await transfer({ debitAccount: rich.accountNumber, amount: 1_200_000 }, reference);
    expect(refusalOf(held)).toEqual({ status: 202, code: 'AML_HOLD' });
    expect(await notices(reference)).toEqual([]);
    const { approvalId, amlApprovalReference } = (
      held.body as { data: { approvalId: number; amlApprovalReference: string } }
    ).data;
    const officer = await app.staff('amlOfficer');
    dataOf(await app.post(`/api/admin/v1/aml/holds/${approvalId}/approve`, { note: 'Known' }, { token: officer }));
    dataOf(await transfer({ debitAccount: rich.accountNumber, amount: 1_200_000, amlApprovalReference }));
    expect(await notices(reference)).toEqual(['transfer.debit', 'transfer.credit']);
  });

  it('are written for a queued transfer only when staff approve it', async () => {
    const token = await app.staff('administrator');
    const policy = { operation: 'local-transfer', amountFloor: 150 };
    const { id } = dataOf<{ id: number }>(
      await app.approved(app.post('/api/admin/v1/approval-policies', policy, { token })),
    );
    try {
      const reference = freshReference();
      const queued = await transfer({}, reference);
      expect(refusalOf(queued)).toEqual({ status: 202, code: 'PENDING_APPROVAL' });
      expect(await notices(reference)).toEqual([]);
      const { approvalId } = (queued.body as { data: { approvalId: number } }).data;
      const checker = await app.staff('checker');
      dataOf(await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: checker }));
      await eventually(async () => expect(await notices(reference)).toEqual(['transfer.debit', 'transfer.credit']));
    } finally {
      await app.approved(app.put(`/api/admin/v1/approval-policies/${id}`, { ...policy, active: false }, { token }));
    }
  });
});
