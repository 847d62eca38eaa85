import { statSync } from 'node:fs';
import path from 'node:path';
import { addDays } from '../../src/common/time/calendar';
import { HISTORY_STEP, HistoryLoading } from '../../src/imports/history-loading';
import { filesIn } from '../../src/imports/import-files';
import { ImportProgress } from '../../src/imports/import-progress';
import type { StatementView } from '../../src/reports/statements.dto';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { exportBooks, filesOf, Folders, importBooks, refusedLines } from '../support/brought-books';
import { businessDateOf, rollDays } from '../support/end-of-day';
import {
  OLD_MANDATES,
  oldBooks,
  oldDeposit,
  oldDeposits,
  oldHistory,
  oldLoan,
  oldLoans,
  oldNumber,
  writeOldBooks,
} from '../support/old-books';

const ACCOUNTS = 6;
const STATEMENT = '/api/report/v1/requestcustomeraccountstatement';
const EXPORT = '/api/report/v1/exportcustomerstatement';

type Fields = Record<string, string>;

/** The files of these books, with the types of their lines. */
type Books = Record<'customers' | 'accounts' | 'liens' | 'ledgers', string[][]> & {
  mandates: string[][];
  loans: Fields[];
  loan_instalments: Fields[];
  deposits: Fields[];
  deposit_parts: Fields[];
  history: string[][];
};

/** Loans, deposits, mandates and history of another system. */
describe('books of another system', () => {
  const folders = new Folders();
  let app: TestApp;
  let today: string;

  beforeAll(async () => {
    app = await TestApp.start();
    today = await businessDateOf(app);
  }, 60_000);

  afterAll(async () => {
    folders.remove();
    await app.close();
  });

  const books = (): Books => {
    const { mandates, ...rest } = {
      ...oldBooks(ACCOUNTS),
      ...OLD_MANDATES,
      ...oldLoans(3, today),
      ...oldDeposits(2, today),
      ...oldHistory(4, 3, today),
    };
    return { ...rest, mandates: [...mandates!] } as Books;
  };

  async function refused(files: Books): Promise<string> {
    const folder = writeOldBooks(folders.make(), files);
    const outcome = await importBooks(app, folder, false);
    return outcome.refused === 0 ? '' : refusedLines(folder);
  }

  it('show control totals per ledger, branch and product in a dry run, which keeps nothing', async () => {
    const outcome = await importBooks(app, writeOldBooks(folders.make(), books()), false);
    expect(outcome).toMatchObject({
      result: 'DryRun',
      refused: 0,
      totals: {
        lines: {
          loans: { accepted: 3 },
          loan_instalments: { accepted: 6 },
          deposit_parts: { accepted: 4 },
          mandates: { accepted: 2 },
          history: { accepted: 12, refused: 0 },
        },
        // Principal 750, interest 3.33 and default interest 1.50 each.
        loansByProduct: { LN001: { count: 3, balanceKobo: '-226449' } },
        loansByBranch: { '001': { count: 3, balanceKobo: '-226449' } },
        // ₦900 for 30 days and ₦100 for 20 at 12 %.
        depositsByProduct: { FD001: { count: 2, balanceKobo: '201906' } },
        contractsByLedger: {
          '1100': { count: 3, balanceKobo: '-225000' },
          '1110': { count: 3, balanceKobo: '-999' },
          '1130': { count: 3, balanceKobo: '-450' },
          '2065': { count: 2, balanceKobo: '1906' },
          '2105': { count: 2, balanceKobo: '200000' },
        },
        historyByProduct: { SAV001: { count: 12, debitKobo: '0', creditKobo: '12' } },
        historyByBranch: { '001': { count: 12, debitKobo: '0', creditKobo: '12' } },
      },
    });
    const [left] = await app.rows<{ count: number }>(
      'SELECT (SELECT count(*) FROM loan) + (SELECT count(*) FROM brought_entry) + (SELECT count(*) FROM import_row) AS count',
      [],
    );
    expect(Number(left!.count)).toBe(0);
  }, 60_000);

  it.each<[string, (files: Books) => void]>([
    [
      'loans.csv,2,4000000001,loan_account_number 4000000001 is no NUBAN',
      ({ loans, loan_instalments }) => {
        loans[0]!.loan_account_number = '4000000001';
        for (const row of loan_instalments.slice(0, 2)) row.loan_account_number = '4000000001';
      },
    ],
    ['is no loan product; create it first', ({ loans }) => (loans[0]!.product_code = 'SAV001')],
    ['linked_account 1234567890 is neither among', ({ loans }) => (loans[1]!.linked_account = '1234567890')],
    ['status must be Delinquent on', ({ loans }) => (loans[0]!.status = 'Active')],
    ['days_past_due must be 10 on', ({ loans }) => (loans[0]!.days_past_due = '9')],
    [
      'instalments repay 1000.00, but principal_outstanding',
      ({ loans }) => (loans[0]!.principal_outstanding = '749.99'),
    ],
    ['suspended_interest must not exceed 3.33', ({ loans }) => (loans[0]!.suspended_interest = '3.34')],
    ['The account number', ({ loans }) => (loans[0]!.loan_account_number = oldNumber(2))],
    ['it has no line in loan_instalments.csv', ({ loan_instalments }) => loan_instalments.splice(0, 2)],
    [
      'Line 3: interest_paid must not exceed interest_due',
      ({ loan_instalments }) => (loan_instalments[1]!.interest_paid = '11'),
    ],
    ['must follow each other', ({ loan_instalments }) => loan_instalments.push(...loan_instalments.splice(1, 1))],
    ['allowance needs the setting', ({ loans }) => (loans[0]!.allowance = '5')],
    ['its parts make 999.99, but principal is 1000.00', ({ deposit_parts }) => (deposit_parts[1]!.amount = '99.99')],
    [
      'liquidation_account ' + oldNumber(3) + ' is no account of the customer',
      ({ deposits }) => (deposits[0]!.liquidation_account = oldNumber(3)),
    ],
    ['matures_on must be after started_on', ({ deposits }) => (deposits[0]!.matures_on = '2020-01-01')],
    ['is not among the accepted accounts', ({ mandates }) => mandates.push(['0000000000', 'Ada', '', '', ''])],
    ['balance must be 1.24, which follows', ({ history }) => (history[1]![6] = '1.20')],
    ['its balance in accounts.csv', ({ history }) => history.splice(2, 1)],
    ['must be sorted by account_number', ({ history }) => history.push(history.shift()!)],
    ['booked_on must not be before', ({ history }) => (history[1]![1] = '2020-01-01')],
    ['one of debit and credit must be above zero', ({ history }) => (history[0]![4] = '1')],
    ['The control ledger 1100 is stated with -2249.99', ({ ledgers }) => ledgers.push(['1100', '001', '2249.99', ''])],
    ['of income in suspense is stated with 1.00', ({ ledgers }) => ledgers.push(['2095', '001', '', '1.00'])],
  ])('refuse what does not fit: %s', async (reason, spoil) => {
    const files = books();
    spoil(files);
    expect(await refused(files)).toContain(reason);
  });

  it('arrive with balances, signatories and history; ledgers book only what contracts do not bring', async () => {
    await app.configure({ LOAN_PROVISION_BASIS: 'Prudential', LOAN_ALLOWANCE_LEDGER_CODE: '1190' });
    await app.configure({ LOAN_IMPAIRMENT_LEDGER_CODE: '5050' });
    const files = books();
    files.loans[0]!.allowance = '5.00';
    files.ledgers.push(['1100', '001', '2250.00', ''], ['2065', '001', '', '20.00']);
    const outcome = await importBooks(app, writeOldBooks(folders.make(), files));
    expect(outcome).toMatchObject({ result: 'Completed' });
    expect(await app.failedProofs()).toEqual([]);
    const balances = await app.rows<{ number: string; kobo: string }>(
      `SELECT number, (credits_posted_kobo - debits_posted_kobo)::text AS kobo FROM ledger_account
        WHERE institution_id = $1 AND (number = '2065' OR number LIKE $2 OR number = $3 OR name LIKE 'Allowance%')
          AND credits_posted_kobo <> debits_posted_kobo ORDER BY number`,
      [app.institutionId, `${oldLoan(1)}%`, oldDeposit(1)],
    );
    expect(balances.map(({ kobo }) => kobo).sort()).toEqual(['-75000', '-333', '-150', '2000', '100000', '500'].sort());
    const metadata = await app.get(`/api/entity-additional-metadata/v1/account/${oldNumber(1)}`);
    const signatories = [
      { name: 'Okafor Ada 1', customerNumber: 'OLD-1', role: 'Owner', instruction: 'Any two' },
      { name: 'Bello Musa', customerNumber: null, role: 'Agent', instruction: 'Any two' },
    ];
    expect(dataOf<object>(metadata)).toMatchObject({ additionalMetadata: { mandate: signatories } });
  }, 60_000);

  it('show history in statements before the opening balance, and count it nowhere', async () => {
    const [from, to] = [addDays(today, -30), today];
    const period = { AccountNumber: oldNumber(2), FinancialDateFrom: from, FinancialDateTo: to };
    const statement = dataOf<StatementView>(await app.get(STATEMENT, period));
    expect(statement).toMatchObject({ openingBalance: 0, totalCredit: 2.25, closingBalance: 2.25, recordCount: 4 });
    expect(statement.broughtOver.map(({ credit, balance }) => [credit, balance])).toEqual([
      [0.01, 2.23],
      [0.01, 2.24],
      [0.01, 2.25],
    ]);
    expect(statement.data.map(({ narration, balance }) => [narration, balance])).toEqual([['Opening balance', 2.25]]);
    const second = dataOf<StatementView>(await app.get(STATEMENT, { ...period, PageNumber: 2, PageSize: 2 }));
    expect([second.broughtOver.length, second.data.length, second.broughtOverCount]).toEqual([1, 1, 3]);
    const newest = dataOf<StatementView>(await app.get(STATEMENT, { ...period, PageSize: 2, Direction: 'Desc' }));
    expect([newest.data.length, newest.broughtOver.map(({ balance }) => balance)]).toEqual([1, [2.25]]);
    const before = dataOf<StatementView>(
      await app.get(STATEMENT, { ...period, FinancialDateTo: addDays(today, -1), DateBasis: 'ValueDate' }),
    );
    expect(before).toMatchObject({ openingBalance: 0, closingBalance: 0, recordCount: 3, broughtOverCount: 3 });
    const other = dataOf<StatementView>(await app.get(STATEMENT, { ...period, AccountNumber: oldNumber(6) }));
    expect(other.broughtOver).toEqual([]);
  });

  it('mark brought lines in the file of a statement', async () => {
    const file = await app.get(EXPORT, {
      AccountNumber: oldNumber(2),
      FinancialDateFrom: addDays(today, -30),
      FinancialDateTo: today,
      FileExportFormat: 'CSV',
    });
    const { document } = dataOf<{ document: string }>(file);
    const text = Buffer.from(document.slice(document.indexOf(',') + 1), 'base64').toString('utf8');
    expect(text.indexOf('Brought over from an earlier system')).toBeGreaterThan(0);
    expect(text.indexOf('Brought over: Deposit 3')).toBeGreaterThan(text.indexOf('Brought over: Deposit 1'));
    expect(text.indexOf('Opening balance')).toBeGreaterThan(0);
  });

  it('refuse history for an account that has some already', async () => {
    const outcome = folders.make();
    writeOldBooks(outcome, oldHistory(1, 2, today));
    expect(await importBooks(app, outcome, false)).toMatchObject({ refused: 2 });
    expect(refusedLines(outcome)).toContain('has history here already');
  });

  it('close their first day with the proofs holding, and come out as they went in', async () => {
    // Below every balance of these books: what was brought over is no transaction of the day.
    await app.configure({
      CTR_DETECTION_ENABLED: 'true',
      CTR_THRESHOLD_INDIVIDUAL: '0.01',
      CTR_THRESHOLD_COMPANY: '0.01',
    });
    await rollDays(app, 1);
    expect(await app.failedProofs()).toEqual([]);
    expect(await app.rows('SELECT number, total_kobo FROM nfiu_report')).toEqual([]);
    const [loan] = await app.rows<{ accrued: string; through: string; default: string }>(
      `SELECT interest_owed_kobo AS accrued, accrued_through::text AS through, outstanding_default_kobo AS default
         FROM loan WHERE institution_id = $1 AND loan_account_number = $2`,
      [app.institutionId, oldLoan(1)],
    );
    // A thirtieth of ₦10 for the night, and a day's default interest of 12 % on the unpaid ₦250.
    expect(loan).toEqual({ accrued: '367', through: addDays(today, 1), default: '158' });
    const folder = folders.make();
    await exportBooks(app, folder);
    const { mandates, history, deposits } = filesOf(folder);
    expect(mandates).toContain(`${oldNumber(1)},Okafor Ada 1,OLD-1,Owner,Any two`);
    expect(history).toContain(`${oldNumber(2)},${addDays(today, -1)},${addDays(today, -1)},Deposit 3,,0.01,2.25,OLD-3`);
    expect(deposits).toContain(oldDeposit(1));
    expect(statSync(path.join(folder, 'customers.csv')).mode & 0o077).toBe(0);
    await expect(exportBooks(app, folder)).rejects.toThrow('name an empty folder');
  }, 60_000);

  it('load no batch of history of which an account is not there', async () => {
    const folder = writeOldBooks(folders.make(), oldHistory(2, 2, today));
    await app.rows(`UPDATE data_import SET step = $1, position = 0`, [HISTORY_STEP]);
    await app.rows(`UPDATE account_number SET number = '9999999999' WHERE number = $1`, [oldNumber(2)]);
    const [{ id, lines } = { id: '', lines: '' }] = await app.rows<{ id: string; lines: string }>(
      'SELECT id, (SELECT count(*) FROM brought_entry) AS lines FROM data_import',
    );
    const loading = new HistoryLoading(app.app, app.institutionId, Number(id), 'complete');
    await expect(loading.load(filesIn(folder)[0], new ImportProgress(undefined))).rejects.toThrow('division by zero');
    expect(
      await app.rows('SELECT step, position, (SELECT count(*) FROM brought_entry) AS lines FROM data_import'),
    ).toEqual([{ step: HISTORY_STEP, position: '0', lines }]);
  });
});
