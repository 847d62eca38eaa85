import { addDays } from '../../src/common/time/calendar';
import type { SuspenseChangeView } from '../../src/loans/suspense/suspense-changes.dto';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays, runStep } from '../support/end-of-day';
import { activeLoan, addFee, bookBalanceKobo, type NamedLoan } from './loans-support';
import { approve, askChange, dayProduct, fundCollections, loanOf, repay, takeOut } from './servicing-support';

const TIMEOUT_MS = 300_000;
const SUSPENSE = '2095';
const CHANGES = '/api/admin/v1/loans/suspense-changes';
const LOAN = {
  productCode: 'LND01',
  loanAmount: 90_000,
  tenure: 60,
  principalRepaymentEvery: 30,
  principalRepaymentFrequency: 0,
};

describe('income of non-performing loans', () => {
  let app: TestApp;
  let feeId: number;

  beforeAll(async () => {
    app = await TestApp.start();
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    await app.configure({ LICENCE_CLASS: 'MicrofinanceBank', LOAN_CURE_DAYS: '3' });
    await fundCollections(app, 1_000_000);
    await dayProduct(app, 'LND01', { suspenseAfterDays: 300 });
    feeId = await addFee(app, 'LND01', {
      kind: 'Flat',
      amount: 1_000,
      vatApplies: true,
      charged: 'PerInstalment',
    });
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    expect(await app.rows('SELECT * FROM end_of_day_exception')).toEqual([]);
    await app.close();
  });

  /** A loan with a fee for each instalment, whose borrower has no money. */
  async function brokeLoan(): Promise<NamedLoan> {
    const loan = await activeLoan(app, { ...LOAN, allowLoanFee: true, loanFeeID: feeId });
    await takeOut(app, loan.linkedNumber);
    return loan;
  }

  async function income(): Promise<bigint> {
    const balances = await Promise.all(['4020', '4030', '4040', '4050'].map((code) => bookBalanceKobo(app, code)));
    return balances.reduce<bigint>((sum, kobo) => sum + (kobo ?? 0n), 0n);
  }

  async function changesOf({ loanAccountNumber }: NamedLoan): Promise<SuspenseChangeView[]> {
    const query = { LoanAccountNumber: loanAccountNumber, Direction: 'Asc' };
    const answer = await app.get(CHANGES, query, { token: await app.staff('maker') });
    return dataOf<{ data: SuspenseChangeView[] }>(answer).data;
  }

  it(
    'goes to suspense when the class becomes non-performing, whole, and is income only as it is collected',
    async () => {
      const before = await income();
      const loan = await brokeLoan();
      await rollDays(app, 60);
      const watched = await loanOf(app, loan);
      expect(watched.loan).toMatchObject({ classification: 'PassAndWatch', suspendedSince: null });
      expect((await income()) - before).toBeGreaterThan(0n);
      const day = await rollDays(app, 1);
      const { loan: bad, instalments } = await loanOf(app, loan);
      expect(bad).toMatchObject({ classification: 'Substandard', suspendedSince: day, curingSince: null });
      const row = instalments[0]!;
      expect(bad.suspendedInterestKobo).toBe(bad.interestAccruedKobo);
      expect(bad.suspendedFeeKobo).toBe(200_000n);
      expect(bad.suspendedDefaultKobo).toBe(row.defaultDueKobo);
      expect(bad.suspendedPenaltyKobo).toBe(row.penaltyDueKobo);
      expect(bad.suspendedDefaultKobo > 0n && bad.suspendedPenaltyKobo > 0n).toBe(true);
      // Nothing of the loan is left in income; the VAT within the fees is owed all the same.
      expect(await income()).toBe(before);
      await rollDays(app, 5);
      expect(await income()).toBe(before);
      const { loan: worse } = await loanOf(app, loan);
      expect(worse.suspendedDefaultKobo).toBeGreaterThan(bad.suspendedDefaultKobo);

      const paid = await repay(app, loan, 2_000);
      expect(paid).toMatchObject({ principalPaid: 0 });
      const collected = paid.interestPaid + paid.feePaid + paid.defaultPaid + paid.penaltyPaid;
      expect(collected).toBe(2_000);
      // A fee pays its VAT of ₦75.00 first.
      expect((await income()) - before).toBe(BigInt(Math.round((collected - Math.min(75, paid.feePaid)) * 100)));

      const [change, ...others] = await changesOf(loan);
      expect(others).toEqual([]);
      expect(change).toMatchObject({
        kind: 'Suspend',
        businessDate: day,
        classification: 'Substandard',
        daysPastDue: 31,
        interest: Number(bad.suspendedInterestKobo) / 100,
        fee: 2_000,
        postingReferenceNumber: expect.stringMatching(/\d/) as string,
      });
    },
    TIMEOUT_MS,
  );

  it(
    'stays in suspense when interest is capitalised, until the last of the principal is paid',
    async () => {
      const loan = await brokeLoan();
      await rollDays(app, 61);
      const { loan: bad } = await loanOf(app, loan);
      const before = await income();
      await approve(
        app,
        await askChange(app, `loans/${loan.id}/restructure`, {
          reason: 'Slow season',
          accruedInterest: 'Capitalised',
          tenure: 60,
        }),
      );
      const { loan: remade, instalments } = await loanOf(app, loan);
      expect(remade).toMatchObject({
        suspendedInterestKobo: 0n,
        suspendedPrincipalKobo: bad.suspendedInterestKobo,
        suspendedSince: bad.suspendedSince,
      });
      const charges = instalments[0]!;
      const chargesPaid = await repay(
        app,
        loan,
        Number(charges.feeDueKobo + charges.defaultDueKobo + charges.penaltyDueKobo) / 100,
      );
      const chargeIncome = chargesPaid.defaultPaid + chargesPaid.penaltyPaid + chargesPaid.feePaid - 150;
      expect((await income()) - before).toBe(BigInt(Math.round(chargeIncome * 100)));
      const afterCharges = await income();
      await rollDays(app, 2);
      const paid = await repay(app, loan, 30_000);
      expect(paid.principalPaid).toBeGreaterThan(0);
      expect((await loanOf(app, loan)).loan.suspendedPrincipalKobo).toBe(bad.suspendedInterestKobo);
      // Of the interest that was paid, what is not earned yet is no income.
      const earned = (await loanOf(app, loan)).loan.interestAccruedKobo - remade.interestAccruedKobo;
      expect((await income()) - afterCharges).toBe(earned);
      await rollDays(app, 1);
      await app.payIn(loan.linkedNumber, 100_000);
      dataOf(
        await app.post('/api/loanaccount/v1/earlyrepaymentloan', {
          loanAccountNumber: loan.loanAccountNumber,
          paymentOption: 0,
          referenceNumber: freshReference('EARLY'),
        }),
      );
      const { loan: closed } = await loanOf(app, loan);
      expect(closed).toMatchObject({ status: 'Closed', suspendedPrincipalKobo: 0n, suspendedInterestKobo: 0n });
    },
    TIMEOUT_MS,
  );

  it(
    'is income again after the cure period, and not before; what is in suspense waits for cash',
    async () => {
      const loan = await brokeLoan();
      await rollDays(app, 61);
      const { loan: bad } = await loanOf(app, loan);
      await approve(
        app,
        await askChange(app, `loans/${loan.id}/restructure`, {
          reason: 'Slow season',
          accruedInterest: 'Deferred',
          tenure: 60,
          firstRepaymentDate: null,
        }),
      );
      const { instalments } = await loanOf(app, loan);
      const { feeDueKobo, defaultDueKobo, penaltyDueKobo } = instalments[0]!;
      await repay(app, loan, Number(feeDueKobo + defaultDueKobo + penaltyDueKobo) / 100);
      const before = await income();
      await rollDays(app, 1);
      expect((await loanOf(app, loan)).loan.curingSince).toBe(await businessDateOf(app));
      await rollDays(app, 2);
      expect(await income()).toBe(before);
      expect((await loanOf(app, loan)).loan.suspendedSince).toBe(bad.suspendedSince);
      await rollDays(app, 1);
      const { loan: cured } = await loanOf(app, loan);
      expect(cured).toMatchObject({ suspendedSince: null, curingSince: null });
      expect(cured.suspendedInterestKobo).toBeGreaterThanOrEqual(bad.suspendedInterestKobo);
      const atCure = await income();
      await rollDays(app, 1);
      expect(await income()).toBeGreaterThan(atCure);
      expect((await loanOf(app, loan)).loan.suspendedInterestKobo).toBe(cured.suspendedInterestKobo);
      expect((await changesOf(loan)).map(({ kind }) => kind)).toEqual(['Suspend', 'Cure', 'Resume']);
    },
    TIMEOUT_MS,
  );

  it(
    'is reported apart where it was income of an earlier year, and moved once',
    async () => {
      const loan = await activeLoan(app, LOAN);
      await takeOut(app, loan.linkedNumber);
      await rollDays(app, 60);
      const { loan: watched } = await loanOf(app, loan);
      // The first ten nights fall into the year before.
      await app.rows(
        `UPDATE posting SET value_date = value_date - 366 WHERE id IN (
           SELECT posting_id FROM posting_entry WHERE account_id = $1 AND side = 'debit' AND seq <= 10)`,
        [watched.interestAccountId],
      );
      // The next end of day writes them anew.
      for (const table of ['account_daily_total', 'ledger_daily_total', 'daily_totals_progress'])
        await app.rows(`DELETE FROM ${table}`);
      const lastNight = await businessDateOf(app);
      await rollDays(app, 1);
      const [sum] = await app.rows<{ kobo: string }>(
        `SELECT sum(e.amount_kobo)::text AS kobo FROM posting_entry e
           JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
          WHERE account_id = ANY($1) AND side = 'debit' AND p.value_date < date_trunc('year', $2::date)`,
        [[watched.interestAccountId, watched.defaultAccountId, watched.penaltyAccountId], lastNight],
      );
      const [change] = await changesOf(loan);
      expect(change!.ofEarlierYears).toBe(Number(sum!.kobo) / 100);
      expect(change!.ofEarlierYears).toBeGreaterThan(0);
      expect(change!.ofEarlierYears).toBeLessThan(change!.total);
      const balance = await bookBalanceKobo(app, SUSPENSE);
      expect(await runStep(app, 'loan-suspense')).toEqual({ done: 0, failed: [] });
      expect(await bookBalanceKobo(app, SUSPENSE)).toBe(balance);
    },
    TIMEOUT_MS,
  );

  it.each([
    ['LICENCE_CLASS', 'ShopKeeper'],
    ['LOAN_CURE_DAYS', '0'],
    ['LOAN_CLASSIFICATION_SCALES', '{"2027-01-01": {"Lost": {"fromDays": 1}}}'],
  ])('is not counted by a setting %s of %s, which is refused', async (key, value) => {
    const token = await app.staff('administrator');
    const answer = await app.put(`/api/admin/v1/configuration/${key}`, { value }, { token });
    expect(refusalOf(answer)).toEqual({ status: 422, code: 'CONFIGURATION_VALUE_REFUSED' });
  });

  it(
    'counts days past due by the own scale of the institution from its date on',
    async () => {
      const step = (fromDays: number, nonPerforming: boolean): object => ({
        fromDays,
        provisionPercent: fromDays,
        nonPerforming,
      });
      const date = await businessDateOf(app);
      const scale = {
        Performing: step(0, false),
        PassAndWatch: step(1, false),
        Substandard: step(2, true),
        Doubtful: step(3, true),
        Lost: step(4, true),
      };
      await app.configure({ LOAN_CLASSIFICATION_SCALES: JSON.stringify({ [addDays(date, 32)]: scale }) });
      const loan = await brokeLoan();
      await rollDays(app, 31);
      expect((await loanOf(app, loan)).loan).toMatchObject({ classification: 'PassAndWatch', suspendedSince: null });
      const day = await rollDays(app, 1);
      expect((await loanOf(app, loan)).loan).toMatchObject({ classification: 'Substandard', suspendedSince: day });
      await app.configure({ LOAN_CLASSIFICATION_SCALES: null });
    },
    TIMEOUT_MS,
  );
});
