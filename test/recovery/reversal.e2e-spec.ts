import { activeLoan, type NamedLoan } from '../loans/loans-support';
import { approve, askChange, eventsOf, fundCollections, repay } from '../loans/servicing-support';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { Partner } from './partner';

describe('collections of the recovery partner for written-off loans', () => {
  let app: TestApp;
  let partner: Partner;
  beforeAll(async () => {
    app = await TestApp.start();
    partner = new Partner(app);
    await fundCollections(app, 100_000);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function writtenOff(): Promise<NamedLoan> {
    const loan = await activeLoan(app);
    await approve(app, await askChange(app, `loans/${loan.id}/write-off`, { reason: 'Gone' }));
    return loan;
  }
  const collected = async ({ loanAccountNumber }: NamedLoan): Promise<void> => {
    const money = { debitedAmount: 5_000, recoveryFee: 100, settlementAmount: 4_900 };
    const names = { loanReference: loanAccountNumber, transactionReference: freshReference('RC'), narration: 'x' };
    dataOf(await partner.post('LoanBalanceUpdate', { ...names, ...money }));
  };

  it('are neither reversed nor moved, as those for running loans are not: the partner owes the money', async () => {
    const loan = await writtenOff();
    await collected(loan);
    const [latest] = await eventsOf(app, loan);
    expect(latest!.kind).toBe('Recovery');
    const maker = { token: await app.staff('maker') };
    const change = { eventId: latest!.id, reason: 'Wrong' };
    const reversal = await app.post(`/api/admin/v1/loans/${loan.id}/reverse`, change, maker);
    expect(codeOf(reversal)).toStrictEqual([422, 'LOAN_REVERSAL_STOPPED']);
    const { loanAccountNumber } = await activeLoan(app);
    const move = await app.post(
      `/api/admin/v1/loans/${loan.id}/move-repayment`,
      { ...change, loanAccountNumber },
      maker,
    );
    expect(codeOf(move)).toStrictEqual([422, 'LOAN_REVERSAL_STOPPED']);
  });

  it('do not keep a repayment of the same loan from being reversed', async () => {
    const loan = await writtenOff();
    await repay(app, loan, 2_500);
    const [repayment] = await eventsOf(app, loan);
    await collected(loan);
    await approve(app, await askChange(app, `loans/${loan.id}/reverse`, { eventId: repayment!.id, reason: 'Wrong' }));
    const [row] = await app.rows('SELECT recovered_kobo AS kobo FROM loan WHERE id = $1', [loan.id]);
    expect(row).toEqual({ kobo: '500000' });
  });
});
