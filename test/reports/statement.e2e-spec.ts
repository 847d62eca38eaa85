import * as fc from 'fast-check';
import { addDays } from '../../src/common/time/calendar';
import { strangersToken } from '../accounts/liens-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import { EXPORT, nextBusinessDate, STATEMENT, type Statement, statement, transfer } from './reports-support';

describe('statement', () => {
  let app: TestApp;
  let account: string;
  let other: string;
  let virtual: string;
  let settlement: string;
  let stranger: string;
  const dates: string[] = [];

  /**
   * A random history over four business dates, with a day without movements, reversals and credits through a virtual
   * account.
   */
  async function makeHistory(): Promise<void> {
    const amounts = fc.sample(fc.integer({ min: 1, max: 500_000 }), { numRuns: 40, seed: 20261121 });
    let lastReference = '';
    for (const [index, kobo] of amounts.entries()) {
      if (index % 10 === 0) {
        dates.push(index === 0 ? await businessDateOf(app) : await nextBusinessDate(app));
        if (index === 20) dates.push(await nextBusinessDate(app));
      }
      const amount = kobo / 100;
      if (index % 7 === 3)
        dataOf(
          await app.post('/api/postings/v1/reversetransaction', { referenceNumber: lastReference, reason: 'Test' }),
        );
      else if (index % 5 === 0) await transfer(app, account, virtual, amount);
      else
        lastReference =
          index % 2 === 0
            ? await transfer(app, account, other, amount, { narration: `=Pay ${index}` })
            : await transfer(app, other, account, amount);
    }
  }

  beforeAll(async () => {
    app = await TestApp.start();
    account = await app.openAccount(100_000);
    other = await app.openAccount(100_000);
    const [row] = await app.rows<{ number: string; settlement: string }>(
      `SELECT v.number, a.number AS settlement FROM account_number v JOIN account_number a ON a.institution_id = v.institution_id AND a.account_id = v.ledger_account_id AND a.kind = 'deposit' WHERE v.kind = 'virtual'`,
    );
    virtual = row!.number;
    settlement = row!.settlement;
    await makeHistory();
    stranger = await strangersToken(app);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const kobo = (naira: number): number => Math.round(naira * 100);

  function expectToAddUp({
    openingBalance,
    closingBalance,
    totalDebit,
    totalCredit,
    recordCount,
    data,
  }: Statement): void {
    expect(kobo(openingBalance) - kobo(totalDebit) + kobo(totalCredit)).toBe(kobo(closingBalance));
    expect(recordCount).toBe(data.length);
    let balance = kobo(openingBalance);
    for (const row of data) {
      balance += kobo(row.credit) - kobo(row.debit);
      expect(kobo(row.balance)).toBe(balance);
    }
    expect(balance).toBe(kobo(closingBalance));
    expect(data.reduce((sum, row) => sum + kobo(row.debit), 0)).toBe(kobo(totalDebit));
    expect(data.reduce((sum, row) => sum + kobo(row.credit), 0)).toBe(kobo(totalCredit));
  }

  it('adds up for every account and every pair of dates, and has exactly the entries of those dates', async () => {
    const first = addDays(dates[0]!, -1);
    const all = [first, ...dates, addDays(dates.at(-1)!, 1)];
    for (const number of [account, other, settlement]) {
      for (const from of all) {
        for (const to of all.filter((date) => date >= from)) {
          const found = await statement(app, number, from, to);
          expectToAddUp(found);
          const entries = await app.rows<{ count: string }>(
            `SELECT count(*) AS count FROM posting_entry e JOIN ledger_account l ON l.institution_id = e.institution_id AND l.id = e.account_id WHERE l.number = $1 AND e.business_date BETWEEN $2 AND $3`,
            [number, from, to],
          );
          expect(found.recordCount).toBe(Number(entries[0]!.count));
          expect(found.data.every(({ financialDate }) => from <= financialDate && financialDate <= to)).toBe(true);
        }
      }
    }
  });

  it('has pages by number alone: a cursor would be ignored, so it is refused', async () => {
    const query = { AccountNumber: account, FinancialDateFrom: dates[0]!, FinancialDateTo: dates[0]!, After: 'abc' };
    expect((await app.get(STATEMENT, query)).body).toMatchObject({ data: { errors: [{ field: 'After' }] } });
  });

  it('closes with the balance of the account', async () => {
    expect((await statement(app, account, '1900-01-01', '2999-12-31')).closingBalance).toBe(await app.balance(account));
    expect((await statement(app, account, '1900-01-01', '2999-12-31')).openingBalance).toBe(0);
  });

  it('names the account, the customer and the fields of each row', async () => {
    const found = dataOf<Statement>(
      await app.get(STATEMENT, { accountnumber: account, FINANCIALDATEFROM: dates[0]!, financialDateTo: dates[0]! }),
    );
    expect(found).toMatchObject({
      accountNumber: account,
      accountName: 'Test Person',
      customerID: expect.any(String),
      customerName: 'Test Person',
      productName: expect.any(String),
      branchName: expect.any(String),
      currency: 'NGN',
      financialDateFrom: dates[0],
      financialDateTo: dates[0],
      pageNumber: 1,
      pageSize: 200,
    });
    expect(found.data[0]).toEqual({
      transactionID: expect.any(Number),
      transactionDate: expect.stringMatching(/^\d{4}-.*Z$/),
      financialDate: dates[0],
      valueDate: dates[0],
      narration: 'Cash in',
      referenceNumber: expect.any(String),
      postingReferenceNumber: expect.stringMatching(/^PST\d{12}$/),
      instrumentNumber: null,
      debit: 0,
      credit: 100_000,
      balance: 100_000,
      virtualAccountNumber: null,
    });
  });

  it('names the virtual account on the rows of its settlement account', async () => {
    const { data } = await statement(app, settlement, dates[0]!, dates.at(-1)!);
    expect(data.filter(({ credit }) => credit > 0).map(({ virtualAccountNumber }) => virtualAccountNumber)).toContain(
      virtual,
    );
  });

  it.each(['Asc', 'Desc'])(
    'has pages %s without gaps or repeats, with the totals of the whole period',
    async (Direction) => {
      const [from, to] = [dates[0]!, dates.at(-1)!];
      const whole = await statement(app, account, from, to, { Direction });
      const paged: Statement['data'] = [];
      for (let PageNumber = 1; paged.length < whole.recordCount; PageNumber += 1) {
        const page = await statement(app, account, from, to, { Direction, PageNumber, PageSize: 7 });
        expect(page).toMatchObject({
          openingBalance: whole.openingBalance,
          closingBalance: whole.closingBalance,
          totalDebit: whole.totalDebit,
          totalCredit: whole.totalCredit,
          recordCount: whole.recordCount,
        });
        paged.push(...page.data);
      }
      expect(paged).toEqual(whole.data);
      expect((await statement(app, account, from, to, { Direction, PageNumber: 1_000 })).data).toEqual([]);
      const ids = whole.data.map(({ transactionID }) => transactionID);
      expect(ids).toEqual([...ids].sort((a, b) => (Direction === 'Asc' ? a - b : b - a)));
    },
  );

  it('has an opening balance and no rows for a day without movements', async () => {
    const quiet = dates[2]!;
    const found = await statement(app, account, quiet, quiet);
    const before = await statement(app, account, dates[0]!, addDays(quiet, -1));
    expect(found).toMatchObject({
      openingBalance: before.closingBalance,
      closingBalance: before.closingBalance,
      totalDebit: 0,
      totalCredit: 0,
      recordCount: 0,
      data: [],
    });
  });

  const span = { FinancialDateFrom: '2026-01-01', FinancialDateTo: '2026-12-31' };
  describe.each([STATEMENT, EXPORT])('%s', (path) => {
    const format: Record<string, string> = path === EXPORT ? { FileExportFormat: 'CSV' } : {};
    it.each([
      {
        name: 'a virtual account',
        query: () => ({ AccountNumber: virtual }),
        status: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      },
      {
        name: 'an unknown account',
        query: () => ({ AccountNumber: '0000000000' }),
        status: 404,
        code: 'ACCOUNT_NOT_FOUND',
      },
      { name: 'a ledger', query: () => ({ AccountNumber: '1010' }), status: 404, code: 'ACCOUNT_NOT_FOUND' },
      {
        name: 'dates the wrong way round',
        query: () => ({ AccountNumber: account, FinancialDateFrom: '2026-12-31', FinancialDateTo: '2026-12-30' }),
        status: 400,
        code: 'VALIDATION_FAILED',
      },
      {
        name: 'a date that does not exist',
        query: () => ({ AccountNumber: account, FinancialDateFrom: '2026-02-30' }),
        status: 400,
        code: 'VALIDATION_FAILED',
      },
      {
        name: 'an unknown parameter',
        query: () => ({ AccountNumber: account, StartDate: '2026-02-20' }),
        status: 400,
        code: 'VALIDATION_FAILED',
      },
    ])('refuses $name', async ({ query, status, code }) => {
      const response = await app.get(path, { ...span, ...format, ...query() });
      expect([response.status, response.body.data.statusCode]).toEqual([status, code]);
    });

    it.each([
      'AccountNumber',
      'FinancialDateFrom',
      'FinancialDateTo',
      ...(path === EXPORT ? ['FileExportFormat'] : []),
    ])('refuses a query without %s', async (field) => {
      const { [field]: _, ...query }: Record<string, string> = { AccountNumber: account, ...span, ...format };
      expect((await app.get(path, query)).status).toBe(400);
    });

    it('answers another institution as for an unknown account', async () => {
      const token = stranger;
      const own = await app.get(path, { AccountNumber: account, ...span, ...format }, { token });
      const random = await app.get(path, { AccountNumber: '0000000000', ...span, ...format }, { token });
      expect([own.status, random.status]).toEqual([404, 404]);
      expect(own.body.message.replace(account, '')).toBe(random.body.message.replace('0000000000', ''));
    });

    it('is only for API clients', async () => {
      expect(
        (
          await app.get(
            path,
            { AccountNumber: account, ...span, ...format },
            { token: await app.staff('administrator') },
          )
        ).status,
      ).toBe(401);
    });
  });
});
