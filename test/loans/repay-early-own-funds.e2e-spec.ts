import type { Response } from 'supertest';
import { addDays } from '../../src/common/time/calendar';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import { activeLoan, approvedLoan, disburseLoan, type NamedLoan } from './loans-support';
import { dayProduct, loanOf, REPAY_EARLY, SHORT_LOAN, takeOut, underPolicy } from './servicing-support';

const TIMEOUT_MS = 120_000;
const INSUFFICIENT = [422, 'INSUFFICIENT_FUNDS'];

describe('earlyrepaymentloan from an account with an overdraft', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await dayProduct(app);
  }, TIMEOUT_MS);
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** A loan of ₦90,000 whose account has this much own money and an overdraft of ₦500,000. */
  async function overdraftLoan(ownNaira: number, fields: object = {}): Promise<NamedLoan> {
    const loan = await activeLoan(app, { ...SHORT_LOAN, ...fields });
    await takeOut(app, loan.linkedNumber);
    if (ownNaira > 0) await app.payIn(loan.linkedNumber, ownNaira);
    const overdraft = {
      accountNumber: loan.linkedNumber,
      limit: 500_000,
      interestRate: 24,
      expiryDate: addDays(await businessDateOf(app), 90),
      referenceNumber: freshReference('OD'),
    };
    dataOf(await app.post('/api/accountoverdraft/v1/add', overdraft));
    return loan;
  }

  const repay = ({ loanAccountNumber }: NamedLoan, paymentOption: number, amount?: number): Promise<Response> =>
    app.post(REPAY_EARLY, { loanAccountNumber, paymentOption, amount, referenceNumber: freshReference('ER') });
  const ledgerBalance = async ({ linkedNumber }: Pick<NamedLoan, 'linkedNumber'>): Promise<number> =>
    (await app.balance(linkedNumber)) - 500_000;
  const principalKobo = async (loan: NamedLoan): Promise<bigint> =>
    (await loanOf(app, loan)).loan.outstandingPrincipalKobo;

  it('is refused above the own funds, in full and in part, and nothing moves', async () => {
    const loan = await overdraftLoan(10_000);
    for (const refused of [await repay(loan, 0), await repay(loan, 1, 10_000.01), await repay(loan, 2, 50_000)])
      expect(codeOf(refused)).toEqual(INSUFFICIENT);
    expect([await ledgerBalance(loan), await principalKobo(loan)]).toEqual([10_000, 9_000_000n]);
  });

  it('takes own funds up to the last kobo, and no more in several parts', async () => {
    const loan = await overdraftLoan(10_000);
    dataOf(await repay(loan, 2, 6_000));
    expect(codeOf(await repay(loan, 2, 6_000))).toEqual(INSUFFICIENT);
    dataOf(await repay(loan, 2, 4_000));
    expect([await ledgerBalance(loan), await principalKobo(loan)]).toEqual([0, 8_000_000n]);
  });

  it('takes no money that a lien reserves, although the overdraft would cover it', async () => {
    const loan = await overdraftLoan(10_000);
    const lien = { accountNumber: loan.linkedNumber, amount: 8_000, referenceNumber: freshReference('LIEN') };
    dataOf(await app.post('/api/accountlien/v1/placelien', lien));
    expect(codeOf(await repay(loan, 2, 2_000.01))).toEqual(INSUFFICIENT);
    dataOf(await repay(loan, 2, 2_000));
  });

  it('is taken once of two at the same time that the own funds do not cover together', async () => {
    const loan = await overdraftLoan(10_000);
    const answers = await Promise.all([repay(loan, 2, 6_000), repay(loan, 2, 6_000)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect([await ledgerBalance(loan), await principalKobo(loan)]).toEqual([4_000, 8_400_000n]);
  });

  it('may be paid with the security deposit of the loan that it closes, and with nothing beside it', async () => {
    const linkedNumber = await app.openAccount(20_000);
    const loan = await overdraftLoan(69_999.99, { linkedNumber, requiredSecurityDepositAmount: 20_000 });
    expect(codeOf(await repay(loan, 0))).toEqual(INSUFFICIENT);
    await app.payIn(linkedNumber, 0.01);
    expect(dataOf(await repay(loan, 0))).toMatchObject({ amount: 90_000, loanStatus: 'Closed' });
    expect(await ledgerBalance(loan)).toBe(0);
  });

  it('is no reason to refuse a loan without a security deposit to an overdrawn account', async () => {
    const { linkedNumber } = await overdraftLoan(0);
    await takeOut(app, linkedNumber, 100_000);
    const second = await approvedLoan(app, { ...SHORT_LOAN, linkedNumber });
    const paidOut = dataOf<{ netDisbursed: number }>(await disburseLoan(app, second.loanAccountNumber));
    expect(await ledgerBalance({ linkedNumber })).toBe(paidOut.netDisbursed - 100_000);
    const secured = await approvedLoan(app, { ...SHORT_LOAN, linkedNumber, requiredSecurityDepositAmount: 0.01 });
    const refused = await disburseLoan(app, secured.loanAccountNumber);
    expect(codeOf(refused)).toEqual([422, 'SECURITY_DEPOSIT_MISSING']);
  });

  it('out of the proceeds of a new loan settles the old one of an overdrawn account, no more than the proceeds', async () => {
    const old = await overdraftLoan(0);
    await takeOut(app, old.linkedNumber, 100_000);
    const fields = { ...SHORT_LOAN, linkedNumber: old.linkedNumber, refinancedLoanNumber: old.loanAccountNumber };
    const topUp = await approvedLoan(app, { ...fields, loanAmount: 150_000 });
    dataOf(await disburseLoan(app, topUp.loanAccountNumber));
    expect((await loanOf(app, old)).loan.status).toBe('Closed');
    const [fee] = await app.rows<{ fee: string }>(
      `SELECT details ->> 'netDisbursed' AS fee FROM loan_transaction WHERE loan_id = $1 AND kind = 'Disbursement'`,
      [topUp.id],
    );
    expect(await ledgerBalance(old)).toBe(-100_000 + Number(fee!.fee) - 90_000);
  });

  it('that waited for approval is refused to the checker when the own funds do not suffice by then', async () => {
    const loan = await overdraftLoan(10_000);
    await underPolicy(app, 'loan-early-repayment');
    const asked = await repay(loan, 2, 6_000);
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    await takeOut(app, loan.linkedNumber, 5_000);
    const path = `/api/admin/v1/approvals/${approvalId}`;
    const token = await app.staff('checker');
    expect(codeOf(await app.post(`${path}/approve`, {}, { token }))).toEqual(INSUFFICIENT);
    expect([await ledgerBalance(loan), await principalKobo(loan)]).toEqual([5_000, 9_000_000n]);
    await app.payIn(loan.linkedNumber, 1_000);
    dataOf(await app.post(`${path}/approve`, {}, { token }));
    expect([await ledgerBalance(loan), await principalKobo(loan)]).toEqual([0, 8_400_000n]);
  });
});
