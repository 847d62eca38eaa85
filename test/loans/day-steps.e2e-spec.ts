import { addDays, daysBetween } from '../../src/common/time/calendar';
import { suspendedKobo } from '../../src/loans/accrual/suspense';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays, runStep } from '../support/end-of-day';
import { activeLoan, bookBalanceKobo, ledgerIdOf, type NamedLoan } from './loans-support';
import { dayProduct, fundCollections, loanOf, repay, SHORT_LOAN, takeOut } from './servicing-support';

const TIMEOUT_MS = 300_000;
const STEPS = ['loan-accrual', 'loan-collection', 'loan-arrears', 'loan-ageing', 'loan-suspense'];

/** A loan of 30 days in 3 instalments of 10 days: everything falls due soon. */

/** Rounds half to even by hand: what the definitions say of a running accrual. */
function runningKobo(principalKobo: number, days: number, n: number, rate = 0.24): bigint {
  const exact = ((principalKobo * rate * days) / 365) * (n / days);
  return BigInt(Math.round(exact));
}

describe('the day of loans', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    // Interest that is posted at a month's end, wherever it falls, would be money to collect.
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    await fundCollections(app, 1_000_000);
    await dayProduct(app);
  }, TIMEOUT_MS);

  afterAll(async () => {
    // Only the loan of the test that breaks one.
    expect(await app.rows('SELECT DISTINCT step FROM end_of_day_exception')).toEqual([{ step: 'loan-accrual' }]);
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function brokeLoan(fields: object = {}): Promise<NamedLoan> {
    const loan = await activeLoan(app, { ...SHORT_LOAN, ...fields });
    await takeOut(app, loan.linkedNumber);
    return loan;
  }

  it(
    'earns interest each night, collects what is due from own funds, and leaves the rest alone',
    async () => {
      const loan = await activeLoan(app, { ...SHORT_LOAN, tenure: 6, principalRepaymentEvery: 3, loanAmount: 100_000 });
      await app.payIn(loan.linkedNumber, 5_000);
      const start = await businessDateOf(app);
      const { instalments } = await loanOf(app, loan);
      await rollDays(app, 2);
      expect((await loanOf(app, loan)).loan).toMatchObject({
        interestAccruedKobo: runningKobo(10_000_000, 3, 2),
        accruedThrough: addDays(start, 2),
      });
      expect(await bookBalanceKobo(app, `${loan.loanAccountNumber}-interest`)).toBe(runningKobo(10_000_000, 3, 2));
      await rollDays(app, 2);
      const first = instalments[0]!;
      const after = await loanOf(app, loan);
      expect(after.instalments[0]).toMatchObject({
        principalPaidKobo: first.principalDueKobo,
        interestPaidKobo: first.interestDueKobo,
        paidDate: first.dueDate,
      });
      expect(after.loan).toMatchObject({ status: 'Active', overdueKobo: 0n, nextDueDate: instalments[1]!.dueDate });
      const [transaction] = await app.rows<{ kind: string; business_date: string; amount_kobo: string }>(
        'SELECT kind, business_date::text, amount_kobo FROM loan_transaction WHERE loan_id = $1 AND kind = $2',
        [loan.id, 'Collection'],
      );
      expect(transaction).toMatchObject({
        business_date: first.dueDate,
        amount_kobo: String(first.principalDueKobo + first.interestDueKobo),
      });
      const [posting] = await app.rows<{ value_date: string; business_date: string }>(
        `SELECT value_date::text, business_date::text FROM posting WHERE kind = 'loan-collection' AND reference = $1`,
        [`${loan.loanAccountNumber}:${first.dueDate}`],
      );
      expect(posting).toEqual({ value_date: first.dueDate, business_date: addDays(first.dueDate, 1) });
      await rollDays(app, 3);
      expect((await loanOf(app, loan)).loan).toMatchObject({
        status: 'Closed',
        closedDate: instalments[1]!.dueDate,
        outstandingPrincipalKobo: 0n,
      });
    },
    TIMEOUT_MS,
  );

  it(
    'never takes held money or an overdraft, and takes part of an instalment',
    async () => {
      const loan = await brokeLoan({ tenure: 2, principalRepaymentEvery: 1, loanAmount: 20_000 });
      const { linkedNumber } = loan;
      await app.payIn(linkedNumber, 1_000);
      dataOf(
        await app.post('/api/accountlien/v1/placelien', {
          accountNumber: linkedNumber,
          amount: 400,
          referenceNumber: freshReference('LIEN'),
        }),
      );
      const overdraft = {
        accountNumber: linkedNumber,
        limit: 500_000,
        interestRate: 24,
        expiryDate: addDays(await businessDateOf(app), 90),
        referenceNumber: freshReference('OD'),
      };
      dataOf(await app.post('/api/accountoverdraft/v1/add', overdraft));
      await rollDays(app, 2);
      const { instalments } = await loanOf(app, loan);
      const paid = instalments.reduce((sum, row) => sum + row.principalPaidKobo + row.interestPaidKobo, 0n);
      expect(paid).toBe(60_000n);
    },
    TIMEOUT_MS,
  );

  it(
    'leaves an account alone that may not be debited, without a failure',
    async () => {
      const loan = await brokeLoan({ tenure: 2, principalRepaymentEvery: 1, loanAmount: 20_000 });
      await app.payIn(loan.linkedNumber, 30_000);
      await app.rows(`UPDATE ledger_account SET status = 'Frozen' WHERE number = $1`, [loan.linkedNumber]);
      await rollDays(app, 2);
      expect((await loanOf(app, loan)).loan).toMatchObject({ principalRepaidKobo: 0n, status: 'Delinquent' });
      await app.rows(`UPDATE ledger_account SET status = 'Active' WHERE number = $1`, [loan.linkedNumber]);
      await rollDays(app, 1);
      expect((await loanOf(app, loan)).loan).toMatchObject({ status: 'Closed' });
    },
    TIMEOUT_MS,
  );

  it(
    'charges default interest after the grace back to the due date, and the penalty once',
    async () => {
      const loan = await brokeLoan();
      const { instalments } = await loanOf(app, loan);
      const { dueDate, principalDueKobo } = instalments[0]!;
      await rollDays(app, daysBetween(await businessDateOf(app), dueDate) + 3);
      const inGrace = await loanOf(app, loan);
      expect(inGrace.instalments[0]).toMatchObject({ defaultDueKobo: 0n, penaltyDueKobo: 0n });
      expect(inGrace.loan).toMatchObject({
        status: 'Delinquent',
        classification: 'PassAndWatch',
        overdueSince: dueDate,
      });
      await rollDays(app, 3);
      const late = await loanOf(app, loan);
      const expected = BigInt(Math.round((Number(principalDueKobo) * 0.12 * 6) / 365));
      expect(late.instalments[0]).toMatchObject({
        defaultDueKobo: expected,
        penaltyDueKobo: 50_000n,
        arrearsThrough: addDays(dueDate, 6),
      });
      expect(await bookBalanceKobo(app, `${loan.loanAccountNumber}-default`)).toBe(expected);
      expect(late.loan.overdueKobo).toBe(
        late.instalments[0]!.principalDueKobo + late.instalments[0]!.interestDueKobo + expected + 50_000n,
      );
      await rollDays(app, 1);
      expect((await loanOf(app, loan)).instalments[0]!.penaltyDueKobo).toBe(50_000n);
      // Paying the arrears makes the loan perform again.
      const { loan: overdue } = await loanOf(app, loan);
      const paid = await repay(app, loan, Number(overdue.overdueKobo) / 100);
      expect(paid).toMatchObject({ loanStatus: 'Active', penaltyPaid: 500 });
      expect((await loanOf(app, loan)).loan).toMatchObject({
        classification: 'Performing',
        overdueKobo: 0n,
        overdueSince: null,
      });
    },
    TIMEOUT_MS,
  );

  it(
    'keeps income of a loan long past due in suspense until it is paid, and lets it mature',
    async () => {
      const loan = await brokeLoan({ tenure: 12, principalRepaymentEvery: 3, loanAmount: 40_000 });
      await app.rows('UPDATE loan_contract SET suspense_after_days = 4 WHERE loan_id = $1', [loan.id]);
      await rollDays(app, 10);
      const { loan: late } = await loanOf(app, loan);
      expect(late.suspendedInterestKobo).toBeGreaterThan(0n);
      const suspense = await bookBalanceKobo(app, '2095');
      expect(suspense).toBe(suspendedKobo(late));
      await rollDays(app, 4);
      const { loan: stillLate, instalments } = await loanOf(app, loan);
      const { penaltyDueKobo, defaultDueKobo, interestDueKobo } = instalments[0]!;
      expect(await repay(app, loan, Number(penaltyDueKobo + defaultDueKobo + interestDueKobo) / 100)).toMatchObject({
        interestPaid: Number(interestDueKobo) / 100,
      });
      expect((await loanOf(app, loan)).loan).toMatchObject({
        suspendedInterestKobo: stillLate.suspendedInterestKobo - interestDueKobo,
        suspendedDefaultKobo: stillLate.suspendedDefaultKobo - defaultDueKobo,
        suspendedPenaltyKobo: stillLate.suspendedPenaltyKobo - penaltyDueKobo,
      });
      expect(await bookBalanceKobo(app, '2095')).toBe(
        suspendedKobo(stillLate) - interestDueKobo - defaultDueKobo - penaltyDueKobo,
      );
      const { loan: matured } = await loanOf(app, loan);
      expect(matured.status).toBe('Matured');
      const total = [
        matured.outstandingPrincipalKobo,
        matured.outstandingInterestKobo,
        matured.outstandingDefaultKobo,
        matured.outstandingPenaltyKobo,
      ].reduce((sum, kobo) => sum + kobo);
      expect(await repay(app, loan, Number(total) / 100)).toMatchObject({ loanStatus: 'Closed' });
      expect(await bookBalanceKobo(app, '2095')).toBe(0n);
    },
    TIMEOUT_MS,
  );

  it(
    'changes nothing when the steps of a day run again',
    async () => {
      await brokeLoan({ tenure: 4, principalRepaymentEvery: 1, loanAmount: 20_000 });
      await activeLoan(app, SHORT_LOAN);
      await rollDays(app, 3);
      const state = (): Promise<unknown[]> =>
        app
          .rows('SELECT * FROM loan ORDER BY id')
          .then(async (loans) => [
            loans,
            await app.rows('SELECT * FROM loan_instalment ORDER BY id'),
            await app.rows('SELECT count(*) FROM posting'),
          ]);
      const before = await state();
      for (const name of STEPS) expect(await runStep(app, name)).toEqual({ done: 0, failed: [] });
      expect(await state()).toEqual(before);
    },
    TIMEOUT_MS,
  );

  it(
    'goes on where a day broke off: loans that were done are not done again',
    async () => {
      const [one, two] = [await activeLoan(app, SHORT_LOAN), await activeLoan(app, SHORT_LOAN)];
      const date = await businessDateOf(app);
      await app.rows('UPDATE institution SET business_date = business_date + 1 WHERE institution_id = $1', [
        app.institutionId,
      ]);
      // Hidden from the step, as if the process had stopped before it came to the second loan.
      await app.rows(`UPDATE loan SET status = 'Closed' WHERE id = $1`, [two.id]);
      await runStep(app, 'loan-accrual');
      const done = await loanOf(app, one);
      expect(done.loan).toMatchObject({
        interestAccruedKobo: runningKobo(9_000_000, 10, 1),
        accruedThrough: addDays(date, 1),
      });
      await app.rows(`UPDATE loan SET status = 'Active' WHERE id = $1`, [two.id]);
      expect(await runStep(app, 'loan-accrual')).toEqual({ done: 1, failed: [] });
      expect((await loanOf(app, two)).loan).toMatchObject({
        interestAccruedKobo: done.loan.interestAccruedKobo,
        accruedThrough: addDays(date, 1),
      });
      expect((await loanOf(app, one)).loan.interestAccruedKobo).toBe(done.loan.interestAccruedKobo);
      await app.rows('UPDATE institution SET business_date = business_date - 1 WHERE institution_id = $1', [
        app.institutionId,
      ]);
      await rollDays(app, 1);
      expect((await loanOf(app, one)).loan.interestAccruedKobo).toBe(done.loan.interestAccruedKobo);
    },
    TIMEOUT_MS,
  );

  it(
    'isolates a loan that fails and takes it up again',
    async () => {
      const [good, bad] = [await activeLoan(app, SHORT_LOAN), await activeLoan(app, SHORT_LOAN)];
      const { contract } = await loanOf(app, bad);
      await app.rows('UPDATE loan_contract SET interest_income_gl_account_id = 1 WHERE id = $1', [contract.id]);
      await app.rows(`UPDATE institution SET business_date = business_date WHERE institution_id = $1`, [
        app.institutionId,
      ]);
      const date = await businessDateOf(app);
      const next = await rollDays(app, 1).catch((error: unknown) => error);
      expect(next).toBeDefined();
      expect((await loanOf(app, good)).loan.accruedThrough).toBe(addDays(date, 1));
      expect((await loanOf(app, bad)).loan.accruedThrough).toBe(date);
      await app.rows('UPDATE loan_contract SET interest_income_gl_account_id = $2 WHERE id = $1', [
        contract.id,
        await ledgerIdOf(app, '4020'),
      ]);
      expect(await runStep(app, 'loan-accrual')).toEqual({ done: 1, failed: [] });
      expect((await loanOf(app, bad)).loan.interestAccruedKobo).toBe(
        (await loanOf(app, good)).loan.interestAccruedKobo,
      );
    },
    TIMEOUT_MS,
  );
});
