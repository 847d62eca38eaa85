import type { Response } from 'supertest';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';

const ALL = ['view-customers', 'view-accounts', 'view-aml', 'view-loans', 'view-fixed-deposits', 'view-cards'];
const BVN = '22199887766';

interface Overview {
  customer: { name: string; bvn: string | null };
  flags: { frozenAccounts: number; openHolds: number | null; overdueLoans: number | null; isUnderLegalHold: boolean };
  accounts: { accountNumber: string; availableBalance: number | null; lienAmount: number | null }[];
  loans: { outstanding: number; overdue: number }[] | null;
  deposits: object[] | null;
  cards: object[] | null;
  movements: { accountNumber: string; side: string; amount: number }[] | null;
}

describe('customers and accounts as staff read them', () => {
  let app: TestApp;
  let token: string;
  let customerID: string;
  let account: string;
  let other: string;

  const get = (path: string, query: Record<string, string> = {}, as = token): Promise<Response> =>
    app.get(`/api/admin/v1/${path}`, query, { token: as });
  const data = async <Data>(path: string, query: Record<string, string> = {}, as = token): Promise<Data> => {
    const answer = await get(path, query, as);
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body as { data: Data }).data;
  };
  const overview = (as = token): Promise<Overview> => data<Overview>(`customers/${customerID}/overview`, {}, as);
  const codeOf = ({ status, body }: Response): [number, string] => [
    status,
    (body as { data: { statusCode: string } }).data.statusCode,
  ];

  beforeAll(async () => {
    app = await TestApp.start();
    ({ token } = await hire(app, 'DESK1', ALL));
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const opened = await app.post('/api/account/v1/createcustomeraccount', {
      firstName: 'Ngozi',
      lastName: "O'Brien-Eze",
      accountName: "Ngozi O'Brien-Eze",
      bvn: BVN,
      branchCode,
      productCode,
      accountOfficerStaffID,
    });
    ({ customerID, accountNumber: account } = (
      opened.body as { data: { customerID: string; accountNumber: string } }
    ).data);
    await app.payIn(account, 500_000);
    other = await app.openAccount();
    await app.post('/api/accountlien/v1/placelien', { accountNumber: account, amount: 100, referenceNumber: 'LN-1' });
    await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: account,
      creditAccount: other,
      amount: 2_500,
      narration: 'School fees',
      postingsTransactionType: 3,
    });
  });
  afterAll(() => app.close());

  it('shows a customer with accounts, balances, liens and latest movements in one answer', async () => {
    const found = await overview();
    expect(found.customer).toMatchObject({ name: "O'Brien-Eze Ngozi", customerID });
    expect(found.accounts).toEqual([
      expect.objectContaining({
        accountNumber: account,
        availableBalance: 497_400,
        ledgerBalance: 497_500,
        lienAmount: 100,
      }),
    ]);
    expect(found.movements?.map(({ side, amount }) => [side, amount])).toEqual([
      ['debit', 2_500],
      ['credit', 500_000],
    ]);
    expect([found.loans, found.deposits, found.cards]).toEqual([[], [], []]);
    expect(found.flags).toEqual({
      isUnderLegalHold: false,
      isErased: false,
      frozenAccounts: 0,
      openHolds: 0,
      overdueLoans: 0,
    });
  });

  it('flags a frozen account and a movement that AML holds', async () => {
    const held = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: account,
      creditAccount: other,
      amount: 999_000,
      narration: 'Car',
      postingsTransactionType: 3,
    });
    const expectedHolds = held.status === 202 ? 1 : 0;
    const { token: maker } = await hire(app, 'DESK2', ['freeze-accounts']);
    await app.post('/api/admin/v1/accounts/freeze', { accountNumber: account, reason: 'Lost phone' }, { token: maker });
    const { flags } = await overview();
    expect([flags.frozenAccounts, flags.openHolds]).toEqual([1, expectedHolds]);
    await app.rows(`UPDATE ledger_account SET status = 'Active' WHERE number = $1`, [account]);
  });

  it('masks identity numbers everywhere', async () => {
    const answers = [
      await get(`customers/${customerID}/overview`),
      await get('customers/individuals', { CustomerID: customerID }),
      await get('accounts', { CustomerID: customerID }),
      await get(`accounts/${account}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.filter(({ text }) => text.includes(BVN))).toEqual([]);
    expect((await overview()).customer.bvn).toMatch(/7766$/);
  });

  it.each([
    ['customers/individuals', 'BVN', 'customer.list', () => `customer:${customerID}`],
    ['customers/individuals', 'bvn', 'customer.list', () => `customer:${customerID}`],
    ['accounts', 'BVN', 'account.list', () => `account:${account}`],
  ])('records in the audit log whom %s found by %s', async (path, parameter, action, subject) => {
    const [last] = await app.rows<{ id: string }>('SELECT max(id) AS id FROM audit_log');
    expect(await data(path, { [parameter]: BVN })).toMatchObject({ recordCount: 1 });
    expect(await data(path, { [parameter]: '22999999999' })).toMatchObject({ recordCount: 0 });
    await data(path, { PageSize: '1' });
    const rows = await app.rows<{ action: string; subject: string; text: string }>(
      `SELECT action, subject, to_jsonb(audit_log)::text AS text FROM audit_log
        WHERE id > $1 AND actor LIKE 'staff:%' ORDER BY id`,
      [last!.id],
    );
    expect(rows.map((row) => [row.action, row.subject])).toEqual([[action, subject()]]);
    expect(rows[0]!.text).not.toContain(BVN);
  });

  it('leaves out what the member of staff may not see', async () => {
    const { token: teller } = await hire(app, 'DESK3', ['view-customers']);
    const found = await overview(teller);
    expect([found.loans, found.deposits, found.cards, found.movements]).toEqual([null, null, null, null]);
    expect([found.flags.openHolds, found.flags.overdueLoans]).toEqual([null, null]);
    expect(found.accounts).toEqual([
      expect.objectContaining({
        ...{ accountNumber: account, accountStatus: 'Active' },
        ...{ availableBalance: null, ledgerBalance: null, lienAmount: null, overdraftLimit: null },
      }),
    ]);
    expect(codeOf(await get(`accounts/${account}`, {}, teller))).toEqual([403, 'PERMISSION_DENIED']);
  });

  it('finds a customer by the start of the name and by number', async () => {
    const page = { data: [expect.objectContaining({ customerID })], recordCount: 1 };
    expect(await data('customers/individuals', { Name: "o'brien" })).toMatchObject(page);
    expect(await data('customers/individuals', { CustomerID: customerID })).toMatchObject(page);
    expect(await data('customers/groups', { Name: "o'brien" })).toMatchObject({ recordCount: 0 });
  });

  it('reads an account with balance, limits, movements and statement', async () => {
    expect(await data(`accounts/${account}`)).toMatchObject({ accountNumber: account, customerID });
    expect(await data(`accounts/${account}/balance`)).toMatchObject({ lienAmount: 100 });
    expect(await data(`accounts/${account}/limits`)).toMatchObject({ usedToday: 2_500 });
    expect(await data(`accounts/${account}/movements`)).toMatchObject({ recordCount: 2 });
    const [row] = await app.rows<{ date: string }>('SELECT business_date::text AS date FROM institution LIMIT 1');
    const period = { FinancialDateFrom: row!.date, FinancialDateTo: row!.date };
    expect(await data(`accounts/${account}/statement`, period)).toMatchObject({ closingBalance: 497_500 });
    const file = await data<{ fileName: string }>(`accounts/${account}/statement`, { ...period, Format: 'CSV' });
    expect(file.fileName).toMatch(/^statement-.*\.csv$/);
  });

  it('shows the call-over of the day', async () => {
    const found = await data<{ recordCount: number }>('reports/call-over', { AccountNumber: account });
    expect(found.recordCount).toBe(2);
  });

  it('writes each read of one record to the audit log', async () => {
    await overview();
    const rows = await app.rows<{ action: string }>(
      `SELECT action FROM audit_log WHERE subject IN ($1, $2) AND action LIKE '%view%'`,
      [`customer:${customerID}`, `account:${account}`],
    );
    expect(new Set(rows.map(({ action }) => action))).toEqual(
      new Set(['customer.view', 'account.view', 'account.view-statement']),
    );
  });

  it.each([
    ['customers/99999999/overview', 404, 'CUSTOMER_NOT_FOUND'],
    ['customers/abc/overview', 400, 'VALIDATION_FAILED'],
    ['accounts/0000000000', 404, 'ACCOUNT_NOT_FOUND'],
    ['accounts/0000000000/balance', 404, 'ACCOUNT_NOT_FOUND'],
    ['accounts/0000000000/movements', 404, 'ACCOUNT_NOT_FOUND'],
  ])('answers %s with %i', async (path, status, code) => {
    expect(codeOf(await get(path))).toEqual([status, code]);
  });
});
