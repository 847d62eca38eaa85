import { TestApp } from '../support/app';

describe('local name and balance enquiry', () => {
  let app: TestApp;
  let account: string;
  let virtual: { number: string; settlement: string; virtual_name: string };

  beforeAll(async () => {
    app = await TestApp.start();
    account = await app.openAccount(1_234.56);
    const [row] = await app.rows<typeof virtual>(
      `SELECT n.number, n.virtual_name, a.number AS settlement FROM account_number n JOIN ledger_account a ON a.institution_id = n.institution_id AND a.id = n.ledger_account_id WHERE n.kind = 'virtual'`,
    );
    virtual = row!;
  });
  afterAll(() => app.close());

  const name = (AccountNumber: string): ReturnType<TestApp['get']> =>
    app.get('/api/transfer/v1/nameenquiry/local', { AccountNumber });
  const balance = (accountNumber: unknown): ReturnType<TestApp['post']> =>
    app.post('/api/transfer/v1/balanceenquiry', { accountNumber });

  it('returns the name of a customer account', async () => {
    expect((await name(account)).body.data).toEqual({
      accountName: 'Test Person',
      accountNumber: account,
      status: 'Active',
      isVirtualAccount: false,
      settlementAccountNumber: null,
      accountType: 'Customer',
      currency: 'NGN',
    });
  });

  it('returns the name and the settlement account of a virtual account', async () => {
    expect((await name(virtual.number)).body.data).toMatchObject({
      accountName: virtual.virtual_name,
      accountNumber: virtual.number,
      isVirtualAccount: true,
      settlementAccountNumber: virtual.settlement,
    });
  });

  it('returns the name of a ledger that API clients may use', async () => {
    expect((await name('2030')).body.data).toMatchObject({ accountName: 'Collections', accountType: 'Ledger' });
  });

  it.each(['0000000000', '3010', '2010'])('answers 404 for the number %s', async (number) => {
    const { status, body } = await name(number);
    expect([status, body.data.statusCode]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  it('returns the available balance and the ledger balance', async () => {
    await app.rows('UPDATE ledger_account SET held_kobo = 10000, overdraft_limit_kobo = 5000 WHERE number = $1', [
      account,
    ]);
    expect((await balance(account)).body.data).toEqual({
      accountNumber: account,
      accountName: 'Test Person',
      availableBalance: 1_184.56,
      ledgerBalance: 1_234.56,
      currency: 'NGN',
    });
    await app.rows('UPDATE ledger_account SET held_kobo = 0, overdraft_limit_kobo = 0 WHERE number = $1', [account]);
  });

  it.each<{ name: string; number: () => unknown; status: number; code: string }>([
    { name: 'a virtual account', number: () => virtual.number, status: 422, code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED' },
    { name: 'a ledger', number: () => '1010', status: 404, code: 'ACCOUNT_NOT_FOUND' },
    { name: 'an unknown account', number: () => '0000000000', status: 404, code: 'ACCOUNT_NOT_FOUND' },
    { name: 'a number', number: () => 123, status: 400, code: 'VALIDATION_FAILED' },
    { name: 'nothing', number: () => undefined, status: 400, code: 'VALIDATION_FAILED' },
  ])('refuses a balance enquiry for $name', async ({ number, status, code }) => {
    const refused = await balance(number());
    expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
  });
});
