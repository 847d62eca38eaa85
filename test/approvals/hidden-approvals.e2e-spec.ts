import type { Response } from 'supertest';
import { ApprovalEscalations } from '../../src/approvals/work/approval-escalations';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';
import { OpenStream } from '../work/open-stream';

const APPROVALS = '/api/admin/v1/approvals';
const RULES = '/api/admin/v1/aml/rules';
const UNKNOWN = 999_999_999;
/** Above the limit of decisions in bulk, so that the amount would be a reason to refuse one. */
const AMOUNT = 1_000_001;
/** Whatever a supervisor of other work than that of the AML desk may do. */
const RIGHTS = [
  ...['view-approvals', 'approve-transactions', 'supervise-approvals', 'view-audit-log'],
  ...['create-posting-groups', 'view-end-of-day'],
];

/** Approvals that only the AML desk sees do not exist for other staff, whichever route they ask. */
describe('An approval that only the AML desk sees', () => {
  let app: TestApp;
  let supervisor: Hired;
  let officer: Hired;
  let held: number;
  let ruleChange: number;

  beforeAll(async () => {
    app = await TestApp.startWithPolicies();
    supervisor = await hire(app, 'HID001', RIGHTS);
    officer = await hire(app, 'HID002', [...RIGHTS, 'view-aml', 'approve-aml-held-transactions']);
    held = await hold();
    ruleChange = await askForRule();
  });
  afterAll(() => app.close());

  async function hold(): Promise<number> {
    const debitAccount = await app.openAccount();
    const body = { debitAccount, creditAccount: '2030', amount: AMOUNT, narration: 'x', postingsTransactionType: 1 };
    return dataOf<{ approvalId: number }>(await app.post('/api/transfer/v1/localfundtransfer', body), 202).approvalId;
  }
  async function askForRule(): Promise<number> {
    const rule = {
      ...{ name: freshReference('rule'), direction: 'outflow', threshold: 900_000, action: 'hold' },
      accountNumber: await app.openAccount(),
    };
    const asked = await app.post(RULES, rule, { token: await app.staff('amlOfficer') });
    return dataOf<{ approvalId: number }>(asked, 202).approvalId;
  }
  async function askForGroup(amount = AMOUNT): Promise<number> {
    const entries = [
      { account: '1010', side: 'Debit', amount },
      { account: await app.openAccount(), side: 'Credit', amount },
    ];
    const body = { narration: 'Group', referenceNumber: freshReference('HID'), entries };
    const asked = await app.post('/api/admin/v1/posting-groups', body, { token: await app.staff('maker') });
    return dataOf<{ approvalId: number }>(asked, 202).approvalId;
  }
  const decideInBulk = async (approvalId: number, by: Hired): Promise<{ statusCode: string; message: string }> => {
    const body = { decisions: [{ approvalId, verdict: 'approve', note: 'x' }] };
    const answer = await app.post(`${APPROVALS}/decide`, body, { token: by.token });
    return dataOf<{ results: [{ statusCode: string; message: string }] }>(answer).results[0];
  };

  describe.each([
    ['a held movement', (): number => held],
    ['a change of a rule', (): number => ruleChange],
  ])('about %s', (_, approvalOf) => {
    it.each([
      ['read', (id: number): Promise<Response> => app.get(`${APPROVALS}/${id}`, {}, { token: supervisor.token })],
      ['approved', (id: number) => app.post(`${APPROVALS}/${id}/approve`, { note: 'x' }, { token: supervisor.token })],
      ['declined', (id: number) => app.post(`${APPROVALS}/${id}/decline`, { note: 'x' }, { token: supervisor.token })],
      ['withdrawn', (id: number) => app.post(`${APPROVALS}/${id}/withdraw`, {}, { token: supervisor.token })],
      [
        'commented on',
        (id: number) => app.post(`${APPROVALS}/${id}/notes`, { text: 'x' }, { token: supervisor.token }),
      ],
      [
        'assigned',
        (id: number) => app.put(`${APPROVALS}/${id}/assignee`, { staffID: 'HID001' }, { token: supervisor.token }),
      ],
    ])('cannot be %s by other staff, who get the answer of an unknown one', async (__, ask) => {
      const [real, unknown] = [await ask(approvalOf()), await ask(UNKNOWN)];
      expect([real.status, real.body]).toEqual([404, unknown.body]);
    });

    it('is not decided in bulk by other staff, and its amount is not told', async () => {
      expect(await decideInBulk(approvalOf(), supervisor)).toEqual({
        ...(await decideInBulk(UNKNOWN, supervisor)),
        approvalId: approvalOf(),
      });
    });
  });

  it('is found by its number in the search of officers, and not in that of other staff', async () => {
    const find = async (by: Hired, id: number): Promise<string[]> => {
      const query = { Query: String(id), Kinds: 'approval' };
      const answer = await app.get('/api/admin/v1/search', query, { token: by.token });
      return dataOf<{ results: { id: string }[] }>(answer).results.map((found) => found.id);
    };
    const ordinary = await askForGroup(5);
    for (const id of [held, ruleChange]) {
      expect(await find(officer, id)).toEqual([String(id)]);
      expect(await find(supervisor, id)).toEqual([]);
    }
    expect(await find(supervisor, ordinary)).toEqual([String(ordinary)]);
  });

  it('is still refused in bulk to an officer because of its amount', async () => {
    expect(await decideInBulk(held, officer)).toMatchObject({ statusCode: 'BULK_AMOUNT_EXCEEDED' });
  });

  it('of an ordinary movement does not tell its amount to staff who may not decide it', async () => {
    const reader = await hire(app, 'HID003', ['view-approvals']);
    const { statusCode, message } = await decideInBulk(await askForGroup(), reader);
    expect(statusCode).toBe('PERMISSION_DENIED');
    expect(message).not.toContain('₦');
  });

  it('is not told to other staff by the stream of changes, when it is asked for, decided or missed', async () => {
    const follow = (by: Hired, headers: Record<string, string> = {}): Promise<OpenStream> =>
      OpenStream.open(`${app.url}/api/admin/v1/work/events`, { authorization: `Bearer ${by.token}`, ...headers });
    const [stream, desk] = [await follow(supervisor), await follow(officer)];
    const hidden = [await hold(), await askForRule()];
    dataOf(await app.post(`${APPROVALS}/${hidden[0]}/decline`, { note: 'x' }, { token: officer.token }));
    const shown = await askForGroup(5);
    const { id } = await stream.next('approval', ({ approvalId }) => approvalId === shown);
    for (const approvalId of hidden) await desk.next('approval', (data) => data.approvalId === approvalId);
    const again = await follow(supervisor, { 'last-event-id': String(Math.max(0, id! - 10)) });
    await again.next('approval', ({ approvalId }) => approvalId === shown);
    for (const each of [stream, again]) {
      const told = each.events.filter(({ event }) => event !== 'work').map(({ data }) => Number(data.approvalId));
      expect(told.filter((approvalId) => hidden.includes(approvalId))).toEqual([]);
    }
    for (const each of [stream, desk, again]) each.close();
  });

  it('is not counted among those that wait for others', async () => {
    const waiting = async (by: Hired): Promise<number> => {
      const { approvals } = dataOf<{ approvals: { decidable: number; waitingForOthers: number } }>(
        await app.get('/api/admin/v1/work', {}, { token: by.token }),
      );
      return approvals.waitingForOthers + approvals.decidable;
    };
    const [before, deskBefore] = [await waiting(supervisor), await waiting(officer)];
    await hold();
    await askForRule();
    expect([await waiting(supervisor), await waiting(officer)]).toEqual([before, deskBefore + 2]);
  });

  it('is not counted among the open approvals of the home page', async () => {
    const open = async (by: Hired): Promise<number> =>
      dataOf<{ approvals: { open: number } }>(await app.get('/api/admin/v1/dashboard', {}, { token: by.token }))
        .approvals.open;
    const [before, deskBefore] = [await open(supervisor), await open(officer)];
    await askForRule();
    expect([await open(supervisor), await open(officer)]).toEqual([before, deskBefore + 1]);
    await askForGroup(5);
    expect(await open(supervisor)).toBe(before + 1);
  });

  it('is not counted before the end of day, whose number is that of the list', async () => {
    const waiting = async (by: Hired): Promise<number> => {
      const answer = await app.get('/api/admin/v1/end-of-day/readiness', {}, { token: by.token });
      const { items } = dataOf<{ items: { name: string; count: number }[] }>(answer);
      return items.find(({ name }) => name === 'pending-approvals')?.count ?? 0;
    };
    const listed = async (by: Hired, more: Record<string, string> = {}): Promise<number> =>
      dataOf<{ recordCount: number }>(await app.get(APPROVALS, { Status: 'Pending', ...more }, { token: by.token }))
        .recordCount;
    await askForRule();
    await askForGroup(5);
    await hold();
    expect(await waiting(supervisor)).toBe(await listed(supervisor));
    const holds = await listed(officer, { Operation: 'release-aml-hold' });
    expect(await waiting(officer)).toBe((await listed(officer)) - holds);
    expect(await waiting(officer)).toBeGreaterThan(await waiting(supervisor));
  });

  it('is in no entry of the audit log that other staff read, also those of its assignment and escalation', async () => {
    const assigned = await app.put(
      `${APPROVALS}/${held}/assignee`,
      { staffID: officer.staffID },
      { token: officer.token },
    );
    expect(assigned.status).toBe(200);
    await app.rows(`UPDATE approval SET due_at = now() - interval '1 hour' WHERE id = ANY($1)`, [[held, ruleChange]]);
    await app.app.get(ApprovalEscalations, { strict: false }).escalate(app.institutionId);
    const entriesFor = async (by: Hired, id: number): Promise<string[]> => {
      const query = { Subject: `approval:${id}`, PageSize: 200 };
      const answer = await app.get('/api/admin/v1/audit-log', query, { token: by.token });
      return dataOf<{ data: { action: string }[] }>(answer).data.map(({ action }) => action);
    };
    expect(await entriesFor(officer, held)).toEqual(expect.arrayContaining(['approval.assign', 'approval.escalate']));
    expect(await entriesFor(officer, ruleChange)).toContain('approval.escalate');
    expect([await entriesFor(supervisor, held), await entriesFor(supervisor, ruleChange)]).toEqual([[], []]);
    const ordinary = await askForGroup(5);
    await app.put(`${APPROVALS}/${ordinary}/assignee`, { staffID: 'HID001' }, { token: supervisor.token });
    expect(await entriesFor(supervisor, ordinary)).toContain('approval.assign');
    expect(codeOf(await app.get(`${APPROVALS}/${ordinary}`, {}, { token: supervisor.token }))[0]).toBe(200);
  });
});
