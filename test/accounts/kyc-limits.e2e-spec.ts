import type { Response } from 'supertest';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { companyOf, newCustomer, openVirtualAccount } from './sandbox-accounts';

const GET = '/api/limit/v1/getaccountlimit';
const CREATE = '/api/account/v1/createcustomeraccount';
const UPDATE = '/api/account/v1/updatecustomeraccount';
const TRANSFER = '/api/transfer/v1/localfundtransfer';
const REVERSE = '/api/postings/v1/reversetransaction';
const VAULT = '1010';

describe('limits of KYC tiers', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
  });
  beforeEach(() => configure('KYC_LIMITS_ENABLED', 'true'));
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const configure = (key: string, value: string): Promise<void> => app.configure({ [key]: value });
  const open = async (kycTier: number, balance = 0): Promise<string> => {
    const { accountNumber } = dataOf<{ accountNumber: string }>(
      await app.post(CREATE, { ...newCustomer(app), kycTier }),
    );
    if (balance > 0) dataOf(await transfer(VAULT, accountNumber, balance));
    return accountNumber;
  };
  const transfer = (
    debitAccount: string,
    creditAccount: string,
    amount: number,
    facts: object = {},
    reference = freshReference(),
  ): Promise<Response> => app.post(TRANSFER, { debitAccount, creditAccount, amount, ...facts }, { reference });
  const limits = async (AccountNumber: string): Promise<object> => dataOf(await app.get(GET, { AccountNumber }));
  const expectExceeded = (answer: Response, message: string): void => {
    expect(refusalOf(answer)).toEqual({ status: 422, code: 'LIMIT_EXCEEDED' });
    expect((answer.body as { message: string }).message).toBe(message);
  };

  it('are off until the institution switches them on', async () => {
    await configure('KYC_LIMITS_ENABLED', 'false');
    const accountNumber = await open(1, 400_000);
    expect((await transfer(accountNumber, '2030', 30_000.01)).status).toBe(200);
    expect(await limits(accountNumber)).toMatchObject({
      kycTier: 1,
      kycDailyLimit: null,
      kycMaxSingleDeposit: null,
      kycMaxBalance: null,
      usedToday: 30_000.01,
      remainingToday: null,
    });
    await configure('KYC_LIMITS_ENABLED', 'true');
    expectExceeded(
      await transfer(accountNumber, '2030', 1),
      'The KYC tier 1 daily limit of ₦30,000.00 is exceeded: ₦30,000.01 used, ₦1.00 requested.',
    );
    expect(await limits(accountNumber)).toMatchObject({
      kycDailyLimit: 30_000,
      kycMaxSingleDeposit: 50_000,
      kycMaxBalance: 300_000,
      remainingToday: 0,
    });
  });

  it.each([
    [1, 30_000, '₦30,000.00'],
    [2, 200_000, '₦200,000.00'],
    [3, 5_000_000, '₦5,000,000.00'],
  ])('of tier %i limit the transfers of a day', async (tier, limit, text) => {
    await configure('KYC_LIMITS_ENABLED', 'false');
    const accountNumber = await open(tier, 6_000_000);
    await app.rows(
      `UPDATE ledger_account SET daily_used_kobo = $2, daily_used_on = (now() AT TIME ZONE 'Africa/Lagos')::date
         WHERE number = $1`,
      [accountNumber, (limit - 1_000) * 100],
    );
    await configure('KYC_LIMITS_ENABLED', 'true');
    const used = `₦${(limit - 1_000).toLocaleString('en-US')}.00`;
    expectExceeded(
      await transfer(accountNumber, '2030', 1_000.01),
      `The KYC tier ${tier} daily limit of ${text} is exceeded: ${used} used, ₦1,000.01 requested.`,
    );
    expect((await transfer(accountNumber, '2030', 950, { feeCharge: 50, feeIncomeGL: '4010' })).status).toBe(200);
    expect(await limits(accountNumber)).toMatchObject({ usedToday: limit, remainingToday: 0 });
  });

  it.each([
    [1, 50_000, '₦50,000.00'],
    [2, 100_000, '₦100,000.00'],
  ])('of tier %i limit a single deposit', async (tier, limit, text) => {
    const accountNumber = await open(tier);
    expectExceeded(
      await transfer(VAULT, accountNumber, limit + 0.01),
      `The KYC tier ${tier} single deposit limit of ${text} is exceeded: ` +
        `₦0.00 used, ₦${limit.toLocaleString('en-US')}.01 requested.`,
    );
    expect((await transfer(VAULT, accountNumber, limit)).status).toBe(200);
    expect(await app.balance(accountNumber)).toBe(limit);
  });

  it('of tier 3 allow any deposit until the institution sets a limit', async () => {
    const accountNumber = await open(3, 20_000_000);
    await configure('KYC_TIER_3_MAX_BALANCE', '20000000.50');
    expectExceeded(
      await transfer(VAULT, accountNumber, 0.51),
      'The KYC tier 3 balance limit of ₦20,000,000.50 is exceeded: ₦20,000,000.00 used, ₦0.51 requested.',
    );
    expect((await transfer(VAULT, accountNumber, 0.5)).status).toBe(200);
  });

  it('limit the balance, also in 20 parallel deposits', async () => {
    const accountNumber = await open(1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => transfer(VAULT, accountNumber, 50_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.filter(({ status }) => status !== 200).map(refusalOf)).toEqual(
      Array.from({ length: 14 }, () => ({ status: 422, code: 'LIMIT_EXCEEDED' })),
    );
    expect(await app.balance(accountNumber)).toBe(300_000);
    expectExceeded(
      await transfer(VAULT, accountNumber, 0.01),
      'The KYC tier 1 balance limit of ₦300,000.00 is exceeded: ₦300,000.00 used, ₦0.01 requested.',
    );
  });

  it('limit the transfers of a day, also in 20 parallel transfers', async () => {
    const accountNumber = await open(1, 50_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => transfer(accountNumber, '2030', 4_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(await limits(accountNumber)).toMatchObject({ usedToday: 28_000, remainingToday: 2_000 });
  });

  it('apply to postings as well as transfers', async () => {
    const accountNumber = await open(1);
    const fields = { amount: 50_001, narration: 'x', referenceNumber: freshReference() };
    expect(
      refusalOf(
        await app.post('/api/postings/v1/posttransaction', {
          debitAccount: VAULT,
          creditAccount: accountNumber,
          ...fields,
        }),
      ),
    ).toEqual({ status: 422, code: 'LIMIT_EXCEEDED' });
    const entries = [
      { account: VAULT, side: 'Debit', amount: 60_000 },
      { account: accountNumber, side: 'Credit', amount: 30_000 },
      { account: accountNumber, side: 'Credit', amount: 30_000 },
    ];
    const answer = await app.post('/api/postings/v1/post', {
      referenceNumber: freshReference(),
      narration: 'x',
      entries,
    });
    expectExceeded(
      answer,
      'The KYC tier 1 single deposit limit of ₦50,000.00 is exceeded: ₦0.00 used, ₦60,000.00 requested.',
    );
  });

  it('allow the credit of a reversal above the balance limit and give the use back', async () => {
    const accountNumber = await open(1, 50_000);
    const reference = freshReference();
    expect((await transfer(accountNumber, '2030', 30_000, {}, reference)).status).toBe(200);
    await configure('KYC_TIER_1_MAX_BALANCE', '20000');
    await configure('KYC_TIER_1_MAX_SINGLE_DEPOSIT', '1');
    try {
      expect((await app.post(REVERSE, { referenceNumber: reference, reason: 'Wrong' })).status).toBe(200);
      expect(await app.balance(accountNumber)).toBe(50_000);
      expect(await limits(accountNumber)).toMatchObject({ usedToday: 0, remainingToday: 30_000 });
      expect((await transfer(accountNumber, '2030', 10)).status).toBe(200);
    } finally {
      await configure('KYC_TIER_1_MAX_BALANCE', '300000');
      await configure('KYC_TIER_1_MAX_SINGLE_DEPOSIT', '50000');
    }
  });

  it('follow a change of tier at once', async () => {
    const accountNumber = await open(1);
    expect(refusalOf(await transfer(VAULT, accountNumber, 60_000))).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    const { id } = dataOf<{ id: number }>(
      await app.get('/api/account/v1/getbyaccountnumber', { AccountNumber: accountNumber }),
    );
    dataOf(await app.put(UPDATE, { id, kycTier: 2 }));
    expect((await transfer(VAULT, accountNumber, 60_000)).status).toBe(200);
    expect(await limits(accountNumber)).toMatchObject({ kycTier: 2, kycDailyLimit: 200_000 });
  });

  it('apply to persons, not to companies, their virtual accounts or ledgers', async () => {
    const { accountNumber } = await companyOf(app);
    expect((await transfer(VAULT, accountNumber, 400_000)).status).toBe(200);
    expect((await transfer(VAULT, await openVirtualAccount(app, accountNumber), 400_000)).status).toBe(200);
    expect((await transfer(accountNumber, '2030', 40_000)).status).toBe(200);
    expect((await transfer(VAULT, '2030', 400_000)).status).toBe(200);
    expect(await limits(accountNumber)).toMatchObject({
      kycDailyLimit: null,
      kycMaxBalance: null,
      remainingToday: null,
    });
  });

  it('apply together with the limits of the account, where the lower one decides', async () => {
    const accountNumber = await open(1, 50_000);
    dataOf(await app.put('/api/limit/v1/addupdateaccountlimit', { accountNumber, userDailyTransactionLimit: 40_000 }));
    expect(await limits(accountNumber)).toMatchObject({
      userDailyTransactionLimit: 40_000,
      kycDailyLimit: 30_000,
      remainingToday: 30_000,
    });
    expectExceeded(
      await transfer(accountNumber, '2030', 30_001),
      'The KYC tier 1 daily limit of ₦30,000.00 is exceeded: ₦0.00 used, ₦30,001.00 requested.',
    );
    dataOf(await app.put('/api/limit/v1/addupdateaccountlimit', { accountNumber, userDailyTransactionLimit: 20_000 }));
    expectExceeded(
      await transfer(accountNumber, '2030', 20_001),
      'The daily limit of ₦20,000.00 is exceeded: ₦0.00 used, ₦20,001.00 requested.',
    );
  });

  it('have the documented defaults and refuse values that are not amounts', async () => {
    const listed = dataOf<{ data: { key: string; default?: string }[] }>(
      await app.get('/api/admin/v1/configuration', { PageSize: 200 }, { token: administrator }),
    ).data;
    const keys = listed.map(({ key }) => key).filter((key) => /^KYC_(TIER|LIMITS)_/.test(key));
    expect(keys).toHaveLength(10);
    const refused = await app.approved(
      app.put('/api/admin/v1/configuration/KYC_TIER_1_DAILY_LIMIT', { value: 'plenty' }, { token: administrator }),
    );
    expect(refusalOf(refused)).toEqual({ status: 422, code: 'CONFIGURATION_VALUE_REFUSED' });
  });
});
