import { add, openSaver } from '../fixed-deposits/deposits-support';
import { activeLoan } from '../loans/loans-support';
import { dayProduct } from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import type { TestApp } from '../support/app';

/** The loans and deposits that an institution gets beside its accounts. */
export interface Contracts {
  /** Each with an instalment every second day. */
  loans: number;
  /** The number of loans whose customer has no money, so that they are overdue. */
  broke: number;
  /** Deposits of 30 days, alternately paid out and rolled over. */
  deposits: number;
}

/**
 * Creates loans and fixed deposits with something due on many days.
 * @returns the deposits' accounts
 */
export async function openContracts(app: TestApp, { loans, broke, deposits }: Contracts): Promise<string[]> {
  const productCode = await dayProduct(app);
  for (let count = 0; count < loans; count += 1) {
    const { linkedNumber } = await activeLoan(app, {
      productCode,
      loanAmount: 20_000 + count * 1_000,
      tenure: 4 + 2 * (count % 5),
      principalRepaymentEvery: 2,
      principalRepaymentFrequency: 0,
    });
    if (count >= broke) continue;
    // A part of the first instalment can be collected.
    const amount = (await app.balance(linkedNumber)) - 1_234.56;
    dataOf(
      await app.post('/api/transfer/v1/localfundtransfer', {
        debitAccount: linkedNumber,
        creditAccount: '1010',
        amount,
        narration: 'Out',
      }),
    );
  }
  const opened: string[] = [];
  for (let count = 0; count < deposits; count += 1) {
    const saver = await openSaver(app, 200_000);
    const rollover = count % 2 === 0 ? {} : { applyRollover: 'Principal' };
    opened.push(
      (await add(app, saver, { tenure: 30, principalAmount: 60_000 + count * 1_000, ...rollover })).accountNumber,
    );
  }
  return opened;
}

const LOAN_TABLES = ['loan', 'loan_contract', 'loan_instalment', 'loan_transaction'];

/** Moves the start of loans and deposits back by so many days, so that deposits mature within the following days. */
export async function moveContractsBack(app: TestApp, days: number, deposits: readonly string[]): Promise<void> {
  for (const table of LOAN_TABLES) await moveDates(app, table, 'true', days);
  for (const [index, accountNumber] of deposits.entries()) {
    const back = 30 + (index % days);
    const [row] = await app.rows<{ id: string }>('SELECT id FROM fixed_deposit WHERE account_number = $1', [
      accountNumber,
    ]);
    await moveDates(app, 'fixed_deposit', `id = ${row!.id}`, back);
    await moveDates(app, 'fixed_deposit_part', `deposit_id = ${row!.id}`, back);
  }
}

async function moveDates(app: TestApp, table: string, which: string, days: number): Promise<void> {
  const columns = await app.rows<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND data_type = 'date'`,
    [table],
  );
  await app.rows(
    `UPDATE ${table} SET ${columns.map(({ name }) => `${name} = ${name} - ${days}`).join(', ')} WHERE ${which}`,
  );
}
