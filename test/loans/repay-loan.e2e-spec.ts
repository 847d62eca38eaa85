import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { activeLoan, approvedLoan, bookBalanceKobo, type NamedLoan } from './loans-support';
import { fundCollections, loanOf, openCollections, type Paid, repay, REPAY_LOAN, repayment } from './servicing-support';

const TIMEOUT_MS = 120_000;
const EMPTY_LEDGER = '2031';

describe('repayloan', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 5_000_000);
    await openCollections(app, EMPTY_LEDGER);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('pays the oldest instalment, interest before principal, and returns the outstanding balance', async () => {
    const loan = await activeLoan(app);
    const { instalments } = await loanOf(app, loan);
    const [first, second] = instalments;
    const interest = Number(first!.interestDueKobo) / 100;
    const whole = Number(first!.interestDueKobo + first!.principalDueKobo) / 100;
    const paid = await repay(app, loan, interest + 1000);
    expect(paid).toMatchObject({
      amount: interest + 1000,
      interestPaid: interest,
      principalPaid: 1000,
      outstandingPrincipal: 119_000,
      loanStatus: 'Active',
      nextDueDate: first!.dueDate,
    });
    await repay(app, loan, Math.round((whole - interest - 1000) * 100) / 100);
    const after = await loanOf(app, loan);
    expect(after.instalments[0]).toMatchObject({
      principalPaidKobo: first!.principalDueKobo,
      interestPaidKobo: first!.interestDueKobo,
      paidDate: expect.any(String) as string,
    });
    expect(after.loan).toMatchObject({ nextDueDate: second!.dueDate, principalRepaidKobo: first!.principalDueKobo });
    // Interest paid before it is earned is owed to the borrower.
    expect(await bookBalanceKobo(app, `${loan.loanAccountNumber}-interest`)).toBe(0n);
    expect(await bookBalanceKobo(app, `${loan.loanAccountNumber}-ahead`)).toBe(first!.interestDueKobo);
    expect(await bookBalanceKobo(app, loan.loanAccountNumber)).toBe(after.loan.outstandingPrincipalKobo);
  });

  it('closes the loan when nothing is owed: receivables are zero and the lien of the security deposit is released', async () => {
    const linkedNumber = await app.openAccount(20_000);
    const loan = await activeLoan(app, { linkedNumber, requiredSecurityDepositAmount: 15_000 });
    expect(await app.balance(linkedNumber)).toBe(125_000);
    const paid = await repay(app, loan, 120_000);
    expect(paid).toMatchObject({
      loanStatus: 'Closed',
      totalOutstanding: 0,
      principalPaid: 120_000,
      nextDueDate: null,
    });
    expect(await app.balance(linkedNumber)).toBe(140_000);
    expect(await bookBalanceKobo(app, `${loan.loanAccountNumber}-interest`)).toBe(0n);
    const again = await app.post(REPAY_LOAN, repayment(loan, 1));
    expect([again.status, (again.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
      409,
      'LOAN_STATUS_REFUSED',
    ]);
  });

  it('recognises upfront interest as earned when the instalments are paid', async () => {
    const loan = await activeLoan(app, { interestComputationModel: 0, interestPaymentType: 2 });
    const unearned = await bookBalanceKobo(app, `${loan.loanAccountNumber}-unearned`);
    expect(unearned).toBeGreaterThan(0n);
    const paid = await repay(app, loan, 120_000);
    expect(paid).toMatchObject({ loanStatus: 'Closed', interestPaid: 0 });
    expect(await bookBalanceKobo(app, `${loan.loanAccountNumber}-unearned`)).toBe(0n);
  });

  it('refuses an amount above the outstanding balance and returns that balance', async () => {
    const loan = await activeLoan(app);
    const { instalments } = await loanOf(app, loan);
    const outstanding =
      Number(instalments.reduce((sum, row) => sum + row.principalDueKobo + row.interestDueKobo, 0n)) / 100;
    const refused = await app.post(REPAY_LOAN, repayment(loan, Math.round(outstanding * 100 + 1) / 100));
    expect(refused.status).toBe(422);
    const { message, data } = refused.body as { message: string; data: { statusCode: string; outstanding: number } };
    expect(data).toMatchObject({ statusCode: 'REPAYMENT_EXCEEDS_OUTSTANDING', outstanding });
    expect(message).toContain(outstanding.toLocaleString('en-US', { minimumFractionDigits: 2 }));
  });

  it.each([
    ['a till', '1021'],
    ['the settlement ledger of transfers', '1030'],
  ])('takes money that was collected on %s', async (_, collectionsGL) => {
    const loan = await activeLoan(app);
    expect((await repay(app, loan, 1_000, { collectionsGL })).amount).toBe(1_000);
  });

  it('takes money that was collected on a ledger of the product', async () => {
    const loan = await activeLoan(app);
    const usable = (ids: string): Promise<unknown> =>
      app.rows(
        `UPDATE product SET usable_gl_account_ids = ${ids} WHERE id = (SELECT product_id FROM loan WHERE id = $1)`,
        [loan.id],
      );
    expect((await app.post(REPAY_LOAN, repayment(loan, 100, { collectionsGL: '1010' }))).status).toBe(422);
    await usable(`(SELECT jsonb_agg(id) FROM gl_account WHERE code = '1010')`);
    try {
      expect((await repay(app, loan, 1_000, { collectionsGL: '1010' })).amount).toBe(1_000);
    } finally {
      await usable(`(SELECT jsonb_agg(id) FROM gl_account WHERE code IN ('2030', '2100'))`);
    }
  });

  describe('refusals', () => {
    let loan: NamedLoan;
    let approved: NamedLoan;
    let linked: string;

    beforeAll(async () => {
      loan = await activeLoan(app);
      approved = await approvedLoan(app);
      linked = loan.linkedNumber;
    }, TIMEOUT_MS);

    it.each<{ name: string; fields: () => object; status: number; code: string }>([
      {
        name: 'an unknown loan',
        fields: () => ({ loanAccountNumber: '0000000000' }),
        status: 404,
        code: 'LOAN_NOT_FOUND',
      },
      {
        name: 'a loan that is not disbursed',
        fields: () => ({ loanAccountNumber: approved.loanAccountNumber }),
        status: 409,
        code: 'LOAN_STATUS_REFUSED',
      },
      { name: 'an unknown ledger', fields: () => ({ collectionsGL: '9999' }), status: 404, code: 'LEDGER_NOT_FOUND' },
      {
        name: 'a customer account as the ledger',
        fields: () => ({ collectionsGL: linked }),
        status: 404,
        code: 'LEDGER_NOT_FOUND',
      },
      ...['2010', '2040', '2050', '2060', '2070', '2080', '2095', '2110', '2120', '4010', '5020', '1010', '1150'].map(
        (collectionsGL) => ({
          name: `the ledger ${collectionsGL}, on which nothing is collected`,
          fields: () => ({ collectionsGL }),
          status: 422,
          code: 'COLLECTIONS_LEDGER_NOT_ALLOWED',
        }),
      ),
      {
        name: 'a ledger without the money',
        fields: () => ({ collectionsGL: EMPTY_LEDGER, amount: 100 }),
        status: 422,
        code: 'INSUFFICIENT_FUNDS',
      },
      { name: 'an amount of 0', fields: () => ({ amount: 0 }), status: 400, code: 'VALIDATION_FAILED' },
      { name: 'three decimals', fields: () => ({ amount: 1.005 }), status: 400, code: 'VALIDATION_FAILED' },
      { name: 'no reference', fields: () => ({ referenceNumber: '' }), status: 400, code: 'VALIDATION_FAILED' },
    ])('refuses $name', async ({ fields, status, code }) => {
      const refused = await app.post(REPAY_LOAN, repayment(loan, 100, fields()));
      expect([refused.status, (refused.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
        status,
        code,
      ]);
    });

    it('names the ledgers that are allowed', async () => {
      const { body } = await app.post(REPAY_LOAN, repayment(loan, 100, { collectionsGL: '2040' }));
      expect((body as { data: unknown }).data).toMatchObject({
        field: 'collectionsGL',
        allowed: ['1030', '2030', '2031', '2100'],
      });
      expect((body as { message: string }).message).toMatch(/name 1030, 2030, 2031, 2100, the account of a till\.$/);
    });

    it('needs a request reference', async () => {
      expect((await app.post(REPAY_LOAN, repayment(loan, 100), { reference: null })).status).toBe(400);
    });

    it('refuses a reference that another repayment has', async () => {
      const referenceNumber = freshReference('RP');
      await repay(app, loan, 100, { referenceNumber });
      const refused = await app.post(REPAY_LOAN, repayment(loan, 100, { referenceNumber }));
      expect([refused.status, (refused.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
        409,
        'DUPLICATE_REFERENCE',
      ]);
    });
  });

  it(
    'takes 50 repayments at once without taking more than is owed',
    async () => {
      const loan = await activeLoan(app);
      const balance = await app.balance(loan.linkedNumber);
      const share = 11_000;
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.post(REPAY_LOAN, repayment(loan, share))));
      // Eleven payments reach the payoff of 120,000: the last one settles the loan, and its rest is given back.
      const paid = answers.filter(({ status }) => status === 200).map((answer) => dataOf<Paid>(answer));
      expect(paid.map(({ loanStatus }) => loanStatus).filter((status) => status === 'Closed')).toHaveLength(1);
      expect(paid).toHaveLength(11);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(39);
      expect((await app.balance(loan.linkedNumber)) - balance).toBe(1_000);
    },
    TIMEOUT_MS,
  );

  it(
    'takes 50 identical requests once',
    async () => {
      const loan = await activeLoan(app);
      const body = repayment(loan, 5_000);
      const reference = freshReference('REQ');
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.post(REPAY_LOAN, body, { reference })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(
        new Set(answers.some(({ status }) => status === 409) ? [200, 409] : [200]),
      );
      const { loan: after } = await loanOf(app, loan);
      expect(
        after.principalRepaidKobo +
          (await loanOf(app, loan)).instalments.reduce((sum, row) => sum + row.interestPaidKobo, 0n),
      ).toBe(500_000n);
      const replay = await app.post(REPAY_LOAN, body, { reference });
      expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([200, 'true']);
    },
    TIMEOUT_MS,
  );

  it('waits for approval when a policy requires it', async () => {
    const policy = dataOf<{ id: number }>(
      await app.approved(
        app.post(
          '/api/admin/v1/approval-policies',
          { operation: 'loan-repayment', requiredCheckers: 1 },
          { token: await app.staff('administrator') },
        ),
      ),
    );
    const loan = await activeLoan(app);
    const asked = await app.post(REPAY_LOAN, repayment(loan, 1_000));
    expect([asked.status, (asked.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
      202,
      'PENDING_APPROVAL',
    ]);
    expect((await loanOf(app, loan)).loan.outstandingPrincipalKobo).toBe(12_000_000n);
    const { approvalId } = (asked.body as { data: { approvalId: number } }).data;
    dataOf(await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: await app.staff('checker') }));
    expect((await loanOf(app, loan)).instalments[0]!.interestPaidKobo).toBe(100_000n);
    dataOf(
      await app.approved(
        app.put(
          `/api/admin/v1/approval-policies/${policy.id}`,
          { operation: 'loan-repayment', requiredCheckers: 1, active: false },
          { token: await app.staff('administrator') },
        ),
      ),
    );
  });
});
