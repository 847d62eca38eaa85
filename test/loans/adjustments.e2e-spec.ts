import { POSTING_KINDS } from '../../src/accounts/interest/interest-kinds';
import { addDays } from '../../src/common/time/calendar';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { activeLoan, addFee, bookBalanceKobo, type NamedLoan } from './loans-support';
import {
  approve,
  askChange,
  COLLECTIONS,
  dayProduct,
  decline,
  eventsOf,
  fundCollections,
  loanOf,
  refusedChange,
  repay,
  REPAY_EARLY,
  SHORT_LOAN,
  takeOut,
} from './servicing-support';

const TIMEOUT_MS = 300_000;
const SHORT = { ...SHORT_LOAN, productCode: 'LND02' };
const REASON = { reason: 'As agreed' };

describe('charges, waivers, refunds and corrections of the past of loans', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 2_000_000);
    await dayProduct(app, 'LND02', { penaltyKind: 'Flat', penaltyAmount: 500, penaltyGraceDays: 0 });
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function change(loan: NamedLoan, path: string, body: object): Promise<void> {
    await approve(app, await askChange(app, `loans/${loan.id}/${path}`, { ...REASON, ...body }));
  }

  const refusal = (loan: NamedLoan, path: string, body: object): Promise<string> =>
    refusedChange(app, loan, path, { ...REASON, ...body });

  /** A loan whose linked account is empty, so that nothing is collected. */
  async function poorLoan(fields: object = {}): Promise<NamedLoan> {
    const loan = await activeLoan(app, { ...SHORT, ...fields });
    await takeOut(app, loan.linkedNumber);
    return loan;
  }

  /** The facts of a loan that its history may change, for the comparison of two loans. */
  async function figures(loan: NamedLoan): Promise<unknown> {
    const { loan: row, instalments } = await loanOf(app, loan);
    return {
      ...Object.fromEntries(Object.entries(row).filter(([name]) => name.endsWith('Kobo') || name.endsWith('Since'))),
      status: row.status,
      rows: instalments.map(({ id: _, loanId: _loan, contractId: _contract, ...rest }) => rest),
    };
  }

  async function booksOf(loan: NamedLoan): Promise<(bigint | undefined)[]> {
    const books: (bigint | undefined)[] = [];
    for (const part of ['', '-interest', '-fee', '-default', '-penalty'])
      books.push(await bookBalanceKobo(app, `${loan.loanAccountNumber}${part}`));
    return books;
  }

  it(
    'charges a penalty and a fee with VAT in rows of their own, and waives them; what was waived is not charged again',
    async () => {
      const loanFeeID = await addFee(app, 'LND02', {
        kind: 'Flat',
        amount: 100,
        vatApplies: true,
        charged: 'PerInstalment',
      });
      const loan = await poorLoan({ allowLoanFee: true, loanFeeID });
      const before = await booksOf(loan);
      await change(loan, 'charge', { component: 'Penalty', amount: 700 });
      await change(loan, 'charge', { component: 'Fee', amount: 1_000 });
      const charged = await loanOf(app, loan);
      expect(
        charged.instalments.map(({ number, penaltyDueKobo, feeDueKobo, feeVatKobo }) => [
          number,
          penaltyDueKobo,
          feeDueKobo,
          feeVatKobo,
        ]),
      ).toEqual([
        [1, 70_000n, 0n, 0n],
        [2, 0n, 107_500n, 7_500n],
        [3, 0n, 10_750n, 750n],
        [4, 0n, 10_750n, 750n],
        [5, 0n, 10_750n, 750n],
      ]);
      expect(await refusal(loan, 'waive', { penalty: 700.01 })).toBe('WAIVER_EXCEEDS_DUE');
      expect(await refusal(loan, 'waive', {})).toBe('VALIDATION_FAILED');
      await change(loan, 'waive', { penalty: 700, fee: 1_075 });
      expect(await booksOf(loan)).toEqual(before);
      await rollDays(app, 12);
      expect((await loanOf(app, loan)).loan.outstandingPenaltyKobo).toBe(50_000n);
      await change(loan, 'waive', { penalty: 500 });
      await rollDays(app, 2);
      expect((await loanOf(app, loan)).loan.outstandingPenaltyKobo).toBe(0n);
      const other = await poorLoan();
      expect(await refusal(other, 'charge', { component: 'Fee', amount: 5 })).toBe('LOAN_FEE_MISSING');
    },
    TIMEOUT_MS,
  );

  it(
    'books a repayment of the past as if it had been taken then: the loan equals one that was paid on the day',
    async () => {
      const [late, onTime] = [await poorLoan(), await poorLoan()];
      await rollDays(app, 8);
      const valueDate = await businessDateOf(app);
      await repay(app, onTime, 31_000);
      await rollDays(app, 6);
      await repay(app, late, 400);
      await repay(app, onTime, 400);
      await rollDays(app, 1);
      expect((await loanOf(app, late)).loan.outstandingPenaltyKobo).toBe(10_000n);
      const today = await businessDateOf(app);
      const body = { amount: 31_000, collectionsGL: COLLECTIONS, valueDate, referenceNumber: freshReference('BR') };
      expect(await refusal(late, 'backdated-repayment', { ...body, valueDate: today })).toBe('LOAN_VALUE_DATE_REFUSED');
      const token = await app.staff('maker');
      const asked = await app.post(
        `/api/admin/v1/loans/${late.id}/backdated-repayment`,
        { ...REASON, ...body },
        { token },
      );
      expect(asked.status).toBe(202);
      expect(asked.body).toMatchObject({
        data: { sentBefore: { reportedDays: { from: valueDate, to: addDays(today, -1) } } },
      });
      const { approvalId } = (asked.body as { data: { approvalId: number } }).data;
      expect((await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token })).status).toBe(403);
      await approve(app, approvalId);
      expect(await figures(late)).toEqual(await figures(onTime));
      expect(await booksOf(late)).toEqual(await booksOf(onTime));
      expect(await refusal(onTime, 'backdated-repayment', body)).toBe('DUPLICATE_REFERENCE');
      const [act] = await eventsOf(app, late);
      expect(act).toMatchObject({ kind: 'Repayment', amount: 31_000, valueDate, businessDate: today });
      const [posting] = await app.rows<{ value_date: string }>(
        `SELECT value_date::text FROM posting WHERE reference = $1`,
        [body.referenceNumber],
      );
      expect(posting!.value_date).toBe(today);
      // The earlier repayment is reversed under the corrected history.
      const first = (await eventsOf(app, late)).find(({ amount }) => amount === 400)!;
      const twin = (await eventsOf(app, onTime)).find(({ amount }) => amount === 400)!;
      await change(late, 'reverse', { eventId: first.id });
      await change(onTime, 'reverse', { eventId: twin.id });
      expect(await figures(late)).toEqual(await figures(onTime));
      await rollDays(app, 1);
    },
    TIMEOUT_MS,
  );

  it(
    'moves a repayment to the loan of another borrower with one approval, screened there and not here',
    async () => {
      await app.configure({ AML_SCREENING_ENABLED: 'true' });
      const [wrong, right] = [await poorLoan(), await poorLoan()];
      const rule = {
        name: 'Into a borrower',
        direction: 'inflow',
        threshold: 25_000,
        accountNumber: right.linkedNumber,
        action: 'hold',
      };
      await app.approved(app.post('/api/admin/v1/aml/rules', rule, { token: await app.staff('amlOfficer') }));
      await rollDays(app, 3);
      await repay(app, wrong, 31_000);
      await rollDays(app, 2);
      const act = (await eventsOf(app, wrong)).find(({ amount }) => amount === 31_000)!;
      const body = { eventId: act.id, loanAccountNumber: right.loanAccountNumber };
      expect(await refusal(wrong, 'move-repayment', { ...body, loanAccountNumber: wrong.loanAccountNumber })).toBe(
        'LOAN_PAYMENT_NOT_MOVABLE',
      );
      const declined = await askChange(app, `loans/${wrong.id}/move-repayment`, { ...REASON, ...body });
      expect(await refusal(right, 'charge', { component: 'Penalty', amount: 5 })).toBe('LOAN_PENDING_APPROVAL');
      await decline(app, declined);
      await change(wrong, 'move-repayment', body);
      expect((await loanOf(app, wrong)).loan).toMatchObject({ principalRepaidKobo: 0n });
      expect((await eventsOf(app, right))[0]).toMatchObject({ amount: 31_000, valueDate: act.valueDate });
      expect((await loanOf(app, right)).instalments[0]!.paidDate).toBe(act.valueDate);
      expect(await app.balance(right.linkedNumber)).toBe(0);
      const found = await app.rows<{ reference: string; amount_kobo: string }>(
        'SELECT reference, amount_kobo FROM suspicious_transaction WHERE reference = ANY($1)',
        [[`MV-${act.id}`, `REV-${act.id}`]],
      );
      expect(found).toEqual([{ reference: `MV-${act.id}`, amount_kobo: '3100000' }]);
      expect(await refusal(wrong, 'move-repayment', body)).toBe('LOAN_EVENT_REVERSED');
    },
    TIMEOUT_MS,
  );

  it(
    'refunds what was paid ahead, and no more',
    async () => {
      const loan = await poorLoan();
      const before = await figures(loan);
      await repay(app, loan, 5_000);
      expect(await refusal(loan, 'refund', { amount: 5_000.01 })).toBe('REFUND_EXCEEDS_PAID_AHEAD');
      const approvals = await Promise.all(
        [1, 2].map(async () =>
          app.post(
            `/api/admin/v1/loans/${loan.id}/refund`,
            { ...REASON, amount: 5_000 },
            { token: await app.staff('maker') },
          ),
        ),
      );
      expect(approvals.map(({ status }) => status).sort()).toEqual([202, 409]);
      const accepted = approvals.find(({ status }) => status === 202)!.body as { data: { approvalId: number } };
      await approve(app, accepted.data.approvalId);
      expect(await app.balance(loan.linkedNumber)).toBe(5_000);
      expect(await figures(loan)).toEqual(before);
    },
    TIMEOUT_MS,
  );

  /** Interest that the account got at the ends of months while it held the loan, in Naira. */
  const savingsInterest = async (number: string): Promise<number> => {
    const [row] = await app.rows<{ kobo: string }>(
      `SELECT coalesce(sum(CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END), 0) AS kobo
         FROM posting_entry e
         JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
         JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
        WHERE a.number = $1 AND p.kind = ANY($2)`,
      [number, Object.values(POSTING_KINDS.savings)],
    );
    return Number(row!.kobo) / 100;
  };

  it(
    'undoes an early repayment, a charge and, when nothing else stands, the disbursement with its fee',
    async () => {
      const loanFeeID = await addFee(app, 'LND02', {
        kind: 'Percentage',
        rate: 1,
        vatApplies: true,
        charged: 'Disbursement',
      });
      const collected = await bookBalanceKobo(app, COLLECTIONS);
      const loan = await activeLoan(app, { ...SHORT, allowLoanFee: true, loanFeeID });
      await rollDays(app, 2);
      const state = await figures(loan);
      const early = {
        loanAccountNumber: loan.loanAccountNumber,
        referenceNumber: freshReference('ER'),
        paymentOption: 2,
        amount: 40_000,
        source: 'CollectionsGL',
        collectionsGL: COLLECTIONS,
      };
      dataOf(await app.post(REPAY_EARLY, early));
      const [prepaid, disbursed] = await eventsOf(app, loan);
      expect(await refusal(loan, 'reverse', { eventId: disbursed!.id })).toBe('LOAN_REVERSAL_STOPPED');
      await change(loan, 'reverse', { eventId: prepaid!.id });
      expect(await figures(loan)).toEqual(state);
      await change(loan, 'charge', { component: 'Penalty', amount: 300 });
      await change(loan, 'reverse', { eventId: (await eventsOf(app, loan))[0]!.id });
      expect(await figures(loan)).toEqual(state);
      await rollDays(app, 1);
      await change(loan, 'reverse', { eventId: disbursed!.id });
      const after = await loanOf(app, loan);
      expect(after.loan).toMatchObject({ status: 'Canceled', disbursedKobo: 0n, outstandingPrincipalKobo: 0n });
      expect(after.instalments).toEqual([]);
      expect(await booksOf(loan)).toEqual([0n, 0n, 0n, 0n, 0n]);
      expect(await app.balance(loan.linkedNumber)).toBe(await savingsInterest(loan.linkedNumber));
      expect(await bookBalanceKobo(app, COLLECTIONS)).toBe(collected);
      const spent = await poorLoan();
      const approvalId = await askChange(app, `loans/${spent.id}/reverse`, {
        ...REASON,
        eventId: (await eventsOf(app, spent))[0]!.id,
      });
      const checker = await app.staff('checker');
      const refused = await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: checker });
      expect((refused.body as { data: { statusCode: string } }).data.statusCode).toBe('INSUFFICIENT_FUNDS');
      await decline(app, approvalId);
    },
    TIMEOUT_MS,
  );

  it(
    'makes the events of a loan from before events were kept, proves them, and then reverses its payments',
    async () => {
      const [old, twin] = [await poorLoan(), await poorLoan()];
      await rollDays(app, 4);
      for (const loan of [old, twin]) await repay(app, loan, 9_000);
      await rollDays(app, 8);
      const kept = await eventsOf(app, old);
      await app.rows('DELETE FROM loan_event WHERE loan_id = $1', [old.id]);
      expect(await refusal(old, 'reverse', { eventId: kept[0]!.id })).toBe('LOAN_EVENT_NOT_FOUND');
      const path = `/api/admin/v1/loans/${old.id}/rebuild-events`;
      const token = await app.staff('maker');
      await app.rows('UPDATE loan SET principal_repaid_kobo = principal_repaid_kobo + 1 WHERE id = $1', [old.id]);
      expect((await app.post(path, {}, { token })).body).toMatchObject({
        data: { statusCode: 'LOAN_HISTORY_NOT_PROVED' },
      });
      await app.rows('UPDATE loan SET principal_repaid_kobo = principal_repaid_kobo - 1 WHERE id = $1', [old.id]);
      expect(dataOf(await app.post(path, {}, { token }))).toEqual({ rebuilt: 2 });
      expect(dataOf(await app.post(path, {}, { token }))).toEqual({ rebuilt: 0 });
      for (const loan of [old, twin]) {
        const act = (await eventsOf(app, loan)).find(({ kind }) => kind === 'Repayment')!;
        await change(loan, 'reverse', { eventId: act.id });
      }
      expect(await figures(old)).toEqual(await figures(twin));
      expect((await loanOf(app, old)).loan.principalRepaidKobo).toBe(0n);
    },
    TIMEOUT_MS,
  );

  it(
    'keeps no events of a restructured loan from before, because a restructure cannot be lived again',
    async () => {
      const loan = await poorLoan();
      await repay(app, loan, 9_000);
      const terms = { interestRate: 30, accruedInterest: 'Due' };
      await change(loan, 'restructure', terms);
      await repay(app, loan, 1_000);
      const events = await eventsOf(app, loan);
      const token = await app.staff('maker');
      const rebuild = async (): Promise<unknown> =>
        refusalOf(await app.post(`/api/admin/v1/loans/${loan.id}/rebuild-events`, {}, { token }));
      // Events since the restructure are kept, or none at all.
      for (const kinds of [['Disbursement', 'Repayment'], ['Restructure']]) {
        await app.rows('DELETE FROM loan_event WHERE loan_id = $1 AND kind = ANY($2)', [loan.id, kinds]);
        const left = await eventsOf(app, loan);
        expect(await rebuild()).toEqual({ status: 422, code: 'LOAN_HISTORY_NOT_PROVED' });
        expect(await eventsOf(app, loan)).toEqual(left);
      }
      expect(await refusal(loan, 'reverse', { eventId: events.at(-2)!.id })).toBe('LOAN_EVENT_NOT_FOUND');
    },
    TIMEOUT_MS,
  );
});
