import { add, openSaver, topUp } from '../fixed-deposits/deposits-support';
import { activeLoan, dateIn } from '../loans/loans-support';
import { dayProduct, fundCollections, repay } from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { emptyBooks, exportBooks, filesOf, Folders, importBooks } from '../support/brought-books';
import { businessDateOf, rollDays } from '../support/end-of-day';

/** Books that began here, taken to another installation. */
describe('books that are exported and imported again', () => {
  const folders = new Folders();
  let origin: TestApp;
  let target: TestApp;
  let exported: string;

  beforeAll(async () => {
    origin = await TestApp.start();
    target = await TestApp.start();
    for (const app of [origin, target]) await dayProduct(app, 'LND01', { suspenseAfterDays: 1, penaltyGraceDays: 0 });
    await fundCollections(origin, 50_000);
    await activeLoan(origin);
    await activeLoan(origin, { productCode: 'LND01', tenure: 6, loanAmount: 30_000 }, {});
    const paying = await activeLoan(origin, { productCode: 'LND01', tenure: 20, loanAmount: 20_000 });
    const saver = await openSaver(origin, 500_000);
    const deposit = await add(origin, saver);
    await rollDays(origin, 1);
    dataOf(await topUp(origin, deposit.accountNumber, saver.accountNumber, 5_000));
    await repay(origin, paying, 2_500.5);
    await add(origin, saver, { interestPayment: 'Upfront' });
    await rollDays(origin, 3);
    await repay(origin, paying, 100);
    exported = folders.make();
    await exportBooks(origin, exported);
    await emptyBooks(target, await businessDateOf(origin));
  }, 180_000);

  afterAll(async () => {
    folders.remove();
    await origin.close();
    await target.close();
  });

  it('are equal byte for byte, and the proofs of the ledger hold for them', async () => {
    const outcome = await importBooks(target, exported);
    expect(outcome).toMatchObject({ result: 'Completed', totals: { suspenseKobo: '0' } });
    const again = folders.make();
    expect(await exportBooks(target, again)).toMatchObject({ suspenseKobo: 0n });
    const files = filesOf(exported);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'customers',
        'accounts',
        'loans',
        'loan_instalments',
        'deposits',
        'deposit_parts',
        'history',
      ]),
    );
    expect(filesOf(again)).toEqual(files);
    expect(await target.failedProofs()).toEqual([]);
  }, 60_000);

  it('have the same nights: accrual, charges, ageing, suspense, provisions and interest', async () => {
    await rollDays(origin, 3);
    await rollDays(target, 3);
    const [one, other] = [folders.make(), folders.make()];
    await exportBooks(origin, one);
    await exportBooks(target, other);
    const [ofOrigin, ofTarget] = [filesOf(one), filesOf(other)];
    for (const name of ['loans', 'loan_instalments', 'deposits', 'deposit_parts', 'accounts'] as const)
      expect(ofTarget[name]).toBe(ofOrigin[name]);
    expect(ofOrigin.loans).not.toBe(filesOf(exported).loans);
    expect(ofTarget.ledgers).toBe(ofOrigin.ledgers);
    expect(await target.failedProofs()).toEqual([]);
  }, 120_000);

  it('take payments, and reverse them, like books that began there', async () => {
    void (await dateIn(target, {}));
  });
});
