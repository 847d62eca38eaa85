import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { compare } from '../../src/cli/compare/compare';
import type { CommandResult } from '../../src/cli/operator-command';
import { addDays } from '../../src/common/time/calendar';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { commandContext } from '../support/command-context';
import { beginMonth, businessDateOf, rollDays } from '../support/end-of-day';

const BALANCES = 'account_number,date,balance,accrued_interest';
const LOANS = 'loan_number,date,principal,interest,arrears_days';

describe('the comparison of a parallel run', () => {
  let app: TestApp;
  let folder: string;
  let account: string;
  let first: string;

  const run = async (
    files: Record<string, string[]>,
  ): Promise<{ result: CommandResult; rows: Record<string, string>[] }> => {
    for (const name of ['balances', 'loans']) rmSync(path.join(folder, `${name}.csv`), { force: true });
    for (const [name, lines] of Object.entries(files))
      writeFileSync(path.join(folder, `${name}.csv`), [name === 'loans' ? LOANS : BALANCES, ...lines, ''].join('\n'));
    const differences = path.join(folder, 'differences.out');
    const result = await compare.run(commandContext(app), [
      ...['--institution', String(app.institutionId), '--folder', folder, '--differences', differences],
    ]);
    return { result, rows: parse<Record<string, string>>(readFileSync(differences), { columns: true }) };
  };
  const categoryOf = async (line: string): Promise<string[]> =>
    (await run({ balances: [line] })).rows.map(({ category }) => category!);
  const payIn = async (amount: number, valueDate?: string): Promise<void> => {
    dataOf(
      await app.post('/api/postings/v1/posttransaction', {
        debitAccount: '1010',
        creditAccount: account,
        amount,
        narration: 'Cash in',
        referenceNumber: freshReference('CMP'),
        ...(valueDate === undefined ? {} : { valueDate }),
      }),
    );
  };

  beforeAll(async () => {
    app = await TestApp.start();
    folder = mkdtempSync(path.join(tmpdir(), 'corebank-compare-'));
    await beginMonth(app);
    account = await app.openAccount(1_000_000);
    first = await businessDateOf(app);
    await rollDays(app, 1);
    await payIn(50);
    await rollDays(app, 1);
    await payIn(7, first);
    await rollDays(app, 1);
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await app.close();
  });

  const interestOn = async (date: string): Promise<bigint> => {
    const [row] = await app.rows<{ kobo: string }>(
      `SELECT round(cumulative_kobo) AS kobo FROM savings_accrual s
         JOIN account_number n ON n.institution_id = s.institution_id AND n.ledger_account_id = s.account_id
        WHERE n.number = $1 AND accrued_on = $2`,
      [account, date],
    );
    return BigInt(row!.kobo);
  };

  it('finds nothing where both systems have the same figures', async () => {
    const interest = await interestOn(addDays(first, 1));
    expect(interest).toBeGreaterThan(100n);
    const line = `${account},${addDays(first, 1)},1000050.00,${Number(interest) / 100}`;
    const { result, rows } = await run({ balances: [line, `${account},${first},1000000,`] });
    expect(result).toMatchObject({ ok: true, data: { lines: 2, figures: 3, differences: 0, byCategory: {} } });
    expect(rows).toEqual([]);
  });

  it('explains balances by value dates and by entries of days nearby', async () => {
    const second = addDays(first, 1);
    expect(await categoryOf(`${account},${first},1000007,`)).toEqual(['ValueDate']);
    expect(await categoryOf(`${account},${first},1000050,`)).toEqual(['BookedLaterHere']);
    expect(await categoryOf(`${account},${second},1000000,`)).toEqual(['BookedEarlierHere']);
    expect(await categoryOf(`${account},${second},1000001,`)).toEqual(['Unexplained']);
    const { rows } = await run({ balances: [`${account},${first},1000050,`] });
    expect(rows[0]).toMatchObject({
      file: 'balances.csv',
      line: '2',
      number: account,
      figure: 'balance',
      theirs: '100005000',
      ours: '100000000',
      note: expect.stringContaining(`of 5000 booked on ${second}`),
    });
  });

  it('explains accrued interest by rounding, day count and rate', async () => {
    const date = addDays(first, 1);
    const interest = Number(await interestOn(date));
    const of = (kobo: number): Promise<string[]> => categoryOf(`${account},${date},1000050,${(kobo / 100).toFixed(2)}`);
    expect(await of(interest + 1)).toEqual(['Rounding']);
    expect(await of(Math.round((interest * 365) / 360))).toEqual(['DayCount']);
    expect(await of(interest * 2)).toEqual(['Rate']);
  });

  it('names unknown accounts, dates that are not closed and lines that cannot be read', async () => {
    const { result } = await run({
      balances: [`9999999999,${first},1,`, `${account},2999-01-01,1,`, `${account},${first},1.234,`, `,${first},1,`],
    });
    expect(result).toMatchObject({
      ok: false,
      data: { lines: 4, differences: 4, byCategory: { UnknownAccount: 1, DateNotClosed: 1, Unreadable: 2 } },
    });
  });

  it('sets loans beside ours', async () => {
    const { rows } = await run({ loans: [`0000000000,${first},1,,`, `x,${first},y,,`] });
    expect(rows.map(({ category }) => category)).toEqual(['UnknownLoan', 'Unreadable']);
  });

  it('refuses a folder without the files, and files with other columns', async () => {
    await expect(run({})).rejects.toThrow('neither balances.csv nor loans.csv');
    writeFileSync(path.join(folder, 'balances.csv'), 'a,b\n1,2\n');
    const words = ['--institution', String(app.institutionId), '--folder', folder, '--differences', '/dev/null'];
    await expect(compare.run(commandContext(app), words)).rejects.toThrow('must name the columns');
  });
});
