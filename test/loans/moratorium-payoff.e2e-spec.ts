import { addDays, daysBetween } from '../../src/common/time/calendar';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { activeLoan, bookBalanceKobo, LOAN_SCHEDULE, type NamedLoan, SEARCH_LOANS } from './loans-support';
import { dayProduct, fundCollections, repay, REPAY_EARLY, REPAY_LOAN, repayment } from './servicing-support';

const TIMEOUT_MS = 300_000;
const PRINCIPAL_KOBO = 10_000_000n;
/** Days of the three periods; the first two are a moratorium whose interest becomes principal. */
const PERIODS = [40, 10, 10] as const;
const LOAN = {
  productCode: 'LNDC',
  loanAmount: 100_000,
  tenure: 30,
  principalRepaymentEvery: 10,
  principalRepaymentFrequency: 0,
};

interface Shown {
  interestRate: number;
  outstandingPrincipal: number;
  outstandingInterest: number;
  totalOutstanding: number;
  payoffAmount: number;
}

const kobo = (naira: number): bigint => BigInt(Math.round(naira * 100));

/** `numerator` / `denominator` to the nearest whole number, a half to the even one. */
function halfEven(numerator: bigint, denominator: bigint): bigint {
  const [whole, rest] = [numerator / denominator, numerator % denominator];
  if (rest * 2n === denominator) return whole + (whole % 2n);
  return rest * 2n > denominator ? whole + 1n : whole;
}

/** The interest of a period of some days on a balance, as a fraction of a kobo. */
const interest = (balance: bigint, rate: number, days: number): [bigint, bigint] => [
  balance * BigInt(Math.round(rate * 100)) * BigInt(days),
  10_000n * 365n,
];

/** The debt of such a loan on a day after its disbursement, by arithmetic of its own. */
function debtOn(day: number, rate: number): { total: bigint; principal: bigint; payoff: bigint } {
  let [balance, start] = [PRINCIPAL_KOBO, 0];
  let now: { principal: bigint; payoff: bigint } | undefined;
  for (const days of PERIODS) {
    const [numerator, denominator] = interest(balance, rate, days);
    if (day < start + days)
      now ??= {
        principal: balance,
        payoff: balance + halfEven(numerator * BigInt(day - start), denominator * BigInt(days)),
      };
    start += days;
    balance += halfEven(numerator, denominator);
  }
  return { total: balance, ...now! };
}

describe('the debt of a loan whose moratorium adds interest to the principal', () => {
  let app: TestApp;
  let begun: string;
  let loans: NamedLoan[];
  let rate: number;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 5_000_000);
    const moratorium = { moratorium: 3, moratoriumPeriods: 2, moratoriumInterest: 'CAPITALISE', minTenure: 30 };
    await dayProduct(app, 'LNDC', { ...moratorium, principalRepaymentEvery: 10, maxTenure: 700 });
    begun = await businessDateOf(app);
    const firstRepaymentDate = addDays(begun, PERIODS[0]);
    loans = [];
    for (let index = 0; index < 8; index += 1) {
      const loan = await activeLoan(app, { ...LOAN, firstRepaymentDate });
      await app.payIn(loan.linkedNumber, 20_000);
      loans.push(loan);
    }
    rate = (await shown(loans[0]!)).interestRate;
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function shown({ loanAccountNumber }: NamedLoan): Promise<Shown> {
    const answer = await app.get(SEARCH_LOANS, { LoanAccountNumber: loanAccountNumber });
    return dataOf<{ data: Shown[] }>(answer).data[0]!;
  }

  /** What the accounts of the loan hold: principal, and interest that is earned and not yet principal. */
  async function booked({ loanAccountNumber }: NamedLoan): Promise<bigint> {
    return (
      (await bookBalanceKobo(app, loanAccountNumber))! + (await bookBalanceKobo(app, `${loanAccountNumber}-interest`))!
    );
  }

  const early = (loan: NamedLoan): Record<string, unknown> => ({
    loanAccountNumber: loan.loanAccountNumber,
    paymentOption: 0,
    referenceNumber: freshReference('ER'),
  });

  it.each([0, 1, 39, 40, 45, 50, 59])(
    'is stated, booked and taken alike on day %i',
    async (day) => {
      const nights = day - daysBetween(begun, await businessDateOf(app));
      if (nights > 0) await rollDays(app, nights);
      const loan = loans.pop()!;
      const { total, principal, payoff } = debtOn(day, rate);
      const view = await shown(loan);
      expect(view).toMatchObject({
        outstandingPrincipal: Number(principal) / 100,
        outstandingInterest: Number(total - principal) / 100,
        totalOutstanding: Number(total) / 100,
        payoffAmount: Number(payoff) / 100,
      });
      const schedule = dataOf<{ totals: { totalOutstanding: number } }>(
        await app.get(LOAN_SCHEDULE, { LoanAccountNumber: loan.loanAccountNumber }),
      );
      expect(kobo(schedule.totals.totalOutstanding)).toBe(total);
      expect(await booked(loan)).toBe(payoff);
      expect(dataOf(await app.post(REPAY_EARLY, early(loan)))).toMatchObject({
        amount: Number(payoff) / 100,
        loanStatus: 'Closed',
        totalOutstanding: 0,
      });
      expect(await booked(loan)).toBe(0n);
    },
    TIMEOUT_MS,
  );
});

describe('payments during such a moratorium', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 5_000_000);
    const moratorium = { moratorium: 3, moratoriumPeriods: 2, moratoriumInterest: 'CAPITALISE', minTenure: 30 };
    await dayProduct(app, 'LNDC', { ...moratorium, principalRepaymentEvery: 10, maxTenure: 700 });
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it(
    'settle with all that is outstanding, are refused between what can be paid ahead and the payoff, and are repaid in the end',
    async () => {
      const firstRepaymentDate = addDays(await businessDateOf(app), PERIODS[0]);
      const [settled, ahead] = [
        await activeLoan(app, { ...LOAN, firstRepaymentDate }),
        await activeLoan(app, { ...LOAN, firstRepaymentDate }),
      ];
      await rollDays(app, 30);
      const search = await app.get(SEARCH_LOANS, { LoanAccountNumber: ahead.loanAccountNumber });
      const { interestRate } = dataOf<{ data: Shown[] }>(search).data[0]!;
      const { total, payoff } = debtOn(30, interestRate);
      const [totalNaira, payoffNaira] = [Number(total) / 100, Number(payoff) / 100];
      const over = await app.post(REPAY_LOAN, repayment(settled, Number(total + 1n) / 100));
      expect(refusalOf(over)).toEqual({ status: 422, code: 'REPAYMENT_EXCEEDS_OUTSTANDING' });
      expect(await repay(app, settled, totalNaira)).toMatchObject({
        surplus: Number(total - payoff) / 100,
        loanStatus: 'Closed',
      });

      const [numerator, denominator] = interest(debtOn(50, interestRate).principal, interestRate, PERIODS[2]);
      const payable = PRINCIPAL_KOBO + halfEven(numerator, denominator);
      for (const amount of [payable + 1n, payoff - 1n]) {
        const between = await app.post(REPAY_LOAN, repayment(ahead, Number(amount) / 100));
        expect(refusalOf(between)).toEqual({ status: 422, code: 'REPAYMENT_EXCEEDS_OUTSTANDING' });
        expect((between.body as { data: object }).data).toMatchObject({ outstanding: totalNaira, payoff: payoffNaira });
      }
      expect(await repay(app, ahead, Number(payable) / 100)).toMatchObject({
        loanStatus: 'Active',
        outstandingPrincipal: 0,
        totalOutstanding: Number(total - payable) / 100,
      });
      expect(await app.failedProofs()).toEqual([]);
      await app.payIn(ahead.linkedNumber, 20_000);
      await rollDays(app, 31);
      const end = dataOf<{ data: object[] }>(
        await app.get(SEARCH_LOANS, { LoanAccountNumber: ahead.loanAccountNumber }),
      );
      expect(end.data[0]).toMatchObject({ loanStatus: 'Closed', totalOutstanding: 0 });
    },
    TIMEOUT_MS,
  );
});
