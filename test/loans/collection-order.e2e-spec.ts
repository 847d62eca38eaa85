import { ChunkRunner } from '../../src/business-day/chunk-runner';
import { addDays } from '../../src/common/time/calendar';
import { COLLECTION_CHUNK_SIZE } from '../../src/loans/steps/loan-collection.step';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { beginMonth, businessDateOf, rollDays } from '../support/end-of-day';
import { activeLoan, type NamedLoan } from './loans-support';
import { activeGroup, dayProduct, loanOf, REPAY_GROUP, takeOut } from './servicing-support';

const TIMEOUT_MS = 300_000;

/** One instalment after this many days. */
const bullet = (days: number): object => ({
  productCode: 'LND01',
  loanAmount: 20_000,
  tenure: days,
  principalRepaymentEvery: days,
  principalRepaymentFrequency: 0,
});

describe.each([
  { name: 'in one transaction', chunkSize: COLLECTION_CHUNK_SIZE },
  { name: 'in a transaction each', chunkSize: 1 },
])('several loans of one linked account, collected $name', ({ chunkSize }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await dayProduct(app);
    // No interest of the accounts is posted on the days of the suite.
    await beginMonth(app);
    const chunks = app.app.get(ChunkRunner, { strict: false });
    const run = chunks.run.bind(chunks);
    jest
      .spyOn(chunks, 'run')
      .mockImplementation((day, rows, progress) =>
        run(day, rows.chunkSize === COLLECTION_CHUNK_SIZE ? { ...rows, chunkSize } : rows, progress),
      );
  }, TIMEOUT_MS);
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const loanOn = (linkedNumber: string, days: number): Promise<NamedLoan> =>
    activeLoan(app, { ...bullet(days), linkedNumber });
  const paidKobo = async (loan: NamedLoan): Promise<bigint> =>
    (await loanOf(app, loan)).instalments.reduce(
      (sum, row) =>
        sum +
        row.principalPaidKobo +
        row.interestPaidKobo +
        row.defaultPaidKobo +
        row.penaltyPaidKobo +
        row.feePaidKobo,
      0n,
    );

  it(
    'pay the oldest arrears first, whichever loan was made first',
    async () => {
      const linkedNumber = await app.openAccount();
      // The loan that falls due last has the lowest id.
      const latest = await loanOn(linkedNumber, 3);
      const middle = await loanOn(linkedNumber, 2);
      const oldest = await loanOn(linkedNumber, 1);
      await takeOut(app, linkedNumber);
      await rollDays(app, 3);
      await app.payIn(linkedNumber, 30_000);
      await rollDays(app, 1);
      expect((await loanOf(app, oldest)).loan.status).toBe('Closed');
      const oldestKobo = await paidKobo(oldest);
      expect(oldestKobo).toBeGreaterThan(2_000_000n);
      expect([await paidKobo(middle), await paidKobo(latest)]).toEqual([3_000_000n - oldestKobo, 0n]);
      expect(await app.balance(linkedNumber)).toBe(0);

      await app.payIn(linkedNumber, 30_000);
      await rollDays(app, 1);
      expect((await loanOf(app, middle)).loan.status).toBe('Closed');
      const rest = 6_000_000n - (await paidKobo(oldest)) - (await paidKobo(middle));
      expect(await paidKobo(latest)).toBe(rest);
      expect(rest).toBeGreaterThan(0n);
    },
    TIMEOUT_MS,
  );

  it(
    'that fall due on one day pay in the order in which they were made',
    async () => {
      const linkedNumber = await app.openAccount();
      const loans = [await loanOn(linkedNumber, 1), await loanOn(linkedNumber, 1), await loanOn(linkedNumber, 1)];
      await takeOut(app, linkedNumber);
      await app.payIn(linkedNumber, 25_000);
      await rollDays(app, 2);
      const [first, second, third] = [await paidKobo(loans[0]!), await paidKobo(loans[1]!), await paidKobo(loans[2]!)];
      expect([first > 2_000_000n, second, third]).toEqual([true, 2_500_000n - first, 0n]);
    },
    TIMEOUT_MS,
  );

  it(
    'leave what a settled loan does not take to the next one',
    async () => {
      const { id: groupLoanID, members } = await activeGroup(app);
      const settled = members[0]!;
      const [, ...later] = (await loanOf(app, settled)).instalments;
      const ahead = later.map(({ id }) => ({ id, payPrincipal: true, payInterest: true }));
      const participantRepayments = [{ id: settled.id, schedules: ahead }];
      dataOf(await app.post(REPAY_GROUP, { groupLoanID, participantRepayments }));
      const next = await loanOn(settled.linkedNumber, 7);
      const { instalments } = await loanOf(app, settled);
      const [due] = instalments.map((row) => row.principalDueKobo + row.interestDueKobo);
      await takeOut(app, settled.linkedNumber);
      await app.payIn(settled.linkedNumber, Number(due) / 100);
      await rollDays(app, 8);
      expect((await loanOf(app, settled)).loan.status).toBe('Closed');
      // The payoff is less than what was due, by interest that was paid ahead and is not earned.
      expect(await paidKobo(next)).toBeGreaterThan(0n);
      expect(await app.balance(settled.linkedNumber)).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'share only own money: what a lien reserves stays, and no overdraft is drawn',
    async () => {
      const linkedNumber = await app.openAccount();
      const loans = [await loanOn(linkedNumber, 1), await loanOn(linkedNumber, 1)];
      await takeOut(app, linkedNumber);
      await app.payIn(linkedNumber, 27_000);
      const lien = { accountNumber: linkedNumber, amount: 4_000, referenceNumber: freshReference('LIEN') };
      dataOf(await app.post('/api/accountlien/v1/placelien', lien));
      const overdraft = {
        accountNumber: linkedNumber,
        limit: 500_000,
        interestRate: 24,
        expiryDate: addDays(await businessDateOf(app), 90),
        referenceNumber: freshReference('OD'),
      };
      dataOf(await app.post('/api/accountoverdraft/v1/add', overdraft));
      await rollDays(app, 2);
      expect((await paidKobo(loans[0]!)) + (await paidKobo(loans[1]!))).toBe(2_300_000n);
      const [account] = await app.rows<{ balance: string }>(
        `SELECT credits_posted_kobo - debits_posted_kobo AS balance FROM ledger_account WHERE number = $1`,
        [linkedNumber],
      );
      expect(account!.balance).toBe('400000');
    },
    TIMEOUT_MS,
  );
});
