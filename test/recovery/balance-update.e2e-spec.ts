import type { Response } from 'supertest';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import { InstitutionSetup } from '../../src/seed/institution-setup';
import { microfinanceBank } from '../../src/seed/templates/microfinance-bank';
import { addSecondInstitution } from '../auth/second-institution';
import { activeLoan, approvedLoan, type NamedLoan, SEARCH_LOANS } from '../loans/loans-support';
import { dayProduct, fundCollections, REPAY_LOAN, repayment } from '../loans/servicing-support';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { rollDays } from '../support/end-of-day';
import { Partner, SECRET_KEY } from './partner';

const RECEIVABLE = '1150';
const FEES = '5040';
const RECOVERY_INCOME = '4060';
const UNCLAIMED = '2080';
const SECRET_OF_TWO = 'the-webhook-secret-of-the-second-institution';

/** The loan of the tests: ₦120,000 over 6 months. */
interface Sums {
  status: string;
  outstanding: number;
  writtenOff: number;
  recovered: number;
}

/** The payoff of a loan on the day of its disbursement: its principal. */
const PAYOFF = 120_000;

describe('LoanBalanceUpdate', () => {
  let app: TestApp;
  let partner: Partner;

  const tell = (loanReference: string, debitedAmount: number, more: Record<string, unknown> = {}): Promise<Response> =>
    partner.post('LoanBalanceUpdate', {
      loanReference,
      transactionReference: freshReference('RCV'),
      debitedAmount,
      settlementAmount: debitedAmount,
      ...more,
    });
  const sums = async (id: number): Promise<Sums> => {
    const [row] = await app.rows<Record<string, string>>(
      `SELECT status, written_off_kobo, recovered_kobo, outstanding_principal_kobo + outstanding_interest_kobo + outstanding_fee_kobo + outstanding_default_kobo + outstanding_penalty_kobo AS outstanding FROM loan WHERE id = $1`,
      [id],
    );
    return {
      status: row!['status']!,
      outstanding: Number(row!['outstanding']) / 100,
      writtenOff: Number(row!['written_off_kobo']) / 100,
      recovered: Number(row!['recovered_kobo']) / 100,
    };
  };
  /** Debits less credits of a ledger, Naira. */
  const ledger = async (code: string): Promise<number> => {
    const [row] = await app.rows<{ kobo: string }>(
      'SELECT debits_posted_kobo - credits_posted_kobo AS kobo FROM ledger_account WHERE institution_id = 1 AND number = $1',
      [code],
    );
    return Number(row!.kobo) / 100;
  };
  const ledgers = async (): Promise<number[]> => [await ledger(RECEIVABLE), await ledger(FEES)];
  const change = (before: number[], after: number[]): number[] =>
    after.map((value, index) => Math.round((value - before[index]!) * 100) / 100);
  const set = (key: string, value: string | null): Promise<void> => app.configure({ [key]: value });
  const booked = async (loan: NamedLoan): Promise<number> =>
    Number(
      (await app.rows<{ count: string }>('SELECT count(*) FROM recovery_collection WHERE loan_id = $1', [loan.id]))[0]!
        .count,
    );

  beforeAll(async () => {
    app = await TestApp.start();
    partner = new Partner(app);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it("pays the whole debited amount to the loan and posts the partner's debt and fee", async () => {
    const loan = await activeLoan(app);
    const [{ outstanding }, before] = [await sums(loan.id), await ledgers()];
    const reference = freshReference('RCV');
    const { status, body } = await tell(loan.loanAccountNumber, 10_000.5, {
      transactionReference: reference,
      recoveryFee: 300.25,
      settlementAmount: 9_700.25,
      narration: 'Taken from another bank',
      somethingNew: [1],
    });
    expect([status, body.data]).toEqual([
      200,
      {
        transactionReference: reference,
        loanReference: loan.loanAccountNumber,
        postingReferenceNumber: expect.stringMatching(/^PST/),
        debitedAmount: 10_000.5,
        recoveryFee: 300.25,
        settlementAmount: 9_700.25,
        paid: { principal: expect.any(Number), interest: expect.any(Number), fee: 0, default: 0, penalty: 0 },
        recoveredAmount: 0,
        surplusAmount: 0,
        totalOutstanding: Math.round((outstanding - 10_000.5) * 100) / 100,
        loanStatus: 'Active',
        businessDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ]);
    expect(body.data.paid.principal + body.data.paid.interest).toBeCloseTo(10_000.5, 2);
    expect([change(before, await ledgers()), (await sums(loan.id)).outstanding]).toEqual([
      [9_700.25, 300.25],
      body.data.totalOutstanding,
    ]);
    const entries = await app.rows<{ side: string; kobo: string }>(
      `SELECT e.side, sum(e.amount_kobo)::text AS kobo FROM posting p JOIN posting_entry e ON e.institution_id = p.institution_id AND e.posting_id = p.id WHERE p.kind = 'loan-recovery' AND p.reference = $1 GROUP BY 1 ORDER BY 1`,
      [reference],
    );
    // The posting may also recognise income; both sides are equal, and the debits are at least the debited amount.
    expect(entries[0]!.kobo).toBe(entries[1]!.kobo);
    expect(
      await app.rows(
        'SELECT kind, amount_kobo::text AS kobo, created_by FROM loan_transaction WHERE loan_id = $1 AND reference = $2',
        [loan.id, reference],
      ),
    ).toEqual([{ kind: 'PartnerRecovery', kobo: '1000050', created_by: 'webhook:recoverypartner' }]);
    expect(await app.rows('SELECT maker, narration, forced FROM posting WHERE reference = $1', [reference])).toEqual([
      { maker: 'webhook:recoverypartner', narration: 'Taken from another bank', forced: false },
    ]);
  });

  it('leaves out the leg of a fee or a settlement of 0', async () => {
    const loan = await activeLoan(app);
    const before = await ledgers();
    expect((await tell(loan.loanAccountNumber, 100)).status).toBe(200);
    expect((await tell(loan.loanAccountNumber, 100, { settlementAmount: 0, recoveryFee: 100 })).status).toBe(200);
    expect(change(before, await ledgers())).toEqual([100, 100]);
  });

  it('closes a loan that is paid to the kobo of its payoff', async () => {
    const loan = await activeLoan(app);
    const balance = await app.balance(loan.linkedNumber);
    const { body } = await tell(loan.loanAccountNumber, PAYOFF);
    expect([
      body.data.surplusAmount,
      body.data.totalOutstanding,
      body.data.loanStatus,
      await sums(loan.id),
    ]).toMatchObject([0, 0, 'Closed', { status: 'Closed', outstanding: 0 }]);
    expect(await app.balance(loan.linkedNumber)).toBe(balance);
  });

  it('credits a surplus to the borrower, also when the loan is closed or was never disbursed', async () => {
    const loan = await activeLoan(app);
    const balance = await app.balance(loan.linkedNumber);
    const { body } = await tell(loan.loanAccountNumber, PAYOFF + 750.25);
    expect([body.data.surplusAmount, body.data.loanStatus]).toEqual([750.25, 'Closed']);
    const again = await tell(loan.loanAccountNumber, 40);
    expect([again.status, again.body.data.surplusAmount, again.body.data.paid]).toEqual([
      200,
      40,
      { principal: 0, interest: 0, fee: 0, default: 0, penalty: 0 },
    ]);
    expect(await app.balance(loan.linkedNumber)).toBeCloseTo(balance + 790.25, 2);
    const offer = await approvedLoan(app);
    expect((await tell(offer.loanAccountNumber, 33)).body.data).toMatchObject({
      surplusAmount: 33,
      loanStatus: 'Approved',
      totalOutstanding: 0,
    });
    expect([await app.balance(offer.linkedNumber), await sums(offer.id)]).toMatchObject([
      33,
      { status: 'Approved', outstanding: 0 },
    ]);
  });

  it.each(['Frozen', 'Dormant', 'Inactive'])('credits the surplus to a linked account that is %s', async (status) => {
    const loan = await activeLoan(app);
    await app.rows('UPDATE ledger_account SET status = $1 WHERE institution_id = 1 AND number = $2', [
      status,
      loan.linkedNumber,
    ]);
    const answer = await tell(loan.loanAccountNumber, PAYOFF + 5);
    expect([answer.status, answer.body.data.surplusAmount]).toEqual([200, 5]);
  });

  it('credits the surplus of a closed account to unclaimed funds and pays the loan', async () => {
    const loan = await activeLoan(app);
    await app.rows(`UPDATE ledger_account SET status = 'Closed' WHERE institution_id = 1 AND number = $1`, [
      loan.linkedNumber,
    ]);
    const unclaimed = await ledger(UNCLAIMED);
    const reference = freshReference('RCV');
    const within = await tell(loan.loanAccountNumber, 1_000);
    expect([within.status, within.body.data.surplusAmount]).toEqual([200, 0]);
    await set('UNCLAIMED_FUNDS_LEDGER_CODE', null);
    const waiting = await tell(loan.loanAccountNumber, PAYOFF, { transactionReference: reference });
    expect([codeOf(waiting), waiting.body.message, await booked(loan)]).toEqual([
      [503, 'RECOVERY_LEDGERS_NOT_CONFIGURED'],
      expect.stringContaining('UNCLAIMED_FUNDS_LEDGER_CODE'),
      1,
    ]);
    await set('UNCLAIMED_FUNDS_LEDGER_CODE', UNCLAIMED);
    const { status, body } = await tell(loan.loanAccountNumber, PAYOFF, { transactionReference: reference });
    expect([status, body.data.surplusAmount, body.data.loanStatus]).toEqual([200, 1_000, 'Closed']);
    expect(await ledger(UNCLAIMED)).toBeCloseTo(unclaimed - 1_000, 2);
  });

  it('posts income for a written-off loan and closes it once everything is recovered', async () => {
    const loan = await activeLoan(app);
    const before = await ledger(RECOVERY_INCOME);
    const asked = await app.post(
      `/api/admin/v1/loans/${loan.id}/write-off`,
      { reason: 'Lost' },
      { token: await app.staff('maker') },
    );
    expect(asked.status).toBe(202);
    expect(
      (
        await app.post(
          `/api/admin/v1/approvals/${asked.body.data.approvalId}/approve`,
          { note: 'Yes' },
          { token: await app.staff('checker') },
        )
      ).status,
    ).toBe(200);
    const { writtenOff } = await sums(loan.id);
    expect([(await sums(loan.id)).status, writtenOff > 0]).toEqual(['WrittenOff', true]);
    const first = await tell(loan.loanAccountNumber, 1_000);
    expect(first.body.data).toMatchObject({
      recoveredAmount: 1_000,
      surplusAmount: 0,
      loanStatus: 'WrittenOff',
      paid: { principal: 0, interest: 0 },
    });
    const last = await tell(loan.loanAccountNumber, writtenOff);
    expect(last.body.data).toMatchObject({ surplusAmount: 1_000, loanStatus: 'Closed', totalOutstanding: 0 });
    expect(await ledger(RECOVERY_INCOME)).toBeCloseTo(before - writtenOff, 2);
  });

  it('replays a repetition with the first result and refuses another collection under its reference', async () => {
    const loan = await activeLoan(app);
    const other = await activeLoan(app);
    const reference = freshReference('RCV');
    const body = { transactionReference: reference, recoveryFee: 10, settlementAmount: 90, narration: 'First' };
    const first = await tell(loan.loanAccountNumber, 100, body);
    await tell(loan.loanAccountNumber, 500);
    await set('RECOVERY_PARTNER_RECEIVABLE_LEDGER_CODE', null);
    const again = await tell(loan.loanAccountNumber, 100, { ...body, currency: 'NGN', somethingNew: true });
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true']);
    await set('RECOVERY_PARTNER_RECEIVABLE_LEDGER_CODE', RECEIVABLE);
    for (const [debited, more] of [
      [101, { settlementAmount: 91 }],
      [100, { recoveryFee: 20, settlementAmount: 80 }],
      [100, { narration: 'Second' }],
      [100, { narration: undefined }],
    ] as const) {
      expect([more, codeOf(await tell(loan.loanAccountNumber, debited, { ...body, ...more }))]).toEqual([
        more,
        [409, 'DUPLICATE_REFERENCE'],
      ]);
    }
    expect(codeOf(await tell(other.loanAccountNumber, 100, body))).toEqual([409, 'DUPLICATE_REFERENCE']);
    expect([await booked(loan), await booked(other)]).toEqual([2, 0]);
  });

  it('posts fifty equal notices that arrive together once', async () => {
    const loan = await activeLoan(app);
    const [{ outstanding }, before] = [await sums(loan.id), await ledgers()];
    const transactionReference = freshReference('RCV');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        tell(loan.loanAccountNumber, 1_000, { transactionReference, recoveryFee: 100, settlementAmount: 900 }),
      ),
    );
    expect([new Set(answers.map(({ status }) => status)), new Set(answers.map(({ text }) => text)).size]).toEqual([
      new Set([200]),
      1,
    ]);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect([change(before, await ledgers()), await booked(loan), (await sums(loan.id)).outstanding]).toEqual([
      [900, 100],
      1,
      Math.round((outstanding - 1_000) * 100) / 100,
    ]);
  });

  it('accepts one of two simultaneous notices for two loans under one reference', async () => {
    const loans = [await activeLoan(app), await activeLoan(app)];
    const before = await ledgers();
    const transactionReference = freshReference('RCV');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tell(loans[index % 2]!.loanAccountNumber, 1_000, { transactionReference }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status !== 200);
    expect([
      new Set(won.map(({ text }) => text)).size,
      won.length,
      new Set(lost.map((answer) => codeOf(answer).join(' '))),
    ]).toEqual([1, 10, new Set(['409 DUPLICATE_REFERENCE'])]);
    expect([change(before, await ledgers()), (await booked(loans[0]!)) + (await booked(loans[1]!))]).toEqual([
      [1_000, 0],
      1,
    ]);
  });

  it('posts simultaneous notices for one loan and pays no more than it owes', async () => {
    const loan = await activeLoan(app);
    const balance = await app.balance(loan.linkedNumber);
    const answers = await Promise.all(Array.from({ length: 15 }, () => tell(loan.loanAccountNumber, 10_000)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await sums(loan.id)).status).toBe('Closed');
    expect(await app.balance(loan.linkedNumber)).toBeCloseTo(balance + 150_000 - PAYOFF, 2);
  });

  it.each<[string, Record<string, unknown>, unknown[]]>([
    ['a sum that does not add up', { settlementAmount: 90, recoveryFee: 9.99 }, [422, 'RECOVERY_AMOUNTS_MISMATCH']],
    ['a settlement above the debit', { settlementAmount: 101 }, [422, 'RECOVERY_AMOUNTS_MISMATCH']],
    ['nothing', { debitedAmount: 0, settlementAmount: 0 }, [400, 'VALIDATION_FAILED']],
    ['a negative fee', { settlementAmount: 110, recoveryFee: -10 }, [400, 'VALIDATION_FAILED']],
    ['a negative settlement', { settlementAmount: -10, recoveryFee: 110 }, [400, 'VALIDATION_FAILED']],
    ['amounts as text', { debitedAmount: '100' }, [400, 'VALIDATION_FAILED']],
    ['parts of a kobo', { debitedAmount: 100.001, settlementAmount: 100.001 }, [400, 'VALIDATION_FAILED']],
    ['another currency', { currency: 'GHS' }, [400, 'VALIDATION_FAILED']],
    ['no settlement', { settlementAmount: undefined }, [400, 'VALIDATION_FAILED']],
    ['no reference', { transactionReference: '' }, [400, 'VALIDATION_FAILED']],
    ['a reference too long', { transactionReference: 'x'.repeat(101) }, [400, 'VALIDATION_FAILED']],
    ['an object as narration', { narration: {} }, [400, 'VALIDATION_FAILED']],
    ['another institution code', { institutionCode: '90002' }, [422, 'INSTITUTION_CODE_MISMATCH']],
    ['an unknown loan', { loanReference: '0000000000' }, [404, 'LOAN_NOT_FOUND']],
  ])('refuses %s and moves no money', async (_, wrong, expected) => {
    const before = await ledgers();
    const { loanAccountNumber } = await approvedLoan(app);
    expect(codeOf(await tell(loanAccountNumber, 100, wrong))).toEqual(expected);
    expect(await ledgers()).toEqual(before);
  });

  it('answers 503 until its ledgers are configured, and names the missing one', async () => {
    const loan = await activeLoan(app);
    const body = { transactionReference: freshReference('RCV'), recoveryFee: 10, settlementAmount: 90 };
    for (const [key, code] of [
      ['RECOVERY_PARTNER_RECEIVABLE_LEDGER_CODE', RECEIVABLE],
      ['RECOVERY_PARTNER_FEE_LEDGER_CODE', FEES],
    ] as const) {
      for (const missing of [null, '9999']) {
        await set(key, missing);
        const { status, body: answer } = await tell(loan.loanAccountNumber, 100, body);
        expect([status, answer.data.statusCode, answer.message]).toEqual([
          503,
          'RECOVERY_LEDGERS_NOT_CONFIGURED',
          expect.stringContaining(key),
        ]);
        await set(key, code);
      }
    }
    expect(await booked(loan)).toBe(0);
    expect((await tell(loan.loanAccountNumber, 100, body)).status).toBe(200);
  });

  it('keeps institutions apart', async () => {
    const loan = await activeLoan(app);
    await addSecondInstitution(app);
    const settings = app.app.get(InstitutionSettings, { strict: false });
    await app.app.get(UnitOfWork).run(2, (tx) => settings.set(tx, 2, SECRET_KEY, SECRET_OF_TWO, 'test'));
    settings.forget(2);
    const [{ code }] = (await app.rows<{ code: string }>('SELECT code FROM institution WHERE institution_id = 2')) as [
      { code: string },
    ];
    const setup = new InstitutionSetup(app.app, 2);
    await setup.openLedgers(microfinanceBank.ledgers);
    await setup.configure(microfinanceBank.settings);
    const before = [await sums(loan.id), await ledgers()];
    const reference = freshReference('RCV');
    const tellTwo = (loanReference: string): Promise<Response> =>
      partner.post(
        'LoanBalanceUpdate',
        {
          loanReference,
          institutionCode: code,
          transactionReference: reference,
          debitedAmount: 100,
          settlementAmount: 100,
        },
        { institutionId: 2, secret: SECRET_OF_TWO },
      );
    const [foreign, random] = [await tellTwo(loan.loanAccountNumber), await tellTwo('9999999999')];
    expect([codeOf(foreign), foreign.text]).toEqual([
      [404, 'LOAN_NOT_FOUND'],
      random.text.replace('9999999999', loan.loanAccountNumber),
    ]);
    expect([await sums(loan.id), await ledgers()]).toEqual(before);
    // References are unique within an institution.
    expect((await tell(loan.loanAccountNumber, 100, { transactionReference: reference })).status).toBe(200);
    expect(await booked(loan)).toBe(1);
  });

  it('pays no more principal ahead than a loan has whose moratorium still adds interest to it', async () => {
    const moratorium = { moratorium: 3, moratoriumPeriods: 30, moratoriumInterest: 'CAPITALISE', minTenure: 600 };
    const productCode = await dayProduct(app, 'LNDC', { ...moratorium, interestPaymentType: 0 });
    const terms = { productCode, tenure: 600, principalRepaymentEvery: 10 };
    const [collected, repaid] = [await activeLoan(app, terms), await activeLoan(app, terms)];
    await fundCollections(app, 200_000);
    await rollDays(app, 5);
    const found = await app.get(SEARCH_LOANS, { LoanAccountNumber: collected.loanAccountNumber });
    const { payoffAmount } = dataOf<{ data: { payoffAmount: number }[] }>(found).data[0]!;
    const almostAll = Math.round(payoffAmount * 100 - 1) / 100;
    const refused = await app.post(REPAY_LOAN, repayment(repaid, almostAll));
    expect(codeOf(refused)).toEqual([422, 'REPAYMENT_EXCEEDS_OUTSTANDING']);
    const { body } = await tell(collected.loanAccountNumber, almostAll);
    expect(body.data).toMatchObject({
      paid: { principal: 120_000, interest: 0 },
      surplusAmount: Math.round((almostAll - 120_000) * 100) / 100,
      loanStatus: 'Active',
    });
    expect(await app.failedProofs()).toEqual([]);
  });
});
