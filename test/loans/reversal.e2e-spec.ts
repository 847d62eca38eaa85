import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { rollDays } from '../support/end-of-day';
import { activeLoan, bookBalanceKobo, type NamedLoan } from './loans-support';
import {
  approve,
  askChange,
  COLLECTIONS,
  dayProduct,
  eventsOf,
  fundCollections,
  loanOf,
  refusedChange,
  repay,
  REPAY_LOAN,
  repayment,
  SHORT_LOAN,
  takeOut,
} from './servicing-support';

const TIMEOUT_MS = 300_000;

describe('reversal of payments of loans', () => {
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

  async function reverse(loan: NamedLoan, eventId: number): Promise<void> {
    await approve(app, await askChange(app, `loans/${loan.id}/reverse`, { eventId, reason: 'Wrong loan' }));
  }

  async function booksOf(loan: NamedLoan): Promise<(bigint | undefined)[]> {
    const own = ['', '-interest', '-fee', '-default', '-penalty'].map((part) => `${loan.loanAccountNumber}${part}`);
    const books: (bigint | undefined)[] = [];
    for (const number of [...own, COLLECTIONS, loan.linkedNumber]) books.push(await bookBalanceKobo(app, number));
    return books;
  }

  it(
    'restores every balance and row on the same day, once, after a second member of staff agrees',
    async () => {
      const loan = await activeLoan(app, SHORT_LOAN);
      await rollDays(app, 3);
      const [before, books] = [await loanOf(app, loan), await booksOf(loan)];
      await repay(app, loan, 20_000);
      const [act] = await eventsOf(app, loan);
      expect(act).toMatchObject({ kind: 'Repayment', amount: 20_000, contractVersion: 1, isReversed: false });
      const approvalId = await askChange(app, `loans/${loan.id}/reverse`, { eventId: act!.id, reason: 'Wrong loan' });
      const own = await app.post(
        `/api/admin/v1/approvals/${approvalId}/approve`,
        {},
        { token: await app.staff('maker') },
      );
      expect(own.status).toBe(403);
      expect((await loanOf(app, loan)).loan.principalRepaidKobo).toBeGreaterThan(0n);
      await approve(app, approvalId);
      const after = await loanOf(app, loan);
      expect(after.instalments).toEqual(before.instalments);
      expect({ ...after.loan, updatedAt: null, aheadAccountId: null }).toEqual({
        ...before.loan,
        updatedAt: null,
        aheadAccountId: null,
      });
      expect(await booksOf(loan)).toEqual(books);
      expect((await eventsOf(app, loan)).map(({ kind, isReversed }) => [kind, isReversed])).toEqual([
        ['Reversal', false],
        ['Repayment', true],
        ['Disbursement', false],
      ]);
      expect(await refusedChange(app, loan, 'reverse', { eventId: act!.id, reason: 'Wrong loan' })).toBe(
        'LOAN_EVENT_REVERSED',
      );
    },
    TIMEOUT_MS,
  );

  it(
    'takes a payment out of the past: the loan is as if it had never been paid, with the charges of its arrears',
    async () => {
      const [paid, unpaid] = [await activeLoan(app, SHORT_LOAN), await activeLoan(app, SHORT_LOAN)];
      for (const { linkedNumber } of [paid, unpaid]) await takeOut(app, linkedNumber);
      await rollDays(app, 8);
      await repay(app, paid, 35_000);
      await rollDays(app, 9);
      await repay(app, paid, 1_000);
      await repay(app, unpaid, 1_000);
      await rollDays(app, 2);
      const act = (await eventsOf(app, paid)).find(({ amount }) => amount === 35_000)!;
      await reverse(paid, act.id);
      const [one, other] = [await loanOf(app, paid), await loanOf(app, unpaid)];
      expect(one.loan.status).toBe('Delinquent');
      const figures = ({ loan, instalments }: typeof one): unknown => ({
        ...Object.fromEntries(Object.entries(loan).filter(([name]) => name.endsWith('Kobo') || name.endsWith('Since'))),
        rows: instalments.map(({ id: _, loanId: _loan, contractId: _contract, ...row }) => row),
      });
      expect(figures(one)).toEqual(figures(other));
      expect(other.loan.outstandingDefaultKobo + other.loan.outstandingPenaltyKobo).toBeGreaterThan(0n);
      for (const part of ['', '-interest', '-default', '-penalty'])
        expect(await bookBalanceKobo(app, `${paid.loanAccountNumber}${part}`)).toBe(
          await bookBalanceKobo(app, `${unpaid.loanAccountNumber}${part}`),
        );
      await rollDays(app, 2);
    },
    TIMEOUT_MS,
  );

  it(
    'gives a collection of the end of day back to the linked account',
    async () => {
      const loan = await activeLoan(app, SHORT_LOAN);
      await rollDays(app, 11);
      const [act] = await eventsOf(app, loan);
      expect(act).toMatchObject({ kind: 'Collection' });
      // A month may have ended meanwhile and paid interest into the account.
      const collectedKobo = BigInt(Math.round(act!.amount * 100));
      const balanceKobo = await bookBalanceKobo(app, loan.linkedNumber);
      await reverse(loan, act!.id);
      expect(await bookBalanceKobo(app, loan.linkedNumber)).toBe(balanceKobo! + collectedKobo);
      expect((await loanOf(app, loan)).loan).toMatchObject({ status: 'Delinquent', principalRepaidKobo: 0n });
    },
    TIMEOUT_MS,
  );

  it(
    'stops at a later act that would no longer apply, and at acts that are no payments',
    async () => {
      const loan = await activeLoan(app, SHORT_LOAN);
      await rollDays(app, 2);
      await repay(app, loan, 10_000);
      const [first] = await eventsOf(app, loan);
      await approve(
        app,
        await askChange(app, `loans/${loan.id}/restructure`, {
          reason: 'Hard times',
          accruedInterest: 'Due',
          tenure: 30,
        }),
      );
      const [restructure, , disbursement] = await eventsOf(app, loan);
      expect(await refusedChange(app, loan, 'reverse', { eventId: first!.id, reason: 'Wrong loan' })).toBe(
        'LOAN_REVERSAL_STOPPED',
      );
      expect(await refusedChange(app, loan, 'reverse', { eventId: restructure!.id, reason: 'Wrong loan' })).toBe(
        'LOAN_REVERSAL_STOPPED',
      );
      expect(await refusedChange(app, loan, 'reverse', { eventId: disbursement!.id, reason: 'Wrong loan' })).toBe(
        'LOAN_REVERSAL_STOPPED',
      );
      expect(await refusedChange(app, loan, 'reverse', { eventId: 999_999_999, reason: 'Wrong loan' })).toBe(
        'LOAN_EVENT_NOT_FOUND',
      );
      const other = await activeLoan(app, SHORT_LOAN);
      expect(await refusedChange(app, other, 'reverse', { eventId: first!.id, reason: 'Wrong loan' })).toBe(
        'LOAN_EVENT_NOT_FOUND',
      );
    },
    TIMEOUT_MS,
  );

  it(
    'reopens a settled loan only if its surplus is still on the linked account, and never overdraws it',
    async () => {
      const loan = await activeLoan(app, SHORT_LOAN);
      await takeOut(app, loan.linkedNumber);
      await rollDays(app, 4);
      const { totalOutstanding } = await repay(app, loan, 100);
      expect(await repay(app, loan, totalOutstanding)).toMatchObject({ loanStatus: 'Closed' });
      const surplus = await app.balance(loan.linkedNumber);
      expect(surplus).toBeGreaterThan(0);
      const [settlement, part] = await eventsOf(app, loan);
      expect(await refusedChange(app, loan, 'reverse', { eventId: part!.id, reason: 'Wrong loan' })).toBe(
        'LOAN_REVERSAL_STOPPED',
      );
      const approvalId = await askChange(app, `loans/${loan.id}/reverse`, {
        eventId: settlement!.id,
        reason: 'Bounced',
      });
      await takeOut(app, loan.linkedNumber, surplus);
      const refused = await app.post(
        `/api/admin/v1/approvals/${approvalId}/approve`,
        {},
        { token: await app.staff('checker') },
      );
      expect((refused.body as { data: { statusCode: string } }).data.statusCode).toBe('INSUFFICIENT_FUNDS');
      expect((await loanOf(app, loan)).loan.status).toBe('Closed');
      dataOf(
        await app.post('/api/transfer/v1/localfundtransfer', {
          debitAccount: '1010',
          creditAccount: loan.linkedNumber,
          amount: surplus,
          narration: 'In',
        }),
      );
      await approve(app, approvalId);
      expect((await loanOf(app, loan)).loan).toMatchObject({ status: 'Active', closedDate: null });
      expect(await app.balance(loan.linkedNumber)).toBe(0);
      // The payment before it can be reversed now: its later act no longer stands.
      await reverse(loan, part!.id);
      expect((await loanOf(app, loan)).loan.principalRepaidKobo).toBe(0n);
    },
    TIMEOUT_MS,
  );

  it('reverses once, however many requests and decisions race', async () => {
    const loan = await activeLoan(app, SHORT_LOAN);
    await repay(app, loan, 5_000);
    const [act] = await eventsOf(app, loan);
    const path = `/api/admin/v1/loans/${loan.id}/reverse`;
    const token = await app.staff('maker');
    const asked = await Promise.all([1, 2].map(() => app.post(path, { eventId: act!.id, reason: 'Twice' }, { token })));
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(
      (await app.post(path, { eventId: act!.id, reason: 'No' }, { token: await app.staff('checker') })).status,
    ).toBe(403);
    const accepted = asked.find(({ status }) => status === 202)!.body as { data: { approvalId: number } };
    const checker = await app.staff('checker');
    const decided = await Promise.all(
      [1, 2].map(() => app.post(`/api/admin/v1/approvals/${accepted.data.approvalId}/approve`, {}, { token: checker })),
    );
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
    const [reversal] = await app.rows<{ count: string }>(
      `SELECT count(*) FROM loan_event WHERE loan_id = $1 AND kind = 'Reversal'`,
      [loan.id],
    );
    expect(reversal!.count).toBe('1');
    expect((await app.post(REPAY_LOAN, repayment(loan, 1_000))).status).toBe(200);
  });

  it('refuses when the loan is not where its events lead, as after a change that no event tells of', async () => {
    const loan = await activeLoan(app, SHORT_LOAN);
    await repay(app, loan, 5_000);
    const [act] = await eventsOf(app, loan);
    await app.rows('UPDATE loan SET fee_accrued_kobo = fee_accrued_kobo + 1 WHERE id = $1', [loan.id]);
    expect(await refusedChange(app, loan, 'reverse', { eventId: act!.id, reason: 'Wrong loan' })).toBe(
      'LOAN_HISTORY_NOT_PROVED',
    );
    await app.rows('UPDATE loan SET fee_accrued_kobo = fee_accrued_kobo - 1 WHERE id = $1', [loan.id]);
  });
});
