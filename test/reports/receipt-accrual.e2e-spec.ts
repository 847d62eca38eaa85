import { activeLoan } from '../loans/loans-support';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { rollDays } from '../support/end-of-day';
import { RECEIPT } from './reports-support';

describe('the receipt of what the end of day books on loans', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const accruals = (): Promise<{ id: string; loans: number }[]> =>
    app.rows(`SELECT p.id, count(DISTINCT split_part(l.number, '-', 1))::int AS loans
                FROM posting p JOIN posting_entry e ON e.institution_id = p.institution_id AND e.posting_id = p.id
                JOIN ledger_account l ON l.institution_id = e.institution_id AND l.id = e.account_id
               WHERE p.kind = 'loan-accrual' AND l.kind = 'contract' GROUP BY p.id ORDER BY p.id`);

  it('exists for one loan, and is refused where it would show one borrower another', async () => {
    await activeLoan(app);
    await rollDays(app, 1);
    const [ofOne] = await accruals();
    expect(ofOne!.loans).toBe(1);
    dataOf(await app.get(RECEIPT, { TransactionID: ofOne!.id }));

    await activeLoan(app);
    await rollDays(app, 1);
    const ofTwo = (await accruals()).at(-1)!;
    expect(ofTwo.loans).toBe(2);
    const refused = await app.get(RECEIPT, { TransactionID: ofTwo.id });
    expect(codeOf(refused)).toStrictEqual([422, 'TRANSACTION_OF_SEVERAL_CUSTOMERS']);
    expect(refused.text).not.toContain('Test Person');
  });
});
