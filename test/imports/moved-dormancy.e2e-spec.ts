import { addDays, addMonths } from '../../src/common/time/calendar';
import { FILE_COLUMNS } from '../../src/imports/file-columns';
import {
  createProduct,
  moveCash,
  openProductAccount,
  runStep,
  setBusinessDate,
  type TestAccount,
} from '../accounts/interest-support';
import { setStatus } from '../accounts/liens-support';
import { TestApp } from '../support/app';
import { emptyBooks, exportBooks, filesOf, Folders, importBooks, refusedLines } from '../support/brought-books';
import { businessDateOf } from '../support/end-of-day';
import { oldBooks, oldNumber, writeOldBooks } from '../support/old-books';

const LAST_USED = (FILE_COLUMNS.accounts as readonly string[]).indexOf('last_used_on');
const BALANCE = FILE_COLUMNS.accounts.indexOf('balance');
const OPENED = '2030-03-15';
const USED = addMonths(OPENED, 4);
const MOVED = addMonths(OPENED, 5);

async function close(app: TestApp, date: string): Promise<void> {
  await setBusinessDate(app, addDays(date, 1));
  expect((await runStep(app, 'dormancy', date)).failed).toEqual([]);
}

describe('dormancy of accounts that are exported and imported again', () => {
  const folders = new Folders();
  let origin: TestApp;
  let target: TestApp;
  /** Paid into at the opening and not used since; emptied by the customer later; used later; activated later. */
  let idle: TestAccount;
  let emptied: TestAccount;
  let used: TestAccount;
  let activated: TestAccount;
  let exported: string;

  beforeAll(async () => {
    origin = await TestApp.start();
    target = await TestApp.start();
    await setBusinessDate(origin, OPENED);
    const terms = { dormancyMonths: 6 };
    await createProduct(origin, { productCode: 'DORM01' }, terms);
    await createProduct(target, { productCode: 'DORM01' }, terms);
    [idle, emptied, used, activated] = [
      await openProductAccount(origin, 'DORM01'),
      await openProductAccount(origin, 'DORM01'),
      await openProductAccount(origin, 'DORM01'),
      await openProductAccount(origin, 'DORM01'),
    ];
    for (const account of [idle, emptied, used, activated]) await moveCash(origin, account, 1_000n);
    await setBusinessDate(origin, USED);
    await moveCash(origin, emptied, -1_000n);
    await moveCash(origin, used, 1n);
    await setStatus(origin, activated.number, 'Inactive');
    await origin.rows(
      `INSERT INTO account_status_change (institution_id, id, account_id, account_number, from_status, to_status, actor, at)
       VALUES ($1, 4000000, $2, $3, 'Inactive', 'Active', 'staff:STF001', $4::date + interval '12 hours') RETURNING id`,
      [origin.institutionId, activated.id, activated.number, addDays(USED, 5)],
    );
    await setStatus(origin, activated.number, 'Active');
    await setBusinessDate(origin, MOVED);
    exported = folders.make();
    await exportBooks(origin, exported);
    await emptyBooks(target, MOVED);
  }, 120_000);

  afterAll(async () => {
    folders.remove();
    await origin.close();
    await target.close();
  });

  const statuses = async (app: TestApp): Promise<string[]> => {
    const numbers = [idle, emptied, used, activated].map(({ number }) => number);
    const rows = await app.rows<{ number: string; status: string }>(
      'SELECT number, status FROM ledger_account WHERE institution_id = $1 AND number = ANY($2)',
      [app.institutionId, numbers],
    );
    return numbers.map((number) => rows.find((row) => row.number === number)!.status);
  };

  it('begins on the day on which it would have begun without the move', async () => {
    expect(await importBooks(target, exported)).toMatchObject({ result: 'Completed' });
    const days: [string, string[]][] = [
      [MOVED, ['Active', 'Active', 'Active', 'Active']],
      [addDays(addMonths(OPENED, 6), -1), ['Active', 'Active', 'Active', 'Active']],
      [addMonths(OPENED, 6), ['Dormant', 'Active', 'Active', 'Active']],
      [addDays(addMonths(USED, 6), -1), ['Dormant', 'Active', 'Active', 'Active']],
      [addMonths(USED, 6), ['Dormant', 'Dormant', 'Dormant', 'Active']],
      [addMonths(addDays(USED, 5), 6), ['Dormant', 'Dormant', 'Dormant', 'Dormant']],
    ];
    for (const [date, expected] of days) {
      for (const app of [origin, target]) await close(app, date);
      expect([date, await statuses(origin)]).toEqual([date, expected]);
      expect([date, await statuses(target)]).toEqual([date, expected]);
    }
    const [one, other] = [folders.make(), folders.make()];
    await exportBooks(origin, one);
    await exportBooks(target, other);
    expect(filesOf(other).accounts).toBe(filesOf(one).accounts);
  }, 60_000);
});

describe('the last use of an account of another system', () => {
  const folders = new Folders();
  let app: TestApp;
  let today: string;
  beforeAll(async () => {
    app = await TestApp.start();
    await emptyBooks(app);
    today = await businessDateOf(app);
  });
  afterAll(async () => {
    folders.remove();
    await app.close();
  });

  /** Two accounts with money and one without, all opened long ago. */
  const books = (...lastUsedOn: string[]): ReturnType<typeof oldBooks> => {
    const files = oldBooks(3);
    files.liens = [];
    files.accounts[1]![BALANCE] = '0.00';
    files.ledgers = [['1010', '001', '4.50', '']];
    lastUsedOn.forEach((date, index) => (files.accounts[index]![LAST_USED] = date));
    return files;
  };
  const statusesOf = async (): Promise<string[]> =>
    (
      await app.rows<{ status: string }>(
        'SELECT status FROM ledger_account WHERE institution_id = $1 AND number = ANY($2) ORDER BY number',
        [app.institutionId, [oldNumber(1), oldNumber(2), oldNumber(3)]],
      )
    ).map(({ status }) => status);

  it('is refused when it is no date, or after the business date', async () => {
    const into = writeOldBooks(folders.make(), books('31/12/2026', addDays(today, 1)));
    expect(await importBooks(app, into, false)).toMatchObject({ refused: 2 });
    expect(refusedLines(into)).toMatch(/last_used_on must be a date/);
    expect(refusedLines(into)).toMatch(/last_used_on must not be after/);
  });

  it('is the business date of the import where the file does not state it, until the customer uses it here', async () => {
    const into = writeOldBooks(folders.make(), books());
    expect(await importBooks(app, into)).toMatchObject({ result: 'Completed', refused: 0 });
    // As an import by an earlier program left it.
    await app.rows(
      'UPDATE deposit_account SET brought_used_on = NULL WHERE institution_id = $1 AND account_number = $2',
      [app.institutionId, oldNumber(3)],
    );
    await close(app, today);
    expect(await statusesOf()).toEqual(['Active', 'Active', 'Active']);
    const usedOn = addMonths(today, 6);
    await setBusinessDate(app, usedOn);
    const [row] = await app.rows<{ id: string }>(
      'SELECT id FROM deposit_account WHERE institution_id = $1 AND account_number = $2',
      [app.institutionId, oldNumber(1)],
    );
    await moveCash(app, { id: Number(row!.id), number: oldNumber(1) }, 1n);
    await close(app, addDays(addMonths(today, 12), -1));
    expect(await statusesOf()).toEqual(['Active', 'Active', 'Active']);
    await close(app, addMonths(today, 12));
    expect(await statusesOf()).toEqual(['Active', 'Dormant', 'Dormant']);
    await close(app, addMonths(usedOn, 12));
    expect(await statusesOf()).toEqual(['Dormant', 'Dormant', 'Dormant']);
  });
});
