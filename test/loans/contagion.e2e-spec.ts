import { AppConfig } from '../../src/common/config/app-config';
import { LoanContagion } from '../../src/loans/classification/loan-contagion';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import { OpenTransactions } from '../support/open-transactions';
import { activeLoan, type NamedLoan } from './loans-support';
import { REPAY_EARLY } from './servicing-support';

const TIMEOUT_MS = 120_000;

describe('the class that a loan has by another loan of its customer', () => {
  let app: TestApp;
  let transactions: OpenTransactions;

  beforeAll(async () => {
    app = await TestApp.start();
    transactions = new OpenTransactions(() => app.app.get(AppConfig, { strict: false }).databaseUrl!);
    await app.configure({ LOAN_CONTAGION: 'true' });
  }, TIMEOUT_MS);
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await transactions.end();
    await app.close();
  });

  const facts = async ({ id }: NamedLoan): Promise<object> =>
    (
      await app.rows<object>(
        'SELECT status, classification, inherited_classification AS inherited FROM loan WHERE id = $1',
        [id],
      )
    )[0]!;
  const spread = async (): Promise<number> =>
    app.app.get(LoanContagion, { strict: false }).spread(app.institutionId, await businessDateOf(app));
  const settle = ({ loanAccountNumber }: NamedLoan): Promise<unknown> =>
    app.post(REPAY_EARLY, {
      loanAccountNumber,
      referenceNumber: freshReference('PAY'),
      paymentOption: 0,
      source: 'LinkedAccount',
    });

  it('is not given to a loan that is paid off at the same moment', async () => {
    const linkedNumber = await app.openAccount(500_000);
    const bad = await activeLoan(app, { linkedNumber });
    const [paid, kept] = [await activeLoan(app, { linkedNumber }), await activeLoan(app, { linkedNumber })];
    const overdue = (since: string): Promise<unknown> =>
      app.rows(`UPDATE loan SET overdue_since = ${since} WHERE id = $1`, [bad.id]);
    await overdue(`'${await businessDateOf(app)}'::date - 400`);
    const holder = await transactions.begin();
    await holder.query('SELECT 1 FROM loan WHERE id = $1 FOR UPDATE', [paid.id]);
    const waiting = (count: number): Promise<void> =>
      eventually(async () => {
        expect(await app.rows('SELECT 1 FROM pg_locks WHERE NOT granted')).toHaveLength(count);
      });
    const payment = settle(paid);
    await waiting(1);
    const night = spread();
    await waiting(2);
    await holder.query('COMMIT');
    dataOf((await payment) as Parameters<typeof dataOf>[0]);
    expect(await night).toBe(1);
    expect(await facts(paid)).toEqual({ status: 'Closed', classification: 'Performing', inherited: null });
    expect(await facts(kept)).toMatchObject({ status: 'Active', inherited: 'Lost' });
    await overdue('NULL');
    expect(await spread()).toBe(1);
    expect(await facts(kept)).toMatchObject({ classification: 'Performing', inherited: null });
  });
});
