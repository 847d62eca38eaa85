import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { FILE_COLUMNS, LATER_COLUMNS } from '../../src/imports/file-columns';
import { TestApp } from '../support/app';
import { Folders, importBooks, refusedLines } from '../support/brought-books';
import { businessDateOf } from '../support/end-of-day';
import {
  oldBooks,
  oldDeposits,
  type OldFiles,
  oldLoan,
  oldLoans,
  oldNumber,
  writeOldBooks,
} from '../support/old-books';

/** Files as spreadsheets, other systems and careless hands make them. */
describe('the files of an import', () => {
  const folders = new Folders();
  let app: TestApp;
  let today: string;

  beforeAll(async () => {
    app = await TestApp.start();
    today = await businessDateOf(app);
  }, 60_000);
  afterAll(async () => {
    folders.remove();
    await app.close();
  });

  const dryRun = (folder: string): Promise<{ refused: number }> => importBooks(app, folder, false);

  /** A folder with old books, one file of which is other bytes. */
  const withFile = (name: string, content: string | Buffer, files: OldFiles = oldBooks(2)): string => {
    const folder = writeOldBooks(folders.make(), files);
    writeFileSync(path.join(folder, name), content);
    return folder;
  };

  async function refusal(folder: string): Promise<string> {
    const { refused } = await dryRun(folder);
    return refused === 0 ? '' : refusedLines(folder);
  }

  const accounts = (...lines: string[]): string => [FILE_COLUMNS.accounts.join(','), ...lines].join('\n');

  it('may have a byte order mark, Windows line ends, quoted fields, other order and no later columns', async () => {
    const later = LATER_COLUMNS.accounts!;
    const names = FILE_COLUMNS.accounts.filter((name) => !later.includes(name)).reverse();
    const line = ['1.25', '2', 'Active', '2020-05-04', '"Okafor, ""Ada"" 1"', 'STF001', '001', 'SAV001', 'OLD-1'];
    const text = [names.join(','), [...line, oldNumber(1)].join(','), '', ''].join('\r\n');
    const books = { ...oldBooks(1), ledgers: [['1010', '001', '1.25', '']] };
    expect(await dryRun(withFile('accounts.csv', `\uFEFF${text}`, books))).toMatchObject({
      refused: 0,
      totals: { lines: { accounts: { accepted: 1 } } },
    });
  });

  it.each<[string, string, string | Buffer, RegExp]>([
    ['an unknown column', 'accounts.csv', accounts().replace('balance', 'saldo'), /lacks balance and has saldo/],
    [
      'a column twice',
      'accounts.csv',
      accounts().replace('kyc_tier', 'balance'),
      /lacks kyc_tier and names balance twice/,
    ],
    ['no bytes', 'accounts.csv', '', /must name the columns account_number, .*; it lacks account_number/],
    ['semicolons', 'accounts.csv', accounts().replaceAll(',', ';'), /it lacks account_number/],
    ['UTF-16', 'accounts.csv', Buffer.from(`\uFEFF${accounts()}`, 'utf16le'), /is UTF-16; save it as CSV in UTF-8/],
    ['too few fields', 'accounts.csv', accounts('1,2'), /accounts\.csv cannot be read: Invalid Record Length/],
    ['an open quote', 'accounts.csv', accounts('"1,2'), /accounts\.csv cannot be read: Quote Not Closed/],
    ['a page of HTML', 'accounts.csv', '<p class="x">', /accounts\.csv cannot be read: Invalid Opening Quote/],
    [
      'no CSV at all',
      'accounts.csv',
      Buffer.from([0x89, 0x50, 0x22, 0xff, 0x00, 0x22]),
      /accounts\.csv cannot be read/,
    ],
    ['another name', 'konten.csv', 'a\n1\n', /has konten\.csv; an import reads customers\.csv/],
  ])('are refused as a whole with a sentence that names the file: %s', async (_, name, content, reason) => {
    const folder = withFile(name, content);
    await expect(dryRun(folder)).rejects.toThrow(reason);
    const [left] = await app.rows('SELECT count(*)::int AS rows FROM import_row', []);
    expect(left).toEqual({ rows: 0 });
  });

  it.each<[string, string, Buffer | string]>([
    ['account_name must be UTF-8 text on one line', 'account_name', '"Ada\nOkafor"'],
    ['account_name must be UTF-8 text on one line', 'account_name', Buffer.from([0xd2, 0x6b])],
    ['status must be one of Active', 'status', 'Act\u0000ive'],
    ['balance must be an amount in Naira', 'balance', '"1,000.00"'],
    ['balance must be an amount in Naira', 'balance', '1e3'],
    ['account_number must have at most 10 characters', 'account_number', '0'.repeat(11)],
    ['opened_on must be a date', 'opened_on', '04/05/2020'],
  ])('have lines that are refused with a reason: %s', async (reason, column, value) => {
    const fields = [...oldBooks(1).accounts[0]!.slice(0, 10), '', '', '', '', '', ''];
    const place = FILE_COLUMNS.accounts.indexOf(column as 'status');
    const bytes = fields.map((field, index) => Buffer.from(index === place ? value : field));
    const line = bytes.flatMap((field, index) => (index === 0 ? [field] : [Buffer.from(','), field]));
    const folder = withFile('accounts.csv', Buffer.concat([Buffer.from(`${accounts()}\n`), ...line]), {
      customers: oldBooks(1).customers,
    });
    expect(await refusal(folder)).toContain(reason);
  });

  it('write a key that a spreadsheet would run into the refused lines as text', async () => {
    const files = oldBooks(1);
    files.customers[0]![0] = '=HYPERLINK("http://x")';
    files.customers[0]![0] = '=1+1';
    files.customers[0]![13] = '1';
    expect(await refusal(writeOldBooks(folders.make(), files))).toContain(
      `customers.csv,2,'=1+1,bvn must be 11 digits.`,
    );
  });

  it('may not name one number in two of them, nor refer to what is refused', async () => {
    const files = { ...oldBooks(3), ...oldLoans(1, today), ...oldDeposits(2, today) };
    const [loan] = files.loans as Record<string, string>[];
    for (const part of [loan!, ...(files.loan_instalments as Record<string, string>[])])
      part.loan_account_number = oldNumber(2);
    (files.deposits as Record<string, string>[])[1]!.customer_number = 'OLD-1';
    files.customers[0]![13] = '123';
    const lines = await refusal(writeOldBooks(folders.make(), files));
    for (const reason of [
      `loans.csv,2,${oldNumber(2)},The account number ${oldNumber(2)} stands in accounts.csv too.`,
      'customers.csv,2,OLD-1,bvn must be 11 digits.',
      `accounts.csv,2,${oldNumber(1)},customer_number OLD-1 is neither among the accepted customers nor here.`,
      `liens.csv,2,LIEN-OLD-1,account_number ${oldNumber(1)} is not among the accepted accounts.`,
      'customer_number OLD-1 is neither',
    ])
      expect(lines).toContain(reason);
  });

  it('that were changed after an import of the same name are another import, which refuses what is here', async () => {
    const books = { ...oldBooks(2), ...oldLoans(1, today) };
    const folder = writeOldBooks(folders.make(), books);
    expect(await importBooks(app, folder)).toMatchObject({ result: 'Completed' });
    expect(await importBooks(app, folder)).toMatchObject({ result: 'CompletedBefore' });
    books.accounts[0]![5] = 'Another Name';
    writeOldBooks(folder, books);
    const lines = await refusal(folder);
    expect(lines).toContain(`The account number ${oldNumber(1)} exists here already.`);
    expect(lines).toContain(`The account number ${oldLoan(1)} exists here already.`);
    const asAccount = oldBooks(3);
    asAccount.accounts = [[...asAccount.accounts[2]!]];
    asAccount.accounts[0]![0] = oldLoan(1);
    asAccount.customers = [asAccount.customers[2]!];
    const { accounts: lone, customers } = asAccount;
    expect(await refusal(writeOldBooks(folders.make(), { accounts: lone, customers }))).toContain(
      `The account number ${oldLoan(1)} exists here already.`,
    );
  }, 60_000);

  it('wait for an import that stopped in the middle, and leave no staged row behind', async () => {
    await app.rows(
      `UPDATE data_import SET status = 'Loading', started_by = 'ngozi'
        WHERE institution_id = $1 AND status = 'Completed'`,
      [app.institutionId],
    );
    const folder = writeOldBooks(folders.make(), { ledgers: [['1010', '001', '7.00', '']] });
    await expect(importBooks(app, folder)).rejects.toThrow(
      /by ngozi is half loaded: run the command with its unchanged/,
    );
    expect(await app.rows('SELECT count(*)::int AS rows FROM import_row', [])).toEqual([{ rows: 0 }]);
    expect(await dryRun(folder)).toMatchObject({ refused: 0 });
  });
});
