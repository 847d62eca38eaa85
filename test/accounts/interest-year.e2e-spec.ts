import { addDays } from '../../src/common/time/calendar';
import { DAY_COUNTS } from '../../src/products/terms/loan-enumerations';
import { TestApp } from '../support/app';
import { randomNumbers } from '../support/random-numbers';
import { ModelAccount, type ModelTerms } from './interest-model';
import {
  closeDay,
  createProduct,
  historyOf,
  interestRows,
  ledgerBalance,
  moveCash,
  openProductAccount,
  runStep,
  setBusinessDate,
  type TestAccount,
} from './interest-support';

/** Twelve months with a leap day, over the turn of a year. */
const FIRST = '2027-04-01';
const LAST = '2028-03-31';
const POSTINGS = ['Monthly', 'Quarterly', 'Yearly'] as const;
const MONTHS = [1, 3, 12];
const STEPS = ['savings-accrual', 'savings-posting'];
const MOVES_A_DAY = 3;
/** Days that are closed twice. */
const TWICE = ['2027-04-30', '2027-06-11', '2028-02-29', LAST];
/** Missed days, which are caught up after the last of them. No period ends in them. */
const MISSED = { from: '2027-05-01', to: '2027-05-30' };

interface Pair {
  account: TestAccount;
  model: ModelAccount;
}

describe('a year of savings interest', () => {
  let app: TestApp;
  const pairs: Pair[] = [];
  const random = randomNumbers(20_271_121);

  beforeAll(async () => {
    app = await TestApp.start();
    await setBusinessDate(app, FIRST);
    // Without the sandbox's own accounts, which would add to the totals.
    await app.rows(`DELETE FROM savings_product_terms WHERE institution_id = $1`, [app.institutionId]);
    for (const [index, dayCount] of DAY_COUNTS.entries()) pairs.push(await openPair(index, dayCount));
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /**
   * A product for every day count, with different tiers and posting periods, every second one with a minimum balance.
   */
  async function openPair(index: number, dayCount: (typeof DAY_COUNTS)[number]): Promise<Pair> {
    const rate = 2 + index / 8;
    const [low, high] = [4_000 + index, 9_000 + index];
    const minimumBalance = index % 2 === 0 ? 0 : 1_500.5;
    const terms: ModelTerms = {
      dayCount,
      rate: BigInt(rate * 10_000),
      tiers: [
        [BigInt(low * 100), BigInt((rate + 1.5) * 10_000)],
        [BigInt(high * 100), BigInt((rate + 3.25) * 10_000)],
      ],
      minimumKobo: BigInt(minimumBalance * 100),
      taxRate: index % 3 === 0 ? 75_500n : 100_000n,
      months: MONTHS[index % 3]!,
    };
    const productCode = await createProduct(
      app,
      { interestRate: rate, minimumBalance },
      {
        dayCount,
        interestPosting: POSTINGS[index % 3]!,
        withholdingTaxPercent: Number(terms.taxRate) / 10_000,
        interestTiers: [
          { fromAmount: low, interestRate: rate + 1.5 },
          { fromAmount: high, interestRate: rate + 3.25 },
        ],
      },
    );
    return { account: await openProductAccount(app, productCode), model: new ModelAccount(terms) };
  }

  /** Some accounts pay in, some pay out, often the whole balance, so that they earn nothing for a while. */
  async function moveSome(): Promise<void> {
    const chosen = new Set(Array.from({ length: MOVES_A_DAY }, () => pairs[Math.floor(random() * pairs.length)]!));
    const moves = [...chosen].map(({ account, model }) => {
      const isOut = model.balanceKobo > 0n && random() < 0.4;
      const amountKobo = isOut
        ? -(random() < 0.3 ? model.balanceKobo : BigInt(Math.floor(Number(model.balanceKobo) * random())) + 1n)
        : BigInt(Math.floor(random() * 600_000)) + 1n;
      model.balanceKobo += amountKobo;
      return moveCash(app, account, amountKobo);
    });
    await Promise.all(moves);
  }

  async function closeTwice(date: string): Promise<void> {
    const before = await interestRows(app);
    expect(await closeDay(app, date, STEPS)).toEqual([]);
    expect(await interestRows(app)).toEqual(before);
  }

  it('equals the model for every day count, with missed days and days that are closed twice', async () => {
    for (let date = FIRST; date <= LAST; date = addDays(date, 1)) {
      await moveSome();
      for (const { model } of pairs) model.close(date);
      await setBusinessDate(app, addDays(date, 1));
      if (date >= MISSED.from && date < MISSED.to) continue;
      // All entries of the missed days exist by now, each under its own date.
      for (let missed = MISSED.from; date === MISSED.to && missed < date; missed = addDays(missed, 1))
        expect(await runStep(app, 'savings-accrual', missed)).toMatchObject({ failed: [] });
      expect(await closeDay(app, date, STEPS)).toEqual([]);
      if (TWICE.includes(date)) await closeTwice(date);
    }
    for (const { account, model } of pairs) {
      const history = await historyOf(app, account, FIRST, LAST);
      expect(history.map(({ posted: _, ...row }) => row)).toEqual(model.rows);
      expect(await ledgerBalance(app, account.number)).toBe(model.balanceKobo);
      const posted = await app.rows(
        `SELECT through_date AS date, gross_kobo AS "grossKobo", tax_kobo AS "taxKobo" FROM interest_posting
           WHERE account_id = $1 ORDER BY through_date`,
        [account.id],
      );
      expect(posted).toEqual(
        model.posted.map(({ date, grossKobo, taxKobo }) => ({
          date,
          grossKobo: grossKobo.toString(),
          taxKobo: taxKobo.toString(),
        })),
      );
      expect(history.filter((row) => row.posted).at(-1)?.date).toBe(model.posted.at(-1)?.date);
    }
    await expectLedgers();
  }, 600_000);

  /** Checks the books of the year: the expense is the paid and the owed interest, to within half a kobo a product. */
  async function expectLedgers(): Promise<void> {
    const sum = (part: (model: ModelAccount) => bigint): bigint =>
      pairs.reduce((total, { model }) => total + part(model), 0n);
    const taxKobo = sum(({ posted }) => posted.reduce((total, { taxKobo: tax }) => total + tax, 0n));
    const paidKobo = sum(({ posted }) => posted.reduce((total, { grossKobo }) => total + grossKobo, 0n));
    const owedKobo = sum(({ unposted }) => BigInt(Math.round(Number(unposted))));
    expect(paidKobo).toBeGreaterThan(100_000n);
    expect(await ledgerBalance(app, '2060')).toBe(taxKobo);
    expect(await ledgerBalance(app, '2065')).toBe(owedKobo);
    expect(await ledgerBalance(app, '5010')).toBe(paidKobo + owedKobo);
    const [row] = await app.rows<{ open: number }>(
      'SELECT count(*)::int AS open FROM interest_total WHERE NOT is_booked',
    );
    expect(row).toEqual({ open: 0 });
  }
});
