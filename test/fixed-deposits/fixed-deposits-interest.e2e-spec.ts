import { addDays, addMonths } from '../../src/common/time/calendar';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { rollDays } from '../support/end-of-day';
import {
  add,
  BOOKS,
  businessDateOf,
  closeDaily,
  closeDay,
  closeDays,
  closeNights,
  ledgerBalances,
  liquidated,
  openSaver,
  present,
  runStep,
  setBusinessDate,
  termsOf,
  topUp,
} from './deposits-support';

/** Naira of interest before tax, computed independently of the program: kobo days at a yearly rate, rounded once. */
function simpleInterest(amountDays: [naira: number, days: number][], ratePercent: number): number {
  const koboDays = amountDays.reduce((sum, [naira, days]) => sum + Math.round(naira * 100) * days, 0);
  return Math.round((koboDays * ratePercent) / 36_500) / 100;
}

const taxOn = (naira: number): number => Math.round(naira * 10) / 100;
const cents = (naira: number): number => Math.round(naira * 100) / 100;

describe('interest of fixed deposits', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const postings = async (): Promise<number> =>
    (
      await app.rows<{ count: number }>(`SELECT count(*)::int AS count FROM posting WHERE kind LIKE 'fixed-deposit%'`)
    )[0]!.count;
  /** Signed amounts of an account's entries, latest last. */
  const entriesOf = async (number: string): Promise<[string, number][]> =>
    (
      await app.rows<{ role: string; kobo: string }>(
        `SELECT e.role, CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END AS kobo FROM posting_entry e JOIN ledger_account a ON a.id = e.account_id WHERE a.number = $1 ORDER BY e.seq`,
        [number],
      )
    ).map(({ role, kobo }) => [role, Number(kobo) / 100]);

  describe('over a year', () => {
    const TOP_UP_DAY = 100;
    let before: Record<string, number>;
    let start: string;
    const deposits: Record<'AtMaturity' | 'Monthly' | 'Upfront', { saver: string; number: string }> = {} as never;
    // 365 nights of 100,000 and 265 nights of the 50,000 added on day 100, at 12 %.
    const YEAR = simpleInterest(
      [
        [100_000, 365],
        [50_000, 265],
      ],
      12,
    );

    beforeAll(async () => {
      start = await businessDateOf(app);
      before = await ledgerBalances(app, Object.values(BOOKS));
      for (const interestPayment of ['AtMaturity', 'Monthly', 'Upfront'] as const) {
        const saver = await openSaver(app, 150_000);
        const { accountNumber } = await add(app, saver, { tenure: 365, interestPayment });
        deposits[interestPayment] = { saver: saver.accountNumber, number: accountNumber };
      }
      const paydays = Array.from({ length: 12 }, (_, month) => addDays(addMonths(start, month + 1), -1)).filter(
        (date) => date < addDays(start, 364),
      );
      const topUpDate = addDays(start, TOP_UP_DAY);
      await closeNights(app, [...paydays.filter((date) => date < topUpDate), addDays(topUpDate, -1)]);
      for (const { saver, number } of Object.values(deposits)) dataOf(await topUp(app, number, saver, 50_000));
      await closeNights(app, [...paydays.filter((date) => date >= topUpDate), addDays(start, 364)]);
    }, 60_000);

    it('equals days times rate for every way of payment, and all of it is paid', async () => {
      expect(YEAR).toBe(16_356.16);
      for (const { number } of Object.values(deposits)) {
        expect(await present(app, number)).toMatchObject({
          status: 'Matured',
          dateClosed: addDays(start, 365),
          interestEarned: YEAR,
          interestPaid: YEAR,
          principalAmount: 150_000,
        });
      }
    });

    it('is booked as an expense once, leaves nothing payable or prepaid, and its tax is payable', async () => {
      const after = await ledgerBalances(app, Object.values(BOOKS));
      expect(cents(after[BOOKS.expense]! - before[BOOKS.expense]!)).toBe(cents(3 * YEAR));
      expect([after[BOOKS.payable], after[BOOKS.prepaid]]).toEqual([before[BOOKS.payable], before[BOOKS.prepaid]]);
      const taxes = await Promise.all(
        Object.values(deposits).map(async ({ number }) => (await present(app, number)).withholdingTaxPaid),
      );
      expect(cents(after[BOOKS.tax]! - before[BOOKS.tax]!)).toBe(cents(taxes.reduce((sum, tax) => sum + tax)));
    });

    it('at maturity is one payment, gross and tax', async () => {
      const { saver, number } = deposits.AtMaturity;
      const tax = taxOn(YEAR);
      expect(await entriesOf(saver)).toEqual([
        ['principal', 150_000],
        ['principal', -100_000],
        ['principal', -50_000],
        ['interest', YEAR],
        ['tax', -tax],
        ['reversal', 150_000],
      ]);
      expect(await app.balance(saver)).toBe(cents(150_000 + YEAR - tax));
      expect((await present(app, number)).withholdingTaxPaid).toBe(tax);
    });

    it('monthly is paid on the day of the month on which the deposit began', async () => {
      const { saver } = deposits.Monthly;
      const rows = await app.rows<{ date: string; kobo: string; narration: string }>(
        `SELECT p.value_date::text AS date, e.amount_kobo AS kobo FROM posting_entry e JOIN posting p ON p.id = e.posting_id JOIN ledger_account a ON a.id = e.account_id
          WHERE a.number = $1 AND e.role = 'interest' ORDER BY e.seq`,
        [saver],
      );
      const dates = Array.from({ length: 12 }, (_, month) => addMonths(start, month + 1)).filter(
        (date) => date < addDays(start, 365),
      );
      expect(rows.map(({ date }) => date)).toEqual([...dates, addDays(start, 365)]);
      let paid = 0;
      for (const { date, kobo } of rows) {
        const days = Math.round((Date.parse(date) - Date.parse(start)) / 86_400_000);
        const due = simpleInterest(
          [
            [100_000, days],
            [50_000, Math.max(0, days - 100)],
          ],
          12,
        );
        expect(Number(kobo) / 100).toBe(cents(due - paid));
        paid = due;
      }
    });

    it('upfront is paid with the principal and amortised', async () => {
      const { saver } = deposits.Upfront;
      const first = simpleInterest([[100_000, 365]], 12);
      const second = cents(YEAR - first);
      expect(await entriesOf(saver)).toEqual([
        ['principal', 150_000],
        ['principal', -100_000],
        ['interest', first],
        ['tax', -taxOn(first)],
        ['principal', -50_000],
        ['interest', second],
        ['tax', -taxOn(second)],
        ['reversal', 150_000],
      ]);
    });
  });

  it('is booked once when a day runs several times', async () => {
    const saver = await openSaver(app, 150_000);
    const deposit = await add(app, saver, { interestPayment: 'Monthly' });
    await closeDaily(app, 3);
    const yesterday = addDays(await businessDateOf(app), -1);
    const [count, view] = [await postings(), await present(app, deposit.accountNumber)];
    for (const date of [yesterday, yesterday, addDays(yesterday, -1)]) {
      expect(await runStep(app, 'accrual', date)).toMatchObject({ rows: 0, failures: [] });
      expect(await runStep(app, 'maturity', date)).toMatchObject({ rows: 0, failures: [] });
    }
    expect([await postings(), await present(app, deposit.accountNumber)]).toEqual([count, view]);
  });

  it('is booked by the end of the day', async () => {
    const { accountNumber } = await add(app, await openSaver(app, 100_000), { interestPayment: 'Monthly' });
    await rollDays(app, 2);
    expect(await present(app, accountNumber)).toMatchObject({ interestEarned: 65.75, interestPaid: 0 });
  });

  it('is the same for missed days as for days closed one by one', async () => {
    const states: unknown[] = [];
    const balances: number[] = [];
    const DAYS = 65;
    for (const how of ['daily', 'caught up', 'in one'] as const) {
      const saver = await openSaver(app, 200_000);
      const start = await businessDateOf(app);
      const ways = [
        ['AtMaturity', 'PrincipalAndInterest'],
        ['Upfront', 'Principal'],
        ['Monthly', 'Principal'],
      ];
      const numbers: string[] = [];
      for (const [interestPayment, applyRollover] of ways) {
        // Months differ in their days, so the tax on each monthly payment is rounded differently: it goes to its own
        // account.
        const payer = interestPayment === 'Monthly' ? await openSaver(app, 100_000) : saver;
        numbers.push(
          (await add(app, payer, { principalAmount: 50_123.45, tenure: 60, interestPayment, applyRollover }))
            .accountNumber,
        );
      }
      if (how === 'daily') await closeDaily(app, DAYS);
      else {
        await setBusinessDate(app, addDays(start, DAYS));
        const dates =
          how === 'in one' ? [addDays(start, DAYS - 1)] : Array.from({ length: DAYS }, (_, day) => addDays(start, day));
        for (const date of dates) {
          expect((await runStep(app, 'accrual', date)).failures).toEqual([]);
          expect((await runStep(app, 'maturity', date)).failures).toEqual([]);
        }
        // A term that a rollover began in the past has days behind it; the next end of day books them.
        if (how === 'in one') await runStep(app, 'accrual', addDays(start, DAYS - 1));
      }
      const terms = await Promise.all(numbers.map((number) => termsOf(app, number)));
      states.push(
        terms.map((ofOne) =>
          ofOne.map(({ status, principalAmount, interestEarned, interestPaid }) => ({
            status,
            principalAmount,
            interestEarned,
            interestPaid,
          })),
        ),
      );
      balances.push(await app.balance(saver.accountNumber));
    }
    expect(states[1]).toEqual(states[0]);
    expect(balances[1]).toBe(balances[0]);
    expect(states[2]).toEqual(states[0]);
    expect(balances[2]).toBe(balances[0]);
  }, 60_000);

  describe('when a deposit is liquidated early', () => {
    it('is paid with the principal, less the penalty', async () => {
      const saver = await openSaver(app, 150_000);
      const deposit = await add(app, saver, { tenure: 365 });
      await closeDays(app, 73);
      // A fifth of a year: 2,400; a quarter of it is lost.
      expect(await liquidated(app, deposit.accountNumber)).toMatchObject({
        interestOnLiquidated: 2_400,
        penalty: 600,
        interestPaidNow: 1_800,
        withholdingTax: 180,
        excessInterest: 0,
        amountPaid: 101_620,
        status: 'Liquidated',
        interestEarned: 1_800,
        interestPaid: 1_800,
        withholdingTaxPaid: 180,
      });
      expect(await app.balance(saver.accountNumber)).toBe(151_620);
    });

    it('includes days that the end of day has not booked yet', async () => {
      const saver = await openSaver(app, 150_000);
      const deposit = await add(app, saver, { tenure: 365 });
      await setBusinessDate(app, addDays(await businessDateOf(app), 73));
      expect(await liquidated(app, deposit.accountNumber)).toMatchObject({
        interestOnLiquidated: 2_400,
        penalty: 600,
        amountPaid: 101_620,
      });
      // The end of day comes afterwards and finds none of these days left to book.
      await closeDay(app);
      expect((await present(app, deposit.accountNumber)).interestEarned).toBe(1_800);
    });

    it('paid upfront and not earned is deducted from the principal, and its tax is returned', async () => {
      const saver = await openSaver(app, 150_000);
      const deposit = await add(app, saver, { tenure: 365, interestPayment: 'Upfront' });
      expect(deposit).toMatchObject({ interestPaid: 12_000, withholdingTaxPaid: 1_200, maturityAmount: 100_000 });
      expect(await app.balance(saver.accountNumber)).toBe(60_800);
      await closeDays(app, 73);
      expect(await liquidated(app, deposit.accountNumber)).toMatchObject({
        interestOnLiquidated: 2_400,
        penalty: 600,
        interestPaidNow: 0,
        excessInterest: 10_200,
        withholdingTaxReturned: 1_020,
        amountPaid: 90_820,
        interestPaid: 1_800,
        withholdingTaxPaid: 180,
      });
      // The same as if 1,800 less a tenth had been the interest from the start.
      expect(await app.balance(saver.accountNumber)).toBe(151_620);
    });

    it('paid monthly is set off against the interest that is kept', async () => {
      const saver = await openSaver(app, 150_000);
      const deposit = await add(app, saver, { tenure: 365, interestPayment: 'Monthly' });
      await closeDays(app, 73);
      const paid = (await present(app, deposit.accountNumber)).interestPaid;
      expect(paid).toBeGreaterThan(1_900);
      const settled = await liquidated(app, deposit.accountNumber);
      expect(settled).toMatchObject({
        penalty: 600,
        interestPaidNow: 0,
        excessInterest: cents(paid - 1_800),
        interestPaid: 1_800,
      });
      expect(cents(settled.amountPaid)).toBe(cents(100_000 - settled.excessInterest + settled.withholdingTaxReturned));
    });

    it('for a partial liquidation belongs to the latest top-up, and the rest earns as if it had been alone', async () => {
      const saver = await openSaver(app, 200_000);
      const start = await businessDateOf(app);
      const deposit = await add(app, saver, { tenure: 365 });
      await closeDays(app, 30);
      dataOf(await topUp(app, deposit.accountNumber, saver.accountNumber, 50_000));
      await closeDays(app, 43);
      // 50,000 for 43 nights and 10,000 for 73.
      const earned = simpleInterest(
        [
          [50_000, 43],
          [10_000, 73],
        ],
        12,
      );
      expect(await liquidated(app, deposit.accountNumber, 60_000)).toMatchObject({
        status: 'Active',
        principalAmount: 90_000,
        interestOnLiquidated: earned,
        penalty: cents(earned / 4),
        liquidatedAmount: 60_000,
      });
      await setBusinessDate(app, addDays(start, 364));
      expect((await closeDay(app)).flatMap(({ failures }) => failures)).toEqual([]);
      const rest = simpleInterest([[90_000, 365]], 12);
      expect(await present(app, deposit.accountNumber)).toMatchObject({
        status: 'Matured',
        principalAmount: 90_000,
        interestPaid: cents(rest + earned - cents(earned / 4)),
      });
    });

    it('for a partial liquidation after monthly or upfront payment leaves the rest as if it had been alone', async () => {
      for (const interestPayment of ['Monthly', 'Upfront'] as const) {
        const saver = await openSaver(app, 200_000);
        const start = await businessDateOf(app);
        const deposit = await add(app, saver, { tenure: 365, interestPayment });
        await closeDays(app, 73);
        expect(await liquidated(app, deposit.accountNumber, 40_000)).toMatchObject({
          interestOnLiquidated: 960,
          penalty: 240,
          principalAmount: 60_000,
        });
        await setBusinessDate(app, addDays(start, 364));
        expect((await closeDay(app)).flatMap(({ failures }) => failures)).toEqual([]);
        expect(await present(app, deposit.accountNumber)).toMatchObject({
          status: 'Matured',
          interestPaid: 7_200 + 720,
          interestEarned: 7_200 + 720,
        });
      }
    });
  });
});
