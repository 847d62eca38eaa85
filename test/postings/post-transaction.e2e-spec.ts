import { freshReference, TestApp } from '../support/app';

const PATH = '/api/postings/v1/posttransaction';

describe('posttransaction', () => {
  let app: TestApp;
  let account: string;
  let virtual: string;
  let businessDate: string;

  const body = (facts: object = {}): Record<string, unknown> => ({
    debitAccount: '1010',
    creditAccount: account,
    amount: 10,
    narration: 'Cash in',
    referenceNumber: freshReference('PT'),
    ...facts,
  });

  beforeAll(async () => {
    app = await TestApp.start();
    account = await app.openAccount();
    virtual = (await app.rows<{ number: string }>(`SELECT number FROM account_number WHERE kind = 'virtual'`))[0]!
      .number;
    businessDate = (
      await app.rows<{ day: string }>(`SELECT business_date::text AS day FROM institution WHERE institution_id = $1`, [
        app.institutionId,
      ])
    )[0]!.day;
    await app.rows(`UPDATE institution SET closed_through = '2020-12-31' WHERE institution_id = $1`, [
      app.institutionId,
    ]);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('posts and answers', async () => {
    const referenceNumber = freshReference('PT');
    const { status, body: answer } = await app.post(
      PATH,
      body({ referenceNumber, postingsTransactionType: 1, instrumentNumber: '42' }),
    );
    expect(status).toBe(200);
    expect(answer.data).toEqual({
      referenceNumber,
      postingReferenceNumber: expect.stringMatching(/^PST\d{12,}$/),
      amount: 10,
      transactionDate: expect.any(String),
      valueDate: businessDate,
      entries: 2,
      isSuccessful: true,
    });
  });

  it('credits a virtual account', async () => {
    expect((await app.post(PATH, body({ creditAccount: virtual }))).status).toBe(200);
  });

  it('takes an earlier value date outside a closed period', async () => {
    const { body: answer } = await app.post(PATH, body({ valueDate: '2021-01-01' }));
    expect(answer.data).toMatchObject({ valueDate: '2021-01-01' });
  });

  it('is not bound by transfer limits', async () => {
    const limited = await app.openAccount(1_000);
    await app.rows('UPDATE ledger_account SET single_limit_kobo = 100 WHERE number = $1', [limited]);
    expect((await app.post(PATH, body({ debitAccount: limited, amount: 500 }))).status).toBe(200);
  });

  it.each<[string, () => object, number, string]>([
    ['a value date in the future', () => body({ valueDate: '2999-01-01' }), 422, 'VALUE_DATE_NOT_ALLOWED'],
    ['a value date in a closed period', () => body({ valueDate: '2020-12-31' }), 422, 'VALUE_DATE_NOT_ALLOWED'],
    ['a virtual account to debit', () => body({ debitAccount: virtual }), 422, 'VIRTUAL_ACCOUNT_NOT_ALLOWED'],
    ['one account', () => body({ debitAccount: account }), 422, 'SAME_ACCOUNT'],
    ['a type that does not fit', () => body({ postingsTransactionType: 3 }), 422, 'POSTINGS_TRANSACTION_TYPE_MISMATCH'],
    ['an unknown account', () => body({ debitAccount: '0000000000' }), 404, 'ACCOUNT_NOT_FOUND'],
    [
      'more than the account has',
      () => body({ debitAccount: account, creditAccount: '2030', amount: 900_000 }),
      422,
      'INSUFFICIENT_FUNDS',
    ],
    ['no reference number', () => body({ referenceNumber: undefined }), 400, 'VALIDATION_FAILED'],
    ['no narration', () => body({ narration: '' }), 400, 'VALIDATION_FAILED'],
    ['a date that does not exist', () => body({ valueDate: '2026-02-30' }), 400, 'VALIDATION_FAILED'],
    ['a fee, which it does not take', () => body({ feeCharge: 1 }), 400, 'VALIDATION_FAILED'],
    ['an amount of 0', () => body({ amount: 0 }), 400, 'VALIDATION_FAILED'],
  ])('refuses %s', async (_, send, status, code) => {
    const refused = await app.post(PATH, send());
    expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
  });

  it('takes a business reference once', async () => {
    const first = body();
    expect((await app.post(PATH, first)).status).toBe(200);
    const again = await app.post(PATH, first);
    expect([again.status, again.body.data.statusCode]).toEqual([409, 'DUPLICATE_REFERENCE']);
  });

  it('needs a request reference', async () => {
    expect((await app.post(PATH, body(), { reference: null })).status).toBe(400);
  });

  it('executes 50 parallel identical requests once', async () => {
    const before = await app.balance(account);
    const same = body({ amount: 3 });
    const reference = freshReference();
    await Promise.all(Array.from({ length: 50 }, () => app.post(PATH, same, { reference })));
    expect(await app.balance(account)).toBe(before + 3);
  });

  it('is held by AML like a transfer', async () => {
    const rich = await app.openAccount(1_500_000);
    const held = await app.post(PATH, body({ debitAccount: rich, creditAccount: '2030', amount: 1_200_000 }));
    expect([held.status, held.body.data.statusCode]).toEqual([202, 'AML_HOLD']);
    expect(await app.balance(rich)).toBe(1_500_000);
  });
});
