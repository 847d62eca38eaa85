import type { DatedTrialBalanceView } from '../../src/books/balances/balances.dto';
import { RETURN_NAMES, type ReturnName, type ReturnView } from '../../src/books/returns/returns.dto';
import { addDays, daysBetween } from '../../src/common/time/calendar';
import { activeLoan, addFee, type NamedLoan } from '../loans/loans-support';
import { approve, askChange, dayProduct, eventsOf, fundCollections, repay, takeOut } from '../loans/servicing-support';
import { csvRows, fileOf } from '../reports/reports-support';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { hire } from '../support/hire';
import { readPdf } from '../support/read-pdf';

const TIMEOUT_MS = 300_000;
const RETURNS = '/api/admin/v1/returns';
const POST_INTEREST = '/api/admin/v1/accounts/post-interest';
const SHORT = {
  productCode: 'LND01',
  tenure: 30,
  principalRepaymentEvery: 10,
  principalRepaymentFrequency: 0,
};

describe('returns', () => {
  let app: TestApp;
  let token: string;
  let date: string;
  let repaid: string;
  let late: string;
  let officer: string;
  let saver: string;
  let paidInterest: { interest: number; withholdingTax: number };
  let trial: DatedTrialBalanceView;

  /** Loans of two sectors, one of them late; deposits of several sizes; a fee with VAT; movements after the date. */
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    officer = (await hire(app, 'BUREAU', ['export-credit-bureau'])).token;
    await fundCollections(app, 5_000_000);
    await dayProduct(app);
    await app.configure({
      LICENCE_CLASS: 'MicrofinanceBank',
      LOAN_PROVISION_BASIS: 'Prudential',
      LOAN_ALLOWANCE_LEDGER_CODE: '1190',
      LOAN_IMPAIRMENT_LEDGER_CODE: '5050',
      VAT_LEDGER_CODE: '2040',
    });
    const fee = { name: 'Management fee', kind: 'Percentage' as const, rate: 1, charged: 'Disbursement' as const };
    const loanFeeID = await addFee(app, 'LND01', fee);
    const farm = await activeLoan(app, {
      ...SHORT,
      loanAmount: 90_000,
      economicSector: 40100,
      allowLoanFee: true,
      loanFeeID,
    });
    const trade = await activeLoan(app, { ...SHORT, loanAmount: 60_000, economicSector: 40700 });
    [repaid, late] = [trade.loanAccountNumber, farm.loanAccountNumber];
    await takeOut(app, farm.linkedNumber);
    await app.openAccount(40_000);
    saver = await app.openAccount(40_000_000);
    await rollDays(app, 14);
    await repay(app, trade, 30_000);
    const poster = await app.staff('maker');
    paidInterest = dataOf(await app.post(POST_INTEREST, { accountNumber: saver }, { token: poster }));
    date = await businessDateOf(app);
    await rollDays(app, 2);
    // What is booked after the date does not change its returns.
    await app.openAccount(7_000);
    await repay(app, trade, 10_000);
    trial = await books('trial-balance', { Date: date });
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const books = async <View>(path: string, query: Record<string, string>): Promise<View> =>
    dataOf<View>(await app.get(`/api/admin/v1/books/${path}`, query, { token }));
  const read = async (Return: ReturnName, query: object = {}): Promise<ReturnView> =>
    dataOf<ReturnView>(await app.get(RETURNS, { Return, Date: date, ...query }, { token }));
  const ledger = (code: string): number => trial.rows.find((row) => row.code === code)!.balance;
  const kobo = (naira: number | null): number => Math.round((naira ?? 0) * 100);
  const rowOf = (view: ReturnView, title: string): ReturnView['rows'][number] =>
    view.rows.find((row) => row.title === title)!;

  it.each(RETURN_NAMES)('%s has totals that are equal to the trial balance', async (name) => {
    const view = await read(name);
    expect(view.ties.length).toBeGreaterThan(0);
    expect(view.ties.filter(({ difference }) => difference !== 0)).toEqual([]);
    expect(view).toMatchObject({ name, tied: true, endDate: date });
    expect(view.notice).toContain("The regulator's template is not public");
    for (const { values } of view.rows) expect(values).toHaveLength(view.columns.length);
  });

  it('assets and liabilities add up to the categories of the trial balance', async () => {
    const view = await read('assets-and-liabilities');
    const sum = (...categories: string[]): number =>
      trial.rows
        .filter(({ category }) => categories.includes(category))
        .reduce((all, row) => all + kobo(row.balance), 0);
    expect(kobo(rowOf(view, 'Total assets').values[0]!)).toBe(sum('Asset'));
    expect(kobo(rowOf(view, 'Total liabilities').values[0]!)).toBe(-sum('Liability'));
    expect(kobo(rowOf(view, 'Total equity').values[0]!)).toBe(-sum('Equity', 'Income', 'Expense'));
    expect(rowOf(view, 'Cash and balances with the Central Bank').code).toBe('A1');
  });

  it('income has the same result as the profit and loss account of the month and of the year', async () => {
    const view = await read('income');
    const result = async (StartDate: string): Promise<number> =>
      (await books<{ result: { amount: number } }>('profit-and-loss', { StartDate, EndDate: date })).result.amount;
    expect(rowOf(view, 'Result').values).toEqual([
      await result(`${date.slice(0, 8)}01`),
      await result(`${date.slice(0, 4)}-01-01`),
    ]);
  });

  it('loans by sector have the principal of each class at the date, and the allowance', async () => {
    const view = await read('loans-by-sector');
    const titles = view.columns.map(({ title }) => title);
    const cell = (row: string, column: string): number => rowOf(view, row).values[titles.indexOf(column)]!;
    expect(cell('Agriculture', 'Pass and watch')).toBe(90_000);
    expect(cell('Agriculture', 'Principal')).toBe(90_000);
    expect(cell('General commerce', 'Loans')).toBe(1);
    // The repayment after the date is not in it.
    expect(cell('Total', 'Principal')).toBe(ledger('1100'));
    expect(cell('Total', 'Principal')).toBeGreaterThan(90_000);
    expect(cell('Total', 'Allowance')).toBe(-ledger('1190'));
    expect(cell('Total', 'Allowance')).toBeGreaterThan(0);
  });

  it('deposits by band have every account of the date once, in the band of its balance', async () => {
    const view = await read('deposits-by-band', {});
    const savings = view.rows.filter(({ code, isTotal }) => code === '2010' && !isTotal);
    expect(savings.reduce((sum, { values }) => sum + kobo(values[1]!), 0)).toBe(-kobo(ledger('2010')));
    expect(
      savings.find(({ title }) => title.endsWith('above ₦10,000,000.00 to ₦50,000,000.00'))!.values[1],
    ).toBeGreaterThanOrEqual(40_000_000);
    expect(kobo(rowOf(view, 'Total deposits').values[1]!)).toBe(-kobo(ledger('2010')) - kobo(ledger('2020')));
  });

  it('own bands, lines and days of remittance replace those of the program', async () => {
    const layouts = {
      depositBands: [1_000],
      lines: [{ title: 'Everything in cash', category: 'Asset', ledgers: ['1*'] }],
      remittanceDays: { valueAddedTax: 21 },
    };
    await app.configure({ RETURN_LAYOUTS: JSON.stringify(layouts) });
    try {
      const bands = await read('deposits-by-band');
      expect(
        bands.rows.filter(({ title }) => title.includes('above')).every(({ title }) => title.endsWith('₦1,000.00')),
      ).toBe(true);
      expect(bands.tied).toBe(true);
      const sheet = await read('assets-and-liabilities');
      expect(rowOf(sheet, 'Everything in cash').values[0]).toBe(rowOf(sheet, 'Total assets').values[0]);
      const taxes = await read('tax-remittances');
      expect(taxes.rows.some(({ title }) => /^Value added tax, due 21 \w{3} \d{4}: to remit$/.test(title))).toBe(true);
    } finally {
      await app.configure({ RETURN_LAYOUTS: null });
    }
    const refused = { value: JSON.stringify({ depositBands: [2, 1] }) };
    expect(refusalOf(await app.put('/api/admin/v1/configuration/RETURN_LAYOUTS', refused, { token }))).toMatchObject({
      status: 422,
      code: 'CONFIGURATION_VALUE_REFUSED',
    });
  });

  it('taxes to remit go from what was payable before, by kind of posting, to the balance of the ledger', async () => {
    const view = await read('tax-remittances');
    const vat = view.rows.filter(({ code }) => code === '2040');
    const [opening, ...moved] = vat.slice(0, -1);
    const closing = vat.at(-1)!;
    expect(closing).toMatchObject({ title: 'Value added tax: to remit', isTotal: true });
    // 7.5 % of the fee of 900.
    expect(moved.reduce((sum, { values }) => sum + kobo(values[1]!), 0) + kobo(opening!.values[3]!)).toBe(67_50);
    expect(kobo(closing.values[3]!)).toBe(-kobo(ledger('2040')));
  });

  it('withholding tax has interest and tax of each customer, and adds up to the movement of the ledgers', async () => {
    const view = await read('withholding-tax');
    const [owner] = await app.rows<{ code: string; name: string }>(
      `SELECT c.customer_number AS code, c.name FROM deposit_account a
         JOIN customer c ON c.institution_id = a.institution_id AND c.id = a.customer_id WHERE a.account_number = $1`,
      [saver],
    );
    const { interest, withholdingTax } = paidInterest;
    expect(withholdingTax).toBeGreaterThan(0);
    const row = view.rows.find(({ code }) => code === owner!.code)!;
    expect(row).toEqual({
      code: owner!.code,
      title: owner!.name,
      values: [1, interest, withholdingTax],
      isTotal: false,
    });
    const taxed = view.rows.filter(({ code }) => code !== null);
    const total = rowOf(view, 'Withheld');
    for (const index of [0, 1, 2])
      expect(taxed.reduce((sum, { values }) => sum + kobo(values[index]!), 0)).toBe(kobo(total.values[index]!));
    const remittance = rowOf(await read('tax-remittances'), 'Withholding tax on interest: to remit');
    expect(total.values[2]).toBe(remittance.values[1]);
  });

  it('files have the totals, the proof and the note on the template', async () => {
    const { bytes } = fileOf(
      await app.get(RETURNS, { Return: 'loans-by-sector', Date: date, Format: 'PDF' }, { token }),
    );
    const text = readPdf(bytes).pages.join('');
    for (const part of ['Agriculture', 'Passandwatch', '90,000.00', 'equaltothetrialbalance', 'isnotpublic'])
      expect(text).toContain(part);
    const csv = csvRows(
      fileOf(await app.get(RETURNS, { Return: 'income', Date: date, Format: 'CSV' }, { token })).bytes,
    );
    expect(csv[0]).toEqual(['Code', 'Line', 'Month', 'Year to date']);
    expect(csv.at(-1)![1]).toBe('Result');
  });

  it('the file for a credit bureau has every loan of the month as of the date', async () => {
    await app.rows(
      `UPDATE customer SET phone_number = '+2348030000003'
        WHERE id = (SELECT customer_id FROM loan WHERE loan_account_number = $1)`,
      [late],
    );
    const { fileName, bytes } = fileOf(await app.get(`${RETURNS}/credit-bureau`, { Date: date }, { token: officer }));
    expect(fileName).toBe(`credit-bureau-${date}.csv`);
    const [titles, ...rows] = csvRows(bytes);
    const value = (loan: string, title: string): string =>
      rows.find((row) => row[titles!.indexOf('Facility number')] === loan)![titles!.indexOf(title)]!;
    expect(rows).toHaveLength(2);
    expect(value(late, 'Account status')).toBe('Delinquent');
    expect(Number(value(late, 'Days past due'))).toBe(5);
    expect(value(late, 'Outstanding principal')).toBe('90000.00');
    expect(value(late, 'Sector')).toBe('40100 Agriculture');
    expect(value(repaid, 'Account status')).toBe('Active');
    // Without the plus sign of the stored number, so that no apostrophe protects it from spreadsheets.
    expect(value(late, 'Telephone')).toBe('2348030000003');
    const total = rows.reduce((sum, row) => sum + Number(row[titles!.indexOf('Outstanding principal')]), 0);
    expect(total).toBeCloseTo(ledger('1100'), 2);
    const audited = await app.rows(`SELECT 1 FROM audit_log WHERE action = 'credit-bureau.export'`);
    expect(audited).toHaveLength(1);
  });

  it('the file for a credit bureau shows a written-off loan as such, and no loan whose disbursement was reversed', async () => {
    const [lost, undone] = [await activeLoan(app, SHORT), await activeLoan(app, SHORT)];
    const [disbursement] = await eventsOf(app, undone);
    const undo = { eventId: disbursement!.id, reason: 'Wrong borrower' };
    await approve(app, await askChange(app, `loans/${undone.id}/reverse`, undo));
    await rollDays(app, 1);
    await approve(app, await askChange(app, `loans/${lost.id}/write-off`, { reason: 'Gone' }));
    const day = await businessDateOf(app);
    await rollDays(app, 1);
    const fileAsOf = async (Date: string): Promise<Record<string, string>[]> => {
      const { bytes } = fileOf(await app.get(`${RETURNS}/credit-bureau`, { Date }, { token: officer }));
      const [titles, ...rows] = csvRows(bytes);
      return rows.map((row) => Object.fromEntries(titles!.map((title, index) => [title, row[index]!])));
    };
    const rowOf = (
      rows: Record<string, string>[],
      { loanAccountNumber }: NamedLoan,
    ): Record<string, string> | undefined => rows.find((row) => row['Facility number'] === loanAccountNumber);
    const [before, after] = [await fileAsOf(addDays(day, -1)), await fileAsOf(day)];
    expect(rowOf(before, lost)).toMatchObject({ Classification: 'Performing', 'Account status': 'Active' });
    expect(rowOf(after, lost)).toMatchObject({ Classification: 'Lost', 'Account status': 'WrittenOff' });
    expect([rowOf(before, undone), rowOf(after, undone)]).toEqual([undefined, undefined]);
  });

  it('the file for a credit bureau says what is still owed of a written-off loan, and how long', async () => {
    const [loan] = await app.rows<NamedLoan>(
      `SELECT id::float8 AS id, loan_account_number AS "loanAccountNumber" FROM loan WHERE loan_account_number = $1`,
      [late],
    );
    await approve(app, await askChange(app, `loans/${loan!.id}/write-off`, { reason: 'The borrower left' }));
    const writtenOff = await businessDateOf(app);
    await rollDays(app, 1);
    await repay(app, loan!, 40_000);
    const [recovery] = await eventsOf(app, loan!);
    const cameBack = await businessDateOf(app);
    await rollDays(app, 1);
    const undo = { eventId: recovery!.id, reason: 'Of another borrower' };
    await approve(app, await askChange(app, `loans/${loan!.id}/reverse`, undo));
    const reversed = await businessDateOf(app);
    await rollDays(app, 1);
    const lineAsOf = async (Date: string): Promise<(string | undefined)[]> => {
      const { bytes } = fileOf(await app.get(`${RETURNS}/credit-bureau`, { Date }, { token: officer }));
      const [titles, ...rows] = csvRows(bytes);
      const row = rows.find((cells) => cells[titles!.indexOf('Facility number')] === late);
      return ['Account status', 'Classification', 'Outstanding principal', 'Days past due'].map(
        (title) => row?.[titles!.indexOf(title)],
      );
    };
    // Five days past due at the end of the date of the other tests.
    const days = (day: string): string => String(5 + daysBetween(date, day));
    expect(await lineAsOf(date)).toEqual(['Delinquent', expect.any(String), '90000.00', '5']);
    expect(await lineAsOf(writtenOff)).toEqual(['WrittenOff', 'Lost', '90000.00', days(writtenOff)]);
    expect(await lineAsOf(cameBack)).toEqual(['WrittenOff', 'Lost', '50000.00', days(cameBack)]);
    expect(await lineAsOf(reversed)).toEqual(['WrittenOff', 'Lost', '90000.00', days(reversed)]);
  });

  it('refuse a day that is not closed, a date that is not reached, and staff without the permission', async () => {
    const today = await businessDateOf(app);
    for (const [Date, code] of [
      [today, 'DAY_NOT_CLOSED'],
      [addDays(today, 1), 'DATE_NOT_REACHED'],
    ] as const)
      expect(refusalOf(await app.get(RETURNS, { Return: 'income', Date }, { token }))).toMatchObject({
        status: 422,
        code,
      });
    expect(refusalOf(await app.get(`${RETURNS}/credit-bureau`, { Date: today }, { token: officer }))).toMatchObject({
      status: 422,
      code: 'DAY_NOT_CLOSED',
    });
    expect((await app.get(RETURNS, { Return: 'x', Date: date }, { token })).status).toBe(400);
    const teller = await app.staff('maker');
    expect((await app.get(`${RETURNS}/credit-bureau`, { Date: date }, { token: teller })).status).toBe(403);
  });
});
