import type { Response } from 'supertest';
import { companyOf, openVirtualAccount } from '../accounts/sandbox-accounts';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { BILLS_LEDGER, BillsApp, meter, SEARCH, TSQ, VEND, vendBody, type VendData } from './bills-app';

const METADATA_KEYS = [
  'biller_identifier',
  'biller_name',
  'channel',
  'customer_id',
  'customer_name',
  'package_identifier',
  'package_name',
  'payment_reference',
  'posting_reference',
  'provider',
  'token',
  'token_units',
  'transaction_id',
  'vend_status',
];

describe('POST /api/bills/v1/vend', () => {
  let bills: BillsApp;
  let app: TestApp;
  let virtualNumber: string;
  beforeAll(async () => {
    bills = await BillsApp.start();
    app = bills.app;
    virtualNumber = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await bills.close();
  });

  const ledgerBalance = async (): Promise<number> => {
    const [row] = await app.rows<{ balance: string }>(
      `SELECT credits_posted_kobo - debits_posted_kobo AS balance FROM ledger_account WHERE number = $1`,
      [BILLS_LEDGER],
    );
    return Number(row!.balance) / 100;
  };

  it('debits the customer, credits the bills ledger, pays the biller and gives the token', async () => {
    const account = await app.openAccount(10_000);
    const before = await ledgerBalance();
    const body = vendBody(account);
    const response = await bills.vend(body);
    expect(response.body).toMatchObject({ status: true, message: 'The bill is paid.' });
    expect(dataOf(response)).toEqual({
      paymentReference: body.paymentReference,
      transactionId: expect.stringMatching(/^VND\d{10}$/),
      postingReference: expect.stringMatching(/^PST\d{12}$/),
      vendStatus: 'Successful',
      isReversed: false,
      requireReversal: false,
      token: expect.stringMatching(/^\d{4}(-\d{4}){4}$/),
      tokenUnits: 73.5,
      amount: 5000,
      responseCode: '00',
      responseMessage: 'Approved or completed successfully',
    });
    expect(await app.balance(account)).toBe(5_000);
    expect((await ledgerBalance()) - before).toBe(5_000);
    expect(await bills.provided(body.paymentReference)).toMatchObject({
      paid: true,
      timesSent: 1,
      amount: 5000,
      destination: '45067198741',
      request: { billerId: 'ikeja-electric', packageId: 'prepaid' },
    });
  });

  it("keeps every key of the metadata from the debit on, and the biller's result", async () => {
    const account = await app.openAccount(20_000);
    const [paid, open] = [vendBody(account), vendBody(account, { customerId: meter('12') })];
    const { postingReference, token, transactionId } = dataOf<VendData>(await bills.vend(paid));
    const metadata = await bills.metadataOf(paid.paymentReference);
    expect(Object.keys(metadata).sort()).toEqual(METADATA_KEYS);
    expect(metadata).toMatchObject({
      channel: 'bills',
      provider: 'providera',
      biller_identifier: 'ikeja-electric',
      biller_name: 'Ikeja Electric',
      package_identifier: 'prepaid',
      package_name: 'Prepaid',
      customer_id: '45067198741',
      customer_name: expect.stringMatching(/\w+ \w+/),
      payment_reference: paid.paymentReference,
      posting_reference: postingReference,
      transaction_id: transactionId,
      vend_status: 'Successful',
      token,
      token_units: 73.5,
    });
    dataOf(await bills.vend(open));
    expect(Object.keys(await bills.metadataOf(open.paymentReference)).sort()).toEqual(METADATA_KEYS);
    expect(await bills.metadataOf(open.paymentReference)).toMatchObject({
      vend_status: 'Pending',
      token: null,
      token_units: null,
      transaction_id: null,
      posting_reference: expect.stringMatching(/^PST/),
    });
  });

  it('returns no token for a package that is not prepaid electricity', async () => {
    const account = await app.openAccount(20_000);
    const fixed = vendBody(account, {
      billerIdentifier: 'dstv',
      packageIdentifier: 'dstv-padi',
      customerId: '7023456789',
      amount: 4400,
    });
    expect(dataOf(await bills.vend(fixed))).toMatchObject({
      vendStatus: 'Successful',
      token: null,
      tokenUnits: null,
      transactionId: expect.any(String),
    });
  });

  it('returns the money at once when the biller refuses', async () => {
    const account = await app.openAccount(5_000);
    const body = vendBody(account, { customerId: meter('01') });
    const response = await bills.vend(body);
    expect(response.body).toMatchObject({
      status: false,
      message: 'The bill payment failed; the money was returned to the account.',
    });
    expect(dataOf(response, 422)).toMatchObject({
      statusCode: 'VEND_FAILED',
      vendStatus: 'Reversed',
      isReversed: true,
      requireReversal: false,
      responseCode: '57',
      token: null,
    });
    expect(await app.balance(account)).toBe(5_000);
    expect(await bills.metadataOf(body.paymentReference)).toMatchObject({ vend_status: 'Reversed' });
  });

  it.each<{ name: string; facts: object; status: number; code: string }>([
    { name: 'an unknown account', facts: { accountNumber: '0000000000' }, status: 404, code: 'ACCOUNT_NOT_FOUND' },
    { name: 'a ledger', facts: { accountNumber: '2070' }, status: 404, code: 'ACCOUNT_NOT_FOUND' },
    { name: 'an unknown biller', facts: { billerIdentifier: 'nobody' }, status: 404, code: 'BILLER_NOT_FOUND' },
    {
      name: 'an unknown package',
      facts: { packageIdentifier: 'nothing' },
      status: 404,
      code: 'BILL_PACKAGE_NOT_FOUND',
    },
    { name: 'an unknown customer', facts: { customerId: meter('98') }, status: 404, code: 'BILL_CUSTOMER_NOT_FOUND' },
    {
      name: 'another amount than the fixed one',
      facts: { billerIdentifier: 'dstv', packageIdentifier: 'dstv-padi', customerId: '7023456789', amount: 4399.99 },
      status: 422,
      code: 'BILL_AMOUNT_NOT_ALLOWED',
    },
    { name: 'less than the minimum', facts: { amount: 99.99 }, status: 422, code: 'BILL_AMOUNT_NOT_ALLOWED' },
    { name: 'more than there is', facts: { amount: 1_000_000 }, status: 422, code: 'INSUFFICIENT_FUNDS' },
    {
      name: 'a provider that is not switched on',
      facts: { provider: 'providerc' },
      status: 503,
      code: 'INTEGRATION_NOT_ENABLED',
    },
    {
      name: 'a biller that cannot be asked',
      facts: { customerId: meter('99') },
      status: 503,
      code: 'GATEWAY_UNAVAILABLE',
    },
    {
      name: 'a biller that does not answer',
      facts: { customerId: meter('97') },
      status: 503,
      code: 'GATEWAY_UNAVAILABLE',
    },
    { name: 'an unknown provider', facts: { provider: 'providerb' }, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'nothing to pay', facts: { amount: 0 }, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'a third decimal', facts: { amount: 100.001 }, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'no reference', facts: { paymentReference: '' }, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'a long customer id', facts: { customerId: '1'.repeat(51) }, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'an unknown field', facts: { more: 1 }, status: 400, code: 'VALIDATION_FAILED' },
  ])('refuses $name and moves no money', async ({ facts, status, code }) => {
    const account = await app.openAccount(500_000);
    const body = vendBody(account, facts);
    expect(refusalOf(await bills.vend(body))).toEqual({ status, code });
    expect(await app.balance(account)).toBe(500_000);
    expect(await bills.provided(body.paymentReference)).toBeUndefined();
  });

  it('refuses a virtual account, a request without reference, and staff', async () => {
    expect(refusalOf(await bills.vend(vendBody(virtualNumber)))).toEqual({
      status: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    });
    expect(refusalOf(await app.get(SEARCH, { AccountNumber: virtualNumber }))).toEqual({
      status: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    });
    expect(refusalOf(await app.post(VEND, vendBody(virtualNumber), { reference: null }))).toEqual({
      status: 400,
      code: 'VALIDATION_FAILED',
    });
    expect(refusalOf(await app.post(VEND, vendBody(virtualNumber), { token: await app.staff('maker') }))).toEqual({
      status: 401,
      code: 'INVALID_API_TOKEN_CLAIMS',
    });
  });

  it('accepts a payment reference once', async () => {
    const account = await app.openAccount(20_000);
    const body = vendBody(account);
    dataOf(await bills.vend(body));
    expect(refusalOf(await bills.vend(body))).toEqual({ status: 409, code: 'DUPLICATE_REFERENCE' });
    expect(await app.balance(account)).toBe(15_000);
  });

  it('applies the limits of the account and gives back the use of a failed vend', async () => {
    const account = await app.openAccount(20_000);
    dataOf(
      await app.put('/api/limit/v1/addupdateaccountlimit', {
        accountNumber: account,
        userSingleTransactionLimit: 5000,
        userDailyTransactionLimit: 8000,
      }),
    );
    expect(refusalOf(await bills.vend(vendBody(account, { amount: 5000.01 })))).toEqual({
      status: 422,
      code: 'LIMIT_EXCEEDED',
    });
    expect(refusalOf(await bills.vend(vendBody(account, { customerId: meter('01') })))).toEqual({
      status: 422,
      code: 'VEND_FAILED',
    });
    dataOf(await bills.vend(vendBody(account)));
    expect(refusalOf(await bills.vend(vendBody(account, { amount: 3000.01 })))).toEqual({
      status: 422,
      code: 'LIMIT_EXCEEDED',
    });
    dataOf(await bills.vend(vendBody(account, { amount: 3000 })));
  });

  it('is not held by AML, but counts in the AML window', async () => {
    const account = await app.openAccount(3_000_000);
    dataOf(await bills.vend(vendBody(account, { amount: 1_200_000 })));
    const transfer = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: account,
      creditAccount: await app.openAccount(),
      amount: 1,
      narration: 'One Naira',
    });
    expect(refusalOf(transfer)).toEqual({ status: 202, code: 'AML_HOLD' });
  });

  it('refuses vends while bills are disabled, and completes vends that were debited', async () => {
    const account = await app.openAccount(20_000);
    const [open, paid] = [vendBody(account, { customerId: meter('08') }), vendBody(account)];
    const reference = freshReference();
    expect(dataOf(await bills.vend(open))).toMatchObject({ vendStatus: 'Pending' });
    dataOf(await bills.vend(paid, reference));
    await bills.configure({ BILLS_PAYMENT_ENABLED: 'false' });
    try {
      for (const path of ['billers', `getcustomerinformation?BillerIdentifier=dstv&CustomerId=7023456789`]) {
        expect(refusalOf(await app.get(`/api/bills/v1/${path}`))).toEqual({
          status: 503,
          code: 'INTEGRATION_NOT_ENABLED',
        });
      }
      const refused = vendBody(account);
      expect(refusalOf(await bills.vend(refused))).toEqual({ status: 503, code: 'INTEGRATION_NOT_ENABLED' });
      expect(refusalOf(await bills.tsq(refused.paymentReference))).toEqual({ status: 404, code: 'VEND_NOT_FOUND' });
      await eventually(async () =>
        expect(await bills.statusOf(open.paymentReference)).toMatchObject({ vendStatus: 'Successful' }),
      );
      expect(
        dataOf<{ data: VendData[] }>(await app.get(SEARCH, { PaymentReference: open.paymentReference })).data,
      ).toMatchObject([{ vendStatus: 'Successful' }]);
      const replay = await bills.vend(paid, reference);
      expect([replay.status, replay.headers['idempotent-replayed'], dataOf<VendData>(replay).vendStatus]).toEqual([
        200,
        'true',
        'Successful',
      ]);
    } finally {
      await bills.configure({ BILLS_PAYMENT_ENABLED: 'true' });
    }
  });

  it('is not enabled while its settlement ledger does not exist', async () => {
    await bills.configure({ BILLS_PAYMENT_DEFAULT_LEDGER_CODE: '9999' });
    try {
      expect(refusalOf(await bills.vend(vendBody(await app.openAccount(5_000))))).toEqual({
        status: 503,
        code: 'INTEGRATION_NOT_ENABLED',
      });
    } finally {
      await bills.configure({ BILLS_PAYMENT_DEFAULT_LEDGER_CODE: BILLS_LEDGER });
    }
  });

  it('prefers the settlement ledger of the provider, also one that API clients may not use', async () => {
    const [before] = await app.rows<{ credits_posted_kobo: string }>(
      `SELECT credits_posted_kobo FROM ledger_account WHERE number = '2065'`,
    );
    await bills.configure({ BILLS_PAYMENT_PROVIDER_PROVIDERA_LEDGER_CODE: '2065' });
    try {
      dataOf(await bills.vend(vendBody(await app.openAccount(5_000))));
    } finally {
      await bills.configure({ BILLS_PAYMENT_PROVIDER_PROVIDERA_LEDGER_CODE: null });
    }
    const [after] = await app.rows<{ credits_posted_kobo: string }>(
      `SELECT credits_posted_kobo FROM ledger_account WHERE number = '2065'`,
    );
    expect(Number(after!.credits_posted_kobo) - Number(before!.credits_posted_kobo)).toBe(500_000);
  });

  describe('repeated requests', () => {
    it('answer the present state and pay once', async () => {
      const account = await app.openAccount(20_000);
      const body = vendBody(account, { customerId: meter('08') });
      const reference = freshReference();
      expect(dataOf(await bills.vend(body, reference))).toMatchObject({ vendStatus: 'Pending' });
      await eventually(async () =>
        expect(await bills.statusOf(body.paymentReference)).toMatchObject({ vendStatus: 'Successful' }),
      );
      const replay = await bills.vend(body, reference);
      expect(dataOf(replay)).toMatchObject({ vendStatus: 'Successful', token: expect.any(String) });
      expect(replay.headers['idempotent-replayed']).toBe('true');
      expect(await app.balance(account)).toBe(15_000);
      expect(refusalOf(await bills.vend({ ...body, amount: 5001 }, reference))).toEqual({
        status: 409,
        code: 'DUPLICATE_REFERENCE',
      });
    });

    it('answer the failure of a failed vend', async () => {
      const body = vendBody(await app.openAccount(5_000), { customerId: meter('01') });
      const reference = freshReference();
      const [first, replay] = [await bills.vend(body, reference), await bills.vend(body, reference)];
      expect(replay.body).toEqual(first.body);
      expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([422, 'true']);
    });

    it('replay a refusal although another request used the payment reference later', async () => {
      const account = await app.openAccount(1_000);
      const body = vendBody(account);
      const reference = freshReference();
      expect(refusalOf(await bills.vend(body, reference))).toEqual({ status: 422, code: 'INSUFFICIENT_FUNDS' });
      await app.payIn(account, 5_000);
      dataOf(await bills.vend(body));
      expect(refusalOf(await bills.vend(body, reference))).toEqual({ status: 422, code: 'INSUFFICIENT_FUNDS' });
    });

    it.each([
      ['under one request reference', true],
      ['under request references of their own', false],
    ])('send once when 20 arrive at once %s', async (_, same) => {
      const account = await app.openAccount(200_000);
      const body = vendBody(account);
      const shared = freshReference();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => bills.vend(body, same ? shared : freshReference())),
      );
      const codes = new Set(
        answers.map((answer: Response) => `${answer.status} ${refusalOf(answer).code ?? ''}`.trim()),
      );
      for (const code of codes) expect(['200', '409 REQUEST_IN_PROGRESS', '409 DUPLICATE_REFERENCE']).toContain(code);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      await eventually(async () =>
        expect(await bills.statusOf(body.paymentReference)).toMatchObject({ vendStatus: 'Successful' }),
      );
      expect(await app.balance(account)).toBe(195_000);
      expect(await bills.provided(body.paymentReference)).toMatchObject({ timesSent: 1, paid: true });
      expect(await app.rows(`SELECT 1 FROM payout WHERE reference = $1`, [body.paymentReference])).toHaveLength(1);
    });
  });

  it('never pays more than the balance under simultaneous requests', async () => {
    const account = await app.openAccount(12_000);
    const bodies = Array.from({ length: 6 }, () => vendBody(account));
    const answers = await Promise.all(bodies.map((body) => bills.vend(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await app.balance(account)).toBe(2_000);
    let paid = 0;
    for (const { paymentReference } of bodies) paid += (await bills.provided(paymentReference))?.paid ? 1 : 0;
    expect(paid).toBe(2);
  });

  it('is unknown to other institutions, and a status query refuses other fields', async () => {
    expect(refusalOf(await bills.tsq('NOBODYS'))).toEqual({ status: 404, code: 'VEND_NOT_FOUND' });
    expect(refusalOf(await app.post(TSQ, { paymentReference: 'X', more: 1 }))).toEqual({
      status: 400,
      code: 'VALIDATION_FAILED',
    });
  });
});
