import type { TestApp } from '../support/app';

/** A new account with its customer: `customerId` is the id in the database, `customerID` the number that people use. */
export interface AccountOwner {
  account: string;
  customerId: number;
  customerID: string;
}

/** Opens an account. @param balance in Naira */
export async function openOwned(app: TestApp, balance = 0): Promise<AccountOwner> {
  const account = await app.openAccount(balance);
  const [row] = await app.rows<{ id: string; customer_number: string }>(
    `SELECT c.id, c.customer_number FROM customer c JOIN deposit_account d ON d.customer_id = c.id
      WHERE d.account_number = $1`,
    [account],
  );
  return { account, customerId: Number(row!.id), customerID: row!.customer_number };
}
