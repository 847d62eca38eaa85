import { add, liquidate, openSaver, topUp } from '../fixed-deposits/deposits-support';
import { activeLoan, addFee, type NamedLoan } from '../loans/loans-support';
import {
  activeGroup,
  approve,
  askChange,
  COLLECTIONS,
  dayProduct,
  eventsOf,
  fundCollections,
  repay,
  REPAY_EARLY,
  takeOut,
} from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { emptyBooks, exportBooks, filesOf, Folders, importBooks } from '../support/brought-books';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { randomLoanTerms } from './random-loan-terms';

/** `LIVED_SEED` and `LIVED_LOANS` try other loans, and more of them. */
const SEED = Number(process.env['LIVED_SEED'] ?? 5);
const TAKEN_UPFRONT = 2;
const RANDOM = randomLoanTerms(SEED, Number(process.env['LIVED_LOANS'] ?? 6))
  .filter(({ terms }) => terms['interestPaymentType'] !== TAKEN_UPFRONT)
  .map((each, index) => ({ ...each, productCode: `LNR${String(index).padStart(2, '0')}` }));
const CHOICES = ['Due', 'Deferred', 'Capitalised'] as const;
const SHORT = { productCode: 'LND01', tenure: 12, principalRepaymentEvery: 3, loanAmount: 30_000 };
const LATE = { suspenseAfterDays: 3, penaltyKind: 'Flat', penaltyAmount: 500, penaltyGraceDays: 0 };
const FEE = { name: 'Service', kind: 'Flat', amount: 400, charged: 'PerInstalment', vatApplies: true };
/** Nights after the move after which the books are compared: a month in all, with its end. */
const NIGHTS = [1, 9, 21];
const COMPARED = ['loans', 'loan_instalments', 'deposits', 'deposit_parts', 'accounts', 'liens', 'ledgers'] as const;
const TIMEOUT_MS = 590_000;

/** A portfolio that staff and customers have changed in many ways, which lives on here and after a move. */
describe('books with a past that move to another installation', () => {
  const folders = new Folders();
  let origin: TestApp;
  let target: TestApp;
  let exported: string;
  /** The fee in each installation. */
  const feeIds: number[] = [];

  beforeAll(async () => {
    origin = await TestApp.start();
    target = await TestApp.start();
    for (const app of [origin, target]) {
      await dayProduct(app, 'LND01', LATE);
      feeIds.push(await addFee(app, 'LND01', FEE));
    }
    for (const { productCode, terms } of RANDOM) {
      await dayProduct(origin, productCode, terms);
      await dayProduct(target, productCode);
    }
    await fundCollections(origin, 2_000_000);
    await liveThroughRestructures();
    await liveThroughDeposits();
    await liveThroughServicing();
    exported = folders.make();
    await exportBooks(origin, exported);
    await emptyBooks(target, await businessDateOf(origin));
  }, TIMEOUT_MS);

  afterAll(async () => {
    folders.remove();
    await origin.close();
    await target.close();
  });

  const change = async (loan: NamedLoan, path: string, body: object): Promise<void> =>
    approve(origin, await askChange(origin, `loans/${loan.id}/${path}`, { reason: 'As agreed', ...body }));
  const restructure = (loan: NamedLoan, index: number, terms: object = {}): Promise<void> =>
    change(loan, 'restructure', { accruedInterest: CHOICES[index % 3], ...terms });

  /** Two loans of each random product: one is restructured before its first instalment, one when it is overdue. */
  async function liveThroughRestructures(): Promise<void> {
    const make = ({ productCode, tenure }: (typeof RANDOM)[number]): Promise<NamedLoan> =>
      activeLoan(origin, { productCode, tenure, loanAmount: 60_000 });
    const loans: [NamedLoan, NamedLoan][] = [];
    for (const each of RANDOM) loans.push([await make(each), await make(each)]);
    for (const [, late] of loans) await takeOut(origin, late.linkedNumber);
    await rollDays(origin, 2);
    for (const [index, [early]] of loans.entries()) await restructure(early, index);
    await rollDays(origin, 4);
    for (const [index, [, late]] of loans.entries()) await restructure(late, index + 1, { interestRate: 18 });
  }

  /** Deposits with every payment of interest, topped up and partly liquidated. */
  async function liveThroughDeposits(): Promise<void> {
    const saver = await openSaver(origin, 900_000);
    const [plain, upfront] = [await add(origin, saver), await add(origin, saver, { interestPayment: 'Upfront' })];
    await add(origin, saver, { interestPayment: 'Monthly' });
    await rollDays(origin, 1);
    dataOf(await topUp(origin, plain.accountNumber, saver.accountNumber, 5_000));
    for (const { accountNumber } of [plain, upfront]) dataOf(await liquidate(origin, accountNumber, 20_000));
  }

  /** Loans with fees that are late: charged, waived, paid, reversed, restructured, paid ahead and partly settled. */
  async function liveThroughServicing(): Promise<void> {
    const loans: NamedLoan[] = [];
    const charged = { allowLoanFee: true, loanFeeID: feeIds[0] };
    for (let index = 0; index < 9; index += 1) {
      loans.push(await activeLoan(origin, { ...SHORT, ...(index % 2 === 0 && charged) }));
      await takeOut(origin, loans[index]!.linkedNumber);
    }
    await activeGroup(origin);
    const [penalised, waived, reversed, one, two, three, ahead, partly, settled] = loans as [
      ...[NamedLoan, NamedLoan, NamedLoan, NamedLoan, NamedLoan, NamedLoan, NamedLoan, NamedLoan, NamedLoan],
    ];
    const part = { paymentOption: 1, amount: 10_000, source: 'CollectionsGL', collectionsGL: COLLECTIONS };
    const { loanAccountNumber } = settled;
    dataOf(await origin.post(REPAY_EARLY, { loanAccountNumber, ...part, referenceNumber: freshReference('ER') }));
    await rollDays(origin, 7);
    await change(penalised, 'charge', { component: 'Penalty', amount: 300 });
    await change(waived, 'waive', { penalty: 200, interest: 10 });
    await repay(origin, reversed, 12_000);
    await change(reversed, 'reverse', { eventId: (await eventsOf(origin, reversed))[0]!.id });
    for (const [index, loan] of [one, two, three].entries())
      await restructure(loan, index, { tenure: 24, moratorium: index + 1, moratoriumPeriods: 2 });
    await repay(origin, ahead, 25_000);
    await repay(origin, partly, 3_000.33);
    await rollDays(origin, 1);
  }

  it('arrive as they were, to the kobo', async () => {
    expect(await importBooks(target, exported)).toMatchObject({ result: 'Completed', totals: { suspenseKobo: '0' } });
    const again = folders.make();
    await exportBooks(target, again);
    expect(filesOf(again)).toEqual(filesOf(exported));
    expect(await target.failedProofs()).toEqual([]);
  }, 120_000);

  it(
    'live on for a month like those that stayed',
    async () => {
      for (const nights of NIGHTS) {
        for (const app of [origin, target]) await rollDays(app, nights);
        const [one, other] = [folders.make(), folders.make()];
        await exportBooks(origin, one);
        await exportBooks(target, other);
        const [stayed, moved] = [filesOf(one), filesOf(other)];
        for (const name of COMPARED) expect(moved[name]).toBe(stayed[name]);
        expect(stayed.loan_instalments).not.toBe(filesOf(exported).loan_instalments);
      }
      expect(await target.failedProofs()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
