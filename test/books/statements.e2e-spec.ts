import type { DatedTrialBalanceView, LedgerEntriesView } from '../../src/books/balances/balances.dto';
import type { BalanceSheetView, ProfitAndLossView, StatementLineView } from '../../src/books/statements/statements.dto';
import { DaySteps } from '../../src/business-day/day-steps';
import type { FileView } from '../../src/common/files/file-view.dto';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { rollDays } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import { readPdf } from '../support/read-pdf';

const TIMEOUT_MS = 120_000;
const BOOKS = '/api/admin/v1/books';
type Parameters = Record<string, string | number | boolean>;
type Drilled = [StatementLineView['category'], number, LedgerEntriesView];

describe('financial statements', () => {
  let app: TestApp;
  let token: string;
  let lagos: string;
  let yaba: string;
  /** Savings deposits and cash of the sandbox before. */
  let seeded: { deposits: number; cash: number };

  /** Two days of 2027 in two branches, and a late entry of the year on 1 January 2028. */
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    const steps = app.app.get(DaySteps);
    const totals = steps.inOrder().filter(({ name }) => name === 'daily-totals' || name === 'loan-provisions');
    jest.spyOn(steps, 'inOrder').mockReturnValue(totals);
    await app.rows(`UPDATE institution SET business_date = '2027-12-30', created_at = '2027-01-01'`);
    dataOf(await app.post('/api/admin/v1/branches', { branchCode: '909', branchName: 'Yaba' }, { token }));
    const before = await sheet('2027-12-29');
    seeded = {
      deposits: lineOf(before, 'Savings deposits')!,
      cash: lineOf(before, 'Cash and balances with the Central Bank')!,
    };
    lagos = await app.openAccount(1_000);
    yaba = await app.openAccount();
    const { id } = dataOf<{ id: number }>(await app.get('/api/account/v1/getbyaccountnumber', { AccountNumber: yaba }));
    dataOf(await app.put('/api/account/v1/updatecustomeraccount', { id, branchCode: '909' }));
    await post(lagos, yaba, 300);
    await post(yaba, '4010', 40);
    await rollDays(app, 1);
    await post(lagos, '4010', 5);
    await post('5020', '1010', 12);
    await rollDays(app, 1);
    await post(yaba, '4010', 3, '2027-12-31');
    await post(lagos, '4010', 1);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function post(debitAccount: string, creditAccount: string, amount: number, valueDate?: string): Promise<void> {
    dataOf(
      await app.post('/api/postings/v1/posttransaction', {
        debitAccount,
        creditAccount,
        amount,
        narration: 'Posting',
        referenceNumber: freshReference('FS'),
        ...(valueDate === undefined ? {} : { valueDate }),
      }),
    );
  }
  const read = async <View>(path: string, query: Parameters): Promise<View> =>
    dataOf<View>(await app.get(`${BOOKS}/${path}`, query, { token }));
  const sheet = (Date: string, query: Parameters = {}): Promise<BalanceSheetView> =>
    read('balance-sheet', { Date, ...query });
  const profit = (StartDate: string, EndDate: string, query: Parameters = {}): Promise<ProfitAndLossView> =>
    read('profit-and-loss', { StartDate, EndDate, ...query });
  const lineOf = ({ lines }: { lines: StatementLineView[] }, title: string): number | undefined =>
    lines.find((line) => line.title === title)?.amount;

  /** The lines without the addresses of their entries, which name the dates of the query. */
  const withoutAddresses = ({ lines, ...rest }: BalanceSheetView): object => ({
    ...rest,
    lines: lines.map(({ ledgers, ...line }) => ({ ...line, ledgers: ledgers.map(({ entries: _, ...own }) => own) })),
  });

  /** Each ledger of a statement with its amount, and the general ledger that its address answers. */
  async function drilled(lines: StatementLineView[]): Promise<Drilled[]> {
    const found: Drilled[] = [];
    for (const { category, ledgers } of lines)
      for (const { amount, entries } of ledgers)
        found.push([category, amount, dataOf<LedgerEntriesView>(await app.get(entries, {}, { token }))]);
    return found;
  }

  it.each<[string, Parameters]>([
    ['', {}],
    [' by booking date', { DateBasis: 'BookingDate' }],
    [' of a branch', { BranchCode: '909' }],
    [' of what belongs to no branch', { WithoutBranch: true }],
    [' as it was booked on a day', { BookedThrough: '2027-12-31' }],
  ])('statements%s name for each ledger the address of the entries that make its amount', async (_, query) => {
    // Entries booked on the next day with the value date of this one tell the two kinds of date apart.
    const ofDay = await drilled((await sheet('2027-12-31', query)).lines);
    expect(ofDay).not.toEqual([]);
    for (const [category, amount, { code, closingBalance }] of ofDay)
      expect([code, closingBalance]).toEqual([code, category === 'Asset' ? amount : -amount]);
    const ofPeriod = await drilled((await profit('2027-12-01', '2027-12-31', query)).lines);
    for (const [category, amount, { code, openingBalance, closingBalance }] of ofPeriod) {
      const moved = Math.round((closingBalance - openingBalance) * 100) / 100;
      expect([code, moved]).toEqual([code, category === 'Expense' ? amount : -amount]);
    }
  });

  describe('balance sheet', () => {
    it('shows a day after midnight by value date, and as it was booked on the day', async () => {
      const december = await sheet('2027-12-31');
      expect(december).toMatchObject({ balanced: true, previousMonthEnd: '2027-11-30', previousYearEnd: '2026-12-31' });
      expect(lineOf(december, 'Result of the year')).toBe(40 + 5 - 12 + 3);
      expect(lineOf(december, 'Savings deposits')).toBe(seeded.deposits + 1_000 - 40 - 5 - 3);
      const booked = await sheet('2027-12-31', { DateBasis: 'BookingDate' });
      expect(lineOf(booked, 'Result of the year')).toBe(40 + 5 - 12);
      const onTheDay = await sheet('2027-12-31', { BookedThrough: '2027-12-31' });
      expect(withoutAddresses(onTheDay)).toEqual(withoutAddresses(booked));
    });

    it('has the same ledgers and amounts as the trial balance of the ledger', async () => {
      const { rows } = dataOf<DatedTrialBalanceView>(
        await app.get('/api/admin/v1/ledger/trial-balance', {}, { token }),
      );
      const dated = await read<DatedTrialBalanceView>('trial-balance', { Date: '2028-01-01' });
      expect(dated.rows.map(({ entries: _, ...row }) => row)).toEqual(
        rows.map(({ code, name, category, debits, credits, balance }) => ({
          code,
          name,
          category,
          debits,
          credits,
          balance,
        })),
      );
      expect(dated.totals.balance).toBe(0);
      const { lines } = await sheet('2028-01-01');
      for (const { code, category, balance } of dated.rows.filter((row) => row.balance !== 0)) {
        if (category === 'Income' || category === 'Expense') continue;
        const shown = lines.flatMap(({ ledgers }) => ledgers).filter((ledger) => ledger.code === code);
        expect(shown.map(({ amount }) => amount)).toEqual([category === 'Asset' ? balance : -balance]);
      }
    });

    it('compares with the end of the month before and of the year before', async () => {
      const { lines } = await sheet('2028-01-01');
      expect(lines.find(({ title }) => title === 'Savings deposits')).toMatchObject({
        amount: seeded.deposits + 951,
        previousPeriod: seeded.deposits + 952,
        previousYear: seeded.deposits + 952,
      });
      expect(lines.find(({ title }) => title === 'Result of the year')).toMatchObject({ amount: 1, previousYear: 36 });
      expect(lines.find(({ title }) => title === 'Result of earlier years, not closed')).toMatchObject({
        amount: 36,
        previousYear: 0,
      });
    });

    it('balances in each branch by a line with the other branches, which is zero over all branches', async () => {
      const parts = await Promise.all([
        sheet('2027-12-31', { BranchCode: '001' }),
        sheet('2027-12-31', { BranchCode: '909' }),
        sheet('2027-12-31', { WithoutBranch: true }),
      ]);
      const line = 'Balance with other branches';
      expect(parts.map((part) => [part.balanced, lineOf(part, line)])).toEqual([
        [true, 300],
        [true, -300],
        [true, 0],
      ]);
      expect(lineOf(parts[1], 'Savings deposits')).toBe(300 - 40 - 3);
      expect(lineOf(parts[1], 'Result of the year')).toBe(43);
      const whole = await sheet('2027-12-31');
      expect(lineOf(whole, line)).toBeUndefined();
      expect(parts.reduce((sum, { totalEquity }) => sum + totalEquity.amount, 0)).toBe(whole.totalEquity.amount);
    });

    it('refuses a date that the books have not reached, an unknown branch, a day that does not exist, and API clients', async () => {
      const refused = async (query: Parameters, as = token): Promise<unknown> =>
        refusalOf(await app.get(`${BOOKS}/balance-sheet`, query, { token: as }));
      expect(await refused({ Date: '2028-01-02' })).toEqual({ status: 422, code: 'DATE_NOT_REACHED' });
      expect(await refused({ Date: '2027-12-31', BranchCode: '777' })).toEqual({
        status: 404,
        code: 'BRANCH_NOT_FOUND',
      });
      expect(await refused({ Date: '2027-02-29' })).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      const { status } = await app.get(`${BOOKS}/balance-sheet`, { Date: '2027-12-31' });
      expect(status).toBe(401);
    });
  });

  describe('ledger entries', () => {
    it('are the entries between opening and closing balance, each on one page', async () => {
      const period = { LedgerCode: '2010', StartDate: '2027-12-31', EndDate: '2028-01-01' };
      const entries: LedgerEntriesView['entries'] = [];
      let page: LedgerEntriesView;
      let After = '0-0';
      do {
        page = await read<LedgerEntriesView>('ledger-entries', { ...period, PageSize: 2, After });
        entries.push(...page.entries);
        After = page.nextAfter ?? '';
      } while (page.nextAfter !== null);
      expect(page).toMatchObject({
        openingBalance: -(seeded.deposits + 960),
        debits: 9,
        credits: 0,
        closingBalance: -(seeded.deposits + 951),
      });
      expect(
        entries.map(({ accountNumber, amount, valueDate, branchCode }) => [
          accountNumber,
          amount,
          valueDate,
          branchCode,
        ]),
      ).toEqual([
        [lagos, 5, '2027-12-31', '001'],
        [lagos, 1, '2028-01-01', '001'],
        [yaba, 3, '2027-12-31', '909'],
      ]);
      expect(new Set(entries.map((entry) => entry.postingReferenceNumber)).size).toBe(3);
    });

    it('of a branch are those that were booked there', async () => {
      const { entries, closingBalance } = await read<LedgerEntriesView>('ledger-entries', {
        LedgerCode: '4010',
        StartDate: '2027-12-01',
        EndDate: '2027-12-31',
        BranchCode: '909',
      });
      expect(entries.map(({ amount }) => amount)).toEqual([40, 3]);
      expect(closingBalance).toBe(-43);
    });

    it.each([
      ['an unknown ledger', { LedgerCode: '9999' }, 404, 'LEDGER_NOT_FOUND'],
      ['a period that ends before it begins', { EndDate: '2027-11-30' }, 400, 'VALIDATION_FAILED'],
      ['a page after no entry', { After: 'x' }, 400, 'VALIDATION_FAILED'],
      ['a page that is too large', { PageSize: 201 }, 400, 'VALIDATION_FAILED'],
    ])('refuse %s', async (_, changed, status, code) => {
      const query = { LedgerCode: '4010', StartDate: '2027-12-01', EndDate: '2027-12-31', ...changed };
      expect(refusalOf(await app.get(`${BOOKS}/ledger-entries`, query, { token }))).toEqual({ status, code });
    });
  });

  describe('files', () => {
    it.each([
      ['PDF', 'application/pdf', '%PDF-'],
      ['Excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
    ])('of a balance sheet are made as %s', async (Format, mimeType, start) => {
      const file = await read<FileView>('balance-sheet', { Date: '2027-12-31', Format });
      expect(file.mimeType).toBe(mimeType);
      const bytes = Buffer.from(file.document.split(',')[1]!, 'base64');
      expect(bytes.subarray(0, start.length).toString()).toBe(start);
    });

    it('of a trial balance as a PDF show every ledger, its totals and the date as documents write it', async () => {
      const file = await read<FileView>('trial-balance', { Date: '2027-12-31', Format: 'PDF' });
      expect(file).toMatchObject({ fileName: 'trial-balance-2027-12-31.pdf', mimeType: 'application/pdf' });
      const { rows, totals } = await read<DatedTrialBalanceView>('trial-balance', { Date: '2027-12-31' });
      const text = readPdf(Buffer.from(file.document.split(',')[1]!, 'base64')).pages.join('');
      expect(text).toContain('Asof31Dec2027');
      const amount = (naira: number): string =>
        naira.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
      for (const { code, name, category, debits, credits, balance } of rows)
        expect(text).toContain(
          `${code}${name.replace(/\s/g, '')}${category}${amount(debits)}${amount(credits)}${amount(balance)}`,
        );
      expect(text).toContain(`Totals${amount(totals.debits)}${amount(totals.credits)}0.00`);
    });

    it('of a profit and loss account show every line, the totals and the comparatives', async () => {
      const file = await read<FileView>('profit-and-loss', {
        StartDate: '2027-12-01',
        EndDate: '2027-12-31',
        Format: 'CSV',
      });
      const text = Buffer.from(file.document.split(',')[1]!, 'base64').toString();
      expect(text).toContain('"01 Dec 2027 to 31 Dec 2027","01 Nov 2027 to 30 Nov 2027","01 Dec 2026 to 31 Dec 2026"');
      expect(text).toContain('"Fees and commissions","4010",48.00,0.00,0.00');
      expect(text).toContain('"Result",,36.00,0.00,0.00');
    });
  });

  describe('layout', () => {
    it('can be replaced; ledgers that it does not name are in the last line of their category', async () => {
      const lines = [
        { title: 'Cash', category: 'Asset', ledgers: ['10*'] },
        { title: 'Deposits', category: 'Liability', ledgers: ['2010'] },
      ];
      await app.configure({ STATEMENT_LAYOUT: JSON.stringify({ lines }) });
      const { lines: shown, balanced } = await sheet('2027-12-31');
      expect(balanced).toBe(true);
      expect(shown.map(({ title, amount }) => [title, amount])).toEqual([
        ['Cash', seeded.cash + 988],
        ['Other assets', 0],
        ['Deposits', seeded.deposits + 952],
        ['Other liabilities', seeded.cash - seeded.deposits],
        ['Other reserves', 0],
        ['Result of the year', 36],
      ]);
      await app.configure({ STATEMENT_LAYOUT: null });
    });

    it.each([
      [{ lines: [{ title: 'Cash', category: 'Money', ledgers: ['1010'] }] }],
      [{ lines: [{ title: '', category: 'Asset', ledgers: ['1010'] }] }],
      [{ lines: [{ title: 'Cash', category: 'Asset', ledgers: ['1*10'] }] }],
      [{ lines: 'all' }],
    ])('that cannot be read is refused: %j', async (layout) => {
      const changes = [{ key: 'STATEMENT_LAYOUT', value: JSON.stringify(layout) }];
      expect((await app.put('/api/admin/v1/configuration', { changes }, { token })).status).toBe(422);
    });
  });

  it(
    'keep the profit of a closed year, which moves to retained earnings of each branch',
    async () => {
      const before = await profit('2027-01-01', '2027-12-31');
      expect(before.result).toEqual({ amount: 36, previousPeriod: 33 * 0, previousYear: 0 });
      const { approvalId } = (await app.post('/api/admin/v1/accounting-periods/close', { period: '2027' }, { token }))
        .body.data as { approvalId: number };
      dataOf(
        await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: await app.staff('checker') }),
      );
      await eventually(async () =>
        expect(await app.rows('SELECT status FROM accounting_period')).toEqual([{ status: 'Closed' }]),
      );
      expect(await profit('2027-01-01', '2027-12-31')).toEqual(before);
      expect((await profit('2027-01-01', '2027-12-31', { BranchCode: '909' })).result.amount).toBe(43);
      const filed = await app.get('/api/admin/v1/returns', { Return: 'income', Date: '2027-12-31' }, { token });
      expect(dataOf(filed)).toMatchObject({ tied: true, ties: [{ returnAmount: 36, ledgerAmount: 36 }] });
      const closed = await sheet('2027-12-31');
      expect([lineOf(closed, 'Retained earnings'), lineOf(closed, 'Result of the year')]).toEqual([36, 0]);
      const next = await sheet('2028-01-01', { BranchCode: '909' });
      expect([lineOf(next, 'Retained earnings'), lineOf(next, 'Result of the year')]).toEqual([43, 0]);
      expect(lineOf(next, 'Result of earlier years, not closed')).toBeUndefined();
      expect(lineOf(await sheet('2028-01-01', { DateBasis: 'BookingDate' }), 'Result of the year')).toBe(1 + 3);
    },
    TIMEOUT_MS,
  );
});
