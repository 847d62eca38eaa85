import { stateDifferences } from '../../src/loans/contract/loan-state';
import { add, openSaver, topUp } from '../fixed-deposits/deposits-support';
import { activeLoan } from '../loans/loans-support';
import { approve, askChange, dayProduct, fundCollections, loanOf, repay } from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { emptyBooks, exportBooks, filesOf, Folders, importBooks } from '../support/brought-books';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { randomLoanTerms } from './random-loan-terms';

/** `ROUND_TRIP_SEED` and `ROUND_TRIP_LOANS` try other loans, and more of them. */
const SEED = Number(process.env['ROUND_TRIP_SEED'] ?? 17);
const RANDOM = randomLoanTerms(SEED, Number(process.env['ROUND_TRIP_LOANS'] ?? 10)).map((each, index) => ({
  ...each,
  productCode: `LNR${String(index).padStart(2, '0')}`,
}));

/** Books that began here, taken to another installation. */
describe('books that are exported and imported again', () => {
  const folders = new Folders();
  let origin: TestApp;
  let target: TestApp;
  let exported: string;

  beforeAll(async () => {
    origin = await TestApp.start();
    target = await TestApp.start();
    for (const app of [origin, target]) {
      await dayProduct(app, 'LND01', { suspenseAfterDays: 1, penaltyGraceDays: 0 });
    }
    // The other institution's products have other terms: those of the loans come with the loans.
    for (const { productCode, terms } of RANDOM) {
      await dayProduct(origin, productCode, terms);
      await dayProduct(target, productCode);
    }
    await fundCollections(origin, 200_000);
    const random = [];
    for (const { productCode, tenure } of RANDOM)
      random.push(await activeLoan(origin, { productCode, tenure, loanAmount: 60_000 }));
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
    for (const loan of random.filter((_, index) => index % 2 === 0)) await repay(origin, loan, 15_000);
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
    const [row] = await target.rows<{ id: string; number: string }>(
      `SELECT id, loan_account_number AS number FROM loan WHERE institution_id = $1 AND status = 'Active' ORDER BY id LIMIT 1`,
      [target.institutionId],
    );
    const loan = { id: Number(row!.id), loanAccountNumber: row!.number, linkedNumber: '' };
    const before = await loanOf(target, loan);
    await fundCollections(target, 10_000);
    await repay(target, loan, 1_000);
    const paid = await loanOf(target, loan);
    expect(paid.loan.outstandingPrincipalKobo + paid.loan.outstandingInterestKobo).toBeLessThan(
      before.loan.outstandingPrincipalKobo + before.loan.outstandingInterestKobo,
    );
    const token = await target.staff('maker');
    const { data: events } = dataOf<{ data: { id: number }[] }>(
      await target.get(`/api/admin/v1/loans/${loan.id}/events`, {}, { token }),
    );
    const asked = { eventId: events[0]!.id, reason: 'Wrong loan' };
    await approve(target, await askChange(target, `loans/${loan.id}/reverse`, asked));
    expect(stateDifferences(await loanOf(target, loan), before)).toEqual([]);
    expect(await target.failedProofs()).toEqual([]);
  });

  it('never give a number of theirs to a new account', async () => {
    const [row] = await target.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM brought_number WHERE institution_id = $1',
      [target.institutionId],
    );
    expect(row!.count).toBeGreaterThan(2);
    const opened = [];
    for (let index = 0; index < 8; index += 1) opened.push(await target.openAccount());
    const [taken] = await target.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM brought_number WHERE institution_id = $1 AND number = ANY($2)',
      [target.institutionId, opened],
    );
    expect(taken!.count).toBe(0);
  });
});
