import { TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';

const LARGEST_AMOUNT = 999_999_999_999.99;
const POSTINGS = 71;
/** 71 times the largest amount. The nearest double prints as 70999999999999.3. */
const TOTAL = '70999999999999.29';

describe('totals above 2^46 Naira', () => {
  let app: TestApp;
  let administrator: string;
  let account: string;

  const post = async (debitAccount: string, creditAccount: string): Promise<void> => {
    const { status, text } = await app.post('/api/postings/v1/posttransaction', {
      debitAccount,
      creditAccount,
      amount: LARGEST_AMOUNT,
      narration: 'Turnover',
      referenceNumber: `BIG-${Math.random()}`,
    });
    if (status !== 200) throw new Error(text);
  };

  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
    account = await app.openAccount();
    await app.rows('UPDATE aml_rule SET active = false');
    for (let posted = 0; posted < POSTINGS; posted += 1) await post('1030', account);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('are written with all digits in the trial balance', async () => {
    const { status, text } = await app.get('/api/admin/v1/ledger/trial-balance', {}, { token: administrator });
    expect(status).toBe(200);
    const [, debits] = /"code":"1030".*?"debits":([\d.]+)/.exec(text)!;
    const [, credits, totalCredits] = /"totals":\{"debits":([\d.]+),"credits":([\d.]+)/.exec(text)!;
    const [row] = await app.rows<{ debits: string; total: string }>(
      `SELECT trim_scale(max(debits_posted_kobo) FILTER (WHERE number = '1030') / 100.0)::text AS debits,
              trim_scale(sum(debits_posted_kobo) / 100.0)::text AS total FROM ledger_account`,
    );
    expect({ debits, credits, totalCredits }).toEqual({
      debits: row!.debits,
      credits: row!.total,
      totalCredits: row!.total,
    });
  });

  it('are written with all digits in the list of ledgers', async () => {
    const { status, text } = await app.get('/api/admin/v1/ledgers', { Code: '2010' }, { token: administrator });
    expect(status).toBe(200);
    // The accounts that the sandbox opens have 40,800,000.00.
    expect(text).toContain('"credits":71000040799999.29');
  });

  it('are written with all digits in balances and statements', async () => {
    const balance = await app.post('/api/transfer/v1/balanceenquiry', { accountNumber: account });
    expect(balance.text).toContain(`"ledgerBalance":${TOTAL}`);
    const today = await businessDateOf(app);
    const statement = await app.get('/api/report/v1/requestcustomeraccountstatement', {
      AccountNumber: account,
      FinancialDateFrom: today,
      FinancialDateTo: today,
      PageSize: 1,
    });
    expect(statement.text).toContain(`"totalCredit":${TOTAL}`);
    expect(statement.text).toContain(`"closingBalance":${TOTAL}`);
  });

  it('stay readable when balances return to small amounts', async () => {
    for (let posted = 0; posted < POSTINGS; posted += 1) await post('2080', '1030');
    const { status, text } = await app.get('/api/admin/v1/ledger/trial-balance', {}, { token: administrator });
    expect(status).toBe(200);
    expect(text).toMatch(
      /"code":"1030"[^}]*"debits":7\d{13}(\.\d+)?,"credits":7\d{13}(\.\d+)?,"balance":-?\d{1,9}(\.\d+)?,/,
    );
  });
});
