import type { Response } from 'supertest';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { companyOf, openVirtualAccount } from './sandbox-accounts';

const SET = '/api/limit/v1/addupdateaccountlimit';
const GET = '/api/limit/v1/getaccountlimit';
const TRANSFER = '/api/transfer/v1/localfundtransfer';
const REVERSE = '/api/postings/v1/reversetransaction';

/** Two time zones that never have the same date, so that one of them always has another date than Lagos. */
const FOREMOST_ZONE = 'Pacific/Kiritimati';
const HINDMOST_ZONE = 'Etc/GMT+12';

describe('transfer limits of an account', () => {
  let app: TestApp;
  let to: string;
  beforeAll(async () => {
    app = await TestApp.start();
    to = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const set = (accountNumber: string, fields: object, options = {}): Promise<Response> =>
    app.put(SET, { accountNumber, ...fields }, options);
  const limits = async (AccountNumber: string): Promise<object> => dataOf(await app.get(GET, { AccountNumber }));
  const pay = (
    debitAccount: string,
    amount: number,
    facts: object = {},
    reference = freshReference(),
  ): Promise<Response> => app.post(TRANSFER, { debitAccount, creditAccount: to, amount, ...facts }, { reference });
  const limited = async (fields: object): Promise<string> => {
    const accountNumber = await app.openAccount(10_000);
    dataOf(await set(accountNumber, fields));
    return accountNumber;
  };
  const setZone = (zone: string): Promise<unknown> =>
    app.rows('UPDATE institution SET time_zone = $1 WHERE institution_id = $2', [zone, app.institutionId]);

  it('are not set at first, and are set, kept and removed one by one', async () => {
    const accountNumber = await app.openAccount();
    const none = {
      accountNumber,
      userSingleTransactionLimit: null,
      userDailyTransactionLimit: null,
      usedToday: 0,
      remainingToday: null,
      kycTier: 1,
      kycDailyLimit: null,
      kycMaxSingleDeposit: null,
      kycMaxBalance: null,
    };
    expect(await limits(accountNumber)).toEqual(none);
    const both = { ...none, userSingleTransactionLimit: 100.5, userDailyTransactionLimit: 500, remainingToday: 500 };
    expect(
      dataOf(await set(accountNumber, { userSingleTransactionLimit: 100.5, userDailyTransactionLimit: 500 })),
    ).toEqual(both);
    expect(await limits(accountNumber)).toEqual(both);
    expect(dataOf(await set(accountNumber, { userDailyTransactionLimit: 600 }))).toEqual({
      ...both,
      userDailyTransactionLimit: 600,
      remainingToday: 600,
    });
    expect(dataOf(await set(accountNumber, { userSingleTransactionLimit: null }))).toEqual({
      ...none,
      userDailyTransactionLimit: 600,
      remainingToday: 600,
    });
    const nothing = await set(accountNumber, {});
    expect(refusalOf(nothing)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(nothing)).toEqual(['userSingleTransactionLimit']);
    expect(dataOf(await set(accountNumber, { userDailyTransactionLimit: null }))).toEqual(none);
    const audited = await app.rows('SELECT action, details FROM audit_log WHERE subject = $1 ORDER BY id LIMIT 1', [
      `account:${accountNumber}`,
    ]);
    expect(audited).toEqual([
      {
        action: 'account.set-limits',
        details: {
          before: { userSingleTransactionLimit: null, userDailyTransactionLimit: null },
          after: { userSingleTransactionLimit: 100.5, userDailyTransactionLimit: 500 },
        },
      },
    ]);
  });

  it('limit a single transfer to the kobo, with the fee that the caller names', async () => {
    const accountNumber = await limited({ userSingleTransactionLimit: 100 });
    expect((await pay(accountNumber, 90, { feeCharge: 10, feeIncomeGL: '4010' })).status).toBe(200);
    const refused = await pay(accountNumber, 100.01);
    expect(refusalOf(refused)).toEqual({ status: 422, code: 'LIMIT_EXCEEDED' });
    expect(refused.body).toMatchObject({
      message: 'The single transaction limit of ₦100.00 is exceeded: ₦0.00 used, ₦100.01 requested.',
      data: { limitName: 'single transaction', limit: 100, used: 0, asked: 100.01 },
    });
    expect(await limits(accountNumber)).toMatchObject({ usedToday: 100, remainingToday: null });
  });

  it('limit the total of the transfers of a day', async () => {
    const accountNumber = await limited({ userDailyTransactionLimit: 250 });
    expect((await pay(accountNumber, 200)).status).toBe(200);
    expect(await limits(accountNumber)).toMatchObject({ usedToday: 200, remainingToday: 50 });
    expect((await pay(accountNumber, 50.01)).body).toMatchObject({
      message: 'The daily limit of ₦250.00 is exceeded: ₦200.00 used, ₦50.01 requested.',
    });
    expect((await pay(accountNumber, 50)).status).toBe(200);
    expect(await limits(accountNumber)).toMatchObject({ usedToday: 250, remainingToday: 0 });
    expect(dataOf(await set(accountNumber, { userDailyTransactionLimit: 100 }))).toMatchObject({
      usedToday: 250,
      remainingToday: 0,
    });
  });

  it('let as many of 20 parallel transfers pass as the daily limit allows', async () => {
    const accountNumber = await limited({ userDailyTransactionLimit: 700 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(accountNumber, 100)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    const refused = answers.filter(({ status }) => status !== 200).map(refusalOf);
    expect(refused).toEqual(Array.from({ length: 13 }, () => ({ status: 422, code: 'LIMIT_EXCEEDED' })));
    expect(await limits(accountNumber)).toMatchObject({ usedToday: 700, remainingToday: 0 });
    expect(await app.balance(accountNumber)).toBe(9_300);
  });

  it('of 0 let no transfer pass', async () => {
    const accountNumber = await limited({ userDailyTransactionLimit: 0 });
    expect(refusalOf(await pay(accountNumber, 0.01))).toEqual({ status: 422, code: 'LIMIT_EXCEEDED' });
  });

  it('count transfers and manual postings of clients, but no credits', async () => {
    const accountNumber = await limited({ userSingleTransactionLimit: 100, userDailyTransactionLimit: 100 });
    await app.payIn(accountNumber, 5_000);
    expect(
      (
        await app.post('/api/postings/v1/posttransaction', {
          debitAccount: accountNumber,
          creditAccount: '2030',
          amount: 60,
          narration: 'x',
          referenceNumber: freshReference(),
        })
      ).status,
    ).toBe(200);
    expect(await limits(accountNumber)).toMatchObject({ usedToday: 60, remainingToday: 40 });
  });

  it('start again at midnight in the time zone of the institution', async () => {
    const accountNumber = await limited({ userDailyTransactionLimit: 100 });
    try {
      await setZone(FOREMOST_ZONE);
      expect((await pay(accountNumber, 100)).status).toBe(200);
      expect(await limits(accountNumber)).toMatchObject({ usedToday: 100, remainingToday: 0 });
      expect(refusalOf(await pay(accountNumber, 1))).toEqual({ status: 422, code: 'LIMIT_EXCEEDED' });
      await setZone(HINDMOST_ZONE);
      expect(await limits(accountNumber)).toMatchObject({ usedToday: 0, remainingToday: 100 });
      expect((await pay(accountNumber, 60)).status).toBe(200);
      expect(await limits(accountNumber)).toMatchObject({ usedToday: 60, remainingToday: 40 });
    } finally {
      await setZone('Africa/Lagos');
    }
  });

  it("give a day's use back once when a transfer of today is reversed", async () => {
    const accountNumber = await limited({ userDailyTransactionLimit: 300 });
    const reference = freshReference();
    expect((await pay(accountNumber, 200, { feeCharge: 10, feeIncomeGL: '4010' }, reference)).status).toBe(200);
    expect((await pay(accountNumber, 50)).status).toBe(200);
    const reversals = await Promise.all(
      Array.from({ length: 5 }, () => app.post(REVERSE, { referenceNumber: reference, reason: 'Wrong' })),
    );
    expect(reversals.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await limits(accountNumber)).toMatchObject({ usedToday: 50, remainingToday: 250 });
  });

  it('give no use back when a transfer of an earlier day is reversed', async () => {
    const accountNumber = await limited({ userDailyTransactionLimit: 300 });
    const reference = freshReference();
    expect((await pay(accountNumber, 200, {}, reference)).status).toBe(200);
    // The state as if the transfer was made yesterday and 120 was spent today.
    const moveEntries = (by: string): Promise<unknown> =>
      app.rows(
        `UPDATE posting_entry SET posted_at = posted_at + interval '${by}' WHERE posting_id = (SELECT id FROM posting
           WHERE kind = 'transfer' AND reference = $1)`,
        [reference],
      );
    await moveEntries('-1 day');
    await app.rows('UPDATE ledger_account SET daily_used_kobo = 12000 WHERE number = $1', [accountNumber]);
    expect((await app.post(REVERSE, { referenceNumber: reference, reason: 'Wrong' })).status).toBe(200);
    await moveEntries('1 day');
    expect(await limits(accountNumber)).toMatchObject({ usedToday: 120, remainingToday: 180 });
  });

  it('answer a repeated request from its claim', async () => {
    const accountNumber = await app.openAccount();
    const reference = freshReference();
    const first = await set(accountNumber, { userDailyTransactionLimit: 10 }, { reference });
    const again = await set(accountNumber, { userDailyTransactionLimit: 10 }, { reference });
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  });

  describe('refuse', () => {
    it.each([
      { name: 'an unknown account', number: async () => '9999999999', httpStatus: 404, code: 'ACCOUNT_NOT_FOUND' },
      { name: 'a ledger', number: async () => '1010', httpStatus: 404, code: 'ACCOUNT_NOT_FOUND' },
      {
        name: 'a virtual account',
        number: async () => openVirtualAccount(app, (await companyOf(app)).accountNumber),
        httpStatus: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      },
    ])('$name', async ({ number, httpStatus, code }) => {
      const accountNumber = await number();
      expect(refusalOf(await set(accountNumber, { userDailyTransactionLimit: 1 }))).toEqual({
        status: httpStatus,
        code,
      });
      expect(refusalOf(await app.get(GET, { AccountNumber: accountNumber }))).toEqual({ status: httpStatus, code });
    });

    it('a closed account', async () => {
      const accountNumber = await app.openAccount();
      await app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE number = $1`, [accountNumber]);
      expect(refusalOf(await set(accountNumber, { userDailyTransactionLimit: 1 }))).toEqual({
        status: 409,
        code: 'ACCOUNT_CLOSED',
      });
    });

    it.each([
      [{ userDailyTransactionLimit: -1 }, 'userDailyTransactionLimit'],
      [{ userDailyTransactionLimit: 1.001 }, 'userDailyTransactionLimit'],
      [{ userSingleTransactionLimit: '5' }, 'userSingleTransactionLimit'],
      [{ userSingleTransactionLimit: 1_000_000_000_000 }, 'userSingleTransactionLimit'],
      [{ dailyLimit: 5 }, 'dailyLimit'],
    ])('the body %j', async (fields, field) => {
      const answer = await set(to, fields);
      expect([answer.status, new Set(fieldsOf(answer))]).toEqual([400, new Set([field])]);
    });
  });
});
