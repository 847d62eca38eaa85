import type { Response } from 'supertest';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  ADD_GROUP_LOAN,
  addLoan,
  approvedLoan,
  DISBURSE_GROUP_LOAN,
  disburseLoan,
  fundedCustomer,
  pendingLoan,
  productIdOf,
  SEARCH_GROUP_LOANS,
  SEARCH_LOANS,
  STAFF_GROUP_LOANS,
  STAFF_LOANS,
  UPDATE_LOAN,
} from './loans-support';
import { approve, underPolicy } from './servicing-support';

interface Group {
  id: number;
  approvalId: number;
  participants: { id: number }[];
}

describe('approvals of loans that have changed', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    for (const operation of ['loan-disbursement', 'group-loan-disbursement']) await underPolicy(app, operation);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const decide = async (approvalId: number, verdict: 'approve' | 'decline'): Promise<Response> =>
    app.post(
      `/api/admin/v1/approvals/${approvalId}/${verdict}`,
      { note: 'Seen' },
      { token: await app.staff('checker') },
    );
  const cancel = async (id: number): Promise<Response> =>
    app.post(
      `${STAFF_LOANS}/${id}/cancel`,
      { reason: 'No longer needed' },
      { token: await app.staff('administrator') },
    );
  const approvalOf = async (approvalId: number): Promise<Record<string, unknown>> =>
    dataOf(await app.get(`/api/admin/v1/approvals/${approvalId}`, {}, { token: await app.staff('checker') }));
  const waitingIds = async (): Promise<number[]> =>
    dataOf<{ data: { id: number }[] }>(
      await app.get(
        '/api/admin/v1/approvals',
        { Status: 'Pending', PageSize: 200 },
        { token: await app.staff('checker') },
      ),
    ).data.map(({ id }) => id);
  const waits = (answer: Response): number => {
    expect([answer.status, answer.body.data.statusCode]).toEqual([202, 'PENDING_APPROVAL']);
    return (answer.body as { data: { approvalId: number } }).data.approvalId;
  };
  const pendingGroup = async (): Promise<Group> => {
    const people = [await fundedCustomer(app), await fundedCustomer(app)];
    const participants = people.map(({ accountId }) => ({
      loanRequest: { accountID: accountId, principalAmount: 50_000, principalRepaymentTenure: 4 },
    }));
    const added = await app.post(ADD_GROUP_LOAN, {
      groupLoanProductID: await productIdOf(app, 'GLN001'),
      name: 'Short-lived',
      referenceNumber: freshReference('GRP'),
      participants,
    });
    waits(added);
    return (added.body as { data: Group }).data;
  };

  /** Nobody waits for it, and no decision on it does anything. */
  async function isWithdrawn(approvalId: number, by: RegExp): Promise<void> {
    expect(await approvalOf(approvalId)).toMatchObject({
      status: 'Canceled',
      decidedBy: expect.stringMatching(by) as string,
      decidedAt: expect.any(String) as string,
      decisions: [],
    });
    expect(await waitingIds()).not.toContain(approvalId);
    for (const verdict of ['approve', 'decline'] as const) {
      const refused = await decide(approvalId, verdict);
      expect(refusalOf(refused)).toEqual({ status: 409, code: 'APPROVAL_ALREADY_DECIDED' });
      expect(refused.body.message).toContain('changed or ended');
    }
    const audited = `SELECT action FROM audit_log WHERE subject = $1 AND action <> 'approval.view'`;
    expect(await app.rows(audited, [`approval:${approvalId}`])).toEqual([{ action: 'approval.withdraw' }]);
  }

  it('are canceled when the terms change', async () => {
    const loan = await pendingLoan(app);
    const second = waits(await app.put(UPDATE_LOAN, { loanAccountNumber: loan.loanAccountNumber, tenure: 12 }));
    await isWithdrawn(loan.approvalId, /^api-client:/);
    const third = waits(await app.put(UPDATE_LOAN, { id: loan.id, tenure: 6 }));
    await isWithdrawn(second, /^api-client:/);
    expect(dataOf(await app.put(UPDATE_LOAN, { id: loan.id, notes: 'Only this' }))).toMatchObject({
      approvalId: third,
    });
    expect(await approvalOf(third)).toMatchObject({ status: 'Pending' });
    await approve(app, third);
    expect(
      dataOf<{ data: object[] }>(await app.get(SEARCH_LOANS, { LoanAccountNumber: loan.loanAccountNumber })).data,
    ).toMatchObject([{ loanStatus: 'Approved', approvalId: null }]);
  });

  it('are canceled when staff cancel the loan, also those of its disbursement', async () => {
    const pending = await pendingLoan(app);
    expect(dataOf(await cancel(pending.id))).toMatchObject({ loanStatus: 'Canceled' });
    await isWithdrawn(pending.approvalId, /^staff:/);
    const loan = await approvedLoan(app);
    const disbursement = waits(await disburseLoan(app, loan.loanAccountNumber));
    dataOf(await cancel(loan.id));
    await isWithdrawn(disbursement, /^staff:/);
    expect(await app.balance(loan.linkedNumber)).toBe(0);
  });

  it('that were decided do not change', async () => {
    const { id, approvalId } = await pendingLoan(app);
    await approve(app, approvalId);
    dataOf(await cancel(id));
    expect(await approvalOf(approvalId)).toMatchObject({ status: 'Approved' });
    const rejected = await pendingLoan(app);
    dataOf(await decide(rejected.approvalId, 'decline'));
    expect(refusalOf(await cancel(rejected.id))).toEqual({ status: 409, code: 'LOAN_STATUS_REFUSED' });
    expect(await approvalOf(rejected.approvalId)).toMatchObject({ status: 'Declined' });
  });

  it('of a group are canceled with the last of its loans', async () => {
    const group = await pendingGroup();
    dataOf(await cancel(group.participants[0]!.id));
    expect(await approvalOf(group.approvalId)).toMatchObject({ status: 'Pending' });
    dataOf(await cancel(group.participants[1]!.id));
    await isWithdrawn(group.approvalId, /^staff:/);
    expect(dataOf<{ data: object[] }>(await app.get(SEARCH_GROUP_LOANS, { groupLoanID: group.id })).data).toMatchObject(
      [{ groupLoanStatus: 'Canceled', approvalId: null }],
    );

    const paid = await pendingGroup();
    dataOf(await app.post(`${STAFF_GROUP_LOANS}/${paid.id}/approve`, {}, { token: await app.staff('checker') }));
    const disbursement = waits(
      await app.post(DISBURSE_GROUP_LOAN, { groupLoanID: paid.id, referenceNumber: freshReference('GDISB') }),
    );
    for (const { id } of paid.participants) dataOf(await cancel(id));
    await isWithdrawn(disbursement, /^staff:/);
  });

  it('end either decided or canceled when a decision races with a change', async () => {
    for (let round = 0; round < 4; round += 1) {
      const loan = await pendingLoan(app);
      const [changed, decided] = await Promise.all([
        app.put(UPDATE_LOAN, { id: loan.id, loanAmount: 500_000 }),
        decide(loan.approvalId, 'approve'),
      ]);
      expect(changed.status).toBe(202);
      // Approved before the change or not: the new terms wait for an approval of their own.
      expect([200, 409]).toContain(decided.status);
      expect(await approvalOf(loan.approvalId)).toMatchObject({
        status: decided.status === 200 ? 'Approved' : 'Canceled',
      });
      expect(refusalOf(await disburseLoan(app, loan.loanAccountNumber))).toEqual({
        status: 409,
        code: 'LOAN_STATUS_REFUSED',
      });
      expect(await waitingIds()).toContain(waits(changed));
    }
  });

  it('leave one pending approval when changes race', async () => {
    const added = await addLoan(app);
    const { id } = (added.body as { data: { id: number } }).data;
    const answers = await Promise.all([2, 3, 4, 5, 7, 8].map((tenure) => app.put(UPDATE_LOAN, { id, tenure })));
    const [asked, late] = [
      answers.filter(({ status }) => status === 202),
      answers.filter(({ status }) => status !== 202),
    ];
    expect(asked.length).toBeGreaterThan(0);
    // Whoever began before another one's change was there has seen other terms than those it would have replaced.
    for (const answer of late) expect(refusalOf(answer)).toEqual({ status: 409, code: 'LOAN_PENDING_APPROVAL' });
    const ids = [waits(added), ...asked.map(waits)];
    const waiting = await waitingIds();
    const left = ids.filter((approvalId) => waiting.includes(approvalId));
    expect(left).toHaveLength(1);
    expect(await app.rows('SELECT approval_id::int AS "approvalId" FROM loan WHERE id = $1', [id])).toEqual([
      { approvalId: left[0] },
    ]);
  });
});
