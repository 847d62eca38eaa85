import { TestApp } from '../support/app';
import { exportBooks, filesOf, Folders, importBooks, refusedLines } from '../support/brought-books';
import { businessDateOf, rollDays } from '../support/end-of-day';
import {
  OLD_MANDATES,
  oldBooks,
  oldDeposit,
  oldDeposits,
  oldHistory,
  oldLoan,
  oldLoans,
  oldNumber,
  writeOldBooks,
} from '../support/old-books';

const ACCOUNTS = 6;

/** Loans, deposits, mandates and history of another system. */
describe('books of another system', () => {
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

  const books = (): ReturnType<typeof oldBooks> &
    ReturnType<typeof oldLoans> &
    ReturnType<typeof oldDeposits> &
    ReturnType<typeof oldHistory> &
    typeof OLD_MANDATES => ({
    ...oldBooks(ACCOUNTS),
    ...OLD_MANDATES,
    ...oldLoans(3, today),
    ...oldDeposits(2, today),
    ...oldHistory(4, 3, today),
  });

  async function refused(files: ReturnType<typeof books>): Promise<string> {
    const folder = writeOldBooks(folders.make(), files);
    const outcome = await importBooks(app, folder, false);
    return outcome.refused === 0 ? '' : refusedLines(folder);
  }

  it('show control totals per ledger, branch and product in a dry run', async () => {
    const folder = writeOldBooks(folders.make(), books());
    const outcome = await importBooks(app, folder, false);
    expect(outcome.refused === 0 ? '' : refusedLines(folder)).toBe('');
    expect(outcome).toMatchObject({ result: 'DryRun', totals: {} });
  }, 60_000);
});
