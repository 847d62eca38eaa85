import { suspendedKobo } from '../../src/loans/accrual/suspense';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { rollDays } from '../support/end-of-day';
import { activeLoan, approvedLoan, bookBalanceKobo, type NamedLoan } from './loans-support';
import {
  approve,
  askChange,
  dayProduct,
  eventsOf,
  fundCollections,
  loanOf,
  repay,
  REPAY_LOAN,
  repayment,
  SHORT_LOAN,
  takeOut,
} from './servicing-support';

const TIMEOUT_MS = 300_000;

describe('changes of loans by staff', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 1_000_000);
    await dayProduct(app);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function lateLoan(): Promise<NamedLoan> {
    const loan = await activeLoan(app, SHORT_LOAN);
    await takeOut(app, loan.linkedNumber);
    await rollDays(app, 16);
    return loan;
  }

  it(
    'writes a loan off once a second member of staff agrees, and takes what comes in later as recovery income',
    async () => {
      const loan = await lateLoan();
      const { loan: late } = await loanOf(app, loan);
      expect(late.status).toBe('Delinquent');
      const receivableKobo = late.interestAccruedKobo + late.outstandingDefaultKobo + late.outstandingPenaltyKobo;
      const lossBefore = (await bookBalanceKobo(app, '5030'))!;
      const approvalId = await askChange(app, `loans/${loan.id}/write-off`, { reason: 'The business has closed' });
      expect((await loanOf(app, loan)).loan).toMatchObject({ status: 'Delinquent', approvalId });
      const ownDecision = await app.post(
        `/api/admin/v1/approvals/${approvalId}/approve`,
        {},
        { token: await app.staff('maker') },
      );
      expect(ownDecision.status).toBe(403);
      await approve(app, approvalId);
      const { loan: written, instalments } = await loanOf(app, loan);
      expect(written).toMatchObject({
        status: 'WrittenOff',
        outstandingPrincipalKobo: 0n,
        outstandingInterestKobo: 0n,
        writtenOffKobo: 9_000_000n + receivableKobo,
        approvalId: null,
      });
      expect(instalments.every((row) => row.principalDueKobo === row.principalPaidKobo)).toBe(true);
      expect((await bookBalanceKobo(app, '5030'))! - lossBefore).toBe(9_000_000n + receivableKobo);
      for (const part of ['', '-interest', '-default', '-penalty'])
        expect(await bookBalanceKobo(app, `${loan.loanAccountNumber}${part}`)).toBe(0n);
      const [told] = await app.rows<{ amount_kobo: string; details: { replaced: unknown[] } }>(
        `SELECT amount_kobo, details FROM loan_transaction WHERE loan_id = $1 AND kind = 'WriteOff'`,
        [loan.id],
      );
      expect(told!.amount_kobo).toBe(String(9_000_000n + receivableKobo));
      expect(told!.details.replaced).toHaveLength(3);
      const LoanAccountNumber = loan.loanAccountNumber;
      const {
        data: [record],
      } = dataOf<{ data: object[] }>(await app.get('/api/loanaccount/v1/search', { LoanAccountNumber }));
      expect(record).toMatchObject({ loanStatus: 'WrittenOff', classification: 'Lost', daysPastDue: 0 });
      expect(dataOf(await app.get('/api/report/v1/getloantrackingreport', { LoanAccountNumber }))).toMatchObject({
        loanStatus: 'WrittenOff',
        classification: 'Lost',
      });

      const income = (await bookBalanceKobo(app, '4060'))!;
      expect(await repay(app, loan, 10_000)).toMatchObject({
        recovered: 10_000,
        loanStatus: 'WrittenOff',
        totalOutstanding: Number(8_000_000n + receivableKobo) / 100,
      });
      expect((await bookBalanceKobo(app, '4060'))! - income).toBe(1_000_000n);
      const tooMuch = await app.post(REPAY_LOAN, repayment(loan, 90_000 + Number(receivableKobo) / 100));
      expect(tooMuch.status).toBe(422);
      expect(await repay(app, loan, Number(8_000_000n + receivableKobo) / 100)).toMatchObject({
        loanStatus: 'Closed',
        totalOutstanding: 0,
      });
      await rollDays(app, 1);
    },
    TIMEOUT_MS,
  );

  it(
    'takes interest in suspense out of suspense and not out of profit',
    async () => {
      const loan = await activeLoan(app, SHORT_LOAN);
      await takeOut(app, loan.linkedNumber);
      await app.rows('UPDATE loan_contract SET suspense_after_days = 1 WHERE loan_id = $1', [loan.id]);
      await rollDays(app, 15);
      const { loan: late } = await loanOf(app, loan);
      expect(late.suspendedInterestKobo).toBeGreaterThan(0n);
      const [suspense, loss] = [(await bookBalanceKobo(app, '2095'))!, (await bookBalanceKobo(app, '5030'))!];
      await approve(app, await askChange(app, `loans/${loan.id}/write-off`, { reason: 'Gone' }));
      const { loan: written } = await loanOf(app, loan);
      expect(suspense - (await bookBalanceKobo(app, '2095'))!).toBe(suspendedKobo(late));
      expect((await bookBalanceKobo(app, '5030'))! - loss).toBe(written.writtenOffKobo - suspendedKobo(late));
    },
    TIMEOUT_MS,
  );

  it(
    'pays what is due with the security deposit, once a second member of staff agrees',
    async () => {
      const linkedNumber = await app.openAccount(20_000);
      const loan = await activeLoan(app, { ...SHORT_LOAN, linkedNumber, requiredSecurityDepositAmount: 20_000 });
      await takeOut(app, linkedNumber);
      await rollDays(app, 12);
      const { loan: late } = await loanOf(app, loan);
      expect(late.overdueKobo).toBeGreaterThan(2_000_000n);
      await approve(
        app,
        await askChange(app, `loans/${loan.id}/apply-security-deposit`, { reason: 'Late', amount: 15_000 }),
      );
      expect((await loanOf(app, loan)).loan.overdueKobo).toBe(late.overdueKobo - 1_500_000n);
      expect(await app.rows(`SELECT amount_kobo, status FROM lien WHERE held_for = $1`, [`loan:${loan.id}`])).toEqual([
        { amount_kobo: '500000', status: 'Active' },
      ]);
      await approve(app, await askChange(app, `loans/${loan.id}/apply-security-deposit`, { reason: 'Late' }));
      expect((await loanOf(app, loan)).loan.overdueKobo).toBe(late.overdueKobo - 2_000_000n);
      const none = await app.post(
        `/api/admin/v1/loans/${loan.id}/apply-security-deposit`,
        { reason: 'Late' },
        { token: await app.staff('maker') },
      );
      expect([none.status, (none.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
        422,
        'NO_SECURITY_DEPOSIT',
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'takes the security deposit of a written-off loan as a recovery',
    async () => {
      const linkedNumber = await app.openAccount(20_000);
      const loan = await activeLoan(app, { ...SHORT_LOAN, linkedNumber, requiredSecurityDepositAmount: 20_000 });
      await takeOut(app, linkedNumber);
      await approve(app, await askChange(app, `loans/${loan.id}/write-off`, { reason: 'Gone' }));
      const income = (await bookBalanceKobo(app, '4060'))!;
      await approve(
        app,
        await askChange(app, `loans/${loan.id}/apply-security-deposit`, { reason: 'Its security', amount: 15_000 }),
      );
      expect((await loanOf(app, loan)).loan).toMatchObject({
        status: 'WrittenOff',
        writtenOffKobo: 7_500_000n,
        recoveredKobo: 1_500_000n,
      });
      expect((await bookBalanceKobo(app, '4060'))! - income).toBe(1_500_000n);
      expect(await app.rows(`SELECT amount_kobo, status FROM lien WHERE held_for = $1`, [`loan:${loan.id}`])).toEqual([
        { amount_kobo: '500000', status: 'Active' },
      ]);
      const [event] = await eventsOf(app, loan);
      const maker = { token: await app.staff('maker') };
      const asked = { eventId: event!.id, reason: 'Wrong' };
      expect(codeOf(await app.post(`/api/admin/v1/loans/${loan.id}/reverse`, asked, maker))).toStrictEqual([
        422,
        'LOAN_REVERSAL_STOPPED',
      ]);
      // What is left of it is free again once everything has come back.
      expect(await repay(app, loan, 75_000)).toMatchObject({ loanStatus: 'Closed' });
      expect(await app.rows(`SELECT status FROM lien WHERE held_for = $1`, [`loan:${loan.id}`])).toEqual([
        { status: 'Released' },
      ]);
      expect(await app.balance(linkedNumber)).toBe(5_000);
    },
    TIMEOUT_MS,
  );

  it('allows one pending change, ends a declined change, and needs the permission and a running loan', async () => {
    const loan = await activeLoan(app, SHORT_LOAN);
    const path = `/api/admin/v1/loans/${loan.id}/write-off`;
    const approvalId = await askChange(app, `loans/${loan.id}/write-off`, { reason: 'Mistake' });
    const again = await app.post(path, { reason: 'Again' }, { token: await app.staff('maker') });
    expect([again.status, (again.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
      409,
      'LOAN_PENDING_APPROVAL',
    ]);
    dataOf(
      await app.post(
        `/api/admin/v1/approvals/${approvalId}/decline`,
        { note: 'No' },
        { token: await app.staff('checker') },
      ),
    );
    expect((await loanOf(app, loan)).loan).toMatchObject({ status: 'Active', approvalId: null });
    const approved = await approvedLoan(app);
    const notRunning = await app.post(
      `/api/admin/v1/loans/${approved.id}/write-off`,
      { reason: 'No' },
      { token: await app.staff('maker') },
    );
    expect((notRunning.body as { data: { statusCode: string } }).data.statusCode).toBe('LOAN_STATUS_REFUSED');
    expect((await app.post(path, { reason: 'No' }, { token: await app.staff('checker') })).status).toBe(403);
    expect((await app.post(path, {}, { token: await app.staff('maker') })).status).toBe(400);
    expect(
      (await app.post('/api/admin/v1/loans/999999999/write-off', { reason: 'No' }, { token: await app.staff('maker') }))
        .status,
    ).toBe(404);
    expect(
      (
        await app.post(
          '/api/admin/v1/group-loans/999999999/write-off',
          { reason: 'No' },
          { token: await app.staff('maker') },
        )
      ).status,
    ).toBe(404);
  });

  it('writes off once, however many approvals race, and never together with a repayment of the same money', async () => {
    const loan = await activeLoan(app, SHORT_LOAN);
    const approvalId = await askChange(app, `loans/${loan.id}/write-off`, { reason: 'Gone' });
    const token = await app.staff('checker');
    const [one, two, paid] = await Promise.all([
      app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token }),
      app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token }),
      app.post(REPAY_LOAN, repayment(loan, 1_000, { referenceNumber: freshReference('RACE') })),
    ]);
    expect([one.status, two.status].filter((status) => status === 200)).toHaveLength(1);
    const { loan: written } = await loanOf(app, loan);
    expect(paid.status).toBe(200);
    expect(written.writtenOffKobo).toBe(8_900_000n);
  });
});
