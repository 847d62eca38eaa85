import { addDays } from '../../src/common/time/calendar';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
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
  type StepReport,
  type TestAccount,
} from './interest-support';
import { addOverdraft, DEACTIVATE_OVERDRAFT, setStatus, UPDATE_OVERDRAFT } from './liens-support';
import { CLOSE_ACCOUNT } from './sandbox-accounts';

const RECEIVABLE = '1050';
const INCOME = '4080';
const SET_KEY = (key: string): string => `/api/admin/v1/configuration/${key}`;

describe('overdraft interest', () => {
  let app: TestApp;
  /** Each test uses a different January. */
  let year = 2027;
  let productCode: string;
  beforeAll(async () => {
    app = await TestApp.start();
    productCode = await createProduct(app, {}, null);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function newMonth(): Promise<{ day: string; lastDay: string }> {
    year += 1;
    await setBusinessDate(app, `${year}-01-30`);
    return { day: `${year}-01-30`, lastDay: `${year}-01-31` };
  }
  /** Closes a day like the end of day: overdrafts expire and start first. */
  async function close(date: string): Promise<StepReport['failed']> {
    await setBusinessDate(app, addDays(date, 1));
    await runStep(app, 'overdraft-roll', date);
    return closeDay(app, date);
  }
  /** An overdrawn account; 36,500 at 10 % costs 10 a day. */
  async function overdrawn(
    fields: object = {},
    amountKobo = 3_650_000n,
  ): Promise<{ account: TestAccount; id: number }> {
    const account = await openProductAccount(app, productCode);
    const { id } = dataOf<{ id: number }>(
      await addOverdraft(app, account.number, 36_500, { interestRate: 10, ...fields }),
    );
    await moveCash(app, account, -amountKobo);
    return { account, id };
  }
  const accrued = async ({ id, number: _ }: TestAccount, from: string, to: string): Promise<[string, string][]> =>
    (await historyOf(app, { id, number: _ }, from, to, 'overdraft')).map(({ date, accruedKobo }) => [
      date.slice(5),
      String(Number(accruedKobo)),
    ]);

  it('accrues on the overdrawn balance of each day and is charged at the end of the month, past the limit', async () => {
    const { day, lastDay } = await newMonth();
    const { account } = await overdrawn();
    const incomeKobo = await ledgerBalance(app, INCOME);
    expect(await close(day)).toEqual([]);
    expect([await ledgerBalance(app, RECEIVABLE), (await ledgerBalance(app, INCOME)) - incomeKobo]).toEqual([
      1_000n,
      1_000n,
    ]);
    expect(await ledgerBalance(app, account.number)).toBe(-3_650_000n);
    expect(await close(lastDay)).toEqual([]);
    expect(await ledgerBalance(app, account.number)).toBe(-3_652_000n);
    expect(await ledgerBalance(app, RECEIVABLE)).toBe(0n);
    expect((await ledgerBalance(app, INCOME)) - incomeKobo).toBe(2_000n);
    expect(await historyOf(app, account, day, lastDay, 'overdraft')).toEqual([
      {
        date: day,
        balanceKobo: -3_650_000n,
        rate: '10.0000',
        accruedKobo: '1000.000000000000',
        cumulativeKobo: '1000.000000000000',
        posted: true,
      },
      {
        date: lastDay,
        balanceKobo: -3_650_000n,
        rate: '10.0000',
        accruedKobo: '1000.000000000000',
        cumulativeKobo: '2000.000000000000',
        posted: true,
      },
    ]);
    const posting = await app.rows(
      `SELECT p.forced, p.value_date AS "valueDate", e.side, e.role, e.narration FROM posting p
         JOIN posting_entry e ON e.posting_id = p.id WHERE e.account_id = $1 AND p.kind = 'overdraft-interest'`,
      [account.id],
    );
    expect(posting).toEqual([
      {
        forced: true,
        valueDate: lastDay,
        side: 'debit',
        role: 'interest',
        narration: `Overdraft interest to ${lastDay}`,
      },
    ]);
  });

  it('is charged within the limit where the limit is sufficient', async () => {
    const { day, lastDay } = await newMonth();
    const { account } = await overdrawn({}, 1_825_000n);
    for (const date of [day, lastDay]) await close(date);
    expect(await ledgerBalance(app, account.number)).toBe(-1_826_000n);
    expect(
      await app.rows(
        `SELECT p.forced FROM posting p JOIN posting_entry e ON e.posting_id = p.id WHERE e.account_id = $1
           AND p.kind = 'overdraft-interest'`,
        [account.id],
      ),
    ).toEqual([{ forced: false }]);
  });

  it('changes nothing when a day is closed again or in parallel', async () => {
    const { day, lastDay } = await newMonth();
    const { account } = await overdrawn();
    for (const date of [day, lastDay]) {
      await close(date);
      const before = await interestRows(app);
      await Promise.all(Array.from({ length: 6 }, () => runStep(app, 'overdraft-interest', date)));
      expect(await interestRows(app)).toEqual(before);
    }
    const next = addDays(lastDay, 1);
    await setBusinessDate(app, addDays(next, 1));
    await Promise.all(Array.from({ length: 6 }, () => runStep(app, 'overdraft-interest', next)));
    expect(await accrued(account, next, next)).toEqual([['02-01', '1000.547945205479']]);
  });

  it('accrues in every status of the account', async () => {
    const { day, lastDay } = await newMonth();
    const { account } = await overdrawn();
    await setStatus(app, account.number, 'Frozen');
    for (const date of [day, lastDay]) expect(await close(date)).toEqual([]);
    expect(await ledgerBalance(app, account.number)).toBe(-3_652_000n);
  });

  it('continues at the last rate after the overdraft expired, until the account is covered', async () => {
    const { day } = await newMonth();
    const { account } = await overdrawn({ expiryDate: day });
    const dates = [0, 1, 2, 3, 4].map((days) => addDays(day, days));
    await close(dates[0]!);
    await close(dates[1]!);
    await close(dates[2]!);
    expect(await app.rows('SELECT status FROM overdraft WHERE account_id = $1', [account.id])).toEqual([
      { status: 'Expired' },
    ]);
    // Covered at the end of the fourth day, and overdrawn again by card spending on the fifth.
    await moveCash(app, account, 3_700_000n);
    await close(dates[3]!);
    await app.rows('UPDATE ledger_account SET may_go_negative = true WHERE id = $1', [account.id]);
    await moveCash(app, account, -4_000_000n);
    await close(dates[4]!);
    await app.rows('UPDATE ledger_account SET may_go_negative = false WHERE id = $1', [account.id]);
    expect((await accrued(account, dates[0]!, dates[4]!)).map(([date]) => date)).toEqual(
      dates.slice(0, 3).map((date) => date.slice(5)),
    );
  });

  it('uses the changed rate of the overdraft in force', async () => {
    const { day, lastDay } = await newMonth();
    const { account, id } = await overdrawn();
    await close(day);
    dataOf(await app.put(UPDATE_OVERDRAFT, { id, interestRate: 20 }));
    await close(lastDay);
    expect(await accrued(account, day, lastDay)).toEqual([
      ['01-30', '1000'],
      ['01-31', '2000'],
    ]);
  });

  it('does not accrue without an overdraft, before its start or after its deactivation', async () => {
    const { day } = await newMonth();
    const [bare, early, late] = [
      await openProductAccount(app, productCode),
      await openProductAccount(app, productCode),
      await openProductAccount(app, productCode),
    ];
    dataOf(await addOverdraft(app, early.number, 100, { startDate: addDays(day, 5) }));
    const { id } = dataOf<{ id: number }>(await addOverdraft(app, late.number, 100));
    dataOf(await app.put(DEACTIVATE_OVERDRAFT, { id }));
    await app.rows('UPDATE ledger_account SET may_go_negative = true WHERE id = ANY($1)', [
      [bare.id, early.id, late.id],
    ]);
    for (const account of [bare, early, late]) await moveCash(app, account, -50_000n);
    await close(day);
    for (const account of [bare, early, late]) expect(await accrued(account, day, day)).toEqual([]);
  });

  it('counts entries up to the business date, not later ones', async () => {
    const { day } = await newMonth();
    const { account } = await overdrawn();
    await setBusinessDate(app, addDays(day, 1));
    await moveCash(app, account, 3_650_000n);
    await close(day);
    await close(addDays(day, 1));
    expect(await accrued(account, day, addDays(day, 1))).toEqual([['01-30', '1000']]);
  });

  it('is charged in addition to the credit of savings interest', async () => {
    const { day, lastDay } = await newMonth();
    const account = await openProductAccount(app, await createProduct(app));
    dataOf(await addOverdraft(app, account.number, 36_500, { interestRate: 10 }));
    await moveCash(app, account, 3_650_000n);
    await close(day);
    await moveCash(app, account, -7_300_000n);
    await close(lastDay);
    expect(await ledgerBalance(app, account.number)).toBe(-3_650_000n + 1_000n - 100n - 1_000n);
  });

  it('prevents the closure of an account until it is charged', async () => {
    const { day } = await newMonth();
    const { account, id } = await overdrawn();
    await close(day);
    await moveCash(app, account, 3_650_000n);
    dataOf(await app.put(DEACTIVATE_OVERDRAFT, { id }));
    const refused = await app.post(CLOSE_ACCOUNT, { accountNumber: account.number, closureReason: 'Asked for' });
    expect(refusalOf(refused)).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
    expect(refused.body).toMatchObject({
      data: { blockedBy: 'unposted-interest' },
      message: expect.stringContaining('₦10.00 of uncharged overdraft interest') as string,
    });
    const posted = dataOf(
      await app.post(
        '/api/admin/v1/accounts/post-interest',
        { accountNumber: account.number },
        { token: await app.staff('maker') },
      ),
    );
    expect(posted).toMatchObject({
      overdraftInterest: 10,
      interest: 0,
      withholdingTax: 0,
      throughDate: day,
      ledgerBalance: -10,
    });
    await moveCash(app, account, 1_000n);
    dataOf(await app.post(CLOSE_ACCOUNT, { accountNumber: account.number, closureReason: 'Asked for' }));
  });

  it('accrues without its ledgers, and is booked once they are configured', async () => {
    const { day, lastDay } = await newMonth();
    const token = await app.staff('administrator');
    const key = 'OVERDRAFT_INTEREST_RECEIVABLE_LEDGER_CODE';
    const { account } = await overdrawn();
    await close(day);
    expect(await app.approved(app.delete(SET_KEY(key), { token }))).toMatchObject({ status: 200 });
    expect(await close(lastDay)).toEqual([
      { subject: 'overdraft-interest-ledgers', message: expect.stringContaining(key) as string },
    ]);
    expect(await accrued(account, day, lastDay)).toHaveLength(2);
    expect(await ledgerBalance(app, account.number)).toBe(-3_650_000n);
    dataOf(await app.approved(app.put(SET_KEY(key), { value: RECEIVABLE }, { token })));
    expect((await runStep(app, 'overdraft-interest', lastDay)).failed).toEqual([]);
    expect(await ledgerBalance(app, account.number)).toBe(-3_652_000n);
  });

  it('equals the model over months of movements', async () => {
    await newMonth();
    const { account } = await overdrawn({ interestRate: 27.5 });
    await app.rows('UPDATE ledger_account SET overdraft_limit_kobo = 0, may_go_negative = true WHERE id = $1', [
      account.id,
    ]);
    const SCALE = 10n ** 12n;
    let [balanceKobo, owed, number] = [-3_650_000n, 0n, 7n];
    const first = `${year}-01-30`;
    for (let date = first; date < addDays(first, 120); date = addDays(date, 1)) {
      number = (number * 48_271n) % 2_147_483_647n;
      const moveKobo = (number % 400_000n) - 200_000n;
      if (moveKobo !== 0n && balanceKobo + moveKobo < 0n) {
        await moveCash(app, account, moveKobo);
        balanceKobo += moveKobo;
      }
      expect(await close(date)).toEqual([]);
      const parts = -balanceKobo * 275_000n * SCALE;
      const denominator = 365n * 1_000_000n;
      owed += parts / denominator + ((parts % denominator) * 2n > denominator ? 1n : 0n);
      if (addDays(date, 1).endsWith('-01')) {
        balanceKobo -= owed / SCALE + ((owed % SCALE) * 2n > SCALE ? 1n : 0n);
        owed = 0n;
      }
    }
    expect(await ledgerBalance(app, account.number)).toBe(balanceKobo);
    const [row] = await app.rows<{ accrued: string }>(
      'SELECT accrued_kobo AS accrued FROM overdraft_interest WHERE account_id = $1',
      [account.id],
    );
    expect(row!.accrued.replace('.', '')).toBe(owed.toString());
    await app.rows('UPDATE ledger_account SET overdraft_limit_kobo = 3650000, may_go_negative = false WHERE id = $1', [
      account.id,
    ]);
  }, 120_000);
});
