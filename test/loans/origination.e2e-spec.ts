import type { Response } from 'supertest';
import { addDays, addMonths } from '../../src/common/time/calendar';
import { balancesOf, placeLien, setStatus, strangersToken } from '../accounts/liens-support';
import { CLOSE_ACCOUNT, companyOf, openVirtualAccount } from '../accounts/sandbox-accounts';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import {
  activeLoan,
  ADD_LOAN,
  addFee,
  addLoan,
  addRate,
  approvedLoan,
  approveLoan,
  bookBalanceKobo,
  DISBURSE_LOAN,
  disburseLoan,
  fundedCustomer,
  ledgerIdOf,
  LOAN_SCHEDULE,
  newLoan,
  pendingLoan,
  productIdOf,
  SEARCH_LOANS,
  STAFF_LOANS,
} from './loans-support';

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64url');

interface Row {
  instalmentNumber: number;
  dueDate: string;
  principalDue: number;
  interestDue: number;
  feeDue: number;
  totalDue: number;
  status: string;
}

describe('loans', () => {
  let app: TestApp;
  let today: string;
  beforeAll(async () => {
    app = await TestApp.start();
    today = await businessDateOf(app);
    dataOf(
      await app.approved(
        app.put(
          '/api/admin/v1/configuration/VAT_LEDGER_CODE',
          { value: '2040' },
          { token: await app.staff('administrator') },
        ),
      ),
    );
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const checker = async (): Promise<{ token: string }> => ({ token: await app.staff('checker') });
  const shown = async (LoanAccountNumber: string): Promise<Record<string, unknown>> =>
    dataOf<{ data: Record<string, unknown>[] }>(await app.get(SEARCH_LOANS, { LoanAccountNumber })).data[0]!;
  const scheduleOf = async (
    LoanAccountNumber: string,
  ): Promise<{ data: Row[]; totals: Record<string, number>; isPlanned: boolean; upfrontInterest: number }> =>
    dataOf(await app.get(LOAN_SCHEDULE, { LoanAccountNumber }));
  const auditOf = async (id: number): Promise<string[]> =>
    (
      await app.rows<{ action: string }>('SELECT action FROM audit_log WHERE subject = $1 ORDER BY id', [`loan:${id}`])
    ).map(({ action }) => action);
  const entriesOf = (reference: string): Promise<unknown[]> =>
    app.rows(
      `SELECT a.number, e.side, e.role, e.amount_kobo::int AS kobo FROM posting p JOIN posting_entry e ON e.institution_id = p.institution_id AND e.posting_id = p.id
         JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id WHERE p.kind = 'loan-disbursement' AND p.reference = $1 ORDER BY e.leg`,
      [reference],
    );

  it('are created, approved and disbursed', async () => {
    const pending = await pendingLoan(app);
    expect(await shown(pending.loanAccountNumber)).toMatchObject({
      loanStatus: 'PendingApproval',
      approvalId: pending.approvalId,
      disbursementDate: null,
      totalOutstanding: 0,
    });
    expect((await scheduleOf(pending.loanAccountNumber)).isPlanned).toBe(true);
    await approveLoan(app, pending.id);
    const referenceNumber = freshReference('DISB');
    const paid = dataOf<Record<string, unknown>>(
      await disburseLoan(app, pending.loanAccountNumber, { referenceNumber }),
    );
    const schedule = await scheduleOf(pending.loanAccountNumber);
    expect(paid).toMatchObject({
      id: pending.id,
      loanStatus: 'Active',
      referenceNumber,
      principalAmount: 120_000,
      netDisbursed: 120_000,
      upfrontInterest: 0,
      feeCharged: 0,
      disbursementDate: today,
      maturityDate: addMonths(today, 6),
      nextDueDate: addMonths(today, 1),
      nextDueAmount: schedule.data[0]!.totalDue,
    });
    expect(schedule.isPlanned).toBe(false);
    expect(schedule.data.map(({ dueDate, status }) => [dueDate, status])).toEqual(
      [1, 2, 3, 4, 5, 6].map((month) => [addMonths(today, month), 'Pending']),
    );
    expect(await app.balance(pending.linkedNumber)).toBe(120_000);
    expect(await bookBalanceKobo(app, pending.loanAccountNumber)).toBe(12_000_000n);
    expect(await bookBalanceKobo(app, `${pending.loanAccountNumber}-interest`)).toBe(0n);
    expect(await shown(pending.loanAccountNumber)).toMatchObject({
      id: pending.id,
      loanStatus: 'Active',
      linkedNumber: pending.linkedNumber,
      productCode: 'LN001',
      principalAmount: 120_000,
      interestRate: 24,
      tenure: 6,
      outstandingPrincipal: 120_000,
      outstandingInterest: schedule.totals['interestDue'],
      totalOutstanding: schedule.totals['totalDue'],
      amountOverdue: 0,
      daysPastDue: 0,
      classification: 'Performing',
      accountOfficerCode: 'STF001',
      approvalId: null,
    });
    expect(await auditOf(pending.id)).toEqual(['loan.add', 'loan.approve', 'loan.disburse']);
    expect(await entriesOf(referenceNumber)).toEqual([
      { number: pending.loanAccountNumber, side: 'debit', role: 'principal', kobo: 12_000_000 },
      { number: pending.linkedNumber, side: 'credit', role: 'principal', kobo: 12_000_000 },
    ]);
  });

  it('keep every field of their request', async () => {
    const { accountNumber, accountId, customerID } = await fundedCustomer(app);
    const guarantor = await fundedCustomer(app);
    const [officer] = await app.rows<{ id: string }>(`SELECT id FROM staff WHERE staff_code = 'STF001'`);
    const agent = dataOf<{ id: number; agentCode: string }>(
      await app.post('/api/agent/v1/add', { name: 'Chidi Obi', branchCode: '001' }),
    );
    const feeId = await addFee(app, 'LN001', { kind: 'Flat', amount: 1_000, charged: 'Disbursement' });
    const asked = {
      linkedNumber: accountNumber,
      accountID: accountId,
      customerID,
      productCode: 'LN001',
      productID: await productIdOf(app, 'LN001'),
      loanAmount: 240_000,
      principalAmount: 240_000,
      tenure: 12,
      principalRepaymentTenure: 12,
      startDate: addDays(today, 2),
      accountOfficerCode: 'STF001',
      accountOfficerID: Number(officer!.id),
      agentCode: agent.agentCode,
      referenceNumber: freshReference('LOAN'),
      oracleNumber: 'ORC-1',
      notes: 'Stock',
      collateralDescription: 'A van',
      lendingModel: 7,
      economicSector: 40700,
      failedRepaymentGracePeriod: 9,
      principalRepaymentType: 3,
      principalRepaymentEvery: 2,
      principalRepaymentFrequency: 2,
      overrideProductInterestRate: true,
      defaultInterestRate: 18.25,
      rateBasis: 0,
      interestComputationModel: 0,
      interestPaymentType: 3,
      interestPaymentEvery: 2,
      interestPaymentEveryFrequency: 2,
      interestPaymentDuration: 12,
      allowLoanFee: true,
      loanFeeID: feeId,
      moratorium: 0,
      ignoreProductDefaultMoratorium: true,
      collateralPledge: true,
      collateralType: 1,
      collateralValuation: 900_000.5,
      requiredSecurityDepositAmount: 5_000,
      repaymentTrackers: 2,
      interestAccrualStartDate: addDays(today, 5),
      firstRepaymentDate: addDays(today, 40),
      allowDisbursementToGL: true,
      disbursementGLID: await ledgerIdOf(app, '2100'),
      loanGuarantors: [guarantor.customerId],
    };
    const added = await app.post(ADD_LOAN, {
      ...asked,
      loanDocuments: [{ documentType: 'Offer', fileName: 'offer.pdf', content: PDF }],
    });
    expect(added.status).toBe(202);
    const { id, loanAccountNumber } = (added.body as { data: { id: number; loanAccountNumber: string } }).data;
    const record = await shown(loanAccountNumber);
    expect(record).toMatchObject({
      ...asked,
      id,
      interestRate: asked.defaultInterestRate,
      agentID: agent.id,
      agentName: 'Chidi Obi',
      loanDocuments: [{ documentType: 'Offer', fileName: 'offer.pdf' }],
    });
    const documents = dataOf<{ data: unknown[] }>(
      await app.get(
        '/api/admin/v1/documents',
        { EntityType: 'loan', EntityId: id },
        { token: await app.staff('administrator') },
      ),
    );
    expect(documents.data).toMatchObject([{ documentType: 'Offer', fileName: 'offer.pdf' }]);
    // The agent keeps the loan and so stays.
    expect(refusalOf(await app.delete(`/api/agent/v1/delete/${agent.id}`))).toEqual({
      status: 409,
      code: 'AGENT_IN_USE',
    });
    expect(
      dataOf(await app.put(`/api/entity-additional-metadata/v1/loan/${id}`, { additionalMetadata: { a: 1 } })),
    ).toBeDefined();
    expect(dataOf(await app.get(`/api/entity-additional-metadata/v1/loan/${loanAccountNumber}`))).toMatchObject({
      additionalMetadata: { a: 1 },
    });
    const upload = await app.post('/api/operations/v1/uploaddocument', {
      entityType: 'loan',
      entityId: id,
      documentType: 'Deed',
      fileName: 'deed.pdf',
      content: PDF,
    });
    expect(upload.status).toBe(200);
    const [{ documentID }] = record['loanDocuments'] as [{ documentID: number }];
    dataOf(await app.put('/api/operations/v1/deletedocument', { documentID, reason: 'Replaced' }));
    expect((await shown(loanAccountNumber))['loanDocuments']).toEqual([
      { documentID: dataOf<{ documentID: number }>(upload).documentID, documentType: 'Deed', fileName: 'deed.pdf' },
    ]);
  });

  describe('are refused', () => {
    let linkedNumber: string;
    let otherRate: number;
    beforeAll(async () => {
      linkedNumber = await app.openAccount();
      otherRate = await addRate(app, 'GLN001', { interestRate: 5 });
    });

    it.each<{ name: string; fields: Record<string, unknown>; status: number; fieldOrCode: string }>([
      {
        name: 'without a linked account',
        fields: { linkedNumber: undefined },
        status: 400,
        fieldOrCode: 'linkedNumber',
      },
      { name: 'without a product', fields: { productCode: undefined }, status: 400, fieldOrCode: 'productCode' },
      { name: 'without an amount', fields: { loanAmount: undefined }, status: 400, fieldOrCode: 'loanAmount' },
      { name: 'of nothing', fields: { loanAmount: 0 }, status: 400, fieldOrCode: 'loanAmount' },
      { name: 'of a part of a kobo', fields: { loanAmount: 50_000.001 }, status: 400, fieldOrCode: 'loanAmount' },
      { name: 'of a text', fields: { loanAmount: '50000' }, status: 400, fieldOrCode: 'loanAmount' },
      { name: 'without a tenure', fields: { tenure: undefined }, status: 400, fieldOrCode: 'tenure' },
      { name: 'for part of a month', fields: { tenure: 1.5 }, status: 400, fieldOrCode: 'tenure' },
      {
        name: 'without a reference',
        fields: { referenceNumber: undefined },
        status: 400,
        fieldOrCode: 'referenceNumber',
      },
      { name: 'with an unknown field', fields: { colour: 'red' }, status: 400, fieldOrCode: 'colour' },
      {
        name: 'with amounts that disagree',
        fields: { principalAmount: 120_000.01 },
        status: 400,
        fieldOrCode: 'principalAmount',
      },
      {
        name: 'with tenures that disagree',
        fields: { principalRepaymentTenure: 7 },
        status: 400,
        fieldOrCode: 'principalRepaymentTenure',
      },
      { name: 'with an account id that disagrees', fields: { accountID: 1 }, status: 400, fieldOrCode: 'accountID' },
      { name: 'with a product id that disagrees', fields: { productID: 1 }, status: 400, fieldOrCode: 'productID' },
      {
        name: 'with an unknown frequency',
        fields: { principalRepaymentFrequency: 4 },
        status: 400,
        fieldOrCode: 'principalRepaymentFrequency',
      },
      { name: 'with an unknown moratorium', fields: { moratorium: 4 }, status: 400, fieldOrCode: 'moratorium' },
      {
        name: 'with an override without its rate',
        fields: { overrideProductInterestRate: true },
        status: 400,
        fieldOrCode: 'defaultInterestRate',
      },
      {
        name: 'with an override and a named rate',
        fields: { overrideProductInterestRate: true, defaultInterestRate: 3, applicableInterestID: 7 },
        status: 400,
        fieldOrCode: 'applicableInterestID',
      },
      { name: 'with leave for no fee', fields: { allowLoanFee: true }, status: 400, fieldOrCode: 'loanFeeID' },
      {
        name: 'with a ledger without leave',
        fields: { disbursementGLID: 7 },
        status: 400,
        fieldOrCode: 'disbursementGLID',
      },
      {
        name: 'with a date that does not exist',
        fields: { startDate: '2026-02-30' },
        status: 400,
        fieldOrCode: 'startDate',
      },
      {
        name: 'of an unknown account',
        fields: { linkedNumber: '9999999999' },
        status: 404,
        fieldOrCode: 'ACCOUNT_NOT_FOUND',
      },
      { name: 'of an unknown product', fields: { productCode: 'NONE' }, status: 404, fieldOrCode: 'PRODUCT_NOT_FOUND' },
      {
        name: 'of a savings product',
        fields: { productCode: 'SAV001' },
        status: 422,
        fieldOrCode: 'PRODUCT_TYPE_NOT_ALLOWED',
      },
      {
        name: 'of a product for groups',
        fields: { productCode: 'GLN001' },
        status: 422,
        fieldOrCode: 'PRODUCT_TYPE_NOT_ALLOWED',
      },
      {
        name: 'of somebody else',
        fields: { customerID: '00000000' },
        status: 422,
        fieldOrCode: 'LOAN_CUSTOMER_MISMATCH',
      },
      {
        name: 'with an unknown officer',
        fields: { accountOfficerCode: 'NOBODY' },
        status: 404,
        fieldOrCode: 'ACCOUNT_OFFICER_NOT_FOUND',
      },
      {
        name: 'with an unknown officer id',
        fields: { accountOfficerID: 9 },
        status: 404,
        fieldOrCode: 'ACCOUNT_OFFICER_NOT_FOUND',
      },
      {
        name: 'with an unknown agent',
        fields: { agentCode: 'AG999999' },
        status: 422,
        fieldOrCode: 'AGENT_NOT_ACTIVE',
      },
      {
        name: 'with an unknown guarantor',
        fields: { loanGuarantors: [9] },
        status: 422,
        fieldOrCode: 'LOAN_GUARANTOR_REFUSED',
      },
      {
        name: 'with an unknown rate',
        fields: { applicableInterestID: 9 },
        status: 404,
        fieldOrCode: 'PRODUCT_RATE_NOT_FOUND',
      },
      {
        name: 'with an unknown fee',
        fields: { allowLoanFee: true, loanFeeID: 9 },
        status: 404,
        fieldOrCode: 'PRODUCT_FEE_NOT_FOUND',
      },
      {
        name: 'below the least amount',
        fields: { loanAmount: 9_999.99 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'above the largest amount',
        fields: { loanAmount: 5_000_000.01 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      { name: 'beyond the longest tenure', fields: { tenure: 25 }, status: 422, fieldOrCode: 'LOAN_TERMS_REFUSED' },
      {
        name: 'beyond the longest tenure in years',
        fields: { tenure: 3, principalRepaymentFrequency: 3 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'below the shortest tenure in days',
        fields: { tenure: 30, principalRepaymentFrequency: 0 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with a tenure that does not divide',
        fields: { tenure: 7, principalRepaymentEvery: 2 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with another rate without override',
        fields: { defaultInterestRate: 12 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with another rate basis without override',
        fields: { rateBasis: 1 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with interest on a grid of its own',
        fields: { interestPaymentEvery: 2 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with interest in other units',
        fields: { interestPaymentEveryFrequency: 1 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with interest for another time',
        fields: { interestPaymentDuration: 3 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with a moratorium that the product has not',
        fields: { moratorium: 1 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with a moratorium without periods',
        fields: { moratorium: 1, ignoreProductDefaultMoratorium: true },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with the principal upfront',
        fields: { principalRepaymentType: 2 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with a bullet annuity',
        fields: { principalRepaymentType: 0, interestComputationModel: 2 },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      ...[4, 40_000, 41_901, -1, 40_700.5].map((economicSector) => ({
        name: `with the sector ${economicSector}, which is not in the list`,
        fields: { economicSector },
        status: 400,
        fieldOrCode: 'economicSector',
      })),
      {
        name: 'with a first repayment in the past',
        fields: { firstRepaymentDate: '2020-01-01' },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with interest from after the end',
        fields: { interestAccrualStartDate: '2099-01-01' },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with upfront interest above the principal',
        fields: {
          interestPaymentType: 2,
          overrideProductInterestRate: true,
          defaultInterestRate: 900,
          interestComputationModel: 0,
        },
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with a ledger of another purpose',
        fields: { allowDisbursementToGL: true, disbursementGLID: 9 },
        status: 422,
        fieldOrCode: 'LOAN_LEDGER_REFUSED',
      },
      {
        name: 'with a file that is no document',
        fields: {
          loanDocuments: [{ documentType: 'X', fileName: 'x.txt', content: Buffer.from('text').toString('base64url') }],
        },
        status: 422,
        fieldOrCode: 'DOCUMENT_FORMAT_NOT_SUPPORTED',
      },
    ])('$name', async ({ fields, status, fieldOrCode }) => {
      const { body: before } = await app.get(SEARCH_LOANS, { LinkedNumber: linkedNumber });
      const refused = await app.post(ADD_LOAN, await newLoan(app, { linkedNumber, ...fields }));
      expect(refused.status).toBe(status);
      if (status === 400) expect(fieldsOf(refused)).toEqual([fieldOrCode]);
      else expect(refusalOf(refused).code).toBe(fieldOrCode);
      expect((await app.get(SEARCH_LOANS, { LinkedNumber: linkedNumber })).body).toEqual(before);
    });

    it('with the rate or fee of another product', async () => {
      expect(refusalOf(await addLoan(app, { linkedNumber, applicableInterestID: otherRate }))).toEqual({
        status: 404,
        code: 'PRODUCT_RATE_NOT_FOUND',
      });
    });

    it('with loanFeeID but without allowLoanFee', async () => {
      const feeId = await addFee(app, 'LN001', { kind: 'Flat', amount: 1, charged: 'Upfront' });
      expect(fieldsOf(await addLoan(app, { linkedNumber, loanFeeID: feeId }))).toEqual(['loanFeeID']);
    });

    it('when the borrower is a guarantor', async () => {
      const { accountNumber, customerId } = await fundedCustomer(app);
      expect(refusalOf(await addLoan(app, { linkedNumber: accountNumber, loanGuarantors: [customerId] }))).toEqual({
        status: 422,
        code: 'LOAN_GUARANTOR_REFUSED',
      });
    });

    it('on a virtual account, a closed account, a suspended agent', async () => {
      const { accountNumber: parent } = await companyOf(app);
      const virtual = await openVirtualAccount(app, parent);
      expect(refusalOf(await addLoan(app, { linkedNumber: virtual }))).toEqual({
        status: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      });
      const closed = await app.openAccount();
      dataOf(await app.post(CLOSE_ACCOUNT, { accountNumber: closed, closureReason: 'Asked for' }));
      expect(refusalOf(await addLoan(app, { linkedNumber: closed }))).toEqual({
        status: 409,
        code: 'ACCOUNT_CLOSED',
      });
      const { agentCode } = dataOf<{ agentCode: string }>(
        await app.post('/api/agent/v1/add', { name: 'A', branchCode: '001' }),
      );
      dataOf(await app.put('/api/agent/v1/change-status', { agentCode, status: 'Suspended' }));
      expect(refusalOf(await addLoan(app, { linkedNumber, agentCode }))).toEqual({
        status: 422,
        code: 'AGENT_NOT_ACTIVE',
      });
    });

    it('under a used reference', async () => {
      const body = await newLoan(app, { linkedNumber });
      expect((await app.post(ADD_LOAN, body)).status).toBe(202);
      expect(refusalOf(await app.post(ADD_LOAN, body))).toEqual({ status: 409, code: 'DUPLICATE_REFERENCE' });
    });

    it('for another institution, like unknown loans', async () => {
      const { id, loanAccountNumber } = await pendingLoan(app);
      const stranger = { token: await strangersToken(app) };
      expect(
        refusalOf(await app.post(DISBURSE_LOAN, { loanAccountNumber, referenceNumber: freshReference() }, stranger)),
      ).toEqual({ status: 404, code: 'LOAN_NOT_FOUND' });
      expect(refusalOf(await app.get(LOAN_SCHEDULE, { LoanAccountNumber: loanAccountNumber }, stranger))).toEqual({
        status: 404,
        code: 'LOAN_NOT_FOUND',
      });
      expect(
        dataOf<{ recordCount: number }>(await app.get(SEARCH_LOANS, { LoanAccountNumber: loanAccountNumber }, stranger))
          .recordCount,
      ).toBe(0);
      expect(refusalOf(await app.put('/api/loanaccount/v1/update', { id, notes: 'Mine' }, stranger))).toEqual({
        status: 404,
        code: 'LOAN_NOT_FOUND',
      });
    });
  });

  it('return the same 202 for a repeated request', async () => {
    const body = await newLoan(app);
    const reference = freshReference();
    const first = await app.post(ADD_LOAN, body, { reference });
    const again = await app.post(ADD_LOAN, body, { reference });
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('keep the account that they are linked to open, and its owner has one say over them', async () => {
    const { id, linkedNumber } = await pendingLoan(app);
    const closing = await app.post(CLOSE_ACCOUNT, { accountNumber: linkedNumber, closureReason: 'Asked for' });
    expect(refusalOf(closing)).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
    expect(closing.body).toMatchObject({ data: { blockedBy: 'loans' } });
    dataOf(
      await app.post(
        `${STAFF_LOANS}/${id}/cancel`,
        { reason: 'No longer needed' },
        { token: await app.staff('administrator') },
      ),
    );
    dataOf(await app.post(CLOSE_ACCOUNT, { accountNumber: linkedNumber, closureReason: 'Asked for' }));
  });

  describe('are decided', () => {
    it('through the approvals list or their own route, once, by permitted staff', async () => {
      const { id, approvalId, loanAccountNumber } = await pendingLoan(app);
      expect(refusalOf(await disburseLoan(app, loanAccountNumber))).toEqual({
        status: 409,
        code: 'LOAN_STATUS_REFUSED',
      });
      expect((await app.post(`${STAFF_LOANS}/${id}/approve`, {}, { token: await app.staff('maker') })).status).toBe(
        403,
      );
      dataOf(await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, await checker()));
      expect(await shown(loanAccountNumber)).toMatchObject({ loanStatus: 'Approved', approvalId: null });
      expect(refusalOf(await app.post(`${STAFF_LOANS}/${id}/approve`, {}, await checker()))).toEqual({
        status: 409,
        code: 'LOAN_STATUS_REFUSED',
      });
    });

    it('once when decisions are simultaneous', async () => {
      const { id } = await pendingLoan(app);
      const token = await checker();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => app.post(`${STAFF_LOANS}/${id}/approve`, {}, token)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await auditOf(id)).toEqual(['loan.add', 'loan.approve']);
    });

    it('negatively with a note, and finally', async () => {
      const { id, loanAccountNumber } = await pendingLoan(app);
      expect((await app.post(`${STAFF_LOANS}/${id}/reject`, {}, await checker())).status).toBe(400);
      expect(
        dataOf(await app.post(`${STAFF_LOANS}/${id}/reject`, { note: 'Too much debt' }, await checker())),
      ).toMatchObject({ id, loanStatus: 'Rejected', approvalStatus: 'Declined' });
      expect(refusalOf(await disburseLoan(app, loanAccountNumber))).toEqual({
        status: 409,
        code: 'LOAN_STATUS_REFUSED',
      });
      expect(refusalOf(await app.put('/api/loanaccount/v1/update', { id, notes: 'x' }))).toEqual({
        status: 409,
        code: 'LOAN_STATUS_REFUSED',
      });
    });

    it('at once when API requests bypass approvals', async () => {
      const key = '/api/admin/v1/configuration/API_BYPASS_APPROVALS';
      const administrator = { token: await app.staff('administrator') };
      dataOf(await app.approved(app.put(key, { value: 'true' }, administrator)));
      try {
        expect(dataOf(await addLoan(app))).toEqual({
          id: expect.any(Number) as number,
          loanAccountNumber: expect.stringMatching(/^\d{10}$/) as string,
          loanStatus: 'Approved',
        });
      } finally {
        dataOf(await app.approved(app.put(key, { value: 'false' }, administrator)));
      }
    });

    it('no longer after they are canceled', async () => {
      const { id, approvalId, loanAccountNumber } = await pendingLoan(app);
      const cancel = async (): Promise<Response> =>
        app.post(`${STAFF_LOANS}/${id}/cancel`, { reason: 'Withdrawn' }, { token: await app.staff('administrator') });
      expect(dataOf(await cancel())).toEqual({ id, loanAccountNumber, loanStatus: 'Canceled' });
      expect(refusalOf(await cancel())).toEqual({ status: 409, code: 'LOAN_STATUS_REFUSED' });
      for (const verdict of ['approve', 'decline']) {
        expect(
          refusalOf(
            await app.post(`/api/admin/v1/approvals/${approvalId}/${verdict}`, { note: 'Late' }, await checker()),
          ),
        ).toEqual({ status: 409, code: 'APPROVAL_ALREADY_DECIDED' });
      }
      expect(await shown(loanAccountNumber)).toMatchObject({ loanStatus: 'Canceled' });
    });
  });

  describe('are disbursed', () => {
    it('once when requests are simultaneous', async () => {
      const { loanAccountNumber, linkedNumber } = await approvedLoan(app);
      const referenceNumber = freshReference('DISB');
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          app.post(DISBURSE_LOAN, {
            loanAccountNumber,
            referenceNumber: n % 2 === 0 ? referenceNumber : `${referenceNumber}-${n}`,
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(409)]);
      expect(await app.balance(linkedNumber)).toBe(120_000);
      expect(await bookBalanceKobo(app, loanAccountNumber)).toBe(12_000_000n);
    });

    it('under a reference of their own', async () => {
      const referenceNumber = freshReference('DISB');
      await activeLoan(app, {}, { referenceNumber });
      const second = await approvedLoan(app);
      expect(refusalOf(await disburseLoan(app, second.loanAccountNumber, { referenceNumber }))).toEqual({
        status: 409,
        code: 'DUPLICATE_REFERENCE',
      });
      expect(await app.balance(second.linkedNumber)).toBe(0);
    });

    it('less fee, VAT and upfront interest', async () => {
      const feeId = await addFee(app, 'LN001', { kind: 'Percentage', rate: 1.25, charged: 'Disbursement' });
      const loan = await approvedLoan(app, {
        allowLoanFee: true,
        loanFeeID: feeId,
        interestPaymentType: 2,
        interestComputationModel: 0,
      });
      const referenceNumber = freshReference('DISB');
      const paid = dataOf<{ upfrontInterest: number; netDisbursed: number; feeCharged: number; vatCharged: number }>(
        await disburseLoan(app, loan.loanAccountNumber, { referenceNumber }),
      );
      expect(paid).toMatchObject({ feeCharged: 1_500, vatCharged: 112.5 });
      expect(paid.netDisbursed).toBeCloseTo(120_000 - paid.upfrontInterest - 1_612.5, 2);
      expect(await app.balance(loan.linkedNumber)).toBe(paid.netDisbursed);
      expect(await bookBalanceKobo(app, `${loan.loanAccountNumber}-unearned`)).toBe(
        BigInt(Math.round(paid.upfrontInterest * 100)),
      );
      const interest = Math.round(paid.upfrontInterest * 100);
      expect(await entriesOf(referenceNumber)).toEqual([
        { number: loan.loanAccountNumber, side: 'debit', role: 'principal', kobo: 12_000_000 },
        { number: loan.linkedNumber, side: 'credit', role: 'principal', kobo: 12_000_000 - interest },
        { number: `${loan.loanAccountNumber}-unearned`, side: 'credit', role: 'interest', kobo: interest },
        { number: loan.linkedNumber, side: 'debit', role: 'fee', kobo: 150_000 },
        { number: '4030', side: 'credit', role: 'fee', kobo: 150_000 },
        { number: loan.linkedNumber, side: 'debit', role: 'tax', kobo: 11_250 },
        { number: '2040', side: 'credit', role: 'tax', kobo: 11_250 },
      ]);
      expect((await scheduleOf(loan.loanAccountNumber)).upfrontInterest).toBe(paid.upfrontInterest);
    });

    it('to a ledger of the product, net of the fee', async () => {
      const feeId = await addFee(app, 'LN001', {
        kind: 'Flat',
        amount: 2_000,
        vatApplies: false,
        charged: 'Disbursement',
      });
      const loan = await approvedLoan(app, { allowLoanFee: true, loanFeeID: feeId });
      const before = await bookBalanceKobo(app, '2100');
      const to = { allowDisbursementToGL: true, disbursementGLID: await ledgerIdOf(app, '2100') };
      expect(refusalOf(await disburseLoan(app, loan.loanAccountNumber, { allowDisbursementToGL: true }))).toEqual({
        status: 422,
        code: 'LOAN_LEDGER_REFUSED',
      });
      expect(
        refusalOf(
          await disburseLoan(app, loan.loanAccountNumber, { ...to, disbursementGLID: await ledgerIdOf(app, '1010') }),
        ),
      ).toEqual({ status: 422, code: 'LOAN_LEDGER_REFUSED' });
      expect(
        fieldsOf(await disburseLoan(app, loan.loanAccountNumber, { disbursementGLID: to.disbursementGLID })),
      ).toEqual(['disbursementGLID']);
      expect(dataOf(await disburseLoan(app, loan.loanAccountNumber, to))).toMatchObject({
        netDisbursed: 118_000,
        feeCharged: 2_000,
      });
      expect((await bookBalanceKobo(app, '2100'))! - before!).toBe(11_800_000n);
      expect(await app.balance(loan.linkedNumber)).toBe(0);
    });

    it('only when the account can pay the upfront fee', async () => {
      const feeId = await addFee(app, 'LN001', { kind: 'Flat', amount: 1_000, charged: 'Upfront' });
      const loan = await approvedLoan(app, { allowLoanFee: true, loanFeeID: feeId });
      await app.payIn(loan.linkedNumber, 1_074.99);
      expect(refusalOf(await disburseLoan(app, loan.loanAccountNumber))).toEqual({
        status: 422,
        code: 'INSUFFICIENT_FUNDS',
      });
      await app.payIn(loan.linkedNumber, 0.01);
      expect(dataOf(await disburseLoan(app, loan.loanAccountNumber))).toMatchObject({
        netDisbursed: 120_000,
        feeCharged: 1_000,
        vatCharged: 75,
      });
      expect(await app.balance(loan.linkedNumber)).toBe(120_000);
    });

    it('with a fee in every instalment', async () => {
      const feeId = await addFee(app, 'LN001', { kind: 'Flat', amount: 100, charged: 'PerInstalment' });
      const { loanAccountNumber } = await activeLoan(app, { allowLoanFee: true, loanFeeID: feeId });
      const { data, totals } = await scheduleOf(loanAccountNumber);
      expect(data.map(({ feeDue }) => feeDue)).toEqual(Array(6).fill(107.5));
      expect(totals['feeDue']).toBe(645);
      expect(await shown(loanAccountNumber)).toMatchObject({ outstandingFees: 645 });
    });

    it('not when a fee out of the proceeds leaves nothing of them, although the account has other money', async () => {
      const feeOf = (amount: number): Promise<number> =>
        addFee(app, 'LN001', { kind: 'Flat', amount, vatApplies: false, charged: 'Disbursement' });
      for (const amount of [120_000, 130_000]) {
        const loan = await approvedLoan(app, { allowLoanFee: true, loanFeeID: await feeOf(amount) });
        await app.payIn(loan.linkedNumber, 50_000);
        const refused = await disburseLoan(app, loan.loanAccountNumber);
        expect(refusalOf(refused)).toEqual({ status: 422, code: 'LOAN_TERMS_REFUSED' });
        expect(await app.balance(loan.linkedNumber)).toBe(50_000);
      }
      const dear = await approvedLoan(app, { allowLoanFee: true, loanFeeID: await feeOf(119_999.99) });
      expect(dataOf(await disburseLoan(app, dear.loanAccountNumber))).toMatchObject({ netDisbursed: 0.01 });
    });

    it('only with the security deposit, which is then under a lien', async () => {
      const loan = await approvedLoan(app, { requiredSecurityDepositAmount: 20_000 });
      await app.payIn(loan.linkedNumber, 20_000);
      expect((await placeLien(app, loan.linkedNumber, 0.01)).status).toBe(200);
      const refused = await disburseLoan(app, loan.loanAccountNumber);
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'SECURITY_DEPOSIT_MISSING' });
      expect(await balancesOf(app, loan.linkedNumber)).toMatchObject({ lienAmount: 0.01, ledgerBalance: 20_000 });
      await app.payIn(loan.linkedNumber, 0.01);
      expect(dataOf(await disburseLoan(app, loan.loanAccountNumber))).toMatchObject({ securityDeposit: 20_000 });
      expect(await balancesOf(app, loan.linkedNumber)).toMatchObject({
        lienAmount: 20_000.01,
        ledgerBalance: 140_000.01,
        availableBalance: 120_000,
      });
      expect(await app.rows('SELECT held_for, status FROM lien WHERE held_for = $1', [`loan:${loan.id}`])).toEqual([
        { held_for: `loan:${loan.id}`, status: 'Active' },
      ]);
    });

    it.each([
      ['Frozen', 200],
      ['Dormant', 200],
      ['Inactive', 409],
    ])('to an account that is %s: %d', async (status, expected) => {
      const loan = await approvedLoan(app);
      await setStatus(app, loan.linkedNumber, status);
      expect((await disburseLoan(app, loan.loanAccountNumber)).status).toBe(expected);
      expect(await bookBalanceKobo(app, loan.loanAccountNumber)).toBe(expected === 200 ? 12_000_000n : undefined);
      await setStatus(app, loan.linkedNumber, 'Active');
    });

    it('not before its start date, which the refusal names', async () => {
      const startDate = addDays(today, 3);
      const loan = await approvedLoan(app, { startDate });
      const refused = await disburseLoan(app, loan.loanAccountNumber);
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'LOAN_TERMS_REFUSED' });
      expect(refused.body.message).toContain(startDate);
      expect(await bookBalanceKobo(app, loan.loanAccountNumber)).toBeUndefined();
      await app.rows('UPDATE loan SET start_date = $2 WHERE id = $1', [loan.id, today]);
      expect((await disburseLoan(app, loan.loanAccountNumber)).status).toBe(200);
    });

    it('not with a first repayment date in the past', async () => {
      const loan = await approvedLoan(app, { firstRepaymentDate: addDays(today, 20) });
      await app.rows('UPDATE loan_contract SET first_repayment_date = $2 WHERE loan_id = $1', [loan.id, today]);
      const refused = await disburseLoan(app, loan.loanAccountNumber);
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'LOAN_TERMS_REFUSED' });
      expect(refused.body.message).toContain('update the loan');
    });

    it('not without a ledger for VAT', async () => {
      const administrator = { token: await app.staff('administrator') };
      const feeId = await addFee(app, 'LN001', { kind: 'Flat', amount: 100, charged: 'Disbursement' });
      const loan = await approvedLoan(app, { allowLoanFee: true, loanFeeID: feeId });
      dataOf(await app.approved(app.delete('/api/admin/v1/configuration/VAT_LEDGER_CODE', administrator)));
      try {
        expect(refusalOf(await disburseLoan(app, loan.loanAccountNumber))).toEqual({
          status: 503,
          code: 'LOAN_CHARGES_NOT_CONFIGURED',
        });
      } finally {
        dataOf(
          await app.approved(app.put('/api/admin/v1/configuration/VAT_LEDGER_CODE', { value: '2040' }, administrator)),
        );
      }
      dataOf(await disburseLoan(app, loan.loanAccountNumber));
    });

    it('after approval when a policy requires it', async () => {
      const administrator = { token: await app.staff('administrator') };
      const policy = dataOf<{ id: number }>(
        await app.approved(
          app.post(
            '/api/admin/v1/approval-policies',
            { operation: 'loan-disbursement', amountFloor: 100_000 },
            administrator,
          ),
        ),
      );
      try {
        const small = await approvedLoan(app, { loanAmount: 99_999 });
        dataOf(await disburseLoan(app, small.loanAccountNumber));
        const loan = await approvedLoan(app);
        const asked = await disburseLoan(app, loan.loanAccountNumber);
        expect([asked.status, asked.body.data]).toMatchObject([
          202,
          { statusCode: 'PENDING_APPROVAL', id: loan.id, loanStatus: 'Approved' },
        ]);
        expect(await app.balance(loan.linkedNumber)).toBe(0);
        const { approvalId } = (asked.body as { data: { approvalId: number } }).data;
        expect(refusalOf(await disburseLoan(app, loan.loanAccountNumber))).toEqual({
          status: 409,
          code: 'LOAN_PENDING_APPROVAL',
        });
        expect(refusalOf(await app.put('/api/loanaccount/v1/update', { id: loan.id, tenure: 3 }))).toEqual({
          status: 409,
          code: 'LOAN_PENDING_APPROVAL',
        });
        const token = await checker();
        const decided = await Promise.all(
          Array.from({ length: 5 }, () => app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, token)),
        );
        expect(decided.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
        expect(await app.balance(loan.linkedNumber)).toBe(120_000);
        expect(await shown(loan.loanAccountNumber)).toMatchObject({ loanStatus: 'Active', approvalId: null });
        const declined = await approvedLoan(app);
        const again = await disburseLoan(app, declined.loanAccountNumber);
        dataOf(
          await app.post(
            `/api/admin/v1/approvals/${(again.body as { data: { approvalId: number } }).data.approvalId}/decline`,
            { note: 'Later' },
            await checker(),
          ),
        );
        expect(await shown(declined.loanAccountNumber)).toMatchObject({ loanStatus: 'Approved', approvalId: null });
      } finally {
        dataOf(
          await app.approved(
            app.put(
              `/api/admin/v1/approval-policies/${policy.id}`,
              { operation: 'loan-disbursement', active: false },
              administrator,
            ),
          ),
        );
      }
    });
  });
});
