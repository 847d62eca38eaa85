import type { Response } from 'supertest';
import { ApprovalEscalations } from '../../src/approvals/work/approval-escalations';
import { codeOf, dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';

const HOLDS = '/api/admin/v1/aml/holds';
const AMOUNT = 1_000_000;

interface Shown {
  approvalId: number;
  ruleID: number;
  endpoint: string;
  assignee: string | null;
  dueAt: string;
  heldAt: string;
  isOverdue: boolean;
  status: string;
  reasonCode: string | null;
  escalatedAt: string | null;
}

describe('work on AML holds', () => {
  let app: TestApp;
  let officer: string;
  let auditor: Hired;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await app.staff('amlOfficer');
    auditor = await hire(app, 'AUD001', ['view-aml', 'view-approvals']);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function hold(amount = AMOUNT): Promise<{ approvalId: number; account: string }> {
    const account = await app.openAccount(5 * AMOUNT);
    const body = {
      debitAccount: account,
      creditAccount: '2030',
      amount,
      narration: 'rent',
      postingsTransactionType: 1,
    };
    const held = await app.post('/api/transfer/v1/localfundtransfer', body);
    return { approvalId: dataOf<{ approvalId: number }>(held, 202).approvalId, account };
  }
  const get = async (approvalId: number): Promise<Shown> =>
    dataOf<Shown>(await app.get(`${HOLDS}/${approvalId}`, {}, { token: officer }));
  const list = async (query: Record<string, string | number | boolean>): Promise<number[]> =>
    dataOf<{ data: Shown[] }>(await app.get(HOLDS, { PageSize: 200, ...query }, { token: officer })).data.map(
      ({ approvalId }) => approvalId,
    );
  const assign = (approvalId: number, staffID: string | null, token: string): Promise<Response> =>
    app.put(`${HOLDS}/${approvalId}/assignee`, { staffID }, { token });

  it('are taken by an officer, and show due time and assignee like their approvals', async () => {
    await app.configure({ AML_HOURS_TO_DECIDE: '4' });
    const { approvalId } = await hold();
    const shown = dataOf<Shown>(await assign(approvalId, 'STF004', officer));
    expect(shown).toMatchObject({ assignee: 'STF004', isOverdue: false });
    expect(Date.parse(shown.dueAt) - Date.parse(shown.heldAt)).toBe(4 * 3_600_000);
    const approval = await app.get(`/api/admin/v1/approvals/${approvalId}`, {}, { token: officer });
    expect(dataOf(approval)).toMatchObject({ assignee: 'STF004', subject: { kind: 'hold', id: String(approvalId) } });
    expect(await list({ Assignee: 'STF004' })).toEqual([approvalId]);
    expect(await list({ Unassigned: true })).not.toContain(approvalId);
  });

  it('are neither assigned nor noted by who may only read, and the notes are read', async () => {
    const { approvalId } = await hold();
    expect(codeOf(await assign(approvalId, 'AUD001', auditor.token))).toStrictEqual([403, 'PERMISSION_DENIED']);
    const path = `${HOLDS}/${approvalId}/notes`;
    expect(codeOf(await app.post(path, { text: 'x' }, { token: auditor.token }))).toStrictEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    expect((await app.post(path, { text: 'Asked for the invoice.' }, { token: officer })).status).toBe(200);
    expect(dataOf(await app.get(path, {}, { token: auditor.token }))).toMatchObject({
      recordCount: 1,
      data: [{ text: 'Asked for the invoice.', author: 'staff:STF004' }],
    });
  });

  it('are not reached through the approval of something else', async () => {
    const token = await app.staff('administrator');
    const asked = await app.post('/api/admin/v1/roles', { name: 'Desk', permissions: ['view-staff'] }, { token });
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    const path = `${HOLDS}/${approvalId}`;
    expect(codeOf(await assign(approvalId, 'STF004', officer))).toStrictEqual([404, 'AML_HOLD_NOT_FOUND']);
    expect(codeOf(await app.get(`${path}/notes`, {}, { token: officer }))).toStrictEqual([404, 'AML_HOLD_NOT_FOUND']);
    const noted = await app.post(`${path}/notes`, { text: 'x' }, { token: officer });
    expect(codeOf(noted)).toStrictEqual([404, 'AML_HOLD_NOT_FOUND']);
  });

  it('are filtered by rule, direction, amount, endpoint, customer, and sorted by amount', async () => {
    const [small, large] = [await hold(AMOUNT), await hold(2 * AMOUNT)];
    const both = [small.approvalId, large.approvalId];
    const known = async (query: Record<string, string | number | boolean>): Promise<number[]> =>
      (await list(query)).filter((id) => both.includes(id));
    const { ruleID, endpoint } = await get(small.approvalId);
    expect(await known({ SortColumn: 'amount', Direction: 'Asc' })).toEqual(both);
    expect(await known({ SortColumn: 'amount', Direction: 'Desc' })).toEqual([...both].reverse());
    expect(await known({ RuleID: ruleID, Direction: 'Asc' })).toEqual(both);
    expect(await known({ RuleID: ruleID + 1 })).toEqual([]);
    expect(await known({ MovementDirection: 'inflow' })).toEqual([]);
    expect(await known({ MovementDirection: 'outflow', Direction: 'Asc' })).toEqual(both);
    expect(await known({ MinAmount: AMOUNT + 1 })).toEqual([large.approvalId]);
    expect(await known({ MaxAmount: AMOUNT })).toEqual([small.approvalId]);
    expect(await known({ Endpoint: endpoint, Direction: 'Asc' })).toEqual(both);
    expect(await known({ Endpoint: 'POST /api/bills/v1/vend' })).toEqual([]);
    const [owner] = await app.rows<{ customer_id: string }>(
      `SELECT c.customer_number AS customer_id FROM customer c JOIN deposit_account d ON d.customer_id = c.id WHERE d.account_number = $1`,
      [small.account],
    );
    expect(await list({ CustomerID: owner!.customer_id })).toEqual([small.approvalId]);
    await app.rows(`UPDATE approval SET due_at = now() - interval '1 hour' WHERE id = $1`, [large.approvalId]);
    expect(await known({ Overdue: true })).toEqual([large.approvalId]);
    expect(await known({ Overdue: false })).toEqual([small.approvalId]);
  });

  it('are decided with a code of the reason, which the hold, the report and the audit log keep', async () => {
    const [released, declined] = [await hold(), await hold()];
    const decide = (approvalId: number, verdict: string, reasonCode?: string): Promise<Response> =>
      app.post(`${HOLDS}/${approvalId}/${verdict}`, { note: 'Asked.', reasonCode }, { token: officer });
    expect(fieldsOf(await decide(released.approvalId, 'approve', 'fraud-suspected'))).toEqual(['reasonCode']);
    expect(fieldsOf(await decide(declined.approvalId, 'decline', 'known-business'))).toEqual(['reasonCode']);
    expect((await get(released.approvalId)).reasonCode).toBeNull();
    dataOf(await decide(released.approvalId, 'approve', 'known-business'));
    dataOf(await decide(declined.approvalId, 'decline', 'fraud-suspected'));
    expect((await get(released.approvalId)).reasonCode).toBe('known-business');
    expect((await get(declined.approvalId)).reasonCode).toBe('fraud-suspected');
    expect(refusalOf(await decide(released.approvalId, 'approve', 'rule-too-wide'))).toEqual({
      status: 409,
      code: 'APPROVAL_ALREADY_DECIDED',
    });
    expect((await get(released.approvalId)).reasonCode).toBe('known-business');
    const { data } = dataOf<{ data: Shown[] }>(
      await app.get('/api/admin/v1/aml/screening-report', { PageSize: 200 }, { token: officer }),
    );
    expect(data.find(({ approvalId }) => approvalId === declined.approvalId)?.reasonCode).toBe('fraud-suspected');
    const [audited] = await app.rows(
      `SELECT details FROM audit_log WHERE action = 'aml-hold.decline' AND subject = $1`,
      [`approval:${declined.approvalId}`],
    );
    expect(audited).toMatchObject({ details: { note: 'Asked.', reasonCode: 'fraud-suspected' } });
  });

  it('are not decided with others when the code of the reason belongs to the other verdict', async () => {
    const [wrong, right] = [await hold(), await hold()];
    const decisions = [
      { approvalId: wrong.approvalId, verdict: 'approve', note: 'Asked.', reasonCode: 'denied-by-customer' },
      { approvalId: right.approvalId, verdict: 'decline', note: 'Asked.', reasonCode: 'denied-by-customer' },
    ];
    const answer = await app.post(`${HOLDS}/decide`, { decisions }, { token: officer });
    expect(dataOf<{ results: object[] }>(answer).results).toMatchObject([
      { approvalId: wrong.approvalId, ok: false, statusCode: 'VALIDATION_FAILED' },
      { approvalId: right.approvalId, status: 'Declined' },
    ]);
    expect(await get(wrong.approvalId)).toMatchObject({ status: 'Held', reasonCode: null });
  });

  it('are escalated when overdue', async () => {
    const { approvalId } = await hold();
    await app.rows(`UPDATE approval SET due_at = now() - interval '1 hour' WHERE id = $1`, [approvalId]);
    await app.app.get(ApprovalEscalations, { strict: false }).escalate(app.institutionId);
    const shown = await get(approvalId);
    expect([shown.isOverdue, shown.escalatedAt]).toEqual([true, expect.any(String)]);
  });
});
