import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { activeLoan, approvedLoan, disburseLoan, type NamedLoan, SEARCH_LOANS } from './loans-support';
import { dayProduct, fundCollections, loanOf, REPAY_LOAN, repayment, SHORT_LOAN } from './servicing-support';

const TIMEOUT_MS = 120_000;
const ROUNDS = 4;

describe('a refinancing beside other work on the old loan', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 2_000_000);
    await dayProduct(app);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** An old loan, and an approved one that tops it up. */
  async function pair(): Promise<{ old: NamedLoan; topUp: NamedLoan }> {
    const old = await activeLoan(app, SHORT_LOAN);
    const fields = { linkedNumber: old.linkedNumber, refinancedLoanNumber: old.loanAccountNumber };
    return { old, topUp: await approvedLoan(app, { ...SHORT_LOAN, ...fields, loanAmount: 150_000 }) };
  }

  it('is named by the search of the new loan, and by no other loan', async () => {
    const { old, topUp } = await pair();
    const named = async ({ loanAccountNumber }: NamedLoan): Promise<unknown> =>
      dataOf<{ data: { refinancedLoanNumber: string | null }[] }>(
        await app.get(SEARCH_LOANS, { LoanAccountNumber: loanAccountNumber }),
      ).data[0]!.refinancedLoanNumber;
    expect([await named(topUp), await named(old)]).toEqual([old.loanAccountNumber, null]);
  });

  it(
    'locks the old loan before any account, as a repayment does, so that the two cannot block each other',
    async () => {
      const { old, topUp } = await pair();
      // This connection has the old loan, as a repayment would.
      await app.rows('BEGIN');
      await app.rows('SELECT 1 FROM loan WHERE id = $1 FOR UPDATE', [old.id]);
      const disbursed = disburseLoan(app, topUp.loanAccountNumber).then((answer) => answer.status);
      await eventually(async () => {
        expect(await app.rows('SELECT 1 FROM pg_locks WHERE NOT granted')).not.toEqual([]);
      });
      const linked = 'SELECT 1 FROM ledger_account WHERE number = $1 FOR UPDATE NOWAIT';
      await expect(app.rows(linked, [old.linkedNumber])).resolves.toHaveLength(1);
      await app.rows('COMMIT');
      expect(await disbursed).toBe(200);
      expect((await loanOf(app, old)).loan.status).toBe('Closed');
    },
    TIMEOUT_MS,
  );

  it(
    'and a settlement with a surplus at the same time pay the old loan once, and both are answered',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { old, topUp } = await pair();
        const before = await app.balance(old.linkedNumber);
        const settle = { ...repayment(old, 90_010), referenceNumber: freshReference('SET') };
        const [paid, disbursed] = await Promise.all([
          app.post(REPAY_LOAN, settle),
          disburseLoan(app, topUp.loanAccountNumber),
        ]);
        const outcome = [paid.status, disbursed.status];
        // Whichever comes second finds the loan closed.
        expect([
          [200, 409],
          [409, 200],
        ]).toContainEqual(outcome);
        const { loan } = await loanOf(app, old);
        expect(loan).toMatchObject({ status: 'Closed', principalRepaidKobo: 9_000_000n, outstandingPrincipalKobo: 0n });
        expect((await loanOf(app, topUp)).loan.status).toBe(disbursed.status === 200 ? 'Active' : 'Approved');
        // The surplus of 10.00, or the proceeds less the principal of the old loan.
        expect((await app.balance(old.linkedNumber)) - before).toBe(paid.status === 200 ? 10 : 60_000);
      }
    },
    TIMEOUT_MS,
  );
});
