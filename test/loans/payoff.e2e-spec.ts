import { addDays } from '../../src/common/time/calendar';
import { dataOf, refusalOf, refusalWithFieldsOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { activeLoan, bookBalanceKobo, LOAN_SCHEDULE, type NamedLoan, SEARCH_LOANS } from './loans-support';
import {
  type ActiveGroup,
  activeGroup,
  fundCollections,
  loanOf,
  repay,
  REPAY_EARLY,
  REPAY_GROUP,
  REPAY_LOAN,
  repayment,
} from './servicing-support';

const TIMEOUT_MS = 300_000;

interface Payoff {
  payoffAmount: number | null;
  payoffDate: string;
  totalOutstanding: number;
}

describe('a payment that reaches the payoff', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 5_000_000);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function found(loan: NamedLoan, query: object = {}): Promise<Payoff> {
    const answer = await app.get(SEARCH_LOANS, { LoanAccountNumber: loan.loanAccountNumber, ...query });
    return dataOf<{ data: Payoff[] }>(answer).data[0]!;
  }

  it('takes no interest to come: the rest of the debt over the schedule goes to the linked account', async () => {
    const loan = await activeLoan(app);
    const income = await bookBalanceKobo(app, '4020');
    const balance = await app.balance(loan.linkedNumber);
    const { payoffAmount, totalOutstanding } = await found(loan);
    expect(payoffAmount).toBe(120_000);
    expect(totalOutstanding).toBeGreaterThan(120_000);
    expect(await repay(app, loan, totalOutstanding)).toMatchObject({
      amount: totalOutstanding,
      principalPaid: 120_000,
      interestPaid: 0,
      surplus: Math.round((totalOutstanding - 120_000) * 100) / 100,
      loanStatus: 'Closed',
      totalOutstanding: 0,
    });
    expect(await bookBalanceKobo(app, '4020')).toBe(income);
    expect((await app.balance(loan.linkedNumber)) - balance).toBeCloseTo(totalOutstanding - 120_000, 2);
    expect(await found(loan)).toMatchObject({ payoffAmount: 0, totalOutstanding: 0 });
  });

  it(
    'settles with exactly the payoff, and pays instalments with one kobo less',
    async () => {
      const [loan, other] = [await activeLoan(app), await activeLoan(app)];
      await rollDays(app, 4);
      const { payoffAmount } = await found(loan);
      expect(payoffAmount).toBeGreaterThan(120_000);
      expect(await repay(app, loan, payoffAmount!)).toMatchObject({ loanStatus: 'Closed', surplus: 0 });
      expect(await repay(app, other, Math.round(payoffAmount! * 100 - 1) / 100)).toMatchObject({
        loanStatus: 'Active',
        surplus: 0,
      });
    },
    TIMEOUT_MS,
  );

  it('is refused above the outstanding, with both figures', async () => {
    const loan = await activeLoan(app);
    const { payoffAmount, totalOutstanding } = await found(loan);
    const refused = await app.post(REPAY_LOAN, repayment(loan, Math.round(totalOutstanding * 100 + 1) / 100));
    expect(refusalOf(refused)).toEqual({ status: 422, code: 'REPAYMENT_EXCEEDS_OUTSTANDING' });
    expect((refused.body as { data: object }).data).toMatchObject({
      payoff: payoffAmount,
      outstanding: totalOutstanding,
    });
    expect((refused.body as { message: string }).message).toMatch(/120,000\.00/);
  });

  it('settles once when two are sent at the same time', async () => {
    const loan = await activeLoan(app);
    const { totalOutstanding } = await found(loan);
    const balance = await app.balance(loan.linkedNumber);
    const answers = await Promise.all([1, 2].map(() => app.post(REPAY_LOAN, repayment(loan, totalOutstanding))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await app.balance(loan.linkedNumber)) - balance).toBeCloseTo(totalOutstanding - 120_000, 2);
  });

  it(
    'is told by search and schedule for today and for a date, and equals an early settlement of that day',
    async () => {
      const loan = await activeLoan(app);
      const today = await businessDateOf(app);
      const later = addDays(today, 10);
      const { payoffAmount, payoffDate } = await found(loan, { PayoffDate: later });
      expect(payoffDate).toBe(later);
      const query = { LoanAccountNumber: loan.loanAccountNumber };
      expect(dataOf(await app.get(LOAN_SCHEDULE, { ...query, PayoffDate: later }))).toMatchObject({
        payoffAmount,
        payoffDate: later,
      });
      expect(dataOf(await app.get(LOAN_SCHEDULE, query))).toMatchObject({ payoffAmount: 120_000, payoffDate: today });
      for (const PayoffDate of [addDays(today, -1), addDays(today, 367)])
        expect(refusalWithFieldsOf(await app.get(SEARCH_LOANS, { ...query, PayoffDate }))).toMatchObject({
          status: 400,
          fields: ['PayoffDate'],
        });
      await rollDays(app, 10);
      await app.payIn(loan.linkedNumber, 50_000);
      const settled = await app.post(REPAY_EARLY, {
        loanAccountNumber: loan.loanAccountNumber,
        paymentOption: 0,
        referenceNumber: freshReference('EARLY'),
      });
      expect(dataOf(settled)).toMatchObject({ amount: payoffAmount, loanStatus: 'Closed' });
    },
    TIMEOUT_MS,
  );

  it(
    'below it is interest paid ahead: a liability until it is earned, never a receivable in credit',
    async () => {
      const loan = await activeLoan(app);
      const { interestPaid } = await repay(app, loan, 50_000);
      expect(interestPaid).toBeGreaterThan(0);
      const paidKobo = BigInt(Math.round(interestPaid * 100));
      const { loanAccountNumber } = loan;
      const books = async (): Promise<(bigint | undefined)[]> => [
        await bookBalanceKobo(app, `${loanAccountNumber}-interest`),
        await bookBalanceKobo(app, `${loanAccountNumber}-ahead`),
      ];
      expect(await books()).toEqual([0n, paidKobo]);
      await rollDays(app, 5);
      const { loan: later } = await loanOf(app, loan);
      expect(later.interestAccruedKobo).toBeGreaterThan(0n);
      expect(await books()).toEqual([0n, paidKobo - later.interestAccruedKobo]);
    },
    TIMEOUT_MS,
  );

  it('of a participant takes the payoff alone from the linked account', async () => {
    const group: ActiveGroup = await activeGroup(app);
    const [member] = group.members;
    const { instalments, loan } = await loanOf(app, member!);
    const balance = await app.balance(member!.linkedNumber);
    const wanted = {
      principalToPay: Number(loan.outstandingPrincipalKobo) / 100,
      interestToPay: Number(loan.outstandingInterestKobo) / 100,
      ...(loan.outstandingFeeKobo > 0n ? { feeToPay: Number(loan.outstandingFeeKobo) / 100 } : {}),
    };
    expect(instalments.length).toBeGreaterThan(1);
    const paid = await app.post(REPAY_GROUP, {
      groupLoanID: group.id,
      participantRepayments: [{ id: member!.id, ...wanted }],
    });
    expect(dataOf(paid)).toMatchObject({
      totalAmount: wanted.principalToPay,
      participantRepayments: [{ loanStatus: 'Closed', interestPaid: 0 }],
    });
    expect(balance - (await app.balance(member!.linkedNumber))).toBeCloseTo(wanted.principalToPay, 2);
  });
});
