import type { Response } from 'supertest';
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

  it('posts one debit and one credit', async () => {
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

  it('accepts an earlier value date outside a closed period', async () => {
    const ledgers = { debitAccount: '1010', creditAccount: '2030' };
    const { body: answer } = await app.post(PATH, body({ ...ledgers, valueDate: '2021-01-01' }));
    expect(answer.data).toMatchObject({ valueDate: '2021-01-01' });
  });

  it.each([
    ['debits', () => body({ debitAccount: account, creditAccount: '2030' })],
    ['credits', () => body({ debitAccount: '1010', creditAccount: account })],
    ['credits through a virtual account', () => body({ debitAccount: '1010', creditAccount: virtual })],
  ])('refuses a value date before the opening of an account that it %s', async (_, sent) => {
    const dayBefore = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const { status, body: answer } = await app.post(PATH, { ...sent(), valueDate: dayBefore });
    expect([status, answer.data.statusCode]).toEqual([422, 'VALUE_DATE_NOT_ALLOWED']);
    expect(answer.message).toMatch(/^The value date .* is before .*, when the account .* was opened/);
  });

  it('refuses a value date older than the institution allows, in every manual posting', async () => {
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const entries = [
      { account: '1010', side: 'Debit', amount: 5 },
      { account: '2030', side: 'Credit', amount: 5 },
    ];
    const compound = (): object => ({ referenceNumber: freshReference('VD'), narration: 'Correction', entries });
    const doors: [path: string, sent: () => object, token?: string][] = [
      [PATH, () => body({ debitAccount: '1010', creditAccount: '2030' })],
      ['/api/postings/v1/post', compound],
      ['/api/admin/v1/posting-groups', compound, await app.staff('maker')],
    ];
    await app.configure({ VALUE_DATE_MAX_AGE_DAYS: '30' });
    try {
      for (const [path, sent, as] of doors) {
        const options = as === undefined ? {} : { token: as };
        const refused = await app.post(path, { ...sent(), valueDate: daysAgo(33) }, options);
        expect([refused.status, refused.body.data.statusCode]).toEqual([422, 'VALUE_DATE_NOT_ALLOWED']);
        expect((await app.post(path, { ...sent(), valueDate: daysAgo(28) }, options)).status).toBe(200);
      }
    } finally {
      await app.configure({ VALUE_DATE_MAX_AGE_DAYS: null });
    }
  });

  it('obeys the single limit of the debited account', async () => {
    const limited = await app.openAccount(1_000);
    await app.rows('UPDATE ledger_account SET single_limit_kobo = 100 WHERE number = $1', [limited]);
    const send = (amount: number): Promise<Response> => app.post(PATH, body({ debitAccount: limited, amount }));
    expect((await send(1.01)).body.data.statusCode).toBe('LIMIT_EXCEEDED');
    expect((await send(1)).status).toBe(200);
  });

  it.each<{ name: string; send: () => object; status: number; code: string }>([
    {
      name: 'a value date in the future',
      send: () => body({ valueDate: '2999-01-01' }),
      status: 422,
      code: 'VALUE_DATE_NOT_ALLOWED',
    },
    {
      name: 'a value date in a closed period',
      send: () => body({ valueDate: '2020-12-31' }),
      status: 422,
      code: 'VALUE_DATE_NOT_ALLOWED',
    },
    {
      name: 'a virtual account to debit',
      send: () => body({ debitAccount: virtual }),
      status: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    },
    { name: 'one account', send: () => body({ debitAccount: account }), status: 422, code: 'SAME_ACCOUNT' },
    {
      name: 'a type that does not fit',
      send: () => body({ postingsTransactionType: 3 }),
      status: 422,
      code: 'POSTINGS_TRANSACTION_TYPE_MISMATCH',
    },
    {
      name: 'an unknown account',
      send: () => body({ debitAccount: '0000000000' }),
      status: 404,
      code: 'ACCOUNT_NOT_FOUND',
    },
    {
      name: 'more than the account has',
      send: () => body({ debitAccount: account, creditAccount: '2030', amount: 900_000 }),
      status: 422,
      code: 'INSUFFICIENT_FUNDS',
    },
    {
      name: 'no reference number',
      send: () => body({ referenceNumber: undefined }),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    { name: 'no narration', send: () => body({ narration: '' }), status: 400, code: 'VALIDATION_FAILED' },
    {
      name: 'a date that does not exist',
      send: () => body({ valueDate: '2026-02-30' }),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'a fee, which it does not take',
      send: () => body({ feeCharge: 1 }),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    { name: 'an amount of 0', send: () => body({ amount: 0 }), status: 400, code: 'VALIDATION_FAILED' },
  ])('refuses $name', async ({ send, status, code }) => {
    const refused = await app.post(PATH, send());
    expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
  });

  it('accepts a business reference once', async () => {
    const first = body();
    expect((await app.post(PATH, first)).status).toBe(200);
    const again = await app.post(PATH, first);
    expect([again.status, again.body.data.statusCode]).toEqual([409, 'DUPLICATE_REFERENCE']);
  });

  it('refuses a request without a request reference', async () => {
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
