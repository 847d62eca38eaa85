import { addDays, addMonths } from '../../src/common/time/calendar';
import { strangersToken } from '../accounts/liens-support';
import { activeLoan, approvedLoan, LOAN_SCHEDULE, type NamedLoan } from '../loans/loans-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import { nextBusinessDate } from './reports-support';

const EXPECTATION = '/api/report/v1/getloanexpectationreport';
const TRACKING = '/api/report/v1/getloantrackingreport';
const ACCRUALS = '/api/report/v1/getsavingsaccrualhistory';

interface Amounts {
  totalDue: number;
  totalPaid: number;
  totalOutstanding: number;
}

interface Expectation {
  data: (Amounts & {
    loanAccountNumber: string;
    instalmentNumber: number;
    dueDate: string;
    status: string;
    customerName: string;
  })[];
  totals: Amounts;
  recordCount: number;
}

interface Tracking {
  amountDisbursed: number;
  amountDue: number;
  amountPaid: number;
  amountOutstanding: number;
  amountOverdue: number;
  daysPastDue: number;
  classification: string;
  nextDueDate: string | null;
  nextDueAmount: number;
  instalments: (Amounts & { dueDate: string; status: string })[];
}

describe('reports of loans and interest', () => {
  let app: TestApp;
  let loan: NamedLoan;
  let other: NamedLoan;
  let disbursed: string;
  let stranger: string;

  const expectation = async (query: Record<string, string | number>, token?: string): Promise<Expectation> =>
    dataOf<Expectation>(await app.get(EXPECTATION, query, { token }));
  const tracking = async (LoanAccountNumber: string): Promise<Tracking> =>
    dataOf<Tracking>(await app.get(TRACKING, { LoanAccountNumber }));
  const sum = (rows: Amounts[], of: keyof Amounts): number =>
    Math.round(rows.reduce((total, row) => total + row[of] * 100, 0)) / 100;

  beforeAll(async () => {
    app = await TestApp.start();
    disbursed = await businessDateOf(app);
    loan = await activeLoan(app);
    other = await activeLoan(app, { loanAmount: 60_000, tenure: 3 });
    await approvedLoan(app);
    stranger = await strangersToken(app);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('list the instalments that are due in a period, with totals over all pages', async () => {
    const span = { StartDate: addDays(disbursed, 1), EndDate: addDays(disbursed, 92) };
    const found = await expectation({ ...span, PageSize: 200 });
    const dues = found.data.map(({ dueDate }) => dueDate);
    expect(found.recordCount).toBe(6);
    expect(dues).toEqual([...dues].sort());
    expect(
      found.data
        .filter(({ loanAccountNumber }) => loanAccountNumber === other.loanAccountNumber)
        .map(({ instalmentNumber }) => instalmentNumber),
    ).toEqual([1, 2, 3]);
    for (const amount of ['totalDue', 'totalPaid', 'totalOutstanding'] as const)
      expect(found.totals[amount]).toBe(sum(found.data, amount));
    const page = await expectation({ ...span, PageSize: 4, PageNumber: 2 });
    expect(page).toMatchObject({ data: found.data.slice(4), totals: found.totals, recordCount: 6 });
    expect((await expectation({ ...span, Direction: 'Desc', PageSize: 200 })).data).toEqual([...found.data].reverse());
  });

  it.each([
    ['a loan', () => ({ LoanAccountNumber: other.loanAccountNumber }), 3],
    ['an unknown loan', () => ({ LoanAccountNumber: '0000000000' }), 0],
    ['its product', () => ({ ProductCode: 'LN001' }), 6],
    ['another product', () => ({ ProductCode: 'SAV001' }), 0],
    ['its branch', () => ({ BranchCode: '001' }), 6],
    ['an unknown branch', () => ({ BranchCode: '999' }), 0],
    ['an agent without loans', () => ({ AgentCode: 'AG999999' }), 0],
    ['an officer without loans', () => ({ AccountOfficerCode: 'STF999' }), 0],
  ])('filter the expected instalments by %s', async (_, query, count) => {
    const found = await expectation({ StartDate: addDays(disbursed, 1), EndDate: addDays(disbursed, 92), ...query() });
    expect(found.recordCount).toBe(count);
    if (count === 0) expect(found.totals.totalDue).toBe(0);
  });

  it('track a loan by its schedule', async () => {
    const found = await tracking(loan.loanAccountNumber);
    const schedule = dataOf<{ data: unknown[] }>(
      await app.get(LOAN_SCHEDULE, { LoanAccountNumber: loan.loanAccountNumber }),
    );
    expect(found.instalments).toEqual(schedule.data);
    expect(found).toMatchObject({
      amountDisbursed: 120_000,
      amountDue: 0,
      amountPaid: 0,
      amountOverdue: 0,
      daysPastDue: 0,
      classification: 'Performing',
      nextDueDate: addMonths(disbursed, 1),
      nextDueAmount: found.instalments[0]!.totalDue,
    });
    expect(found.amountOutstanding).toBe(sum(found.instalments, 'totalDue'));
  });

  it('count the days past due from the day after the due date', async () => {
    const due = addMonths(disbursed, 1);
    await app.rows('UPDATE institution SET business_date = $1 WHERE institution_id = $2', [due, app.institutionId]);
    const before = await tracking(loan.loanAccountNumber);
    expect(before).toMatchObject({
      amountDue: before.instalments[0]!.totalDue,
      amountOverdue: 0,
      daysPastDue: 0,
      classification: 'Performing',
    });
    await nextBusinessDate(app);
    const after = await tracking(loan.loanAccountNumber);
    await app.rows('UPDATE institution SET business_date = $1 WHERE institution_id = $2', [
      disbursed,
      app.institutionId,
    ]);
    expect(after).toMatchObject({
      amountOverdue: after.instalments[0]!.totalDue,
      daysPastDue: 1,
      classification: 'PassAndWatch',
      nextDueDate: addMonths(disbursed, 2),
    });
    expect(after.instalments[0]!.status).toBe('Overdue');
  });

  it('leave out written-off loans', async () => {
    await app.rows(`UPDATE loan SET status = 'WrittenOff' WHERE loan_account_number = $1`, [other.loanAccountNumber]);
    const found = await expectation({ StartDate: disbursed, EndDate: addDays(disbursed, 91) });
    await app.rows(`UPDATE loan SET status = 'Active' WHERE loan_account_number = $1`, [other.loanAccountNumber]);
    expect(found.data.every(({ loanAccountNumber }) => loanAccountNumber === loan.loanAccountNumber)).toBe(true);
  });

  it('list the interest accruals of an account by date', async () => {
    const account = await app.openAccount(1_000);
    for (const [day, accrued, cumulative] of [
      ['2026-03-01', '12.345678901234', '12.345678901234'],
      ['2026-03-02', '12.345678901234', '24.691357802468'],
      ['2026-03-04', '5', '29.691357802468'],
    ] as const) {
      await app.rows(
        `INSERT INTO savings_accrual (institution_id, accrued_on, account_id, balance_kobo, rate, accrued_kobo, cumulative_kobo)
         SELECT institution_id, $2, id, 100000, 4.5, $3, $4 FROM deposit_account WHERE account_number = $1`,
        [account, day, accrued, cumulative],
      );
    }
    const query = { AccountNumber: account, StartDate: '2026-03-01', EndDate: '2026-03-04' };
    const found = dataOf<{ data: { date: string }[]; recordCount: number }>(await app.get(ACCRUALS, query));
    expect(found).toEqual({
      data: [
        {
          date: '2026-03-01',
          balance: 1_000,
          rate: 4.5,
          accruedInterest: 0.123457,
          cumulative: 0.123457,
          posted: false,
        },
        {
          date: '2026-03-02',
          balance: 1_000,
          rate: 4.5,
          accruedInterest: 0.123457,
          cumulative: 0.246914,
          posted: false,
        },
        { date: '2026-03-04', balance: 1_000, rate: 4.5, accruedInterest: 0.05, cumulative: 0.296914, posted: false },
      ],
      recordCount: 3,
      pageNumber: 1,
      pageSize: 20,
    });
    const page = dataOf<typeof found>(
      await app.get(ACCRUALS, { ...query, Direction: 'Desc', PageSize: 2, PageNumber: 2 }),
    );
    expect([page.data.map(({ date }) => date), page.recordCount]).toEqual([['2026-03-01'], 3]);
    expect(
      dataOf<typeof found>(await app.get(ACCRUALS, { ...query, StartDate: '2026-03-03' })).data.map(({ date }) => date),
    ).toEqual(['2026-03-04']);
    expect((await app.get(ACCRUALS, query, { token: stranger })).status).toBe(404);
  });

  it.each([
    {
      path: EXPECTATION,
      name: 'a period of more than a year',
      query: { StartDate: '2026-01-01', EndDate: '2027-01-02' },
      status: 422,
      code: 'PERIOD_TOO_LONG',
    },
    { path: EXPECTATION, name: 'no period', query: {}, status: 400, code: 'VALIDATION_FAILED' },
    {
      path: EXPECTATION,
      name: 'dates the wrong way round',
      query: { StartDate: '2026-01-02', EndDate: '2026-01-01' },
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    { path: TRACKING, name: 'no loan', query: {}, status: 400, code: 'VALIDATION_FAILED' },
    {
      path: TRACKING,
      name: 'an unknown loan',
      query: { LoanAccountNumber: '0000000000' },
      status: 404,
      code: 'LOAN_NOT_FOUND',
    },
    {
      path: ACCRUALS,
      name: 'an unknown account',
      query: { AccountNumber: '0000000000', StartDate: '2026-01-01', EndDate: '2026-01-02' },
      status: 404,
      code: 'ACCOUNT_NOT_FOUND',
    },
    {
      path: ACCRUALS,
      name: 'a period of more than ten years',
      query: { AccountNumber: '1010', StartDate: '2000-01-01', EndDate: '2026-01-02' },
      status: 422,
      code: 'PERIOD_TOO_LONG',
    },
    {
      path: ACCRUALS,
      name: 'no account',
      query: { StartDate: '2026-01-01', EndDate: '2026-01-02' },
      status: 400,
      code: 'VALIDATION_FAILED',
    },
  ])('refuse at $path $name', async ({ path, query, status, code }) => {
    const response = await app.get(path, query as Record<string, string>);
    expect([response.status, response.body.data.statusCode]).toEqual([status, code]);
  });

  it('refuse the accruals of a virtual account', async () => {
    const [virtual] = await app.rows<{ number: string }>(`SELECT number FROM account_number WHERE kind = 'virtual'`);
    const response = await app.get(ACCRUALS, {
      AccountNumber: virtual!.number,
      StartDate: '2026-01-01',
      EndDate: '2026-01-02',
    });
    expect([response.status, response.body.data.statusCode]).toEqual([422, 'VIRTUAL_ACCOUNT_NOT_ALLOWED']);
  });

  it('answer 404 to another institution', async () => {
    expect((await app.get(TRACKING, { LoanAccountNumber: loan.loanAccountNumber }, { token: stranger })).status).toBe(
      404,
    );
    expect((await expectation({ StartDate: disbursed, EndDate: addDays(disbursed, 91) }, stranger)).recordCount).toBe(
      0,
    );
  });
});
