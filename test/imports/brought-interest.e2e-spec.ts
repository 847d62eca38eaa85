import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compare } from '../../src/cli/compare/compare';
import { addDays } from '../../src/common/time/calendar';
import { TestApp } from '../support/app';
import { Folders, importBooks, refusedLines } from '../support/brought-books';
import { commandContext } from '../support/command-context';
import { beginMonth, businessDateOf, rollDays } from '../support/end-of-day';
import { oldBooks, oldNumber, writeOldBooks } from '../support/old-books';

type Books = ReturnType<typeof oldBooks>;

/** Columns of accounts.csv by their place. */
const [BALANCE, ACCRUED, THROUGH, PAID_THROUGH] = [9, 10, 11, 12];

interface Earned {
  accrued: string;
  through: string;
  posted: string | null;
}

/** Savings interest that another system accrued and did not pay. */
describe('interest that comes with an import', () => {
  const folders = new Folders();
  let app: TestApp;
  let today: string;
  let folder: string;

  beforeAll(async () => {
    app = await TestApp.start();
    // The night of the last day of a month pays the interest.
    await beginMonth(app);
    today = await businessDateOf(app);
  }, 60_000);
  afterAll(async () => {
    folders.remove();
    await app.close();
  });

  /** Accounts of ₦36,500 with interest, of ₦2.25 with half a kobo, with a stated 0, and one that says nothing. */
  const books = (): Books => {
    const files = oldBooks(4);
    files.liens = [];
    files.accounts[0]![BALANCE] = '36500.00';
    files.accounts[0]!.push('12.345678901234', addDays(today, -1), addDays(today, -30));
    files.accounts[1]!.push('0.005', '', '');
    files.accounts[2]!.push('0', addDays(today, -9), '');
    files.accounts[3]!.push('', '', '');
    files.ledgers[0]![2] = '36521.10';
    // What the two accounts are owed, rounded once: ₦12.350678901234.
    files.ledgers.push(['2065', '001', '', '12.35']);
    return files;
  };

  const refusal = async (change: (files: Books) => void): Promise<string> => {
    const files = books();
    change(files);
    const into = writeOldBooks(folders.make(), files);
    expect(await importBooks(app, into, false)).toMatchObject({ refused: 1 });
    return refusedLines(into);
  };

  const earned = async (number: string): Promise<Earned | undefined> =>
    (
      await app.rows<Earned>(
        `SELECT trim_scale(s.accrued_kobo)::text AS accrued, s.accrued_through::text AS through,
            s.posted_through::text AS posted
           FROM savings_interest s JOIN deposit_account d ON d.institution_id = $1 AND d.id = s.account_id
          WHERE s.institution_id = $1 AND d.account_number = $2`,
        [app.institutionId, number],
      )
    )[0];

  it.each<[string, (files: Books) => void]>([
    ['interest_accrued must be an amount in Naira', (files) => (files.accounts[0]![ACCRUED] = '-0.01')],
    ['with at most 14 decimals', (files) => (files.accounts[0]![ACCRUED] = '1.123456789012345')],
    ['interest_accrued must be given, 0 included', (files) => (files.accounts[0]![ACCRUED] = '')],
    ['interest_accrued_through must not be after', (files) => (files.accounts[0]![THROUGH] = addDays(today, 1))],
    ['interest_paid_through must not be after interest_accrued', (files) => (files.accounts[0]![PAID_THROUGH] = today)],
    ['the product pays no interest', (files) => (files.accounts[0]![2] = 'CUR001')],
  ])('is refused where it is not as documented: %s', async (reason, change) => {
    expect(await refusal(change)).toContain(reason);
  });

  it('is booked as one rounded total, and a ledger line books only the rest of its balance', async () => {
    folder = writeOldBooks(folders.make(), books());
    expect(await importBooks(app, folder, false)).toMatchObject({
      refused: 0,
      totals: { contractsByLedger: { '2065': { count: 1, balanceKobo: '1235' } }, suspenseKobo: '0' },
    });
    expect(await importBooks(app, folder)).toMatchObject({ result: 'Completed', totals: { suspenseKobo: '0' } });
    expect(await earned(oldNumber(1))).toEqual({
      accrued: '1234.5678901234',
      through: addDays(today, -1),
      posted: addDays(today, -30),
    });
    expect(await earned(oldNumber(2))).toEqual({ accrued: '0.5', through: addDays(today, -1), posted: null });
    expect(await earned(oldNumber(3))).toEqual({ accrued: '0', through: addDays(today, -9), posted: null });
    expect(await earned(oldNumber(4))).toBeUndefined();
    const totals = await app.rows(
      `SELECT trim_scale(accrued_kobo)::text AS accrued, booked_kobo, is_booked FROM interest_total
        WHERE institution_id = $1`,
      [app.institutionId],
    );
    expect(totals).toEqual([{ accrued: '1235.0678901234', booked_kobo: '1235', is_booked: true }]);
    const [suspense] = await app.rows(
      `SELECT sum(credits_posted_kobo - debits_posted_kobo)::int AS kobo FROM ledger_account
        WHERE institution_id = $1 AND number IN ('2990', '2065')`,
      [app.institutionId],
    );
    expect(suspense).toEqual({ kobo: 1235 });
    expect(await app.failedProofs()).toEqual([]);
  }, 60_000);

  it('grows by the night of the business date, and the comparison with the old system agrees', async () => {
    const [terms] = await app.rows<{ rate: string }>(
      `SELECT interest_rate AS rate FROM product WHERE institution_id = $1 AND code = 'SAV001'`,
      [app.institutionId],
    );
    // ₦36,500 earn ₦1 a day for each percent a year.
    const expected = 1234.5678901234 + Number(terms!.rate) * 100;
    await rollDays(app, 1);
    const now = (await earned(oldNumber(1)))!;
    expect(now).toMatchObject({ through: today, posted: addDays(today, -30) });
    expect(Number(now.accrued)).toBeCloseTo(expected, 9);
    expect(await app.failedProofs()).toEqual([]);
    const extract = folders.make();
    const lines = [
      `${oldNumber(1)},${today},36500.00,${(Math.round(expected) / 100).toFixed(2)}`,
      `${oldNumber(3)},${today},3.25,0.00`,
    ];
    writeFileSync(
      path.join(extract, 'balances.csv'),
      ['account_number,date,balance,accrued_interest', ...lines, ''].join('\n'),
    );
    const words = ['--institution', String(app.institutionId), '--folder', extract];
    const compared = await compare.run(commandContext(app), [...words, '--differences', path.join(extract, 'out')]);
    expect(compared).toMatchObject({ ok: true, data: { lines: 2, figures: 4, differences: 0 } });
  }, 60_000);

  it('is compared also where the account had nothing to earn on the day', async () => {
    await app.rows(
      `DELETE FROM savings_accrual s USING deposit_account d
        WHERE s.institution_id = $1 AND s.account_id = d.id AND d.account_number = $2`,
      [app.institutionId, oldNumber(2)],
    );
    await app.rows(
      `UPDATE savings_interest s SET accrued_through = $3 FROM deposit_account d
        WHERE s.institution_id = $1 AND s.account_id = d.id AND d.account_number = $2`,
      [app.institutionId, oldNumber(2), addDays(today, -1)],
    );
    const [row] = await app.rows<{ naira: string }>(
      `SELECT (round(s.accrued_kobo) / 100)::text AS naira
         FROM savings_interest s JOIN deposit_account d ON d.id = s.account_id
        WHERE s.institution_id = $1 AND d.account_number = $2`,
      [app.institutionId, oldNumber(2)],
    );
    const extract = folders.make();
    const line = `${oldNumber(2)},${today},2.25,${Number(row!.naira).toFixed(2)}`;
    writeFileSync(path.join(extract, 'balances.csv'), `account_number,date,balance,accrued_interest\n${line}\n`);
    const words = ['--institution', String(app.institutionId), '--folder', extract];
    expect(
      await compare.run(commandContext(app), [...words, '--differences', path.join(extract, 'out')]),
    ).toMatchObject({ ok: true, data: { figures: 2 } });
    expect(Number(row!.naira)).toBeGreaterThan(0);
  });
});
