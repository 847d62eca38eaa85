import type { Response } from 'supertest';
import { BillVendPlanner } from '../../src/bills/bill-vend.planner';
import { Movements } from '../../src/ledger/movements/movements';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { BILLS_LEDGER, BillsApp, meter, SEARCH, vendBody, type VendData } from './bills-app';

/** A ledger of the sandbox that cannot go below zero. */
const EMPTYABLE_LEDGER = '2030';

describe('a vend that waits', () => {
  let bills: BillsApp;
  let app: TestApp;
  beforeAll(async () => {
    bills = await BillsApp.start();
    app = bills.app;
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await bills.close();
  });

  const search = async (query: Record<string, string>): Promise<VendData[]> =>
    dataOf<{ data: VendData[] }>(await app.get(SEARCH, query)).data;
  const becomes = (paymentReference: string, vendStatus: string): Promise<void> =>
    eventually(async () => expect(await bills.statusOf(paymentReference)).toMatchObject({ vendStatus }));

  describe('for approval', () => {
    const decide = async (approvalId: number, verdict: 'approve' | 'decline'): Promise<Response> =>
      app.post(`/api/admin/v1/approvals/${approvalId}/${verdict}`, verdict === 'decline' ? { note: 'Not today' } : {}, {
        token: await app.staff('checker'),
      });
    const approvalOf = (response: Response): number => dataOf<{ approvalId: number }>(response, 202).approvalId;

    beforeAll(async () => {
      const policy = { operation: 'bill-vend', amountFloor: 4000 };
      dataOf(
        await app.approved(
          app.post('/api/admin/v1/approval-policies', policy, { token: await app.staff('administrator') }),
        ),
      );
    });

    it('moves no money, shows as Pending, and is paid once approved', async () => {
      const account = await app.openAccount(10_000);
      const body = vendBody(account);
      const reference = freshReference();
      const response = await bills.vend(body, reference);
      expect(refusalOf(response)).toEqual({ status: 202, code: 'PENDING_APPROVAL' });
      expect(await app.balance(account)).toBe(10_000);
      expect(await bills.provided(body.paymentReference)).toBeUndefined();
      const state = await bills.statusOf(body.paymentReference);
      expect(state).toMatchObject({
        vendStatus: 'Pending',
        isReversed: false,
        token: null,
        responseMessage: 'Waits for approval; no funds moved.',
      });
      const queries: Record<string, string>[] = [
        { PaymentReference: body.paymentReference },
        { AccountNumber: account },
        { AccountNumber: account, VendStatus: 'Pending' },
      ];
      for (const query of queries) {
        expect(await search(query)).toMatchObject([
          {
            paymentReference: body.paymentReference,
            accountNumber: account,
            amount: 5000,
            customerId: body.customerId,
            billerName: 'Ikeja Electric',
          },
        ]);
      }
      expect(await search({ AccountNumber: account, VendStatus: 'Failed' })).toEqual([]);
      const replay = await bills.vend(body, reference);
      expect([replay.body, replay.headers['idempotent-replayed']]).toEqual([response.body, 'true']);
      expect((await decide(approvalOf(response), 'approve')).status).toBe(200);
      await becomes(body.paymentReference, 'Successful');
      expect(await app.balance(account)).toBe(5_000);
      expect(await bills.provided(body.paymentReference)).toMatchObject({ paid: true, timesSent: 1 });
      expect(await bills.statusOf(body.paymentReference)).toMatchObject({
        postingReference: state.postingReference,
        token: expect.any(String),
      });
      expect(dataOf(await bills.vend(body, reference))).toMatchObject({ vendStatus: 'Successful' });
      expect(await search({ AccountNumber: account })).toHaveLength(1);
    });

    it('is Failed after a decline', async () => {
      const account = await app.openAccount(10_000);
      const body = vendBody(account);
      const reference = freshReference();
      expect((await decide(approvalOf(await bills.vend(body, reference)), 'decline')).status).toBe(200);
      await becomes(body.paymentReference, 'Failed');
      expect(await search({ AccountNumber: account, VendStatus: 'Failed' })).toMatchObject([
        { isReversed: false, requireReversal: false, responseMessage: 'Declined by staff; no funds moved.' },
      ]);
      expect(await search({ AccountNumber: await app.openAccount() })).toEqual([]);
      expect(await app.balance(account)).toBe(10_000);
      expect(refusalOf(await bills.vend(body, reference))).toEqual({ status: 422, code: 'TRANSACTION_NOT_EXECUTED' });
      expect(refusalOf(await bills.vend(body))).toEqual({ status: 409, code: 'DUPLICATE_REFERENCE' });
    });

    it('is Failed when the balance is too low at the approval', async () => {
      const account = await app.openAccount(5_000);
      const body = vendBody(account);
      const approvalId = approvalOf(await bills.vend(body));
      dataOf(await bills.vend(vendBody(account, { amount: 1000 })));
      expect((await decide(approvalId, 'approve')).status).toBe(200);
      await becomes(body.paymentReference, 'Failed');
      expect(await bills.statusOf(body.paymentReference)).toMatchObject({ responseCode: 'INSUFFICIENT_FUNDS' });
      expect(await app.balance(account)).toBe(4_000);
    });

    it('is not queued where the institution lets API clients bypass approvals', async () => {
      await bills.configure({ API_BYPASS_APPROVALS: 'true' });
      try {
        expect(dataOf(await bills.vend(vendBody(await app.openAccount(5_000))))).toMatchObject({
          vendStatus: 'Successful',
        });
      } finally {
        await bills.configure({ API_BYPASS_APPROVALS: 'false' });
      }
    });
  });

  it('after the end of its process is sent once by the next process', async () => {
    const account = await app.openAccount(1_000);
    const body = vendBody(account, { amount: 1_000 });
    const write = {
      institutionId: app.institutionId,
      actor: 'api-client:1',
      endpoint: 'POST /api/bills/v1/vend',
      requestReference: freshReference(),
    };
    // The debit is committed and its process has ended.
    const planner = app.app.get(BillVendPlanner, { strict: false });
    await app.app.get(Movements, { strict: false }).submit(planner, { write, origin: 'api', body });
    expect(await bills.metadataOf(body.paymentReference)).toMatchObject({ vend_status: 'Pending', token: null });
    expect(await bills.provided(body.paymentReference)).toBeUndefined();
    await eventually(async () =>
      expect(await search({ PaymentReference: body.paymentReference })).toMatchObject([{ vendStatus: 'Successful' }]),
    );
    expect(await bills.provided(body.paymentReference)).toMatchObject({ timesSent: 1, paid: true });
  });

  it('for the return of its money shows requireReversal until it is returned', async () => {
    await bills.configure({ BILLS_PAYMENT_DEFAULT_LEDGER_CODE: EMPTYABLE_LEDGER });
    const account = await app.openAccount(1_000);
    const body = vendBody(account, { amount: 1_000, customerId: meter('09') });
    try {
      dataOf(await bills.vend(body));
    } finally {
      await bills.configure({ BILLS_PAYMENT_DEFAULT_LEDGER_CODE: BILLS_LEDGER });
    }
    const move = async (debitAccount: string, creditAccount: string): Promise<void> => {
      dataOf(
        await app.post('/api/transfer/v1/localfundtransfer', {
          debitAccount,
          creditAccount,
          amount: 1_000,
          narration: 'Settlement',
        }),
      );
    };
    await move(EMPTYABLE_LEDGER, '2070');
    await becomes(body.paymentReference, 'Failed');
    expect(await search({ PaymentReference: body.paymentReference })).toMatchObject([
      { vendStatus: 'Failed', isReversed: false, requireReversal: true },
    ]);
    expect(await app.balance(account)).toBe(0);
    await move('2070', EMPTYABLE_LEDGER);
    await becomes(body.paymentReference, 'Reversed');
    expect(await search({ PaymentReference: body.paymentReference })).toMatchObject([
      { isReversed: true, requireReversal: false },
    ]);
    expect(await app.balance(account)).toBe(1_000);
  });
});
