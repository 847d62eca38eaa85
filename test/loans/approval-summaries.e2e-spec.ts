import type { Response } from 'supertest';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  activeLoan,
  approvedLoan,
  bookBalanceKobo,
  DISBURSE_GROUP_LOAN,
  disburseLoan,
  ledgerIdOf,
} from './loans-support';
import { approve, approvedGroup, COLLECTIONS, fundCollections, REPAY_EARLY, underPolicy } from './servicing-support';

describe('the checker of a loan payment reads from where or to where the money goes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 1_000_000);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const summaryOf = async (answer: Response): Promise<{ approvalId: number; summary: string }> => {
    const { approvalId } = dataOf<{ approvalId: number }>(answer, 202);
    const token = await app.staff('checker');
    const { summary } = dataOf<{ summary: string }>(
      await app.get(`/api/admin/v1/approvals/${approvalId}`, {}, { token }),
    );
    return { approvalId, summary };
  };

  it('for an early repayment from the linked account and from a ledger', async () => {
    const loan = await activeLoan(app);
    await underPolicy(app, 'loan-early-repayment');
    const early = { loanAccountNumber: loan.loanAccountNumber, paymentOption: 2, amount: 1_000 };
    const ask = (fields: object): Promise<Response> =>
      app.post(REPAY_EARLY, { ...early, referenceNumber: freshReference('ER'), ...fields });
    expect((await summaryOf(await ask({}))).summary).toContain(` from the account ${loan.linkedNumber} `);
    const fromLedger = await summaryOf(await ask({ source: 'CollectionsGL', collectionsGL: COLLECTIONS }));
    expect(fromLedger.summary).toContain(` from the ledger ${COLLECTIONS} `);
  });

  it('for a disbursement to the linked account and to a ledger that the loan did not name', async () => {
    const [loan, elsewhere] = [await approvedLoan(app), await approvedLoan(app)];
    await underPolicy(app, 'loan-disbursement');
    const own = await summaryOf(await disburseLoan(app, loan.loanAccountNumber));
    expect(own.summary).toContain(` to the account ${loan.linkedNumber} `);
    const choice = { allowDisbursementToGL: true, disbursementGLID: await ledgerIdOf(app, COLLECTIONS) };
    const toLedger = await summaryOf(await disburseLoan(app, elsewhere.loanAccountNumber, choice));
    expect(toLedger.summary).toContain(` to the ledger ${COLLECTIONS} `);
    await approve(app, toLedger.approvalId);
    expect(await app.balance(elsewhere.linkedNumber)).toBe(0);
  });

  it('for the disbursement of a group to the linked accounts and to a ledger that its client named', async () => {
    await underPolicy(app, 'group-loan-disbursement');
    const disburse = (groupLoanID: number): Promise<Response> =>
      app.post(DISBURSE_GROUP_LOAN, { groupLoanID, referenceNumber: freshReference('GDISB') });
    expect((await summaryOf(await disburse(await approvedGroup(app)))).summary).toContain(' to 2 customers under ');
    const choice = { allowDisbursementToGL: true, disbursementGLID: await ledgerIdOf(app, COLLECTIONS) };
    const toLedger = await summaryOf(await disburse(await approvedGroup(app, choice)));
    expect(toLedger.summary).toContain(` to the ledger ${COLLECTIONS} for 2 customers under `);
    const before = await bookBalanceKobo(app, COLLECTIONS);
    await approve(app, toLedger.approvalId);
    expect((await bookBalanceKobo(app, COLLECTIONS))! - before!).toBe(10_000_000n);
  });
});
