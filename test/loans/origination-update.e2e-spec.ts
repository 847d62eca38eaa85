import type { Response } from 'supertest';
import { addDays } from '../../src/common/time/calendar';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import {
  activeLoan,
  addFee,
  addRate,
  approvedLoan,
  disburseLoan,
  LOAN_SCHEDULE,
  type NamedLoan,
  pendingLoan,
  SEARCH_LOANS,
  STAFF_LOANS,
  UPDATE_LOAN,
} from './loans-support';

describe('an update of a loan', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
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

  const update = (loan: Pick<NamedLoan, 'id'>, fields: object): Promise<Response> =>
    app.put(UPDATE_LOAN, { id: loan.id, ...fields });
  const shown = async ({ loanAccountNumber }: Pick<NamedLoan, 'loanAccountNumber'>): Promise<Record<string, unknown>> =>
    dataOf<{ data: Record<string, unknown>[] }>(await app.get(SEARCH_LOANS, { LoanAccountNumber: loanAccountNumber }))
      .data[0]!;
  const decide = async (approvalId: number, verdict: 'approve' | 'decline'): Promise<Response> =>
    app.post(
      `/api/admin/v1/approvals/${approvalId}/${verdict}`,
      { note: 'Seen' },
      { token: await app.staff('checker') },
    );
  const approvalOf = (response: Response): number => {
    expect([response.status, response.body.data.statusCode]).toEqual([202, 'PENDING_APPROVAL']);
    return (response.body as { data: { approvalId: number } }).data.approvalId;
  };

  it('that is pending approval cancels the first approval', async () => {
    const loan = await pendingLoan(app);
    const second = approvalOf(await update(loan, { loanAmount: 300_000, tenure: 12 }));
    expect(await shown(loan)).toMatchObject({
      loanStatus: 'PendingApproval',
      approvalId: second,
      principalAmount: 300_000,
      tenure: 12,
      principalRepaymentTenure: 12,
    });
    for (const verdict of ['approve', 'decline'] as const)
      expect(refusalOf(await decide(loan.approvalId, verdict))).toEqual({
        status: 409,
        code: 'APPROVAL_ALREADY_DECIDED',
      });
    expect(await shown(loan)).toMatchObject({ loanStatus: 'PendingApproval', approvalId: second });
    dataOf(await decide(second, 'approve'));
    expect(dataOf(await disburseLoan(app, loan.loanAccountNumber))).toMatchObject({ principalAmount: 300_000 });
    expect(
      dataOf<{ recordCount: number }>(await app.get(LOAN_SCHEDULE, { LoanAccountNumber: loan.loanAccountNumber }))
        .recordCount,
    ).toBe(12);
    expect(await app.balance(loan.linkedNumber)).toBe(300_000);
  });

  it('that takes the place of terms that a checker has read is not approved unseen', async () => {
    const loan = await pendingLoan(app);
    const second = approvalOf(await update(loan, { loanAmount: 3_000_000 }));
    const approve = async (approvalId: number): Promise<Response> =>
      app.post(`/api/admin/v1/loans/${loan.id}/approve`, { approvalId }, { token: await app.staff('checker') });
    const refused = await approve(loan.approvalId);
    expect(refusalOf(refused)).toEqual({ status: 409, code: 'APPROVAL_ALREADY_DECIDED' });
    expect(refused.body.data.approvalId).toBe(second);
    expect(await shown(loan)).toMatchObject({ loanStatus: 'PendingApproval', approvalId: second });
    dataOf(await approve(second));
    expect(await shown(loan)).toMatchObject({ loanStatus: 'Approved', principalAmount: 3_000_000 });
  });

  it('after the approval needs another approval before disbursement', async () => {
    const loan = await approvedLoan(app);
    const approvalId = approvalOf(await update(loan, { tenure: 3 }));
    expect(refusalOf(await disburseLoan(app, loan.loanAccountNumber))).toEqual({
      status: 409,
      code: 'LOAN_STATUS_REFUSED',
    });
    dataOf(await decide(approvalId, 'decline'));
    expect(await shown(loan)).toMatchObject({ loanStatus: 'Rejected', tenure: 3 });
  });

  it('that changes no term needs no approval', async () => {
    const loan = await approvedLoan(app);
    expect(dataOf(await update(loan, { loanAmount: 120_000, tenure: 6, moratorium: 0, notes: 'Same' }))).toMatchObject({
      loanStatus: 'Approved',
      notes: 'Same',
    });
  });

  it('is approved at once when API requests bypass approvals', async () => {
    const loan = await pendingLoan(app);
    const key = '/api/admin/v1/configuration/API_BYPASS_APPROVALS';
    const administrator = { token: await app.staff('administrator') };
    dataOf(await app.approved(app.put(key, { value: 'true' }, administrator)));
    try {
      expect(dataOf(await update(loan, { tenure: 2 }))).toMatchObject({
        loanStatus: 'Approved',
        approvalId: null,
        tenure: 2,
      });
    } finally {
      dataOf(await app.approved(app.put(key, { value: 'false' }, administrator)));
    }
    expect(refusalOf(await decide(loan.approvalId, 'approve'))).toEqual({
      status: 409,
      code: 'APPROVAL_ALREADY_DECIDED',
    });
  });

  it('can change officer, agent and notes of a running loan, but not its terms', async () => {
    const { agentCode, id: agentID } = dataOf<{ agentCode: string; id: number }>(
      await app.post('/api/agent/v1/add', { name: 'New Agent', branchCode: '001' }),
    );
    const loan = await activeLoan(app);
    expect(
      dataOf(
        await app.put(UPDATE_LOAN, {
          loanAccountNumber: loan.loanAccountNumber,
          agentCode,
          accountOfficerCode: 'STF002',
          notes: 'Moved',
        }),
      ),
    ).toMatchObject({
      agentCode,
      agentID,
      agentName: 'New Agent',
      accountOfficerCode: 'STF002',
      notes: 'Moved',
      loanStatus: 'Active',
      outstandingPrincipal: 120_000,
    });
    for (const fields of [
      { tenure: 3 },
      { loanAmount: 1 },
      { collateralDescription: 'A van' },
      { requiredSecurityDepositAmount: 5 },
      { startDate: '2027-01-01' },
    ]) {
      expect(refusalOf(await update(loan, fields))).toEqual({ status: 409, code: 'LOAN_STATUS_REFUSED' });
    }
  });

  it('can add and remove fee, rate, moratorium and dates', async () => {
    const feeId = await addFee(app, 'LN001', { kind: 'Flat', amount: 50, charged: 'PerInstalment' });
    const rateId = await addRate(app, 'LN001', {
      interestRate: 20,
      tiers: [{ fromAmount: 200_000, interestRate: 16 }],
    });
    const loan = await pendingLoan(app, { allowLoanFee: true, loanFeeID: feeId, applicableInterestID: rateId });
    expect(await shown(loan)).toMatchObject({ loanFeeID: feeId, interestRate: 20, applicableInterestID: rateId });
    approvalOf(await update(loan, { allowLoanFee: false }));
    expect(await shown(loan)).toMatchObject({ loanFeeID: null, allowLoanFee: false });
    // The named rate has tiers, which another principal moves through.
    approvalOf(await update(loan, { loanAmount: 200_000 }));
    expect(await shown(loan)).toMatchObject({ interestRate: 16 });
    approvalOf(await update(loan, { overrideProductInterestRate: true, defaultInterestRate: 2, rateBasis: 1 }));
    expect(await shown(loan)).toMatchObject({
      interestRate: 2,
      rateBasis: 1,
      applicableInterestID: null,
      overrideProductInterestRate: true,
    });
    approvalOf(await update(loan, { loanAmount: 250_000 }));
    expect(await shown(loan)).toMatchObject({ interestRate: 2, principalAmount: 250_000 });
    const today = await businessDateOf(app);
    approvalOf(await update(loan, { startDate: addDays(today, 3), firstRepaymentDate: addDays(today, 50) }));
    expect(await shown(loan)).toMatchObject({ startDate: addDays(today, 3), firstRepaymentDate: addDays(today, 50) });
  });

  it('does not apply later changes of the product', async () => {
    const administrator = { token: await app.staff('administrator') };
    const ledgers = {
      interestReceivable: '1110',
      feeReceivable: '1120',
      defaultReceivable: '1130',
      penaltyReceivable: '1140',
      unearnedInterest: '2090',
      interestInSuspense: '2095',
      interestIncome: '4020',
      defaultIncome: '4040',
      penaltyIncome: '4050',
      recoveryIncome: '4060',
      loanLoss: '5030',
    };
    const terms = {
      minPrincipal: 1_000,
      maxPrincipal: 900_000,
      minTenure: 2,
      maxTenure: 12,
      arrearsInterestRate: 12,
      moratorium: 1,
      moratoriumPeriods: 1,
      ledgers,
    };
    const body = {
      productCode: 'LNX',
      productName: 'Changing',
      productType: 'Loan',
      interestRate: 24,
      controlLedgerCode: '1100',
      loanTerms: terms,
    };
    dataOf(await app.post('/api/admin/v1/products', body, administrator));
    const feeId = await addFee(app, 'LNX', { kind: 'Flat', amount: 100, charged: 'PerInstalment' });
    const loan = await approvedLoan(app, { productCode: 'LNX', allowLoanFee: true, loanFeeID: feeId });
    const contractOf = (): Promise<unknown[]> => app.rows('SELECT * FROM loan_contract WHERE loan_id = $1', [loan.id]);
    const scheduleOf = async (): Promise<unknown> =>
      dataOf<{ data: unknown }>(await app.get(LOAN_SCHEDULE, { LoanAccountNumber: loan.loanAccountNumber })).data;
    const before = [await contractOf(), await shown(loan), await scheduleOf()];
    const changed = await app.put(
      '/api/admin/v1/products/LNX',
      {
        interestRate: 60,
        loanTerms: {
          ...terms,
          maxPrincipal: 2_000,
          interestComputationModel: 0,
          arrearsInterestRate: 99,
          moratorium: 0,
          moratoriumPeriods: 0,
          penaltyKind: 'Flat',
          penaltyAmount: 7,
        },
      },
      administrator,
    );
    expect(changed.status).toBe(200);
    dataOf(await app.put(`/api/admin/v1/products/LNX/fees/${feeId}`, { amount: 9_999 }, administrator));
    expect([await contractOf(), await shown(loan), await scheduleOf()]).toEqual(before);
    // What the contract has may change within what the product allows now.
    expect(refusalOf(await update(loan, { tenure: 5 }))).toEqual({ status: 422, code: 'LOAN_TERMS_REFUSED' });
    const approvalId = approvalOf(await update(loan, { tenure: 5, loanAmount: 2_000 }));
    dataOf(await decide(approvalId, 'approve'));
    dataOf(await disburseLoan(app, loan.loanAccountNumber));
    expect(await shown(loan)).toMatchObject({
      interestRate: 24,
      interestComputationModel: 2,
      moratorium: 1,
      moratoriumPeriods: 1,
    });
    expect(await scheduleOf()).toMatchObject([{ principalDue: 0, feeDue: 107.5 }, {}, {}, {}, {}]);
  });

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['notes']],
    ['only null', { tenure: null }, ['notes']],
    ['twins that disagree', { loanAmount: 20_000, principalAmount: 30_000 }, ['principalAmount']],
    ['an unknown field', { linkedNumber: '1' }, ['linkedNumber']],
  ])('refuses %s', async (_, fields, complained) => {
    expect(fieldsOf(await update(await pendingLoan(app), fields))).toEqual(complained);
  });

  it('refuses requests that name no loan, an unknown loan, or two different loans', async () => {
    const [one, other] = [await pendingLoan(app), await pendingLoan(app)];
    expect(fieldsOf(await app.put(UPDATE_LOAN, { notes: 'x' }))).toEqual(['loanAccountNumber']);
    expect(refusalOf(await app.put(UPDATE_LOAN, { id: 1, notes: 'x' }))).toEqual({
      status: 404,
      code: 'LOAN_NOT_FOUND',
    });
    expect(
      refusalOf(await app.put(UPDATE_LOAN, { id: one.id, loanAccountNumber: other.loanAccountNumber, notes: 'x' })),
    ).toEqual({ status: 404, code: 'LOAN_NOT_FOUND' });
  });

  it('that races with a disbursement never pays out terms that were not approved', async () => {
    for (let round = 0; round < 4; round += 1) {
      const loan = await approvedLoan(app);
      const [changed, paid] = await Promise.all([
        update(loan, { loanAmount: 500_000 }),
        disburseLoan(app, loan.loanAccountNumber),
      ]);
      expect([
        [202, 409],
        [409, 200],
      ]).toContainEqual([changed.status, paid.status]);
      expect(await app.balance(loan.linkedNumber)).toBe(paid.status === 200 ? 120_000 : 0);
    }
  });

  it('shows in every search filter exactly the matching loans', async () => {
    const { agentCode } = dataOf<{ agentCode: string }>(
      await app.post('/api/agent/v1/add', { name: 'Filter', branchCode: '001' }),
    );
    const today = await businessDateOf(app);
    const loan = await pendingLoan(app, {
      agentCode,
      startDate: addDays(today, 300),
      firstRepaymentDate: addDays(today, 340),
    });
    const { customerID } = (await shown(loan)) as { customerID: string };
    const find = async (query: Record<string, string>, path = SEARCH_LOANS): Promise<number[]> => {
      const token = path === SEARCH_LOANS ? {} : { token: await app.staff('maker') };
      return dataOf<{ data: { id: number }[] }>(await app.get(path, query, token)).data.map(({ id }) => id);
    };
    const mine: Record<string, string>[] = [
      { CustomerID: customerID },
      { LinkedNumber: loan.linkedNumber },
      { AgentCode: agentCode },
      { StartDate: addDays(today, 300) },
      { LoanAccountNumber: loan.loanAccountNumber },
    ];
    for (const query of mine) {
      expect(await find(query)).toEqual([loan.id]);
      expect(await find(query, STAFF_LOANS)).toEqual([loan.id]);
    }
    const wide: Record<string, string>[] = [
      { ProductCode: 'LN001' },
      { BranchCode: '001' },
      { LoanStatus: 'PendingApproval' },
      { EndDate: addDays(today, 300) },
    ];
    for (const query of wide) expect(await find(query)).toContain(loan.id);
    const others: Record<string, string>[] = [
      { ProductCode: 'GLN001' },
      { BranchCode: '002' },
      { EndDate: addDays(today, -1) },
      { CustomerID: 'none' },
      { AgentCode: 'none' },
      { LinkedNumber: '0' },
    ];
    for (const query of others) expect(await find(query)).not.toContain(loan.id);
    expect((await app.get(SEARCH_LOANS, { LoanStatus: 'Nice' })).status).toBe(400);
  });

  it('lists loans by id, and by start date for searches by dates or on request', async () => {
    const { agentCode } = dataOf<{ agentCode: string }>(
      await app.post('/api/agent/v1/add', { name: 'Order', branchCode: '001' }),
    );
    const today = await businessDateOf(app);
    const [late, early] = [
      await pendingLoan(app, { agentCode, startDate: addDays(today, 310) }),
      await pendingLoan(app, { agentCode, startDate: addDays(today, 305) }),
    ];
    const ordered = async (query: Record<string, string>): Promise<number[]> =>
      dataOf<{ data: { id: number }[] }>(await app.get(SEARCH_LOANS, query)).data.map(({ id }) => id);
    const dates = { StartDate: addDays(today, 305) };
    const byId: Record<string, string>[] = [
      { AgentCode: agentCode },
      { AgentCode: agentCode, SortColumn: 'id' },
      { ...dates, SortColumn: 'id' },
    ];
    for (const query of byId) expect(await ordered(query)).toEqual([early.id, late.id]);
    const byDate: Record<string, string>[] = [dates, { AgentCode: agentCode, SortColumn: 'startDate' }];
    for (const query of byDate) expect(await ordered(query)).toEqual([late.id, early.id]);
    expect(await ordered({ AgentCode: agentCode, SortColumn: 'startDate', Direction: 'Asc' })).toEqual([
      early.id,
      late.id,
    ]);
    expect((await app.get(SEARCH_LOANS, { SortColumn: 'amount' })).status).toBe(400);
  });
});
