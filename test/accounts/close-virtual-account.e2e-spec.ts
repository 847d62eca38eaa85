import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  CLOSE_ACCOUNT,
  CLOSE_VIRTUAL_ACCOUNT,
  companyOf,
  GET_ACCOUNT,
  openCompanyAccount,
  openVirtualAccount,
  SEARCH_ACCOUNT,
} from './sandbox-accounts';

const TRANSFER = '/api/transfer/v1/localfundtransfer';

describe('POST /api/admin/v1/virtual-accounts/close', () => {
  let app: TestApp;
  let parent: string;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    parent = (await companyOf(app)).accountNumber;
    token = await app.staff('administrator');
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const close = (accountNumber: string, options: object = {}): ReturnType<TestApp['post']> =>
    app.post(CLOSE_VIRTUAL_ACCOUNT, { accountNumber, reason: ' The shop moved ' }, { token, ...options });
  const payIn = (creditAccount: string): ReturnType<TestApp['post']> =>
    app.post(TRANSFER, {
      debitAccount: '1010',
      creditAccount,
      amount: 5,
      narration: 'Cash in',
      postingsTransactionType: 1,
    });

  it('answers the closed account, which stays readable', async () => {
    const accountNumber = await openVirtualAccount(app, parent);
    await app.payIn(accountNumber, 12.5);
    const before = dataOf<object>(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber }));
    const closed = dataOf(await close(accountNumber));
    const [{ business_date: dateClosed }] = (await app.rows<{ business_date: string }>(
      'SELECT business_date FROM institution',
    )) as [{ business_date: string }];
    expect(closed).toEqual({ ...before, accountStatus: 'Closed', dateClosed });
    expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber }))).toEqual(closed);
    expect(
      dataOf(await app.get(SEARCH_ACCOUNT, { AccountNumber: accountNumber, AccountStatus: 'Closed' })),
    ).toMatchObject({ recordCount: 1, data: [closed] });
    expect(dataOf(await app.get('/api/transfer/v1/nameenquiry/local', { AccountNumber: accountNumber }))).toMatchObject(
      { status: 'Closed', isVirtualAccount: true },
    );
    // Money paid in stays in the entries of the virtual account.
    const entries = await app.rows(
      `SELECT e.amount_kobo FROM posting_entry e JOIN virtual_account v ON v.id = e.virtual_account_id
         WHERE v.account_number = $1`,
      [accountNumber],
    );
    expect(entries).toEqual([{ amount_kobo: '1250' }]);
  });

  it('writes actor and reason to the audit log', async () => {
    const accountNumber = await openVirtualAccount(app, parent);
    dataOf(await close(accountNumber));
    const entries = await app.rows(
      `SELECT actor, details FROM audit_log WHERE action = 'virtual-account.close' AND subject = $1`,
      [`virtual-account:${accountNumber}`],
    );
    expect(entries).toEqual([{ actor: expect.stringMatching(/^staff:/), details: { reason: 'The shop moved' } }]);
    expect(
      await app.rows('SELECT closure_reason FROM virtual_account WHERE account_number = $1', [accountNumber]),
    ).toEqual([{ closure_reason: 'The shop moved' }]);
  });

  it('refuses credits by every call from the next request on', async () => {
    const accountNumber = await openVirtualAccount(app, parent);
    dataOf(await payIn(accountNumber));
    const before = await app.balance(parent);
    dataOf(await close(accountNumber));
    const referenceNumber = freshReference();
    const responses = [
      await payIn(accountNumber),
      await app.post('/api/postings/v1/posttransaction', {
        debitAccount: '1010',
        creditAccount: accountNumber,
        amount: 5,
        narration: 'x',
        referenceNumber,
      }),
      await app.post('/api/postings/v1/post', {
        referenceNumber,
        narration: 'x',
        entries: [
          { account: '1010', side: 'Debit', amount: 5 },
          { account: accountNumber, side: 'Credit', amount: 5 },
        ],
      }),
    ];
    for (const response of responses) expect(refusalOf(response)).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
    expect(await app.balance(parent)).toBe(before);
    expect(
      refusalOf(
        await app.post(TRANSFER, {
          debitAccount: accountNumber,
          creditAccount: '1010',
          amount: 5,
          narration: 'x',
          postingsTransactionType: 2,
        }),
      ),
    ).toEqual({
      status: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    });
    // The parent and its other virtual accounts still take credits.
    dataOf(await payIn(await openVirtualAccount(app, parent)));
  });

  it('allows the closure of the parent afterwards', async () => {
    const accountNumber = await openCompanyAccount(app);
    const virtuals = [await openVirtualAccount(app, accountNumber), await openVirtualAccount(app, accountNumber)];
    const closeParent = (): ReturnType<TestApp['post']> =>
      app.post(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Test' });
    expect(refusalOf(await closeParent())).toEqual({ status: 422, code: 'ACCOUNT_HAS_VIRTUAL_ACCOUNTS' });
    dataOf(await close(virtuals[0]!));
    expect(refusalOf(await closeParent())).toEqual({ status: 422, code: 'ACCOUNT_HAS_VIRTUAL_ACCOUNTS' });
    dataOf(await close(virtuals[1]!));
    expect(dataOf(await closeParent())).toMatchObject({ accountStatus: 'Closed' });
  });

  it('closes the account once in parallel requests', async () => {
    const accountNumber = await openVirtualAccount(app, parent);
    const before = await app.balance(parent);
    const paying = Promise.all(Array.from({ length: 10 }, () => payIn(accountNumber)));
    const closing = await Promise.all(Array.from({ length: 5 }, () => close(accountNumber)));
    const paid = (await paying).filter(({ status }) => status === 200).length;
    expect(closing.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of closing.filter(({ status }) => status !== 200))
      expect(refusalOf(refused)).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
    expect(await app.balance(parent)).toBe(Math.round((before + 5 * paid) * 100) / 100);
    expect(refusalOf(await payIn(accountNumber))).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
  });

  it('answers a repeated request from its claim', async () => {
    const accountNumber = await openVirtualAccount(app, parent);
    const reference = freshReference();
    const first = await close(accountNumber, { reference });
    const second = await close(accountNumber, { reference });
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it.each<[string, () => Promise<string>]>([
    ['an unknown number', async () => '9999999999'],
    ["a customer's account", () => app.openAccount()],
    ['a ledger', async () => '1010'],
  ])('answers 404 for %s', async (_, number) => {
    expect(refusalOf(await close(await number()))).toEqual({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
  });

  it("answers for another institution's number like for an unknown number", async () => {
    const second = await addSecondInstitution(app);
    const manager = await app.post('/api/admin/v1/login', {
      email: second.manager.email,
      password: second.manager.password,
    });
    const other = (manager.body as { accessToken: string }).accessToken;
    const accountNumber = await openVirtualAccount(app, parent);
    const [theirs, nobodys] = [
      await close(accountNumber, { token: other }),
      await close('9999999999', { token: other }),
    ];
    expect(refusalOf(theirs)).toEqual({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
    expect(theirs.text.replaceAll(accountNumber, 'N')).toBe(nobodys.text.replaceAll('9999999999', 'N'));
    dataOf(await payIn(accountNumber));
  });

  it.each([
    [{ accountNumber: undefined }, 'accountNumber'],
    [{ reason: undefined }, 'reason'],
    [{ reason: ' ' }, 'reason'],
    [{ reason: 'x'.repeat(251) }, 'reason'],
    [{ closureReason: 'x' }, 'closureReason'],
  ])('refuses %j', async (fields, field) => {
    const response = await app.post(
      CLOSE_VIRTUAL_ACCOUNT,
      { accountNumber: '9999999999', reason: 'x', ...fields },
      { token },
    );
    expect(refusalOf(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(response)).toContain(field);
  });

  it('requires the permission to manage virtual accounts', async () => {
    const accountNumber = await openVirtualAccount(app, parent);
    expect(refusalOf(await close(accountNumber, { token: await app.staff('maker') }))).toEqual({
      status: 403,
      code: 'PERMISSION_DENIED',
    });
    expect((await close(accountNumber, { token: await app.client() })).status).toBe(401);
    dataOf(await payIn(accountNumber));
  });
});
