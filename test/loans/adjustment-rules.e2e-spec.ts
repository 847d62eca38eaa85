import { addDays } from '../../src/common/time/calendar';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { activeLoan, addFee, addLoan, approvedLoan, bookBalanceKobo, type NamedLoan } from './loans-support';
import {
  approve,
  askChange,
  COLLECTIONS,
  dayProduct,
  decline,
  eventsOf,
  fundCollections,
  loanOf,
  openCollections,
  refusedChange,
  repay,
  REPAY_LOAN,
  repayment,
  SHORT_LOAN,
  takeOut,
} from './servicing-support';

const TIMEOUT_MS = 180_000;
const REASON = { reason: 'As agreed' };
const EMPTY_LEDGER = '2031';

describe('the rules of charges, waivers, refunds and corrections of loans', () => {
  let app: TestApp;
  let maker: string;
  let checker: string;
  let dayBefore: string;
  /** Loans that ran before the present day. */
  const old: Record<'charge' | 'waive' | 'refund' | 'backdate' | 'from' | 'to', NamedLoan> = {} as never;

  beforeAll(async () => {
    app = await TestApp.start();
    maker = await app.staff('maker');
    checker = await app.staff('checker');
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    await fundCollections(app, 5_000_000);
    await openCollections(app, EMPTY_LEDGER);
    // Other postings may take it below zero, a repayment may not.
    await app.rows('UPDATE ledger_account SET may_go_negative = true WHERE institution_id = $1 AND number = $2', [
      app.institutionId,
      EMPTY_LEDGER,
    ]);
    await dayProduct(app, 'LND01', { maxInterestRate: 40 });
    for (const name of ['charge', 'waive', 'refund', 'backdate', 'from', 'to'] as const) old[name] = await poorLoan();
    dayBefore = await businessDateOf(app);
    await repay(app, old.from, 12_000);
    await rollDays(app, 2);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** A loan of ₦90,000 whose linked account is empty. */
  async function poorLoan(fields: object = {}): Promise<NamedLoan> {
    const loan = await activeLoan(app, { ...SHORT_LOAN, ...fields });
    await takeOut(app, loan.linkedNumber);
    return loan;
  }
  const change = async (loan: NamedLoan, path: string, body: object): Promise<void> =>
    approve(app, await askChange(app, `loans/${loan.id}/${path}`, { ...REASON, ...body }));
  const refusal = (loan: NamedLoan, path: string, body: object): Promise<string> =>
    refusedChange(app, loan, path, { ...REASON, ...body });
  const backdated = (fields: object = {}): object => ({
    amount: 5_000,
    collectionsGL: COLLECTIONS,
    valueDate: dayBefore,
    referenceNumber: freshReference('BR'),
    ...fields,
  });
  const kinds = async (loan: NamedLoan): Promise<string[]> => (await eventsOf(app, loan)).map(({ kind }) => kind);

  /** Asks twice at once, then approves three times at once. */
  async function race(loan: NamedLoan, path: string, body: () => object): Promise<void> {
    const asked = await Promise.all(
      [1, 2].map(() => app.post(`/api/admin/v1/loans/${loan.id}/${path}`, { ...REASON, ...body() }, { token: maker })),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 409]);
    const accepted = asked.find(({ status }) => status === 202)!.body as { data: { approvalId: number } };
    const decided = await Promise.all(
      [1, 2, 3].map(() =>
        app.post(`/api/admin/v1/approvals/${accepted.data.approvalId}/approve`, {}, { token: checker }),
      ),
    );
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
  }

  describe('happen once, however many requests and approvals race:', () => {
    it('a charge', async () => {
      await race(old.charge, 'charge', () => ({ component: 'Penalty', amount: 250 }));
      expect((await loanOf(app, old.charge)).loan.outstandingPenaltyKobo).toBe(25_000n);
      expect(await kinds(old.charge)).toEqual(['Charge', 'Disbursement']);
    });

    it('a waiver', async () => {
      await change(old.waive, 'charge', { component: 'Penalty', amount: 600 });
      await race(old.waive, 'waive', () => ({ penalty: 200 }));
      expect((await loanOf(app, old.waive)).loan.outstandingPenaltyKobo).toBe(40_000n);
    });

    it('a refund of what was paid ahead', async () => {
      await repay(app, old.refund, 4_000);
      await race(old.refund, 'refund', () => ({ amount: 1_500 }));
      expect(await app.balance(old.refund.linkedNumber)).toBe(1_500);
      expect(await kinds(old.refund)).toEqual(['Refund', 'Repayment', 'Disbursement']);
    });

    it('a repayment of an earlier day', async () => {
      const collected = (await bookBalanceKobo(app, COLLECTIONS))!;
      await race(old.backdate, 'backdated-repayment', () => backdated());
      expect(await bookBalanceKobo(app, COLLECTIONS)).toBe(collected - 500_000n);
      expect(await kinds(old.backdate)).toEqual(['Repayment', 'Disbursement']);
    });

    it('a moved repayment', async () => {
      const collected = await bookBalanceKobo(app, COLLECTIONS);
      const [act] = await eventsOf(app, old.from);
      const { loanAccountNumber } = old.to;
      await race(old.from, 'move-repayment', () => ({ eventId: act!.id, loanAccountNumber }));
      expect(await bookBalanceKobo(app, COLLECTIONS)).toBe(collected);
      expect(await kinds(old.from)).toEqual(['Reversal', 'Repayment', 'Disbursement']);
      expect(await kinds(old.to)).toEqual(['Repayment', 'Disbursement']);
    });

    it('a restructure', async () => {
      const loan = await poorLoan();
      await race(loan, 'restructure', () => ({ accruedInterest: 'Due', tenure: 60 }));
      const { contract } = await loanOf(app, loan);
      expect([contract.version, contract.tenure]).toEqual([2, 60]);
    });
  });

  it('waive and collect the same penalty at once: it is taken or waived, never both', async () => {
    for (let round = 0; round < 3; round += 1) {
      const loan = await poorLoan();
      await change(loan, 'charge', { component: 'Penalty', amount: 500 });
      const approvalId = await askChange(app, `loans/${loan.id}/waive`, { ...REASON, penalty: 500 });
      const [decided, paid] = await Promise.all([
        app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: checker }),
        app.post(REPAY_LOAN, repayment(loan, 500)),
      ]);
      expect(paid.status).toBe(200);
      const { penaltyPaid } = dataOf<{ penaltyPaid: number }>(paid);
      expect([decided.status, penaltyPaid]).toEqual(decided.status === 200 ? [200, 0] : [422, 500]);
      if (decided.status !== 200) await decline(app, approvalId);
      expect((await loanOf(app, loan)).loan.outstandingPenaltyKobo).toBe(0n);
    }
  });

  describe('refuse', () => {
    let running: NamedLoan;
    let closed: NamedLoan;

    beforeAll(async () => {
      running = await poorLoan();
      closed = await poorLoan();
      await repay(app, closed, 90_000);
      expect((await loanOf(app, closed)).loan.status).toBe('Closed');
    });

    it.each<[string, object, string]>([
      ['charge', { component: 'Penalty', amount: 0 }, 'VALIDATION_FAILED'],
      ['charge', { component: 'Interest', amount: 5 }, 'VALIDATION_FAILED'],
      ['waive', { interest: 0.01 }, 'WAIVER_EXCEEDS_DUE'],
      ['waive', { defaultInterest: 0.01 }, 'WAIVER_EXCEEDS_DUE'],
      ['waive', { fee: 0.01 }, 'WAIVER_EXCEEDS_DUE'],
      ['refund', { amount: 0.01 }, 'REFUND_EXCEEDS_PAID_AHEAD'],
      ['restructure', { accruedInterest: 'Due', interestRate: 40.01 }, 'LOAN_TERMS_REFUSED'],
      ['move-repayment', { eventId: 1, loanAccountNumber: '9999999999' }, 'LOAN_NOT_FOUND'],
      ['reverse', { eventId: 1 }, 'LOAN_EVENT_NOT_FOUND'],
    ])('%s of a running loan with %j', async (path, body, code) => {
      expect(await refusal(running, path, body)).toBe(code);
      expect((await loanOf(app, running)).loan.approvalId).toBeNull();
    });

    it.each<[string, () => object, string]>([
      ['a day before the disbursement', () => ({ valueDate: addDays(dayBefore, -1) }), 'LOAN_VALUE_DATE_REFUSED'],
      ['more than is outstanding', () => ({ amount: 200_000 }), 'REPAYMENT_EXCEEDS_OUTSTANDING'],
      ['a ledger on which nothing is collected', () => ({ collectionsGL: '2060' }), 'COLLECTIONS_LEDGER_NOT_ALLOWED'],
      ['an unknown ledger', () => ({ collectionsGL: '9999' }), 'LEDGER_NOT_FOUND'],
    ])('a backdated repayment of %s', async (_, fields, code) => {
      expect(await refusal(old.charge, 'backdated-repayment', backdated(fields()))).toBe(code);
    });

    it('more than is outstanding with the day on which the payoff would have settled it', async () => {
      const body = { ...REASON, ...backdated({ amount: 200_000 }) };
      const path = `/api/admin/v1/loans/${old.charge.id}/backdated-repayment`;
      const { body: answer } = await app.post(path, body, { token: maker });
      expect(answer).toMatchObject({ message: expect.stringMatching(new RegExp(`settles it on ${dayBefore}\\.$`)) });
    });

    it('at the approval a backdated repayment that its ledger does not hold', async () => {
      const body = { ...REASON, ...backdated({ collectionsGL: EMPTY_LEDGER }) };
      const approvalId = await askChange(app, `loans/${old.charge.id}/backdated-repayment`, body);
      const decided = await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: checker });
      expect(refusalOf(decided)).toEqual({ status: 422, code: 'INSUFFICIENT_FUNDS' });
      await decline(app, approvalId);
    });

    it.each<[string, object]>([
      ['charge', { component: 'Penalty', amount: 5 }],
      ['waive', { penalty: 5 }],
      ['refund', { amount: 5 }],
      ['restructure', { accruedInterest: 'Due', tenure: 60 }],
    ])('%s of a loan that has ended', async (path, body) => {
      expect(await refusal(closed, path, body)).toBe('LOAN_STATUS_REFUSED');
    });

    it('to move a repayment to a loan that has ended, and what the linked account paid', async () => {
      const loan = await poorLoan();
      await app.payIn(loan.linkedNumber, 40_000);
      await rollDays(app, 11);
      const [collected] = await eventsOf(app, loan);
      expect(collected!.kind).toBe('Collection');
      const eventId = collected!.id;
      const { loanAccountNumber } = running;
      expect(await refusal(loan, 'move-repayment', { eventId, loanAccountNumber })).toBe('LOAN_PAYMENT_NOT_MOVABLE');
      await repay(app, loan, 100);
      const [paid] = await eventsOf(app, loan);
      const toClosed = { eventId: paid!.id, loanAccountNumber: closed.loanAccountNumber };
      expect(await refusal(loan, 'move-repayment', toClosed)).toBe('LOAN_STATUS_REFUSED');
      const toUnpaid = {
        eventId: paid!.id,
        loanAccountNumber: (await approvedLoan(app, SHORT_LOAN)).loanAccountNumber,
      };
      expect(await refusal(loan, 'move-repayment', toUnpaid)).toBe('LOAN_STATUS_REFUSED');
    });

    it('to refinance a loan that has ended, and proceeds that go to a ledger', async () => {
      const refinance = async (loan: NamedLoan, fields: object = {}): Promise<unknown> => {
        const { linkedNumber, loanAccountNumber } = loan;
        const asked = { ...SHORT_LOAN, linkedNumber, refinancedLoanNumber: loanAccountNumber, ...fields };
        const { statusCode, field } = (await addLoan(app, asked)).body.data as Record<string, string>;
        return [statusCode, field];
      };
      const refused = ['LOAN_TERMS_REFUSED', 'refinancedLoanNumber'];
      expect(await refinance(closed)).toEqual(refused);
      expect(await refinance(running, { allowDisbursementToGL: true })).toEqual(refused);
      expect(await refinance(await approvedLoan(app, SHORT_LOAN))).toEqual(refused);
    });

    it('a fee with VAT without a ledger of VAT', async () => {
      const fee = { kind: 'Flat', amount: 100, vatApplies: true, charged: 'PerInstalment' };
      const loan = await poorLoan({ allowLoanFee: true, loanFeeID: await addFee(app, 'LND01', fee) });
      await app.configure({ VAT_LEDGER_CODE: null });
      expect(await refusal(loan, 'charge', { component: 'Fee', amount: 10 })).toBe('LOAN_CHARGES_NOT_CONFIGURED');
      await app.configure({ VAT_LEDGER_CODE: '2040' });
    });
  });

  it('keep the rate of a loan from before its product had bounds, and refuse another one above them', async () => {
    await dayProduct(app, 'LND09');
    const loan = await poorLoan({
      productCode: 'LND09',
      overrideProductInterestRate: true,
      defaultInterestRate: 55,
    });
    await app.rows(
      `UPDATE loan_product_terms t SET max_interest_rate = 40 FROM product p
        WHERE p.institution_id = t.institution_id AND p.id = t.id AND p.code = 'LND09' AND p.institution_id = $1`,
      [app.institutionId],
    );
    const terms = { accruedInterest: 'Due', tenure: 60 };
    expect(await refusal(loan, 'restructure', { ...terms, interestRate: 50 })).toBe('LOAN_TERMS_REFUSED');
    await change(loan, 'restructure', { ...terms, interestRate: 55 });
    // The bounds of the day of the approval count.
    const approvalId = await askChange(app, `loans/${loan.id}/restructure`, { ...REASON, ...terms, interestRate: 39 });
    await app.rows(
      `UPDATE loan_product_terms t SET max_interest_rate = 30 FROM product p
        WHERE p.institution_id = t.institution_id AND p.id = t.id AND p.code = 'LND09' AND p.institution_id = $1`,
      [app.institutionId],
    );
    const decided = await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: checker });
    expect(refusalOf(decided)).toEqual({ status: 422, code: 'LOAN_TERMS_REFUSED' });
    await decline(app, approvalId);
  });
});
