import { setTimeout as pause } from 'node:timers/promises';
import { buildNuban } from '../../src/accounts/nuban';
import { insertRow } from '../personal-data/persons';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { CREATE_CUSTOMER_ACCOUNT, newCustomer } from './sandbox-accounts';

interface Opened {
  accountNumber: string;
  customerID: string;
}

/** Longer than a process uses numbers without looking them up again. */
const AGAIN_MS = 1_100;

describe('the numbers of new accounts', () => {
  let app: TestApp;
  let code: string;
  beforeAll(async () => {
    app = await TestApp.start();
    const [institution] = await app.rows<{ code: string }>('SELECT code FROM institution WHERE institution_id = $1', [
      app.institutionId,
    ]);
    ({ code } = institution!);
  });
  afterAll(() => app.close());

  const open = async (): Promise<Opened> => dataOf(await app.post(CREATE_CUSTOMER_ACCOUNT, newCustomer(app)));
  const serialOf = ({ accountNumber }: Opened): number => Number(accountNumber.slice(0, 9));
  const customerSerialOf = ({ customerID }: Opened): number => Number(customerID);
  const bringLoan = (number: string): Promise<unknown> =>
    app.rows('INSERT INTO brought_number (institution_id, number) VALUES ($1, $2)', [app.institutionId, number]);
  const bringAccount = (number: string): Promise<unknown> =>
    app.rows(
      `INSERT INTO account_number (institution_id, number, kind, account_id, ledger_account_id)
       VALUES ($1, $2, 'deposit', 1, 1)`,
      [app.institutionId, number],
    );
  const bringCustomer = (serial: number): Promise<number> =>
    insertRow(app, 'customer', { customer_number: String(serial).padStart(8, '0'), customer_type: 'Individual' });

  it('are none that an import brings while a process has them in its block', async () => {
    const before = await open();
    const serial = serialOf(before);
    await bringLoan(buildNuban(code, serial + 1));
    await bringAccount(buildNuban(code, serial + 2));
    await bringCustomer(customerSerialOf(before) + 1);
    await pause(AGAIN_MS);
    const after = await open();
    expect(serialOf(after)).toBe(serial + 3);
    expect(customerSerialOf(after)).toBe(customerSerialOf(before) + 2);
    expect(serialOf(await open())).toBe(serial + 4);
  });

  it('are each given once, in parallel and over the end of a block, and none that was brought', async () => {
    const serial = serialOf(await open());
    const brought = [20, 21, 60, 120].map((ahead) => buildNuban(code, serial + ahead));
    for (const number of brought) await bringLoan(number);
    await pause(AGAIN_MS);
    const accounts = await Promise.all(Array.from({ length: 150 }, open));
    const numbers = accounts.map(({ accountNumber }) => accountNumber);
    expect(new Set(numbers).size).toBe(150);
    expect(new Set(accounts.map(({ customerID }) => customerID)).size).toBe(150);
    expect(numbers.filter((number) => brought.includes(number))).toEqual([]);
    // No number was passed over but those that were brought.
    expect(Math.max(...accounts.map(serialOf))).toBe(serial + 150 + brought.length);
  });
});
