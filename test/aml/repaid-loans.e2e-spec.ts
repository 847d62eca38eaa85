import { BehindRunner } from '../../src/aml/scenario-desk/behind/behind-runner';
import { activeLoan, type NamedLoan } from '../loans/loans-support';
import { dayProduct, fundCollections, repay, REPAY_EARLY, SHORT_LOAN } from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { rollDays } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';

const SCENARIOS = '/api/admin/v1/aml/scenarios';
const CODE = 'loan-repaid-by-others';
/** A bit more than half of the ₦120,000 of a test's loan. */
const HALF = 70_000;

interface Verdict {
  accountNumber: string;
  values: Record<string, unknown>;
}

describe('The shipped scenario of loans that others repay', () => {
  let app: TestApp;
  let officer: Hired;
  let friend: string;

  beforeAll(async () => {
    app = await TestApp.start({ SANDBOX: 'true' });
    officer = await hire(app, 'LRO001', ['manage-scenarios', 'view-scenarios']);
    await fundCollections(app, 1_000_000);
    dataOf(await app.approved(app.post(`${SCENARIOS}/${CODE}/live`, { version: 1 }, { token: officer.token })));
    friend = await app.openAccount(900_000);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const send = async (debitAccount: string, creditAccount: string, amount: number): Promise<void> => {
    dataOf(
      await app.post('/api/transfer/v1/localfundtransfer', {
        ...{ debitAccount, creditAccount, amount, narration: 'Help' },
      }),
    );
  };

  const repayEarly = async ({ loanAccountNumber }: NamedLoan, amount = HALF): Promise<void> => {
    const [source, referenceNumber] = ['LinkedAccount', freshReference('ER')];
    dataOf(await app.post(REPAY_EARLY, { loanAccountNumber, paymentOption: 2, amount, source, referenceNumber }));
  };

  /** A loan whose proceeds its borrower has spent. */
  const spentLoan = async (): Promise<NamedLoan> => {
    const loan = await activeLoan(app);
    const balance = await app.balance(loan.linkedNumber);
    await send(loan.linkedNumber, friend, balance);
    return loan;
  };

  /** Verdicts on an account, once every movement was judged. */
  const verdictsOn = async (accountNumber: string): Promise<Verdict[]> => {
    await eventually(async () => {
      await app.app.get(BehindRunner, { strict: false }).run(app.institutionId);
      const left = await app.rows(
        `SELECT 1 FROM movement_facts f WHERE f.institution_id = $1 AND f.seq > coalesce(
           (SELECT m.read_seq FROM aml_movement_mark m WHERE m.institution_id = $1), 0) LIMIT 1`,
        [app.institutionId],
      );
      expect(left).toEqual([]);
    });
    const answer = await app.get(
      '/api/admin/v1/aml/scenario-verdicts',
      { ScenarioCode: CODE },
      { token: officer.token },
    );
    return dataOf<{ data: Verdict[] }>(answer).data.filter((verdict) => verdict.accountNumber === accountNumber);
  };

  const receive = async (accountNumber: string, originatorAccountName: string, amount = HALF): Promise<void> => {
    const body = { accountNumber, amount, originatorAccountName };
    dataOf(await app.post('/api/sandbox/v1/simulate/inward-transfer', body));
  };

  const secondAccountOf = async (accountNumber: string): Promise<string> => {
    const [owner] = await app.rows<{ customer_number: string }>(
      `SELECT c.customer_number FROM deposit_account a JOIN customer c ON c.institution_id = a.institution_id
          AND c.id = a.customer_id WHERE a.institution_id = $1 AND a.account_number = $2`,
      [app.institutionId, accountNumber],
    );
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const body = { customerID: owner!.customer_number, accountName: 'Second', branchCode, productCode };
    const opened = await app.post('/api/account/v1/createaccount', { ...body, accountOfficerStaffID });
    return dataOf<{ accountNumber: string }>(opened).accountNumber;
  };

  it('alerts where a friend sends the money, with what was seen', async () => {
    const loan = await spentLoan();
    await send(friend, loan.linkedNumber, HALF);
    await repayEarly(loan);
    const verdicts = await verdictsOn(loan.linkedNumber);
    expect(verdicts).toHaveLength(1);
    expect(verdicts[0]!.values).toMatchObject({
      'behind.loanPaidPercent': 58,
      'behind.loanElapsedPercent': 0,
      'behind.loanPaidByOthersPercent': 100,
    });
  });

  it('alerts where somebody at another bank sends it, and not where the borrower does', async () => {
    const [ofOthers, own] = [await spentLoan(), await spentLoan()];
    await receive(ofOthers.linkedNumber, 'Somebody Else');
    await receive(own.linkedNumber, 'PERSON, Test O.');
    await repayEarly(ofOthers);
    await repayEarly(own);
    expect(await verdictsOn(ofOthers.linkedNumber)).toHaveLength(1);
    expect(await verdictsOn(own.linkedNumber)).toEqual([]);
  });

  it('stays quiet where the borrower pays from another account, in cash or with the proceeds', async () => {
    const [savings, cash, proceeds] = [await spentLoan(), await spentLoan(), await activeLoan(app)];
    const second = await secondAccountOf(savings.linkedNumber);
    await app.payIn(second, HALF);
    await send(second, savings.linkedNumber, HALF);
    await app.payIn(cash.linkedNumber, HALF);
    for (const loan of [savings, cash, proceeds]) {
      await repayEarly(loan);
      expect(await verdictsOn(loan.linkedNumber)).toEqual([]);
    }
  });

  it('counts the money of others once, and principal that a ledger repaid as repaid', async () => {
    const loan = await spentLoan();
    await send(friend, loan.linkedNumber, 20_000);
    await repayEarly(loan, 20_000);
    await app.payIn(loan.linkedNumber, 30_000);
    await repayEarly(loan, 30_000);
    await repay(app, loan, 40_000);
    await app.payIn(loan.linkedNumber, 5_000);
    await repayEarly(loan, 5_000);
    expect(await verdictsOn(loan.linkedNumber)).toEqual([]);
    await send(friend, loan.linkedNumber, 20_000);
    await repayEarly(loan, 20_000);
    const verdicts = await verdictsOn(loan.linkedNumber);
    expect(verdicts.map(({ values }) => values['behind.loanPaidByOthersPercent'])).toEqual([53]);
  });

  it('alerts in a backtest where it did live', async () => {
    const loan = await spentLoan();
    await send(friend, loan.linkedNumber, HALF);
    await repayEarly(loan);
    await verdictsOn(loan.linkedNumber);
    const staff = { token: officer.token };
    const started = await app.post(`${SCENARIOS}/${CODE}/backtests`, { version: 1, days: 30 }, staff);
    const { id } = dataOf<{ id: number }>(started);
    await eventually(async () => {
      const { state, result } = dataOf<{ state: string; result: Record<string, unknown> | null }>(
        await app.get(`${SCENARIOS}/${CODE}/backtests/${id}`, {}, staff),
      );
      expect(state).toBe('Done');
      const live = await app.rows(`SELECT 1 FROM aml_verdict WHERE institution_id = $1`, [app.institutionId]);
      expect(result).toMatchObject({ matches: live.length, notEvaluated: [], changedDecisions: 0 });
      expect(live.length).toBeGreaterThan(0);
    });
  });

  it('has the facts of the loan where the end of day collects', async () => {
    await dayProduct(app);
    const loan = await activeLoan(app, SHORT_LOAN);
    await rollDays(app, 11);
    const facts = await app.rows(
      `SELECT f.facts ->> 'channel' AS channel, f.facts ->> 'purpose' AS purpose, f.facts -> 'loan' AS loan
         FROM movement_facts f JOIN ledger_account a ON a.institution_id = f.institution_id AND a.id = f.account_id
        WHERE f.institution_id = $1 AND a.number = $2 AND f.facts ->> 'direction' = 'outflow'`,
      [app.institutionId, loan.linkedNumber],
    );
    const [row] = await app.rows<{ repaid: string }>('SELECT principal_repaid_kobo AS repaid FROM loan WHERE id = $1', [
      loan.id,
    ]);
    expect(Number(row!.repaid)).toBeGreaterThan(0);
    const figures = { principalKobo: '9000000', repaidKobo: row!.repaid, elapsedPercent: 33, paidByOther: false };
    expect(facts).toEqual([{ channel: 'loan', purpose: 'loan-repayment', loan: { id: loan.id, ...figures } }]);
  });
});
