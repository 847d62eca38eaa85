import type { Response } from 'supertest';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { activeLoan, bookBalanceKobo, fundedCustomer, type NamedLoan } from './loans-support';
import {
  approve,
  askChange,
  dayProduct,
  eventsOf,
  fundCollections,
  loanOf,
  refusedChange,
  repay,
  SHORT_LOAN,
  takeOut,
} from './servicing-support';

const TIMEOUT_MS = 120_000;
const REASON = { reason: 'The borrower asked for it' };
const UNCLAIMED = '2080';

describe('refunds of a surplus that lies in unclaimed funds', () => {
  let app: TestApp;
  let maker: string;
  let checker: string;

  beforeAll(async () => {
    app = await TestApp.start();
    maker = await app.staff('maker');
    checker = await app.staff('checker');
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    await fundCollections(app, 2_000_000);
    await dayProduct(app);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const refund = async (
    loan: NamedLoan,
    amount: number,
    creditAccount: string,
    reference?: string,
  ): Promise<Response> =>
    app.post(
      `/api/admin/v1/loans/${loan.id}/refund`,
      { ...REASON, amount, creditAccount },
      { token: maker, ...(reference === undefined ? {} : { reference }) },
    );
  const refusal = (loan: NamedLoan, amount: number, creditAccount: string): Promise<string> =>
    refusedChange(app, loan, 'refund', { ...REASON, amount, creditAccount });
  const askRefund = (loan: NamedLoan, amount: number, creditAccount: string): Promise<number> =>
    askChange(app, `loans/${loan.id}/refund`, { ...REASON, amount, creditAccount });
  const reverse = async (loan: NamedLoan, eventId: number): Promise<void> =>
    approve(app, await askChange(app, `loans/${loan.id}/reverse`, { ...REASON, eventId }));
  const unclaimed = async (): Promise<number> => Number(await bookBalanceKobo(app, UNCLAIMED)) / 100;

  async function furtherAccount(accountNumber: string): Promise<string> {
    const [customer] = await app.rows<{ number: string }>(
      `SELECT c.customer_number AS number FROM deposit_account a
         JOIN customer c ON c.institution_id = a.institution_id AND c.id = a.customer_id WHERE a.account_number = $1`,
      [accountNumber],
    );
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const body = { customerID: customer!.number, branchCode, productCode, accountOfficerStaffID };
    return dataOf<{ accountNumber: string }>(await app.post('/api/account/v1/createaccount', body)).accountNumber;
  }

  /** A loan of ₦90,000 settled on its first day with ₦1,000 too much, after its linked account was closed. */
  async function overpaidLoan(): Promise<{ loan: NamedLoan; own: string }> {
    const loan = await activeLoan(app, SHORT_LOAN);
    await takeOut(app, loan.linkedNumber);
    const own = await furtherAccount(loan.linkedNumber);
    await app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE institution_id = $1 AND number = $2`, [
      app.institutionId,
      loan.linkedNumber,
    ]);
    const before = await unclaimed();
    expect((await repay(app, loan, 91_000)).loanStatus).toBe('Closed');
    expect(await unclaimed()).toBe(before + 1_000);
    return { loan, own };
  }

  it(
    'are paid to an account of the borrower after a second member of staff approved, in parts and never twice',
    async () => {
      const { loan, own } = await overpaidLoan();
      await overpaidLoan();
      const before = await unclaimed();
      expect(await refusal(loan, 1_000.01, own)).toBe('REFUND_EXCEEDS_SURPLUS');
      const first = await refund(loan, 400, own, 'RFS-1');
      expect(first.status).toBe(202);
      const again = await refund(loan, 400, own, 'RFS-1');
      expect([again.status, again.body]).toEqual([202, first.body]);
      const { approvalId } = (first.body as { data: { approvalId: number } }).data;
      const path = `/api/admin/v1/approvals/${approvalId}/approve`;
      expect((await app.post(path, {}, { token: maker })).status).toBe(403);
      expect([await app.balance(own), await unclaimed()]).toEqual([0, before]);
      const decisions = await Promise.all([1, 2, 3].map(() => app.post(path, {}, { token: checker })));
      expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
      expect([await app.balance(own), await unclaimed()]).toEqual([400, before - 400]);
      expect(await refusal(loan, 600.01, own)).toBe('REFUND_EXCEEDS_SURPLUS');
      const requests = await Promise.all([1, 2].map(() => refund(loan, 600, own)));
      expect(requests.map(({ status }) => status).sort()).toEqual([202, 409]);
      const accepted = requests.find(({ status }) => status === 202)!.body as { data: { approvalId: number } };
      await approve(app, accepted.data.approvalId);
      expect([await app.balance(own), await unclaimed()]).toEqual([1_000, before - 1_000]);
      // Another loan's surplus still lies on the ledger.
      expect(await refusal(loan, 0.01, own)).toBe('REFUND_EXCEEDS_SURPLUS');
      expect((await loanOf(app, loan)).loan).toMatchObject({ status: 'Closed', principalRepaidKobo: 9_000_000n });
      expect((await eventsOf(app, loan)).map(({ kind, amount }) => [kind, amount])).toEqual([
        ['Refund', 600],
        ['Refund', 400],
        ['Repayment', 91_000],
        ['Disbursement', 90_000],
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'whose approval another request has superseded are not paid, whoever approves them and however often',
    async () => {
      const { loan, own } = await overpaidLoan();
      const before = await unclaimed();
      const superseded = await askRefund(loan, 400, own);
      // A second request exists only after the loan has let go of the first one.
      await app.rows('UPDATE loan SET approval_id = NULL WHERE id = $1', [loan.id]);
      const decide = (approvalId: number, token: string): Promise<Response> =>
        app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token });
      const refusedAs = { status: 409, code: 'LOAN_APPROVAL_SUPERSEDED' };
      expect(refusalOf(await decide(superseded, checker))).toEqual(refusedAs);
      const present = await askRefund(loan, 600, own);
      const refused = await decide(superseded, checker);
      expect([refusalOf(refused), refused.body.data.approvalId]).toEqual([refusedAs, present]);
      expect((await loanOf(app, loan)).loan.approvalId).toBe(present);
      expect([await app.balance(own), await unclaimed()]).toEqual([0, before]);
      const together = await Promise.all([superseded, present, superseded].map((id) => decide(id, checker)));
      expect(together.map(({ status }) => status)).toEqual([409, 200, 409]);
      expect(refusalOf(await decide(superseded, checker))).toEqual(refusedAs);
      expect([await app.balance(own), await unclaimed()]).toEqual([600, before - 600]);
    },
    TIMEOUT_MS,
  );

  it(
    'go to no account of another person, no closed one and no ledger, and a loan without a surplus has none',
    async () => {
      const { loan } = await overpaidLoan();
      const { accountNumber } = await fundedCustomer(app);
      expect(await refusal(loan, 10, accountNumber)).toBe('LOAN_CUSTOMER_MISMATCH');
      expect(await refusal(loan, 10, loan.linkedNumber)).toBe('ACCOUNT_CLOSED');
      expect(await refusal(loan, 10, '1010')).toBe('ACCOUNT_NOT_FOUND');
      expect(await refusedChange(app, loan, 'refund', { ...REASON, amount: 10 })).toBe('LOAN_STATUS_REFUSED');
      const other = await activeLoan(app, SHORT_LOAN);
      expect(await refusal(other, 10, await furtherAccount(other.linkedNumber))).toBe('REFUND_EXCEEDS_SURPLUS');
    },
    TIMEOUT_MS,
  );

  it(
    'are refused at the approval when the account was closed, or the payment was reversed, meanwhile',
    async () => {
      const { loan, own } = await overpaidLoan();
      const approvalId = await askRefund(loan, 1_000, own);
      await app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE institution_id = $1 AND number = $2`, [
        app.institutionId,
        own,
      ]);
      const path = `/api/admin/v1/approvals/${approvalId}/approve`;
      expect(refusalOf(await app.post(path, {}, { token: checker }))).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
      dataOf(await app.post(`/api/admin/v1/approvals/${approvalId}/decline`, { note: 'No' }, { token: checker }));
      const [payment] = await eventsOf(app, loan);
      await reverse(loan, payment!.id);
      const further = await furtherAccount(own);
      expect(await refusal(loan, 0.01, further)).toBe('REFUND_EXCEEDS_SURPLUS');
      expect((await loanOf(app, loan)).loan).toMatchObject({ status: 'Active', principalRepaidKobo: 0n });
    },
    TIMEOUT_MS,
  );

  it(
    'keep the payment from being reversed until they are reversed, which takes back only money that is there',
    async () => {
      const { loan, own } = await overpaidLoan();
      const before = await unclaimed();
      await approve(app, await askRefund(loan, 700, own));
      const [refunded, payment] = await eventsOf(app, loan);
      const refused = await app.post(
        `/api/admin/v1/loans/${loan.id}/reverse`,
        { ...REASON, eventId: payment!.id },
        { token: maker },
      );
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'LOAN_REVERSAL_STOPPED' });
      expect((refused.body as { data: { eventId: number } }).data.eventId).toBe(refunded!.id);
      await takeOut(app, own, 100);
      const approvalId = await askChange(app, `loans/${loan.id}/reverse`, { ...REASON, eventId: refunded!.id });
      const path = `/api/admin/v1/approvals/${approvalId}/approve`;
      expect(refusalOf(await app.post(path, {}, { token: checker })).code).toBe('INSUFFICIENT_FUNDS');
      await app.payIn(own, 100);
      await approve(app, approvalId);
      expect([await app.balance(own), await unclaimed()]).toEqual([0, before]);
      await reverse(loan, payment!.id);
      expect(await unclaimed()).toBe(before - 1_000);
      expect((await loanOf(app, loan)).loan.status).toBe('Active');
    },
    TIMEOUT_MS,
  );

  it(
    'of money that an earlier refund left there keep that refund from being reversed, while the loan runs',
    async () => {
      const loan = await activeLoan(app, SHORT_LOAN);
      await takeOut(app, loan.linkedNumber);
      await repay(app, loan, 5_000);
      const own = await furtherAccount(loan.linkedNumber);
      await app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE institution_id = $1 AND number = $2`, [
        app.institutionId,
        loan.linkedNumber,
      ]);
      await approve(app, await askChange(app, `loans/${loan.id}/refund`, { ...REASON, amount: 2_000 }));
      await approve(app, await askRefund(loan, 1_500, own));
      const [paidOut, ahead] = await eventsOf(app, loan);
      const refused = await app.post(
        `/api/admin/v1/loans/${loan.id}/reverse`,
        { ...REASON, eventId: ahead!.id },
        { token: maker },
      );
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'LOAN_REVERSAL_STOPPED' });
      await reverse(loan, paidOut!.id);
      await reverse(loan, ahead!.id);
      expect(await app.balance(own)).toBe(0);
      expect((await loanOf(app, loan)).loan.status).toBe('Active');
    },
    TIMEOUT_MS,
  );
});
