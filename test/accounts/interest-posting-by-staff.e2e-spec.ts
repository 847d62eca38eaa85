import type { Response } from 'supertest';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  closeDay,
  createProduct,
  historyOf,
  ledgerBalance,
  moveCash,
  openProductAccount,
  setBusinessDate,
  type TestAccount,
} from './interest-support';
import { auditOf, setStatus, strangersToken } from './liens-support';
import { CLOSE_ACCOUNT, companyOf, openVirtualAccount } from './sandbox-accounts';

const POST_INTEREST = '/api/admin/v1/accounts/post-interest';
const DAY = '2027-03-10';
const NEXT = '2027-03-11';

describe('posting of accrued interest by staff', () => {
  let app: TestApp;
  let productCode: string;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    await setBusinessDate(app, DAY);
    productCode = await createProduct(app);
    token = await app.staff('maker');
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** An account with ten Naira of accrued interest, on the next day. */
  async function earned(amountKobo = 3_650_000n): Promise<TestAccount> {
    await setBusinessDate(app, DAY);
    const account = await openProductAccount(app, productCode);
    await moveCash(app, account, amountKobo);
    // Other accounts have earned on this date already in an earlier test.
    expect(await closeDay(app, DAY)).toEqual([]);
    return account;
  }
  const post = (accountNumber: unknown, options: object = {}): Promise<Response> =>
    app.post(POST_INTEREST, { accountNumber }, { token, ...options });

  it('credits the earned interest less tax at once', async () => {
    const account = await earned();
    const posted = dataOf(await post(account.number));
    expect(posted).toEqual({
      accountNumber: account.number,
      throughDate: DAY,
      interest: 10,
      withholdingTax: 1,
      overdraftInterest: 0,
      postingReferenceNumbers: [expect.stringMatching(/^PST\d{12}$/)],
      ledgerBalance: 36_509,
    });
    expect(await historyOf(app, account, DAY, DAY)).toMatchObject([{ posted: true }]);
    expect(await auditOf(app, `account:${account.number}`)).toContain('account.post-interest');
    expect(refusalOf(await post(account.number))).toEqual({ status: 422, code: 'NO_ACCRUED_INTEREST' });
  });

  it('allows the account to be paid out and closed on the same day', async () => {
    const account = await earned();
    const close = (): Promise<Response> =>
      app.post(CLOSE_ACCOUNT, { accountNumber: account.number, closureReason: 'Asked for' });
    await moveCash(app, account, -3_650_000n);
    const refused = await close();
    expect(refusalOf(refused)).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
    expect(refused.body).toMatchObject({
      data: { blockedBy: 'unposted-interest' },
      message: expect.stringContaining('₦10.00') as string,
    });
    dataOf(await post(account.number));
    await moveCash(app, account, -900n);
    dataOf(await close());
    expect(await closeDay(app, NEXT)).toEqual([]);
    expect(await historyOf(app, account, NEXT, NEXT)).toEqual([]);
  });

  it('allows the account to change its product', async () => {
    const [account, other] = [await earned(), await createProduct(app)];
    const change = (): Promise<Response> =>
      app.put('/api/account/v1/updatecustomeraccount', { id: account.id, productCode: other });
    expect(refusalOf(await change())).toEqual({ status: 422, code: 'ACCRUED_INTEREST_NOT_POSTED' });
    dataOf(await post(account.number));
    expect(dataOf(await change())).toMatchObject({ productCode: other });
  });

  it('posts once for 50 equal requests, and once for 20 different ones', async () => {
    const [account, other] = [await earned(), await earned()];
    const reference = freshReference();
    const same = await Promise.all(Array.from({ length: 50 }, () => post(account.number, { reference })));
    // A request during the first one is refused as in progress.
    expect(same.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await post(account.number, { reference })).body).toEqual(same.find(({ status }) => status === 200)!.body);
    const different = await Promise.all(Array.from({ length: 20 }, () => post(other.number)));
    expect(different.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await ledgerBalance(app, account.number), await ledgerBalance(app, other.number)]).toEqual([
      3_650_900n,
      3_650_900n,
    ]);
  });

  it('does not pay the same interest twice with the end of day', async () => {
    const account = await earned();
    await setBusinessDate(app, '2027-03-31');
    const [posted] = await Promise.all([post(account.number), closeDay(app, '2027-03-31')]);
    expect([200, 409, 422]).toContain(posted.status);
    await closeDay(app, '2027-03-31');
    // Two days, with or without the first day's interest in the second day's balance.
    const rows = await historyOf(app, account, DAY, '2027-03-31');
    const paid = await app.rows<{ accrued: string }>(
      'SELECT sum(accrued_kobo) AS accrued FROM interest_posting WHERE account_id = $1',
      [account.id],
    );
    const left = await app.rows<{ accrued: string }>(
      'SELECT accrued_kobo AS accrued FROM savings_interest WHERE account_id = $1',
      [account.id],
    );
    const total = rows.reduce((sum, { accruedKobo }) => sum + BigInt(accruedKobo.replace('.', '')), 0n);
    expect(BigInt(paid[0]!.accrued.replace('.', '')) + BigInt(left[0]!.accrued.replace('.', ''))).toBe(total);
  });

  it.each([
    { name: 'an unknown account', number: async () => '9999999999', httpStatus: 404, code: 'ACCOUNT_NOT_FOUND' },
    { name: 'a ledger', number: async () => '1010', httpStatus: 404, code: 'ACCOUNT_NOT_FOUND' },
    {
      name: 'a virtual account',
      number: async () => openVirtualAccount(app, (await companyOf(app)).accountNumber),
      httpStatus: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    },
    {
      name: 'an account that has earned nothing',
      number: async () => (await openProductAccount(app, productCode)).number,
      httpStatus: 422,
      code: 'NO_ACCRUED_INTEREST',
    },
    {
      name: 'an account that has earned less than half a kobo',
      number: async () => (await earned(10n)).number,
      httpStatus: 422,
      code: 'NO_ACCRUED_INTEREST',
    },
  ])('refuses $name', async ({ number, httpStatus, code }) => {
    expect(refusalOf(await post(await number()))).toEqual({ status: httpStatus, code });
  });

  it('refuses an account that takes no credits, whose interest stays accrued', async () => {
    const account = await earned();
    await setStatus(app, account.number, 'Inactive');
    expect(refusalOf(await post(account.number))).toEqual({ status: 409, code: 'ACCOUNT_INACTIVE' });
    await setStatus(app, account.number, 'Active');
    dataOf(await post(account.number));
  });

  it.each([undefined, '', 5, '1'.repeat(21)])('refuses %p as an account number', async (number) => {
    const response = await post(number);
    expect(response.status).toBe(400);
    expect(fieldsOf(response)).toContain('accountNumber');
  });

  it('requires a request reference, a member of staff and the permission', async () => {
    const account = await earned();
    expect((await post(account.number, { reference: null })).status).toBe(400);
    expect((await post(account.number, { token: await app.client() })).status).toBe(401);
    expect((await post(account.number, { token: await app.staff('amlOfficer') })).status).toBe(403);
    expect((await post(account.number, { token: await strangersToken(app) })).status).toBe(401);
  });
});
