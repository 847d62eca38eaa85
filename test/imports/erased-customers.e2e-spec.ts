import { duePerson, isErased, openPerson, type Person, STEP } from '../personal-data/persons';
import { TestApp } from '../support/app';
import { Folders, importBooks, refusedLines } from '../support/brought-books';
import { businessDateOf, runStep } from '../support/end-of-day';
import { oldBooks, oldDeposits, type OldFiles, oldNumber, writeOldBooks } from '../support/old-books';

/** A later import, such as that of another branch, meets persons whose data has been erased since the first one. */
describe('an import after the erasure of a person', () => {
  const folders = new Folders();
  let app: TestApp;
  let erased: Person;
  let present: Person;
  let today: string;
  beforeAll(async () => {
    app = await TestApp.start();
    [erased, present] = [await duePerson(app), await openPerson(app)];
    await runStep(app, STEP);
    expect(await isErased(app, erased)).toBe(true);
    today = await businessDateOf(app);
  });
  afterAll(async () => {
    folders.remove();
    await app.close();
  });

  async function refusalOf(files: OldFiles): Promise<string> {
    const into = writeOldBooks(folders.make(), files);
    const { refused } = await importBooks(app, into, false);
    return refused === 0 ? '' : refusedLines(into);
  }
  const accountOf = ({ customerID }: Person): OldFiles => {
    const { accounts } = oldBooks(1);
    accounts[0]![1] = customerID;
    return { accounts };
  };
  const depositOf = ({ customerID, accountNumber }: Person): OldFiles => {
    const { deposits, deposit_parts } = oldDeposits(1, today);
    const owner = { customer_number: customerID, source_account: '', liquidation_account: accountNumber };
    return { deposits: [{ ...(deposits![0] as Record<string, string>), ...owner }], deposit_parts };
  };
  const historyOf = ({ accountNumber }: Person): OldFiles => ({
    history: [[accountNumber, today, today, 'Salary of Zikora', '', '1.00', '1.00', 'OLD-1']],
  });

  it.each<[string, (person: Person) => OldFiles, RegExp]>([
    ['an account', accountOf, /that of an erased person; bring the person as a new customer with another number/],
    ['a fixed deposit', depositOf, /that of an erased person; bring the person as a new customer with another number/],
    ['a line of history', historyOf, /is neither among the accepted accounts nor here/],
  ])('refuses %s of the person, and takes that of another one', async (_, filesOf, reason) => {
    expect(await refusalOf(filesOf(erased))).toMatch(reason);
    expect(await refusalOf(filesOf(present))).toBe('');
  });

  it('takes the person as a new customer under another number', async () => {
    const files = oldBooks(1);
    files.customers[0]![0] = '79999998';
    files.accounts[0]![1] = '79999998';
    const into = writeOldBooks(folders.make(), { customers: files.customers, accounts: files.accounts });
    expect(await importBooks(app, into)).toMatchObject({ result: 'Completed', refused: 0 });
    expect(await app.balance(oldNumber(1))).toBe(1.25);
    expect(await isErased(app, erased)).toBe(true);
  });
});
