import type { Response } from 'supertest';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import {
  BILLS_LEDGER,
  BillsApp,
  CONFIRM,
  CUSTOMER,
  meter,
  meterWithCode,
  SEARCH,
  TOKEN,
  UNRESOLVED,
  vendBody,
  type VendData,
} from './bills-app';

const BALANCE = 1_000_000;
const AMOUNT = 5_000;

interface Row extends VendData {
  id: number;
  disputed: boolean;
  providerReference: string;
}

describe('outcomes of a vend', () => {
  let bills: BillsApp;
  let app: TestApp;
  /** Each vend with its final status, for the comparison with the provider's ledger. */
  const vends: { account: string; paymentReference: string; vendStatus: string }[] = [];

  /** The vend whose provider refused and paid later. */
  let disputed: string;

  beforeAll(async () => {
    bills = await BillsApp.start();
    app = bills.app;
    // The simulator misbehaves a lot here; what goes well beside it keeps its circuit closed.
    for (let n = 0; n < 80; n += 1) dataOf(await app.get(CUSTOMER, { BillerIdentifier: 'dstv', CustomerId: `70${n}` }));
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await bills.close();
  });

  const vend = async (
    customerId: string,
    facts: object = {},
  ): Promise<{ account: string; paymentReference: string; response: Response }> => {
    const account = await app.openAccount(BALANCE);
    const body = vendBody(account, { customerId, amount: AMOUNT, ...facts });
    return { account, paymentReference: body.paymentReference, response: await bills.vend(body) };
  };
  const becomes = (paymentReference: string, vendStatus: string): Promise<void> =>
    eventually(async () => expect(await bills.statusOf(paymentReference)).toMatchObject({ vendStatus }));
  const ends = async (
    customerId: string,
    vendStatus: string,
  ): Promise<{ paymentReference: string; account: string; response: Response }> => {
    const { account, paymentReference, response } = await vend(customerId);
    await becomes(paymentReference, vendStatus);
    vends.push({ account, paymentReference, vendStatus });
    return { account, paymentReference, response };
  };
  const search = async (query: object): Promise<Row[]> =>
    dataOf<{ data: Row[] }>(await app.get(SEARCH, query as Record<string, string>)).data;
  const unresolved = async (): Promise<Row[]> =>
    dataOf<{ data: Row[] }>(await app.get(UNRESOLVED, { PageSize: 200 }, { token: await app.staff('maker') })).data;

  it.each([
    { trigger: '00', httpStatus: 200, vendStatus: 'Successful', timesSent: 1 },
    { trigger: '01', httpStatus: 422, vendStatus: 'Reversed', timesSent: 1 },
    { trigger: '02', httpStatus: 200, vendStatus: 'Reversed', timesSent: 2 },
    { trigger: '03', httpStatus: 200, vendStatus: 'Successful', timesSent: 1 },
    { trigger: '04', httpStatus: 200, vendStatus: 'Reversed', timesSent: 2 },
    { trigger: '05', httpStatus: 200, vendStatus: 'Successful', timesSent: 1 },
    { trigger: '06', httpStatus: 200, vendStatus: 'Successful', timesSent: 1 },
    { trigger: '07', httpStatus: 200, vendStatus: 'Successful', timesSent: 1 },
    { trigger: '08', httpStatus: 200, vendStatus: 'Successful', timesSent: 1 },
    { trigger: '09', httpStatus: 200, vendStatus: 'Reversed', timesSent: 1 },
    { trigger: '10', httpStatus: 200, vendStatus: 'Successful', timesSent: 1 },
    { trigger: '11', httpStatus: 200, vendStatus: 'ConfirmManually', timesSent: 1 },
    { trigger: '12', httpStatus: 200, vendStatus: 'Pending', timesSent: 1 },
    { trigger: '13', httpStatus: 200, vendStatus: 'Successful', timesSent: 1 },
    { trigger: '14', httpStatus: 200, vendStatus: 'Successful', timesSent: 1 },
    { trigger: '15', httpStatus: 422, vendStatus: 'Reversed', timesSent: 1 },
    { trigger: '16', httpStatus: 200, vendStatus: 'Successful', timesSent: 2 },
    { trigger: '17', httpStatus: 200, vendStatus: 'Successful', timesSent: 1 },
  ])(
    'answers $httpStatus and ends as $vendStatus with trigger $trigger',
    async ({ trigger, httpStatus, vendStatus, timesSent }) => {
      const { account, paymentReference, response } = await ends(meter(trigger), vendStatus);
      expect(response.status).toBe(httpStatus);
      expect(await app.balance(account)).toBe(vendStatus === 'Reversed' ? BALANCE : BALANCE - AMOUNT);
      const provided = await bills.provided(paymentReference);
      expect(provided).toMatchObject({ paid: vendStatus === 'Successful', timesSent });
      const state = await bills.statusOf(paymentReference);
      expect(state).toMatchObject({
        isReversed: vendStatus === 'Reversed',
        requireReversal: false,
        tokenUnits: vendStatus === 'Successful' ? 73.5 : null,
      });
      expect(state.transactionId).toBe(
        vendStatus === 'Successful' ? (provided!.goods as { transactionId: string }).transactionId : null,
      );
      expect(await bills.metadataOf(paymentReference)).toMatchObject({
        vend_status: vendStatus,
        token: state.token,
        transaction_id: state.transactionId,
      });
      const token = await app.get(TOKEN, { PaymentReference: paymentReference });
      if (vendStatus === 'Successful')
        expect(dataOf(token)).toEqual({
          paymentReference,
          vendStatus,
          token: (provided!.goods as { token: string }).token,
          tokenUnits: 73.5,
          customerId: meter(trigger),
          customerName: expect.any(String),
        });
      else expect(refusalOf(token)).toEqual({ status: 404, code: 'TOKEN_NOT_FOUND' });
    },
  );

  it.each([
    ['51', 'Reversed'],
    ['57', 'Reversed'],
    ['34', 'Failed'],
    ['35', 'Failed'],
    ['63', 'Failed'],
    ['25', 'ConfirmManually'],
    ['09', 'Pending'],
    ['26', 'Pending'],
    ['68', 'Pending'],
    ['91', 'Pending'],
    ['92', 'Pending'],
    ['99', 'Pending'],
    ['94', 'Pending'],
    ['96', 'Pending'],
    ['97', 'Pending'],
    ['98', 'Pending'],
  ])('ends a vend with the response code %s as %s', async (code, vendStatus) => {
    const { account, paymentReference } = await ends(meterWithCode(code), vendStatus);
    expect(await app.balance(account)).toBe(vendStatus === 'Reversed' ? BALANCE : BALANCE - AMOUNT);
    expect(await bills.provided(paymentReference)).toMatchObject({ paid: false, timesSent: 1 });
    expect(await bills.statusOf(paymentReference)).toMatchObject({
      isReversed: vendStatus === 'Reversed',
      responseCode: code,
    });
  });

  it('settles a vend without status queries', async () => {
    const { paymentReference } = await vend(meter('05'));
    await eventually(async () =>
      expect((await search({ PaymentReference: paymentReference }))[0]).toMatchObject({ vendStatus: 'Successful' }),
    );
  });

  it('flags a vend for staff when the provider pays after a refusal', async () => {
    await eventually(async () => {
      const rows = await app.rows<{ reference: string }>('SELECT reference FROM payout WHERE disputed');
      expect(rows).toHaveLength(1);
      disputed = rows[0]!.reference;
    });
    expect(vends.find(({ paymentReference }) => paymentReference === disputed)).toMatchObject({
      vendStatus: 'Reversed',
    });
  });

  it("has the same vends in our books and in the provider's ledger", async () => {
    const kept = vends.filter(({ vendStatus }) => vendStatus !== 'Reversed');
    expect(kept.length).toBeGreaterThan(20);
    for (const { paymentReference, vendStatus } of vends.filter((vended) => vended.paymentReference !== disputed)) {
      const { paid } = (await bills.provided(paymentReference))!;
      expect([paymentReference, paid]).toEqual([paymentReference, vendStatus === 'Successful']);
    }
    const [row] = await app.rows<{ balance: string; open: string }>(
      `SELECT (SELECT credits_posted_kobo - debits_posted_kobo FROM ledger_account WHERE number = $1) AS balance, (SELECT sum(amount_kobo) FROM payout WHERE status <> 'Reversed') AS open`,
      [BILLS_LEDGER],
    );
    expect(row!.balance).toBe(row!.open);
  });

  describe('search', () => {
    it('shows the vend, its failure and the returned money', async () => {
      const { account, paymentReference } = vends.find(({ vendStatus }) => vendStatus === 'Reversed')!;
      const [row] = await search({ PaymentReference: paymentReference });
      expect(row).toMatchObject({
        id: expect.any(Number),
        paymentReference,
        accountNumber: account,
        billerIdentifier: 'ikeja-electric',
        billerName: 'Ikeja Electric',
        packageIdentifier: 'prepaid',
        packageName: 'Prepaid',
        customerId: expect.stringMatching(/^1990000000/),
        customerName: expect.any(String),
        amount: AMOUNT,
        provider: 'providera',
        vendStatus: 'Reversed',
        isReversed: true,
        requireReversal: false,
        postingReference: expect.stringMatching(/^PST/),
        transactionDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
        token: null,
        transactionId: null,
      });
    });

    it.each(['Pending', 'Successful', 'Failed', 'Reversed', 'ConfirmManually'])(
      'finds only the vends that are %s',
      async (vendStatus) => {
        const found = (await search({ VendStatus: vendStatus, PageSize: 200 })).filter(({ paymentReference }) =>
          vends.some((vended) => vended.paymentReference === paymentReference),
        );
        expect(found.map(({ paymentReference }) => paymentReference).sort()).toEqual(
          vends
            .filter((vended) => vended.vendStatus === vendStatus)
            .map(({ paymentReference }) => paymentReference)
            .sort(),
        );
        expect(new Set(found.map((row) => row.vendStatus))).toEqual(new Set([vendStatus]));
      },
    );

    it('finds by account and by day, page by page', async () => {
      const { account, paymentReference } = vends[0]!;
      expect(await search({ AccountNumber: account })).toMatchObject([{ paymentReference }]);
      expect(await search({ AccountNumber: '0000000000' })).toEqual([]);
      expect(await search({ StartDate: '2020-01-01', EndDate: '2020-12-31' })).toEqual([]);
      const all = await search({ StartDate: '2020-01-01', PageSize: 200 });
      const pages = [
        ...(await search({ PageSize: 7, PageNumber: 1 })),
        ...(await search({ PageSize: 7, PageNumber: 2 })),
      ];
      expect(pages.map(({ id }) => id)).toEqual(all.slice(0, 14).map(({ id }) => id));
      expect((await search({ PageSize: 200, Direction: 'Asc' })).map(({ id }) => id)).toEqual(
        all.map(({ id }) => id).toReversed(),
      );
      const { recordCount } = dataOf<{ recordCount: number }>(await app.get(SEARCH, { PageSize: 1 }));
      expect(recordCount).toBe(all.length);
    });

    it.each<Record<string, string | number>>([
      { VendStatus: 'Processed' },
      { StartDate: '2026-13-01' },
      { PageSize: 201 },
      { SortColumn: 'Amount' },
    ])('refuses %j', async (query) => {
      expect(refusalOf(await app.get(SEARCH, query))).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    });
  });

  describe('staff', () => {
    const confirm = async (body: object, part: 'maker' | 'checker' | 'administrator' = 'maker'): Promise<Response> =>
      app.post(CONFIRM, body, { token: await app.staff(part) });
    const decide = async (
      approvalId: number,
      verdict: 'approve' | 'decline',
      part: 'maker' | 'checker' = 'checker',
    ): Promise<Response> =>
      app.post(
        `/api/admin/v1/approvals/${approvalId}/${verdict}`,
        verdict === 'decline' ? { note: 'Not proven' } : {},
        { token: await app.staff(part) },
      );
    const evidence = 'Settlement report of 21 November, line 14';

    it('list the vends that wait for them', async () => {
      const open = vends.filter(
        ({ paymentReference, vendStatus }) =>
          vendStatus === 'Failed' || vendStatus === 'ConfirmManually' || paymentReference === disputed,
      );
      const rows = await unresolved();
      expect(rows.map(({ paymentReference }) => paymentReference).sort()).toEqual(
        open.map(({ paymentReference }) => paymentReference).sort(),
      );
      for (const row of rows) expect(row.disputed).toBe(row.paymentReference === disputed);
      expect(rows[0]).toMatchObject({
        providerReference: expect.stringMatching(/^V1-\d{14}-\d+$/),
        sends: 1,
        lastAttemptAt: expect.any(String),
      });
      expect(refusalOf(await app.get(UNRESOLVED))).toEqual({ status: 401, code: 'INVALID_API_TOKEN_CLAIMS' });
    });

    it.each([
      ['Reversed', 'Reversed', BALANCE],
      ['Successful', 'Successful', BALANCE - AMOUNT],
    ])('settle a vend as %s with two members of staff', async (outcome, vendStatus, balance) => {
      const { account, paymentReference } = await vend(meterWithCode('34'));
      expect(await bills.statusOf(paymentReference)).toMatchObject({ vendStatus: 'Failed', isReversed: false });
      const asked = await confirm({ paymentReference, outcome, evidence });
      const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
      expect(asked.body).toMatchObject({ data: { statusCode: 'PENDING_APPROVAL', reference: paymentReference } });
      expect(await app.balance(account)).toBe(BALANCE - AMOUNT);
      expect(refusalOf(await confirm({ paymentReference, outcome, evidence }))).toEqual({
        status: 409,
        code: 'PAYOUT_ALREADY_CONFIRMING',
      });
      expect((await decide(approvalId, 'approve', 'maker')).status).toBe(403);
      expect((await decide(approvalId, 'approve')).status).toBe(200);
      expect(await bills.statusOf(paymentReference)).toMatchObject({
        vendStatus,
        isReversed: vendStatus === 'Reversed',
        responseMessage: 'Confirmed by the institution.',
      });
      expect(await app.balance(account)).toBe(balance);
      expect(await bills.metadataOf(paymentReference)).toMatchObject({ vend_status: vendStatus });
      expect(refusalOf(await confirm({ paymentReference, outcome, evidence }))).toEqual({
        status: 409,
        code: 'PAYOUT_NOT_OPEN',
      });
    });

    it('may decline a confirmation', async () => {
      const { account, paymentReference } = await vend(meterWithCode('35'));
      const { approvalId } = dataOf<{ approvalId: number }>(
        await confirm({ paymentReference, outcome: 'Reversed', evidence }),
        202,
      );
      expect((await decide(approvalId, 'decline')).status).toBe(200);
      expect(await bills.statusOf(paymentReference)).toMatchObject({ vendStatus: 'Failed' });
      expect(await app.balance(account)).toBe(BALANCE - AMOUNT);
    });

    it.each([
      [{ paymentReference: 'NOBODYS', outcome: 'Reversed', evidence }, 404, 'PAYOUT_NOT_FOUND'],
      [{ paymentReference: 'X', outcome: 'Processed', evidence }, 400, 'VALIDATION_FAILED'],
      [{ paymentReference: 'X', outcome: 'Reversed' }, 400, 'VALIDATION_FAILED'],
      [{ paymentReference: 'X', outcome: 'Reversed', evidence: '' }, 400, 'VALIDATION_FAILED'],
      [{ paymentReference: 'X', outcome: 'Reversed', evidence: '  ' }, 400, 'VALIDATION_FAILED'],
    ])('are refused the confirmation %j', async (body, status, code) => {
      expect(refusalOf(await confirm(body))).toEqual({ status, code });
    });

    it('need the permissions to confirm and to approve', async () => {
      expect(
        refusalOf(await confirm({ paymentReference: 'X', outcome: 'Reversed', evidence }, 'administrator')),
      ).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
    });

    it('cannot confirm a vend that is open or final', async () => {
      for (const vendStatus of ['Pending', 'Successful', 'Reversed']) {
        const { paymentReference } = vends.find((vended) => vended.vendStatus === vendStatus)!;
        expect(refusalOf(await confirm({ paymentReference, outcome: 'Reversed', evidence }))).toEqual({
          status: 409,
          code: 'PAYOUT_NOT_OPEN',
        });
      }
    });
  });

  describe('closing the account', () => {
    const close = (accountNumber: string): Promise<Response> =>
      app.post('/api/postings/v1/closeaccount', { accountNumber, closureReason: 'Moved' });

    it('is refused until the vend has ended', async () => {
      const account = await app.openAccount(AMOUNT);
      const body = vendBody(account, { customerId: meter('08'), amount: AMOUNT });
      dataOf(await bills.vend(body));
      if ((await bills.statusOf(body.paymentReference)).vendStatus === 'Pending')
        expect((await close(account)).status).toBe(422);
      await becomes(body.paymentReference, 'Successful');
      dataOf(await close(account));
      expect(refusalOf(await bills.vend(vendBody(account)))).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
      expect(await search({ AccountNumber: account })).toMatchObject([{ vendStatus: 'Successful' }]);
    });

    it('leaves money that is returned later to unclaimed funds', async () => {
      const { account, paymentReference } = await vend(meterWithCode('63'), { amount: BALANCE });
      await app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE number = $1`, [account]);
      const asked = await app.post(
        CONFIRM,
        { paymentReference, outcome: 'Reversed', evidence: 'Not received' },
        { token: await app.staff('maker') },
      );
      const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
      expect(
        (
          await app.post(
            `/api/admin/v1/approvals/${approvalId}/approve`,
            {},
            { token: await app.staff('checker'), reference: freshReference() },
          )
        ).status,
      ).toBe(200);
      expect(await bills.statusOf(paymentReference)).toMatchObject({ vendStatus: 'Reversed' });
      const rows = await app.rows<{ number: string; side: string }>(
        `SELECT a.number, e.side FROM payout p JOIN posting_entry e ON e.institution_id = p.institution_id AND e.posting_id = p.reversal_posting_id
           JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id WHERE p.reference = $1 ORDER BY e.side`,
        [paymentReference],
      );
      expect(rows).toEqual([
        { number: '2080', side: 'credit' },
        { number: BILLS_LEDGER, side: 'debit' },
      ]);
    });
  });
});
