import type { Response } from 'supertest';
import { ApprovalEscalations } from '../../src/approvals/work/approval-escalations';
import { SettingCatalogue } from '../../src/institutions/settings/setting-catalogue';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';

const APPROVALS = '/api/admin/v1/approvals';
const HOUR_MS = 3_600_000;

interface Shown {
  approvalId: number;
  createdAt: string;
  dueAt: string;
  isOverdue: boolean;
  escalatedAt: string | null;
  assignee: string | null;
  amount: number;
  subject: { kind: string; id: string; label: string };
  changes: object[];
}

describe('work on approvals', () => {
  let app: TestApp;
  let maker: string;
  let checker: string;
  let supervisor: Hired;
  let colleague: Hired;
  let payer: string;
  beforeAll(async () => {
    app = await TestApp.startWithPolicies();
    maker = await app.staff('maker');
    checker = await app.staff('checker');
    supervisor = await hire(app, 'SUP001', ['view-approvals', 'approve-transactions', 'supervise-approvals']);
    colleague = await hire(app, 'COL001', ['view-approvals', 'approve-transactions']);
    payer = await app.openAccount();
  });
  afterAll(() => app.close());

  async function ask(amount = 5): Promise<number> {
    const entries = [
      { account: '1010', side: 'Debit', amount },
      { account: payer, side: 'Credit', amount },
    ];
    const body = { narration: 'Group', referenceNumber: freshReference('DESK'), entries };
    const asked = await app.post('/api/admin/v1/posting-groups', body, { token: maker });
    return dataOf<{ approvalId: number }>(asked, 202).approvalId;
  }
  const get = async (approvalId: number, token = checker): Promise<Shown> =>
    dataOf<Shown>(await app.get(`${APPROVALS}/${approvalId}`, {}, { token }));
  const assign = (approvalId: number, staffID: string | null, token: string): Promise<Response> =>
    app.put(`${APPROVALS}/${approvalId}/assignee`, { staffID }, { token });
  const list = async (query: Record<string, string | number | boolean>): Promise<number[]> =>
    dataOf<{ data: Shown[] }>(await app.get(APPROVALS, { PageSize: 200, ...query }, { token: checker })).data.map(
      ({ approvalId }) => approvalId,
    );
  const age = (approvalId: number, hours: number): Promise<unknown> =>
    app.rows(`UPDATE approval SET due_at = now() - make_interval(hours => $2) WHERE id = $1`, [approvalId, hours]);

  describe('the due time', () => {
    it('is the hours of the setting after the request, by default those of the catalogue', async () => {
      const hoursOf = ({ createdAt, dueAt }: Shown): number => (Date.parse(dueAt) - Date.parse(createdAt)) / HOUR_MS;
      const setting = app.app
        .get(SettingCatalogue, { strict: false })
        .list()
        .find(({ key }) => key === 'APPROVAL_HOURS_TO_DECIDE');
      expect(hoursOf(await get(await ask()))).toBe(Number(setting!.default));
      await app.configure({ APPROVAL_HOURS_TO_DECIDE: '2' });
      const shown = await get(await ask());
      expect([hoursOf(shown), shown.isOverdue]).toEqual([2, false]);
      await app.configure({ APPROVAL_HOURS_TO_DECIDE: null });
    });

    it('cannot be further away than a year', async () => {
      const changes = [{ key: 'APPROVAL_HOURS_TO_DECIDE', value: '8761' }];
      const asked = await app.put(
        '/api/admin/v1/configuration',
        { changes },
        { token: await app.staff('administrator') },
      );
      expect(codeOf(asked)).toStrictEqual([422, 'CONFIGURATION_VALUE_REFUSED']);
    });
  });

  describe('the assignment', () => {
    it('takes what is free for oneself and gives it back, with an entry in the audit log each time', async () => {
      const approvalId = await ask();
      expect(dataOf<Shown>(await assign(approvalId, colleague.staffID, colleague.token)).assignee).toBe('COL001');
      expect(await list({ Assignee: 'COL001' })).toEqual([approvalId]);
      expect(await list({ Unassigned: true, Status: 'Pending' })).not.toContain(approvalId);
      expect(dataOf<Shown>(await assign(approvalId, null, colleague.token)).assignee).toBeNull();
      expect(await list({ Unassigned: true, Status: 'Pending' })).toContain(approvalId);
      const audited = await app.rows<{ details: object }>(
        `SELECT details FROM audit_log WHERE subject = $1 AND action = 'approval.assign' ORDER BY at, id`,
        [`approval:${approvalId}`],
      );
      expect(audited.map(({ details }) => details)).toEqual([
        { before: { assignee: null }, after: { assignee: 'COL001' } },
        { before: { assignee: 'COL001' }, after: { assignee: null } },
      ]);
    });

    it('to others, and from others, is for who supervises', async () => {
      const approvalId = await ask();
      expect(codeOf(await assign(approvalId, 'SUP001', colleague.token))).toStrictEqual([403, 'PERMISSION_DENIED']);
      expect((await assign(approvalId, 'COL001', supervisor.token)).status).toBe(200);
      expect(codeOf(await assign(approvalId, 'STF003', checker))).toStrictEqual([200, undefined]);
      expect(codeOf(await assign(approvalId, 'COL001', colleague.token))).toStrictEqual([403, 'PERMISSION_DENIED']);
      expect(codeOf(await assign(approvalId, null, colleague.token))).toStrictEqual([403, 'PERMISSION_DENIED']);
      expect((await get(approvalId)).assignee).toBe('STF003');
    });

    it('is refused to who may only read', async () => {
      const approvalId = await ask();
      const reader = await hire(app, 'READ01', ['view-approvals']);
      expect(codeOf(await assign(approvalId, 'READ01', reader.token))).toStrictEqual([403, 'PERMISSION_DENIED']);
    });

    it('names only who could decide: no maker, no reader, nobody unknown, nothing decided', async () => {
      const approvalId = await ask();
      const by = supervisor.token;
      expect(codeOf(await assign(approvalId, 'STF004', by))).toStrictEqual([422, 'ASSIGNEE_CANNOT_DECIDE']);
      expect(codeOf(await assign(approvalId, 'NOBODY', by))).toStrictEqual([404, 'STAFF_NOT_FOUND']);
      expect(codeOf(await assign(999_999_999, 'COL001', by))).toStrictEqual([404, 'APPROVAL_NOT_FOUND']);
      await app.rows(`UPDATE approval SET maker = 'staff:COL001' WHERE id = $1`, [approvalId]);
      expect(codeOf(await assign(approvalId, 'COL001', by))).toStrictEqual([422, 'ASSIGNEE_CANNOT_DECIDE']);
      await app.post(`${APPROVALS}/${approvalId}/decline`, { note: 'no' }, { token: checker });
      expect(codeOf(await assign(approvalId, 'STF003', by))).toStrictEqual([409, 'APPROVAL_ALREADY_DECIDED']);
    });
  });

  describe('notes', () => {
    const note = (approvalId: number, text: string, token: string): Promise<Response> =>
      app.post(`${APPROVALS}/${approvalId}/notes`, { text }, { token });

    it('are written by the checker and the maker, read by all, and never change the approval', async () => {
      const approvalId = await ask();
      expect(dataOf(await note(approvalId, 'Called.', checker))).toMatchObject({
        text: 'Called.',
        author: 'staff:STF003',
      });
      expect((await note(approvalId, 'The invoice is attached.', maker)).status).toBe(200);
      const listed = await app.get(
        `${APPROVALS}/${approvalId}/notes`,
        { Direction: 'Asc' },
        { token: colleague.token },
      );
      expect(dataOf<{ data: { text: string }[] }>(listed).data.map(({ text }) => text)).toEqual([
        'Called.',
        'The invoice is attached.',
      ]);
      expect((await get(approvalId)).isOverdue).toBe(false);
      await expect(app.rows(`SET ROLE corebank_app; UPDATE approval_note SET text = 'x'`)).rejects.toThrow(/denied/);
      await app.rows('RESET ROLE');
    });

    it('are refused to who may only read, when blank, and on nothing', async () => {
      const approvalId = await ask();
      const reader = await hire(app, 'READ02', ['view-approvals']);
      expect(codeOf(await note(approvalId, 'Hello', reader.token))).toStrictEqual([403, 'PERMISSION_DENIED']);
      expect(codeOf(await note(approvalId, ' ', checker))).toStrictEqual([400, 'VALIDATION_FAILED']);
      expect(codeOf(await note(999_999_999, 'Hello', checker))).toStrictEqual([404, 'APPROVAL_NOT_FOUND']);
    });
  });

  it('shows what it is about, and each field of a change before and after', async () => {
    const group = await get(await ask());
    expect(group.subject).toMatchObject({ kind: 'posting', id: expect.stringMatching(/^PST\d+$/) });
    expect(group.changes).toEqual([]);
    const token = await app.staff('administrator');
    const asked = await app.post('/api/admin/v1/roles', { name: 'Readers', permissions: ['view-staff'] }, { token });
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    const change = await get(approvalId, await app.staff('secondAdministrator'));
    expect(change.subject).toEqual({ kind: 'role', id: 'Readers', label: 'Role Readers' });
    expect(change.changes).toContainEqual({
      field: 'permissions',
      label: 'Permissions',
      from: null,
      to: ['view-staff'],
    });
  });

  it('lists by amount and by due time', async () => {
    const [small, large] = [await ask(11), await ask(22)];
    await age(large, 3);
    const known = (ids: number[]): number[] => ids.filter((id) => id === small || id === large);
    expect(known(await list({ SortColumn: 'amount', Direction: 'Asc' }))).toEqual([small, large]);
    expect(known(await list({ SortColumn: 'dueAt', Direction: 'Asc' }))).toEqual([large, small]);
    expect(known(await list({ Overdue: true }))).toEqual([large]);
    expect(known(await list({ Overdue: false }))).toEqual([small]);
  });

  describe('the escalation', () => {
    const escalate = (): Promise<number> =>
      app.app.get(ApprovalEscalations, { strict: false }).escalate(app.institutionId);

    it('marks what is overdue once, and mails only who supervises', async () => {
      await app.configure({
        EMAIL_ENABLED: 'true',
        EMAIL_SMTP_HOST: '127.0.0.1',
        EMAIL_SMTP_PORT: '9',
        EMAIL_SMTP_SECURITY: 'none',
        EMAIL_FROM: 'noreply@bank.example',
      });
      await escalate();
      const [late, inTime] = [await ask(), await ask()];
      await age(late, 1);
      expect([await escalate(), await escalate()]).toEqual([1, 0]);
      const shown = await get(late);
      expect([shown.isOverdue, shown.escalatedAt]).toEqual([true, expect.any(String)]);
      expect((await get(inTime)).escalatedAt).toBeNull();
      const mails = await app.rows<{ recipient: string }>(
        `SELECT recipient FROM message WHERE channel = 'email' AND body LIKE $1 ORDER BY recipient`,
        [`%approval ${late}%`],
      );
      const readers = mails.map(({ recipient }) => recipient);
      expect(readers).toContain(supervisor.email);
      expect(readers).not.toContain(colleague.email);
    });

    it('by several processes at once marks each approval once', async () => {
      const late = await Promise.all([ask(), ask(), ask()]);
      for (const approvalId of late) await age(approvalId, 1);
      const counts = await Promise.all([escalate(), escalate(), escalate()]);
      expect(counts.reduce((sum, count) => sum + count)).toBe(3);
      const audited = await app.rows(
        `SELECT subject FROM audit_log WHERE action = 'approval.escalate' AND subject = ANY($1)`,
        [late.map((id) => `approval:${id}`)],
      );
      expect(audited).toHaveLength(3);
    });

    it('leaves what was decided in the meantime', async () => {
      const approvalId = await ask();
      await age(approvalId, 1);
      await app.post(`${APPROVALS}/${approvalId}/decline`, { note: 'no' }, { token: checker });
      expect(await escalate()).toBe(0);
      expect((await get(approvalId)).isOverdue).toBe(false);
    });
  });
});
