import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { activeLoan, bookBalanceKobo, type NamedLoan } from './loans-support';
import {
  COLLECTIONS,
  dayProduct,
  fundCollections,
  loanOf,
  openCollections,
  type Paid,
  repay,
  REPAY_EARLY,
} from './servicing-support';

const TIMEOUT_MS = 300_000;
const EMPTY_LEDGER = '2031';

/** Four instalments of 10 days. */
const SHORT = {
  productCode: 'LND01',
  loanAmount: 100_000,
  tenure: 40,
  principalRepaymentEvery: 10,
  principalRepaymentFrequency: 0,
};

describe('earlyrepaymentloan', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 5_000_000);
    await openCollections(app, EMPTY_LEDGER);
    await dayProduct(app);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  function early(loan: NamedLoan, paymentOption: number, fields: object = {}): Record<string, unknown> {
    return {
      loanAccountNumber: loan.loanAccountNumber,
      paymentOption,
      source: 'CollectionsGL',
      collectionsGL: COLLECTIONS,
      referenceNumber: freshReference('ER'),
      ...fields,
    };
  }

  async function repayEarly(loan: NamedLoan, paymentOption: number, fields: object = {}): Promise<Paid> {
    return dataOf<Paid>(await app.post(REPAY_EARLY, early(loan, paymentOption, fields)));
  }

  it(
    'settles in full with the interest earned to the day; the rest of the interest falls away',
    async () => {
      const loan = await activeLoan(app, SHORT);
      await rollDays(app, 4);
      const interestKobo = BigInt(Math.round((10_000_000 * 0.24 * 4) / 365));
      const paid = await repayEarly(loan, 0);
      expect(paid).toMatchObject({
        amount: Number(10_000_000n + interestKobo) / 100,
        principalPaid: 100_000,
        interestPaid: Number(interestKobo) / 100,
        loanStatus: 'Closed',
        totalOutstanding: 0,
      });
      const { loan: closed, instalments } = await loanOf(app, loan);
      expect(closed.interestAccruedKobo).toBe(interestKobo);
      expect(instalments).toHaveLength(1);
      expect(instalments[0]).toMatchObject({
        dueDate: await businessDateOf(app),
        principalPaidKobo: 10_000_000n,
        closingBalanceKobo: 0n,
      });
      const [told] = await app.rows<{ details: { replaced: unknown[] } }>(
        `SELECT details FROM loan_transaction WHERE loan_id = $1 AND kind = 'EarlyRepayment'`,
        [loan.id],
      );
      expect(told!.details.replaced).toHaveLength(4);
    },
    TIMEOUT_MS,
  );

  it(
    'gives back interest that was taken upfront and is not earned',
    async () => {
      const loan = await activeLoan(app, { ...SHORT, interestComputationModel: 0, interestPaymentType: 2 });
      const unearnedKobo = (await bookBalanceKobo(app, `${loan.loanAccountNumber}-unearned`))!;
      await rollDays(app, 10);
      const left = (await bookBalanceKobo(app, `${loan.loanAccountNumber}-unearned`))!;
      expect(left).toBeLessThan(unearnedKobo);
      const { loan: before } = await loanOf(app, loan);
      const paid = await repayEarly(loan, 0);
      expect(paid.amount).toBe(Number(before.outstandingPrincipalKobo - left) / 100);
      expect(await bookBalanceKobo(app, `${loan.loanAccountNumber}-unearned`)).toBe(0n);
      expect(paid.loanStatus).toBe('Closed');
    },
    TIMEOUT_MS,
  );

  it(
    'counts what was paid ahead',
    async () => {
      const loan = await activeLoan(app, SHORT);
      const { instalments } = await loanOf(app, loan);
      const ahead =
        Number(instalments[0]!.interestDueKobo + instalments[1]!.interestDueKobo + instalments[0]!.principalDueKobo) /
        100;
      await repay(app, loan, ahead);
      const paid = await repayEarly(loan, 0);
      // Nothing was earned on the first day, so all that was paid repaid principal.
      expect(paid.amount).toBe(Math.round((100_000 - ahead) * 100) / 100);
      expect(paid.loanStatus).toBe('Closed');
    },
    TIMEOUT_MS,
  );

  it(
    'counts what was paid ahead, interest included',
    async () => {
      const loan = await activeLoan(app, SHORT);
      expect(await repay(app, loan, 99_999)).toMatchObject({ loanStatus: 'Active' });
      const before = await app.balance(loan.linkedNumber);
      expect(await repayEarly(loan, 0)).toMatchObject({ amount: 1, loanStatus: 'Closed' });
      expect(await app.balance(loan.linkedNumber)).toBe(before);
    },
    TIMEOUT_MS,
  );

  it('returns the payoff when another amount is sent', async () => {
    const loan = await activeLoan(app, SHORT);
    const refused = await app.post(REPAY_EARLY, early(loan, 0, { amount: 99_999 }));
    expect(refused.status).toBe(422);
    expect((refused.body as { data: unknown }).data).toMatchObject({ statusCode: 'PAYOFF_DIFFERS', payoff: 100_000 });
    expect(await repayEarly(loan, 0, { amount: 100_000 })).toMatchObject({ loanStatus: 'Closed' });
  });

  it(
    'keeps the instalment and shortens the loan, or keeps the dates and lowers the instalment',
    async () => {
      const [shorter, smaller] = [await activeLoan(app, SHORT), await activeLoan(app, SHORT)];
      const { instalments: old } = await loanOf(app, shorter);
      const level = old[1]!.principalDueKobo + old[1]!.interestDueKobo;
      await rollDays(app, 3);
      const earned = BigInt(Math.round((10_000_000 * 0.24 * 3) / 365));
      const amount = 40_000;
      for (const [loan, option] of [
        [shorter, 1],
        [smaller, 2],
      ] as const) {
        const paid = await repayEarly(loan, option, { amount });
        expect(paid).toMatchObject({
          interestPaid: Number(earned) / 100,
          principalPaid: Number(4_000_000n - earned) / 100,
          loanStatus: 'Active',
        });
      }
      const balance = 10_000_000n - 4_000_000n + earned;
      const short = await loanOf(app, shorter);
      expect(short.instalments.map(({ dueDate }) => dueDate)).toEqual([
        await businessDateOf(app),
        ...old.slice(0, 3).map(({ dueDate }) => dueDate),
      ]);
      expect(short.instalments[1]!.principalDueKobo + short.instalments[1]!.interestDueKobo).toBe(level);
      expect(short.loan).toMatchObject({ outstandingPrincipalKobo: balance, maturityDate: old[2]!.dueDate });
      const small = await loanOf(app, smaller);
      expect(small.instalments.map(({ dueDate }) => dueDate)).toEqual([
        await businessDateOf(app),
        ...old.map(({ dueDate }) => dueDate),
      ]);
      const levels = small.instalments.slice(1, 4).map((row) => row.principalDueKobo + row.interestDueKobo);
      expect(new Set(levels).size).toBe(1);
      expect(levels[0]).toBeLessThan(level);
      for (const { instalments } of [short, small])
        expect(instalments.slice(1).reduce((sum, row) => sum + row.principalDueKobo, 0n)).toBe(balance);
      // Both go on by themselves until they close.
      for (const { linkedNumber } of [shorter, smaller]) await app.payIn(linkedNumber, 10_000);
      await rollDays(app, 40);
      for (const loan of [shorter, smaller]) expect((await loanOf(app, loan)).loan.status).toBe('Closed');
    },
    TIMEOUT_MS,
  );

  it('pays from the linked account by default', async () => {
    const loan = await activeLoan(app, SHORT);
    const paid = dataOf<Paid>(
      await app.post(REPAY_EARLY, {
        loanAccountNumber: loan.loanAccountNumber,
        paymentOption: 0,
        referenceNumber: freshReference('ER'),
      }),
    );
    expect(paid).toMatchObject({ amount: 100_000, loanStatus: 'Closed' });
    expect(await app.balance(loan.linkedNumber)).toBe(0);
  });

  describe('refusals', () => {
    let loan: NamedLoan;
    let flat: NamedLoan;
    let bullet: NamedLoan;
    let resting: NamedLoan;

    beforeAll(async () => {
      loan = await activeLoan(app, SHORT);
      flat = await activeLoan(app, { ...SHORT, interestComputationModel: 0 });
      bullet = await activeLoan(app, { ...SHORT, interestComputationModel: 1, principalRepaymentType: 0 });
      await dayProduct(app, 'LND02', { moratorium: 1, moratoriumPeriods: 2, minTenure: 30 });
      resting = await activeLoan(app, { ...SHORT, productCode: 'LND02' });
    }, TIMEOUT_MS);

    it.each<{ name: string; body: () => Record<string, unknown>; status: number; code: string }>([
      { name: 'a part payment without an amount', body: () => early(loan, 1), status: 400, code: 'VALIDATION_FAILED' },
      {
        name: 'a ledger without its source',
        body: () => early(loan, 0, { source: 'LinkedAccount' }),
        status: 400,
        code: 'VALIDATION_FAILED',
      },
      {
        name: 'a source without its ledger',
        body: () => early(loan, 0, { collectionsGL: undefined }),
        status: 400,
        code: 'VALIDATION_FAILED',
      },
      { name: 'an unknown option', body: () => early(loan, 3), status: 400, code: 'VALIDATION_FAILED' },
      {
        name: 'an unknown loan',
        body: () => early({ ...loan, loanAccountNumber: '0000000000' }, 0),
        status: 404,
        code: 'LOAN_NOT_FOUND',
      },
      {
        name: 'the whole principal as a part',
        body: () => early(loan, 2, { amount: 100_000 }),
        status: 422,
        code: 'PREPAYMENT_TOO_LARGE',
      },
      {
        name: 'a flat loan in part',
        body: () => early(flat, 2, { amount: 1_000 }),
        status: 422,
        code: 'SCHEDULE_NOT_REMADE',
      },
      {
        name: 'fewer instalments of a bullet',
        body: () => early(bullet, 1, { amount: 1_000 }),
        status: 422,
        code: 'SCHEDULE_NOT_REMADE',
      },
      {
        name: 'a loan in its moratorium',
        body: () => early(resting, 2, { amount: 1_000 }),
        status: 422,
        code: 'SCHEDULE_NOT_REMADE',
      },
      {
        name: 'a ledger without the money',
        body: () => early(loan, 0, { collectionsGL: EMPTY_LEDGER }),
        status: 422,
        code: 'INSUFFICIENT_FUNDS',
      },
      {
        name: 'a ledger on which nothing is collected',
        body: () => early(loan, 0, { collectionsGL: '2040' }),
        status: 422,
        code: 'COLLECTIONS_LEDGER_NOT_ALLOWED',
      },
    ])('refuses $name', async ({ body, status, code }) => {
      const refused = await app.post(REPAY_EARLY, body());
      expect([refused.status, (refused.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
        status,
        code,
      ]);
    });

    it('refuses an amount that does not exceed what is due', async () => {
      await rollDays(app, 1);
      const refused = await app.post(REPAY_EARLY, early(loan, 2, { amount: 1 }));
      expect((refused.body as { data: unknown }).data).toMatchObject({
        statusCode: 'PREPAYMENT_TOO_SMALL',
        dueToday: Math.round((10_000_000 * 0.24) / 365) / 100,
      });
    });
  });

  it(
    'settles once, however often it is asked at once',
    async () => {
      const loan = await activeLoan(app, SHORT);
      const answers = await Promise.all(Array.from({ length: 20 }, () => app.post(REPAY_EARLY, early(loan, 0))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    },
    TIMEOUT_MS,
  );
});
