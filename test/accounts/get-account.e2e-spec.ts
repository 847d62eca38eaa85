import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import {
  companyOf,
  GET_ACCOUNT,
  GET_BALANCE,
  GET_EXTENDED_BALANCE,
  openVirtualAccount,
  withRows,
} from './sandbox-accounts';

describe('reading one account', () => {
  let app: TestApp;
  let accountNumber: string;
  let virtualNumber: string;
  beforeAll(async () => {
    app = await TestApp.start();
    accountNumber = await app.openAccount(2500.75);
    virtualNumber = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
  });
  afterAll(() => app.close());

  const get = (path: string, number = accountNumber): ReturnType<TestApp['get']> =>
    app.get(path, { AccountNumber: number });

  it('getbyaccountnumber shows record and balances', async () => {
    expect(dataOf(await get(GET_ACCOUNT))).toMatchObject({
      accountNumber,
      accountStatus: 'Active',
      availableBalance: 2500.75,
      ledgerBalance: 2500.75,
      isVirtualAccount: false,
    });
  });

  it('getaccountbalancebyaccountnumber shows both balances', async () => {
    expect(dataOf(await get(GET_BALANCE))).toEqual({
      accountNumber,
      accountName: 'Test Person',
      availableBalance: 2500.75,
      ledgerBalance: 2500.75,
      currency: 'NGN',
    });
  });

  it('getextendedbalancebyaccountnumber shows the parts of the balance', async () => {
    const account = (assignments: string): string =>
      `UPDATE ledger_account SET ${assignments} WHERE number = '${accountNumber}'`;
    const product = (kobo: number): string => `UPDATE product SET minimum_balance_kobo = ${kobo}`;
    const response = await withRows(
      app,
      `${account('held_kobo = 50000, overdraft_limit_kobo = 100000')}; ${product(200000)}`,
      `${account('held_kobo = 0, overdraft_limit_kobo = 0')}; ${product(0)}`,
      () => get(GET_EXTENDED_BALANCE),
    );
    expect(dataOf(response)).toEqual({
      accountNumber,
      accountName: 'Test Person',
      availableBalance: 3000.75,
      ledgerBalance: 2500.75,
      currency: 'NGN',
      lienAmount: 500,
      overdraftLimit: 1000,
      overdraftUsed: 0,
      unclearedBalance: 0,
      accruedInterest: 0,
      minimumBalance: 2000,
      withdrawableBalance: 1000.75,
      lastTransactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      accountStatus: 'Active',
    });
  });

  it('shows no last transaction for an account that was never used', async () => {
    expect(dataOf(await get(GET_EXTENDED_BALANCE, await app.openAccount()))).toMatchObject({
      lastTransactionDate: null,
      withdrawableBalance: 0,
    });
  });

  it.each(['Inactive', 'Dormant', 'Frozen', 'PendingApproval'])(
    'every read shows the status %s at once',
    async (status) => {
      const set = (to: string): string =>
        `UPDATE ledger_account SET status = '${to}' WHERE number = '${accountNumber}'`;
      const [account, balance] = await withRows(
        app,
        set(status),
        set('Active'),
        async () => [await get(GET_ACCOUNT), await get(GET_EXTENDED_BALANCE)] as const,
      );
      expect(dataOf(account)).toMatchObject({ accountStatus: status });
      expect(dataOf(balance)).toMatchObject({ accountStatus: status });
    },
  );

  it.each([GET_BALANCE, GET_EXTENDED_BALANCE])('%s refuses a virtual account', async (path) => {
    expect(refusalOf(await get(path, virtualNumber))).toEqual({ status: 422, code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED' });
  });

  describe.each([GET_ACCOUNT, GET_BALANCE, GET_EXTENDED_BALANCE])('%s', (path) => {
    it.each(['9999999999', '1010', 'NOPE', "' OR 1=1"])('answers 404 for the number %s', async (number) => {
      expect(refusalOf(await get(path, number))).toEqual({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
    });

    it('requires an account number', async () => {
      const response = await app.get(path);
      expect(response.status).toBe(400);
      expect(fieldsOf(response)).toContain('AccountNumber');
    });

    it('refuses staff', async () => {
      expect((await app.get(path, { AccountNumber: accountNumber }, { token: await app.staff('maker') })).status).toBe(
        401,
      );
    });
  });

  it("answers for another institution's account like for an unknown account", async () => {
    const other = await app.openAccount();
    const tables = ['deposit_account', 'ledger_account', 'account_number'] as const;
    const move = (from: number, to: number): string =>
      tables
        .map(
          (table) =>
            `UPDATE ${table} SET institution_id = ${to} WHERE institution_id = ${from}
               AND ${table === 'deposit_account' ? 'account_number' : 'number'} = '${other}'`,
        )
        .join('; ');
    await withRows(app, move(1, 2), move(2, 1), async () => {
      for (const path of [GET_ACCOUNT, GET_BALANCE, GET_EXTENDED_BALANCE])
        expect(refusalOf(await get(path, other))).toEqual({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
    });
  });
});
