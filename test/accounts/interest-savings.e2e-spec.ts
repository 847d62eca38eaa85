import fc from 'fast-check';
import { addDays } from '../../src/common/time/calendar';
import { rateForAmount, storedTiers } from '../../src/products/rates/rate-tier';
import { RECEIPT } from '../reports/reports-support';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import {
  closeDay,
  createProduct,
  historyOf,
  INTEREST_STEPS,
  interestRows,
  ledgerBalance,
  moveCash,
  openProductAccount,
  runStep,
  setBusinessDate,
  type TestAccount,
} from './interest-support';
import { setStatus } from './liens-support';
import { CLOSE_ACCOUNT, GET_EXTENDED_BALANCE } from './sandbox-accounts';

const UPDATE_ACCOUNT = '/api/account/v1/updatecustomeraccount';

describe('savings interest', () => {
  let app: TestApp;
  /** Each test uses a different January. */
  let year = 2027;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function funded(productCode: string, amountKobo: bigint, fields: object = {}): Promise<TestAccount> {
    const account = await openProductAccount(app, productCode, fields);
    await moveCash(app, account, amountKobo);
    return account;
  }
  async function newMonth(): Promise<{ day: string; lastDay: string }> {
    year += 1;
    await setBusinessDate(app, `${year}-01-30`);
    return { day: `${year}-01-30`, lastDay: `${year}-01-31` };
  }
  const postedOf = ({ id }: TestAccount): Promise<{ gross: string; tax: string; forced: boolean }[]> =>
    app.rows(
      `SELECT i.gross_kobo AS gross, i.tax_kobo AS tax, p.forced FROM interest_posting i
         JOIN posting p ON p.id = i.posting_id WHERE i.account_id = $1 ORDER BY i.through_date`,
      [id],
    );
  const bookings = (productCode: string): Promise<{ narration: string; amount: string }[]> =>
    app.rows(
      `SELECT p.narration, p.amount_kobo AS amount FROM posting p JOIN product d ON d.code = $1
         AND p.reference LIKE '%/' || d.id || '/%' WHERE p.kind IN ('savings-accrual', 'savings-rounding')
         ORDER BY p.id`,
      [productCode],
    );

  it('accrues on the balance at the end of a day and is posted, less tax, at the end of the month', async () => {
    const { day, lastDay } = await newMonth();
    const account = await funded(await createProduct(app, { interestRate: 10 }), 3_650_000n);
    expect(await closeDay(app, day)).toEqual([]);
    expect(await ledgerBalance(app, account.number)).toBe(3_650_000n);
    expect(dataOf(await app.get(GET_EXTENDED_BALANCE, { AccountNumber: account.number }))).toMatchObject({
      accruedInterest: 10,
    });
    expect(await closeDay(app, lastDay)).toEqual([]);
    expect(await ledgerBalance(app, account.number)).toBe(3_650_000n + 2_000n - 200n);
    const row = { balanceKobo: 3_650_000n, rate: '10.0000', accruedKobo: '1000.000000000000', posted: true };
    expect(await historyOf(app, account, day, lastDay)).toEqual([
      { ...row, date: day, cumulativeKobo: '1000.000000000000' },
      { ...row, date: lastDay, cumulativeKobo: '2000.000000000000' },
    ]);
    expect(
      await app.rows(
        `SELECT side, role, amount_kobo AS amount, narration FROM posting_entry WHERE account_id = $1
           AND role <> 'principal' ORDER BY seq`,
        [account.id],
      ),
    ).toEqual([
      { side: 'credit', role: 'interest', amount: '2000', narration: `Interest to ${lastDay}` },
      { side: 'debit', role: 'tax', amount: '200', narration: 'Withholding tax on interest' },
    ]);
    expect(dataOf(await app.get(GET_EXTENDED_BALANCE, { AccountNumber: account.number }))).toMatchObject({
      accruedInterest: 0,
    });
    expect(await closeDay(app, addDays(lastDay, 1))).toEqual([]);
    expect(await historyOf(app, account, addDays(lastDay, 1), addDays(lastDay, 1))).toMatchObject([
      { balanceKobo: 3_651_800n, posted: false },
    ]);
  });

  /** The amounts that one posting has on an account, signed as credits. */
  const legsOn = (postingId: string, number: string): Promise<{ role: string; amount: string }[]> =>
    app.rows(
      `SELECT e.role, CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END AS amount
         FROM posting_entry e JOIN ledger_account a ON a.id = e.account_id
        WHERE e.posting_id = $1 AND a.number = $2 ORDER BY e.leg`,
      [postingId, number],
    );

  it('is posted for many accounts together, with one entry on each ledger', async () => {
    const { day, lastDay } = await newMonth();
    const productCode = await createProduct(app, { interestRate: 10 });
    const accounts = [];
    for (const amountKobo of [3_650_000n, 7_300_000n, 365_000n]) accounts.push(await funded(productCode, amountKobo));
    await closeDay(app, day);
    expect(await closeDay(app, lastDay)).toEqual([]);
    const paid = await app.rows<{ id: string }>(
      'SELECT DISTINCT posting_id AS id FROM interest_posting WHERE account_id = ANY($1)',
      [accounts.map(({ id }) => id)],
    );
    expect(paid).toHaveLength(1);
    const [whole] = await app.rows<{ gross: string; tax: string }>(
      'SELECT sum(-gross_kobo) AS gross, sum(tax_kobo) AS tax FROM interest_posting WHERE posting_id = $1',
      [paid[0]!.id],
    );
    // Its receipt would show each customer the names and amounts of the others.
    expect(refusalOf(await app.get(RECEIPT, { TransactionID: paid[0]!.id }))).toEqual({
      status: 422,
      code: 'TRANSACTION_OF_SEVERAL_CUSTOMERS',
    });
    expect(await legsOn(paid[0]!.id, '2065')).toEqual([{ role: 'interest', amount: whole!.gross }]);
    expect(await legsOn(paid[0]!.id, '2060')).toEqual([{ role: 'tax', amount: whole!.tax }]);
    expect(await Promise.all(accounts.map(({ number }) => ledgerBalance(app, number)))).toEqual([
      3_651_800n,
      7_303_600n,
      365_180n,
    ]);
  });

  it('is posted to the others when one account refuses it', async () => {
    const { day, lastDay } = await newMonth();
    const productCode = await createProduct(app, { interestRate: 10 });
    const [paid, refused, alsoPaid] = [
      await funded(productCode, 3_650_000n),
      await funded(productCode, 3_650_000n),
      await funded(productCode, 3_650_000n),
    ];
    await closeDay(app, day);
    const due = await app.rows<{ id: string }>(
      'SELECT account_id AS id FROM savings_interest WHERE accrued_kobo > 0.5',
    );
    // A reference that is taken refuses the posting of the accounts that begin with it, and then that of one alone.
    await app.rows(
      `INSERT INTO posting (institution_id, id, kind, reference, channel, status, narration, amount_kobo, fee_kobo,
           debit_total_kobo, credit_total_kobo, maker, business_date, value_date)
         SELECT institution_id, -id - n, 'savings-interest', taken.reference, 'system', 'Declined', 'Taken', 0, 0, 0, 0,
                'test', business_date, business_date
           FROM institution, unnest($2::text[]) WITH ORDINALITY AS taken (reference, n),
                LATERAL (SELECT $1::bigint * 10 AS id) AS base
          WHERE institution_id = $3`,
      [paid.id, [...due.map(({ id }) => `${lastDay}:${id}`), `${refused.number}/${lastDay}`], app.institutionId],
    );
    expect(await closeDay(app, lastDay)).toMatchObject([{ subject: `account:${refused.id}` }]);
    expect(await postedOf(paid)).toEqual([{ gross: '2000', tax: '200', forced: false }]);
    expect(await postedOf(alsoPaid)).toEqual([{ gross: '2000', tax: '200', forced: false }]);
    expect(await postedOf(refused)).toEqual([]);
    expect(await ledgerBalance(app, refused.number)).toBe(3_650_000n);
  });

  it('changes nothing when a day is closed again', async () => {
    const { day, lastDay } = await newMonth();
    await funded(await createProduct(app), 1_000_000n);
    for (const date of [day, lastDay]) {
      await closeDay(app, date);
      const before = await interestRows(app);
      expect(await closeDay(app, date)).toEqual([]);
      expect(await interestRows(app)).toEqual(before);
    }
    // A later day's interest does not count for this month either.
    await closeDay(app, addDays(lastDay, 1));
    const before = await interestRows(app);
    for (const step of INTEREST_STEPS) expect((await runStep(app, step, lastDay)).failed).toEqual([]);
    expect(await interestRows(app)).toEqual(before);
  });

  it('accrues and posts once when the steps run several times in parallel', async () => {
    const { day, lastDay } = await newMonth();
    const account = await funded(await createProduct(app), 3_650_000n);
    await closeDay(app, day);
    await setBusinessDate(app, addDays(lastDay, 1));
    for (const step of INTEREST_STEPS) await Promise.all(Array.from({ length: 6 }, () => runStep(app, step, lastDay)));
    expect(await postedOf(account)).toEqual([{ gross: '2000', tax: '200', forced: false }]);
    expect(await historyOf(app, account, day, lastDay)).toHaveLength(2);
    expect(await ledgerBalance(app, account.number)).toBe(3_651_800n);
  });

  it('counts entries up to the business date, not later ones', async () => {
    const { day } = await newMonth();
    const productCode = await createProduct(app);
    const [paidIn, paidOut, late] = [
      await funded(productCode, 1_000_000n),
      await funded(productCode, 1_000_000n),
      await openProductAccount(app, productCode),
    ];
    await setBusinessDate(app, addDays(day, 1));
    await moveCash(app, paidIn, 500_000n);
    await moveCash(app, paidOut, -1_000_000n);
    await moveCash(app, late, 1n);
    await closeDay(app, day);
    expect(await historyOf(app, paidIn, day, day)).toMatchObject([{ balanceKobo: 1_000_000n }]);
    expect(await historyOf(app, paidOut, day, day)).toMatchObject([{ balanceKobo: 1_000_000n }]);
    expect(await historyOf(app, late, day, day)).toEqual([]);
    await closeDay(app, addDays(day, 1));
    expect(await historyOf(app, paidIn, addDays(day, 1), addDays(day, 1))).toMatchObject([{ balanceKobo: 1_500_000n }]);
    expect(await historyOf(app, paidOut, addDays(day, 1), addDays(day, 1))).toEqual([]);
    expect(await historyOf(app, late, addDays(day, 1), addDays(day, 1))).toMatchObject([{ balanceKobo: 1n }]);
  });

  it.each([
    {
      name: 'a balance below the minimum',
      fields: { minimumBalance: 10_000.01 },
      terms: {},
      balanceKobo: 1_000_000n,
      rate: '0.0000',
    },
    {
      name: 'the minimum itself',
      fields: { minimumBalance: 10_000 },
      terms: {},
      balanceKobo: 1_000_000n,
      rate: '10.0000',
    },
    {
      name: 'a balance a kobo below a tier',
      fields: {},
      terms: { interestTiers: [{ fromAmount: 10_000.01, interestRate: 12 }] },
      balanceKobo: 1_000_000n,
      rate: '10.0000',
    },
    {
      name: 'a balance in a tier, the whole of it',
      fields: {},
      terms: { interestTiers: [{ fromAmount: 10_000, interestRate: 12 }] },
      balanceKobo: 1_000_000n,
      rate: '12.0000',
    },
    {
      name: 'a base rate of nothing below a tier',
      fields: { interestRate: 0 },
      terms: { interestTiers: [{ fromAmount: 10_000.01, interestRate: 12 }] },
      balanceKobo: 1_000_000n,
      rate: '0.0000',
    },
  ])('gives $name its rate', async ({ fields, terms, balanceKobo, rate }) => {
    const { day } = await newMonth();
    const account = await funded(await createProduct(app, fields, terms), balanceKobo);
    await closeDay(app, day);
    expect(await historyOf(app, account, day, day)).toMatchObject([{ rate, balanceKobo }]);
  });

  it('gives balances around every bound of random tiers the rate of their tier', async () => {
    const { day } = await newMonth();
    const tiers = [...new Set(fc.sample(fc.integer({ min: 1, max: 50_000 }), { numRuns: 6, seed: 27 }))].sort(
      (a, b) => a - b,
    );
    const interestTiers = tiers.map((fromAmount, index) => ({ fromAmount, interestRate: 3 + index / 4 }));
    const minimumBalance = tiers[1]! + 0.5;
    const productCode = await createProduct(app, { interestRate: 2.5, minimumBalance }, { interestTiers });
    const steps = [BigInt(minimumBalance * 100), ...tiers.map((tier) => BigInt(tier * 100))];
    const balances = [
      ...new Set([
        ...steps.flatMap((step) => [step - 1n, step, step + 1n]),
        ...fc.sample(fc.bigInt({ min: 1n, max: 9_000_000n }), { numRuns: 10, seed: 27 }),
      ]),
    ].filter((kobo) => kobo > 0n);
    const accounts: TestAccount[] = [];
    for (const balanceKobo of balances) accounts.push(await funded(productCode, balanceKobo));
    await closeDay(app, day);
    for (const [index, balanceKobo] of balances.entries()) {
      const rate =
        balanceKobo < BigInt(minimumBalance * 100)
          ? '0.0000'
          : rateForAmount('2.5000', storedTiers(interestTiers), balanceKobo);
      expect(await historyOf(app, accounts[index]!, day, day)).toMatchObject([{ balanceKobo, rate }]);
    }
  });

  it.each([
    ['a product without terms', {}, null],
    ['a product that pays nothing', { interestRate: 0 }, {}],
  ])('does not accrue on accounts of %s', async (_, fields, terms) => {
    const { day } = await newMonth();
    const account = await funded(await createProduct(app, fields, terms), 1_000_000n);
    await closeDay(app, day);
    expect(await historyOf(app, account, day, day)).toEqual([]);
  });

  it.each([
    ['Active', [{ gross: '2000', tax: '200', forced: false }]],
    ['Dormant', [{ gross: '2000', tax: '200', forced: true }]],
    ['Frozen', [{ gross: '2000', tax: '200', forced: true }]],
    ['Inactive', []],
  ])('is earned by an account that is %s, and posted where the status allows credits', async (status, posted) => {
    const { day, lastDay } = await newMonth();
    const account = await funded(await createProduct(app), 3_650_000n);
    await setStatus(app, account.number, status);
    for (const date of [day, lastDay]) expect(await closeDay(app, date)).toEqual([]);
    expect(await historyOf(app, account, day, lastDay)).toHaveLength(2);
    expect(await postedOf(account)).toEqual(posted);
  });

  it('of an inactive account waits until the account takes credits again', async () => {
    const { day, lastDay } = await newMonth();
    const account = await funded(await createProduct(app), 3_650_000n);
    await setStatus(app, account.number, 'Inactive');
    for (const date of [day, lastDay]) await closeDay(app, date);
    await setStatus(app, account.number, 'Active');
    await setBusinessDate(app, `${year}-02-28`);
    expect(await closeDay(app, `${year}-02-28`)).toEqual([]);
    if (year % 4 === 0) await closeDay(app, `${year}-02-29`);
    expect((await postedOf(account)).map(({ gross }) => gross)).toEqual([year % 4 === 0 ? '4000' : '3000']);
  });

  it('is posted to all other accounts when one posting is refused', async () => {
    const { day, lastDay } = await newMonth();
    const productCode = await createProduct(app);
    const [first, broken, last] = [
      await funded(productCode, 3_650_000n),
      await funded(productCode, 3_650_000n),
      await funded(productCode, 3_650_000n),
    ];
    await closeDay(app, day);
    await setStatus(app, broken.number, 'PendingApproval');
    expect(await closeDay(app, lastDay)).toEqual([
      { subject: `account:${broken.id}`, message: expect.stringContaining(broken.number) as string },
    ]);
    expect([(await postedOf(first)).length, (await postedOf(broken)).length, (await postedOf(last)).length]).toEqual([
      1, 0, 1,
    ]);
    await setStatus(app, broken.number, 'Active');
    expect((await runStep(app, 'savings-posting', lastDay)).rows).toBe(1);
    expect(await postedOf(broken)).toEqual([{ gross: '2000', tax: '200', forced: false }]);
  });

  it.each([
    ['Quarterly', ['02-28', '03-30'], '03-31'],
    ['Yearly', ['03-31', '06-30', '09-30', '11-30'], '12-31'],
  ])('is posted %s', async (interestPosting, between, end) => {
    await newMonth();
    const account = await funded(
      await createProduct(app, {}, { interestPosting: interestPosting as 'Yearly' }),
      3_650_000n,
    );
    for (const date of between) {
      await closeDay(app, `${year}-${date}`);
      expect(await postedOf(account)).toEqual([]);
    }
    await closeDay(app, `${year}-${end}`);
    expect(await postedOf(account)).toEqual([
      { gross: String(1_000 * (between.length + 1)), tax: String(100 * (between.length + 1)), forced: false },
    ]);
  });

  it('of less than half a kobo stays accrued and does not prevent a closure', async () => {
    const { day, lastDay } = await newMonth();
    const account = await funded(await createProduct(app), 100n);
    for (const date of [day, lastDay]) await closeDay(app, date);
    expect(await postedOf(account)).toEqual([]);
    expect(await historyOf(app, account, day, lastDay)).toMatchObject([
      { accruedKobo: '0.027397260274' },
      { cumulativeKobo: '0.054794520548', posted: false },
    ]);
    await moveCash(app, account, -100n);
    dataOf(await app.post(CLOSE_ACCOUNT, { accountNumber: account.number, closureReason: 'Asked for' }));
    // The remainder of a closed account ends at the next posting.
    for (const date of [`${year}-02-28`, `${year}-03-31`]) expect(await closeDay(app, date)).toEqual([]);
    expect(
      await app.rows('SELECT accrued_kobo AS accrued FROM savings_interest WHERE account_id = $1', [account.id]),
    ).toEqual([{ accrued: '0.000000000000' }]);
  });

  it('of an account that closed before its last night was accrued goes to unclaimed funds', async () => {
    const { day, lastDay } = await newMonth();
    const account = await funded(await createProduct(app), 3_650_000n);
    await setBusinessDate(app, lastDay);
    await moveCash(app, account, -3_650_000n);
    dataOf(await app.post(CLOSE_ACCOUNT, { accountNumber: account.number, closureReason: 'Asked for' }));
    const unclaimedKobo = await ledgerBalance(app, '2080');
    for (const date of [day, lastDay]) expect(await closeDay(app, date)).toEqual([]);
    expect(await historyOf(app, account, day, lastDay)).toMatchObject([
      { date: day, accruedKobo: '1000.000000000000', posted: true },
    ]);
    expect((await ledgerBalance(app, '2080')) - unclaimedKobo).toBe(900n);
    expect(await ledgerBalance(app, account.number)).toBe(0n);
  });

  describe('in the books', () => {
    it('is one posting for each product, branch and day, for the change of the rounded total', async () => {
      const { day, lastDay } = await newMonth();
      const productCode = await createProduct(app);
      for (const branchCode of ['001', '001', '002']) await funded(productCode, 1_234_567n, { branchCode });
      const payableKobo = await ledgerBalance(app, '2065');
      await closeDay(app, day);
      // 1,234,567 × 10 % / 365 is 338.2375…: two of them round to 676, one to 338.
      expect(await bookings(productCode)).toEqual([
        { narration: `Savings interest of ${day}: ${productCode}, branch 001`, amount: '676' },
        { narration: `Savings interest of ${day}: ${productCode}, branch 002`, amount: '338' },
      ]);
      expect((await ledgerBalance(app, '2065')) - payableKobo).toBeGreaterThanOrEqual(1_014n);
      await closeDay(app, lastDay);
      // Accrued to 1,352.95 and 676.475; posted 676 to each, so the rest of a kobo is an expense less or more.
      expect((await bookings(productCode)).slice(2).map(({ amount }) => amount)).toEqual(['677', '338', '1']);
    });

    it('moves with an account to its new branch, and its product keeps it until it is posted', async () => {
      const { day, lastDay } = await newMonth();
      const [productCode, otherCode] = [await createProduct(app), await createProduct(app)];
      const account = await funded(productCode, 3_650_000n);
      await closeDay(app, day);
      const refused = await app.put(UPDATE_ACCOUNT, { id: account.id, productCode: otherCode });
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'ACCRUED_INTEREST_NOT_POSTED' });
      dataOf(await app.put(UPDATE_ACCOUNT, { id: account.id, branchCode: '002' }));
      await closeDay(app, lastDay);
      expect((await bookings(productCode)).map(({ narration, amount }) => [narration.slice(-10), amount])).toEqual([
        ['branch 001', '1000'],
        ['branch 001', '1000'],
        ['branch 002', '2000'],
      ]);
      dataOf(await app.put(UPDATE_ACCOUNT, { id: account.id, productCode: otherCode }));
      await closeDay(app, `${year}-02-01`);
      expect((await bookings(otherCode)).map(({ amount }) => amount)).toEqual(['1000']);
    });

    it('moves to the new ledger when the product names another one', async () => {
      const { day, lastDay } = await newMonth();
      const token = await app.staff('administrator');
      const code = `20${year}`;
      dataOf(
        await app.post(
          '/api/admin/v1/ledgers',
          { code, name: 'Interest payable, new', category: 'Liability' },
          { token },
        ),
      );
      const productCode = await createProduct(app);
      await funded(productCode, 3_650_000n);
      await closeDay(app, day);
      const ledgers = { interestExpense: '5010', interestPayable: code, withholdingTaxPayable: '2060' };
      dataOf(await app.put(`/api/admin/v1/products/${productCode}`, { savingsTerms: { ledgers } }, { token }));
      expect(await runStep(app, 'savings-accrual', lastDay)).toMatchObject({ failed: [] });
      expect(await ledgerBalance(app, code)).toBe(2_000n);
      expect(await closeDay(app, lastDay)).toEqual([]);
      expect(await ledgerBalance(app, code)).toBe(0n);
    });

    it('is included in the next booking when a booking was refused', async () => {
      const { day, lastDay } = await newMonth();
      const productCode = await createProduct(app);
      const account = await funded(productCode, 3_650_000n);
      await app.rows(`UPDATE ledger_account SET status = 'Frozen' WHERE number = '5010'`);
      const [failed] = await closeDay(app, day);
      expect(failed).toMatchObject({ message: expect.stringContaining('5010') as string });
      expect(await historyOf(app, account, day, day)).toHaveLength(1);
      await app.rows(`UPDATE ledger_account SET status = 'Active' WHERE number = '5010'`);
      expect(await closeDay(app, lastDay)).toEqual([]);
      expect((await bookings(productCode)).map(({ amount }) => amount)).toEqual(['2000']);
    });
  });

  it('stops at once when the process stops, and continues later', async () => {
    const { day } = await newMonth();
    const account = await funded(await createProduct(app), 3_650_000n);
    await setBusinessDate(app, addDays(day, 1));
    for (const step of INTEREST_STEPS)
      expect(await runStep(app, step, day, AbortSignal.abort())).toEqual({ rows: 0, failed: [] });
    expect(await historyOf(app, account, day, day)).toEqual([]);
    await closeDay(app, day);
    expect(await historyOf(app, account, day, day)).toHaveLength(1);
  });

  it('locks no account while it accrues', async () => {
    const { day } = await newMonth();
    const account = await funded(await createProduct(app), 3_650_000n);
    await setBusinessDate(app, addDays(day, 1));
    await app.rows('BEGIN');
    await app.rows('SELECT id FROM ledger_account WHERE id = $1 FOR UPDATE', [account.id]);
    expect((await runStep(app, 'savings-accrual', day)).failed).toEqual([]);
    await app.rows('COMMIT');
    expect(await historyOf(app, account, day, day)).toHaveLength(1);
  });
});
