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

  it('names a customer account', async () => {
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

  it('names a virtual account and where its money goes', async () => {
    expect((await name(virtual.number)).body.data).toMatchObject({
      accountName: virtual.virtual_name,
      accountNumber: virtual.number,
      isVirtualAccount: true,
      settlementAccountNumber: virtual.settlement,
    });
  });

  it('names a ledger that API clients may use', async () => {
    expect((await name('2030')).body.data).toMatchObject({ accountName: 'Collections', accountType: 'Ledger' });
  });

  it.each(['0000000000', '3010', '2010'])('does not know %s', async (number) => {
    const { status, body } = await name(number);
    expect([status, body.data.statusCode]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  it('reads available and ledger balance', async () => {
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

  it.each<[string, () => unknown, number, string]>([
    ['a virtual account', () => virtual.number, 422, 'VIRTUAL_ACCOUNT_NOT_ALLOWED'],
    ['a ledger', () => '1010', 404, 'ACCOUNT_NOT_FOUND'],
    ['an unknown account', () => '0000000000', 404, 'ACCOUNT_NOT_FOUND'],
    ['a number', () => 123, 400, 'VALIDATION_FAILED'],
    ['nothing', () => undefined, 400, 'VALIDATION_FAILED'],
  ])('has no balance of %s', async (_, number, status, code) => {
    const refused = await balance(number());
    expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
  });
});
