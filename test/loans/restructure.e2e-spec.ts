import { addDays } from '../../src/common/time/calendar';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { activeLoan, LOAN_SCHEDULE, type NamedLoan } from './loans-support';
import {
  approve,
  askChange,
  dayProduct,
  fundCollections,
  loanOf,
  repay,
  SHORT_LOAN,
  takeOut,
} from './servicing-support';

const TIMEOUT_MS = 300_000;
const TRACKING = '/api/report/v1/getloantrackingreport';

describe('restructure of loans', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 1_000_000);
    await dayProduct(app);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    expect(await app.rows('SELECT * FROM end_of_day_exception')).toEqual([]);
    await app.close();
  });

  async function lateLoan(fields: object = {}): Promise<NamedLoan> {
    const loan = await activeLoan(app, { ...SHORT_LOAN, ...fields });
    const { instalments } = await loanOf(app, loan);
    await repay(app, loan, Number(instalments[0]!.principalDueKobo + instalments[0]!.interestDueKobo) / 100);
    await takeOut(app, loan.linkedNumber);
    await rollDays(app, 24);
    return loan;
  }

  it.each(['Due', 'Deferred', 'Capitalised'] as const)(
    'gives new terms from the day on, unpaid interest %s',
    async (accruedInterest) => {
      const loan = await lateLoan();
      const day = await businessDateOf(app);
      const before = await loanOf(app, loan);
      const [paidRow] = before.instalments;
      const paidInterest = before.instalments.reduce((sum, row) => sum + row.interestPaidKobo, 0n);
      const owed = before.loan.interestAccruedKobo - paidInterest;
      expect(before.loan.status).toBe('Delinquent');
      await approve(
        app,
        await askChange(app, `loans/${loan.id}/restructure`, {
          reason: 'Slow season',
          accruedInterest,
          interestRate: 18,
          tenure: 40,
        }),
      );
      const after = await loanOf(app, loan);
      const principal = before.loan.outstandingPrincipalKobo + (accruedInterest === 'Capitalised' ? owed : 0n);
      expect(after.loan).toMatchObject({
        status: 'Restructured',
        interestRate: '18.0000',
        tenure: 40,
        outstandingPrincipalKobo: principal,
        restructuredDate: day,
        maturityDate: addDays(day, 40),
        overdueKobo: 0n,
        classification: 'Performing',
      });
      expect(after.contract).toMatchObject({
        version: 2,
        principalKobo: principal,
        effectiveDate: day,
        numberOfRepayments: 4,
      });
      // The row that was paid is as it was; what was unpaid of the other moved on.
      expect(after.instalments[0]).toEqual(paidRow);
      const closing = after.instalments[1]!;
      expect(closing).toMatchObject({
        dueDate: day,
        penaltyDueKobo: before.loan.outstandingPenaltyKobo,
        defaultDueKobo: before.loan.outstandingDefaultKobo,
      });
      expect(closing.interestDueKobo).toBe(accruedInterest === 'Due' ? owed : 0n);
      expect(closing.capitalisedKobo).toBe(accruedInterest === 'Capitalised' ? owed : 0n);
      const rows = after.instalments.slice(2);
      expect(rows.map(({ dueDate }) => dueDate)).toEqual([10, 20, 30, 40].map((days) => addDays(day, days)));
      expect(rows.reduce((sum, row) => sum + row.principalDueKobo, 0n)).toBe(principal);
      const interest = BigInt(Math.round((Number(principal) * 0.18 * 10) / 365));
      expect(rows[0]!.interestDueKobo).toBe(interest + (accruedInterest === 'Deferred' ? owed : 0n));
      const [told] = await app.rows<{ details: { replaced: unknown[]; version: number } }>(
        `SELECT details FROM loan_transaction WHERE loan_id = $1 AND kind = 'Restructure'`,
        [loan.id],
      );
      expect(told!.details).toMatchObject({ version: 2, accruedInterest });
      expect(told!.details.replaced).toHaveLength(3);
      const tracked = await app.get(TRACKING, { LoanAccountNumber: loan.loanAccountNumber });
      expect(dataOf<object>(tracked)).toMatchObject({ amountDisbursed: SHORT_LOAN.loanAmount });
      // It goes on under the new terms, and closes.
      await app.payIn(loan.linkedNumber, 100_000);
      await rollDays(app, 42);
      expect((await loanOf(app, loan)).loan).toMatchObject({ status: 'Closed', outstandingPrincipalKobo: 0n });
    },
    TIMEOUT_MS,
  );

  it('shows the borrower no row that only adds interest to the principal, in schedule and tracking', async () => {
    const loan = await activeLoan(app, SHORT_LOAN);
    await rollDays(app, 3);
    const change = { reason: 'Slow season', accruedInterest: 'Capitalised', tenure: 40 };
    await approve(app, await askChange(app, `loans/${loan.id}/restructure`, change));
    expect((await loanOf(app, loan)).instalments[0]).toMatchObject({ principalDueKobo: 0n, interestDueKobo: 0n });
    const query = { LoanAccountNumber: loan.loanAccountNumber };
    const { data } = dataOf<{ data: { totalDue: number }[] }>(await app.get(LOAN_SCHEDULE, query));
    const { instalments } = dataOf<{ instalments: object[] }>(await app.get(TRACKING, query));
    expect(data).toHaveLength(4);
    expect(data.every(({ totalDue }) => totalDue > 0)).toBe(true);
    expect(instalments).toEqual(data);
  });

  it(
    'moves the dates alone and keeps the instalment; the last one takes the longer period',
    async () => {
      const loan = await activeLoan(app, SHORT_LOAN);
      const day = await businessDateOf(app);
      const { instalments: old } = await loanOf(app, loan);
      const level = old[0]!.principalDueKobo + old[0]!.interestDueKobo;
      await approve(
        app,
        await askChange(app, `loans/${loan.id}/restructure`, {
          reason: 'Harvest',
          accruedInterest: 'Due',
          firstRepaymentDate: addDays(day, 25),
        }),
      );
      const { instalments } = await loanOf(app, loan);
      const rows = instalments;
      expect(rows.map(({ dueDate }) => dueDate)).toEqual([25, 35, 45].map((days) => addDays(day, days)));
      expect(rows.slice(0, 2).map((row) => row.principalDueKobo + row.interestDueKobo)).toEqual([level, level]);
      expect(rows[2]!.principalDueKobo + rows[2]!.interestDueKobo).toBeGreaterThan(level);
      expect(rows[0]!.interestDueKobo).toBe(BigInt(Math.round((9_000_000 * 0.24 * 25) / 365)));
    },
    TIMEOUT_MS,
  );

  it('moves the dates so far that the instalment would not cover the interest, and sizes instalments anew', async () => {
    const loan = await activeLoan(app, { ...SHORT_LOAN, tenure: 500 });
    const day = await businessDateOf(app);
    const { instalments: old } = await loanOf(app, loan);
    const level = old[0]!.principalDueKobo + old[0]!.interestDueKobo;
    const firstRepaymentDate = addDays(day, 60);
    const change = { reason: 'Illness', accruedInterest: 'Due', firstRepaymentDate };
    await approve(app, await askChange(app, `loans/${loan.id}/restructure`, change));
    const { instalments } = await loanOf(app, loan);
    const interest = BigInt(Math.round((9_000_000 * 0.24 * 60) / 365));
    expect(interest).toBeGreaterThan(level);
    expect(instalments[0]).toMatchObject({ dueDate: firstRepaymentDate, interestDueKobo: interest });
    expect(instalments).toHaveLength(50);
    const totals = instalments.slice(1, 40).map((row) => row.principalDueKobo + row.interestDueKobo);
    expect(new Set(totals).size).toBe(1);
    expect(instalments.reduce((sum, row) => sum + row.principalDueKobo, 0n)).toBe(9_000_000n);
  });

  it('accepts a moratorium', async () => {
    const loan = await activeLoan(app, SHORT_LOAN);
    await approve(
      app,
      await askChange(app, `loans/${loan.id}/restructure`, {
        reason: 'Flood',
        accruedInterest: 'Deferred',
        tenure: 50,
        moratorium: 1,
        moratoriumPeriods: 2,
      }),
    );
    const { instalments } = await loanOf(app, loan);
    expect(instalments.map((row) => row.principalDueKobo > 0n)).toEqual([false, false, true, true, true]);
  });

  it.each<{ name: string; body: object; status: number; code: string }>([
    { name: 'no choice of the interest', body: { tenure: 40 }, status: 400, code: 'VALIDATION_FAILED' },
    {
      name: 'a moratorium without periods',
      body: { accruedInterest: 'Due', moratorium: 1 },
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'periods without a moratorium',
      body: { accruedInterest: 'Due', moratoriumPeriods: 1 },
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'a tenure that no instalments fill',
      body: { accruedInterest: 'Due', tenure: 35 },
      status: 422,
      code: 'LOAN_TERMS_REFUSED',
    },
    {
      name: 'a moratorium as long as the loan',
      body: { accruedInterest: 'Due', tenure: 20, moratorium: 3, moratoriumPeriods: 2 },
      status: 422,
      code: 'LOAN_TERMS_REFUSED',
    },
    {
      name: 'a tenure longer than the longest of the product',
      body: { accruedInterest: 'Due', tenure: 730 },
      status: 422,
      code: 'LOAN_TERMS_REFUSED',
    },
    {
      name: 'a first date that is later than the longest tenure of the product',
      body: { accruedInterest: 'Due', tenure: 20, firstRepaymentDate: '2099-01-01' },
      status: 422,
      code: 'LOAN_TERMS_REFUSED',
    },
    {
      name: 'a first date in the past',
      body: { accruedInterest: 'Due', firstRepaymentDate: '2026-01-01' },
      status: 422,
      code: 'LOAN_TERMS_REFUSED',
    },
  ])('refuses $name', async ({ body, status, code }) => {
    const loan = await activeLoan(app, SHORT_LOAN);
    const refused = await app.post(
      `/api/admin/v1/loans/${loan.id}/restructure`,
      { reason: 'Test', ...body },
      { token: await app.staff('maker') },
    );
    expect([refused.status, (refused.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
      status,
      code,
    ]);
    expect((await loanOf(app, loan)).loan.approvalId).toBeNull();
  });

  it('refuses a loan whose interest was taken upfront', async () => {
    const loan = await activeLoan(app, { ...SHORT_LOAN, interestComputationModel: 0, interestPaymentType: 2 });
    const refused = await app.post(
      `/api/admin/v1/loans/${loan.id}/restructure`,
      { reason: 'Test', accruedInterest: 'Due', tenure: 40 },
      { token: await app.staff('maker') },
    );
    expect((refused.body as { data: { statusCode: string } }).data.statusCode).toBe('LOAN_TERMS_REFUSED');
  });
});
