import type { Response } from 'supertest';
import { ApprovalEscalations } from '../../src/approvals/work/approval-escalations';
import { CaseEscalations } from '../../src/cases/case-escalations';
import { AddReadersOfMessages1795897000000 } from '../../src/common/database/migrations/1795897000000-add-readers-of-messages';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Messages } from '../../src/messaging/messages';
import { ReportDeadlines } from '../../src/nfiu-reports/report-deadlines';
import { openOwned } from '../cases/account-owner';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';
import { MESSAGES } from './messaging-app';

const ORDINARY = ['view-messages', 'manage-messages', 'supervise-approvals', 'view-approvals', 'export-personal-data'];
const DESK = ['view-cases', 'work-cases', 'close-cases', 'view-nfiu-reports', 'prepare-nfiu-reports'];

interface Row {
  id: number;
  recipient: string;
  subject: string;
}

/** Mails about the work of the AML desk, and staff who read the messages of the institution. */
describe('Mails about the work of the AML desk', () => {
  let app: TestApp;
  let ordinary: Hired;
  let officer: Hired;
  let mailIds: { release: number; ordinaryApproval: number; case: number; report: number };

  beforeAll(async () => {
    app = await TestApp.startWithPolicies();
    ordinary = await hire(app, 'MSG001', ORDINARY);
    officer = await hire(app, 'MSG002', [...ORDINARY, ...DESK, 'view-aml']);
    await app.configure({
      EMAIL_ENABLED: 'true',
      EMAIL_SMTP_HOST: '127.0.0.1',
      EMAIL_SMTP_PORT: '9',
      EMAIL_SMTP_SECURITY: 'none',
      EMAIL_FROM: 'noreply@bank.example',
    });
    await makeOverdue();
    const idOf = async (words: string): Promise<number> => {
      const rows = await app.rows<{ id: string }>(
        `SELECT id FROM message WHERE recipient = $1 AND body ~ $2 ORDER BY id DESC LIMIT 1`,
        [officer.email, words],
      );
      expect([words, rows.length]).toEqual([words, 1]);
      return Number(rows[0]!.id);
    };
    mailIds = {
      release: await idOf('Release AML Hold'),
      ordinaryApproval: await idOf('nobody has decided these in time:\n- (?!Release AML Hold)'),
      case: await idOf('these wait longer than they may'),
      report: await idOf('The deadline of these has passed'),
    };
    await app.rows(`UPDATE message SET status = 'Failed' WHERE id = ANY($1)`, [Object.values(mailIds)]);
  });
  afterAll(() => app.close());

  /** A held movement, another approval, a case and a report, all overdue and escalated. */
  async function makeOverdue(): Promise<void> {
    const debitAccount = await app.openAccount();
    const movement = { debitAccount, creditAccount: '2030', amount: 1_000_000, narration: 'x' };
    dataOf(await app.post('/api/transfer/v1/localfundtransfer', { ...movement, postingsTransactionType: 1 }), 202);
    const entries = [
      { account: '1010', side: 'Debit', amount: 5 },
      { account: debitAccount, side: 'Credit', amount: 5 },
    ];
    const group = { narration: 'Group', referenceNumber: freshReference('MSG'), entries };
    dataOf(await app.post('/api/admin/v1/posting-groups', group, { token: await app.staff('maker') }), 202);
    const { customerID } = await openOwned(app);
    const opened = { customerID, queue: 'aml', priority: 'low', note: 'A branch reports it.' };
    dataOf(await app.post('/api/admin/v1/aml/cases', opened, { token: officer.token }));
    const report = { kind: 'SAR', customerID, reason: 'x', indicators: ['MA1'] };
    dataOf(await app.post('/api/admin/v1/nfiu-reports', report, { token: officer.token }));
    await app.rows(`UPDATE approval SET due_at = now() - interval '1 hour'`);
    await app.rows(`UPDATE aml_case SET decision_due_at = now() - interval '1 hour'`);
    await app.rows(`UPDATE nfiu_report SET due_at = now() - interval '1 hour'`);
    await app.app.get(ApprovalEscalations, { strict: false }).escalate(app.institutionId);
    await app.app.get(CaseEscalations, { strict: false }).escalate(app.institutionId);
    await app.app.get(ReportDeadlines, { strict: false }).warn(app.institutionId);
  }
  const hidden = (): number[] => [mailIds.release, mailIds.case, mailIds.report];
  const listed = async (by: Hired, query: Record<string, string | number> = {}): Promise<Row[]> =>
    dataOf<{ data: Row[] }>(await app.get(MESSAGES, { PageSize: 200, ...query }, { token: by.token })).data;
  const idsFor = async (by: Hired, query?: Record<string, string>): Promise<number[]> =>
    (await listed(by, query)).map(({ id }) => id).filter((id) => Object.values(mailIds).includes(id));
  const read = (by: Hired, id: number): Promise<Response> => app.get(`${MESSAGES}/${id}`, {}, { token: by.token });
  const resend = (by: Hired, id: number): Promise<Response> =>
    app.post(`${MESSAGES}/${id}/resend`, {}, { token: by.token });

  it('are in the lists of officers, and in no list of other staff, also with the recipient as filter', async () => {
    expect((await idsFor(officer)).sort()).toEqual(Object.values(mailIds).sort());
    expect(await idsFor(ordinary)).toEqual([mailIds.ordinaryApproval]);
    const filters: [string, string][] = [
      ['Recipient', officer.email],
      ['Status', 'Failed'],
      ['Channel', 'email'],
    ];
    for (const [name, value] of filters)
      expect(await idsFor(ordinary, { [name]: value })).toEqual([mailIds.ordinaryApproval]);
  });

  it('are neither read nor sent again by other staff, who get the answer of an unknown message', async () => {
    for (const id of hidden()) {
      for (const ask of [read, resend]) {
        const [real, unknown] = [await ask(ordinary, id), await ask(ordinary, 999_999_999)];
        expect([real.status, real.body]).toEqual([404, unknown.body]);
      }
      expect((await read(officer, id)).status).toBe(200);
    }
    expect((await read(ordinary, mailIds.ordinaryApproval)).status).toBe(200);
    expect(codeOf(await resend(officer, mailIds.case))[0]).toBe(200);
  });

  it('are seen with the permission for their own work alone', async () => {
    const of = async (staffID: string, permission: string): Promise<number[]> =>
      idsFor(await hire(app, staffID, ['view-messages', permission]), { Recipient: officer.email });
    const others = [mailIds.ordinaryApproval];
    expect((await of('MSG003', 'view-aml')).sort()).toEqual([mailIds.release, ...others].sort());
    expect((await of('MSG004', 'view-cases')).sort()).toEqual([mailIds.case, ...others].sort());
    expect((await of('MSG005', 'view-nfiu-reports')).sort()).toEqual([mailIds.report, ...others].sort());
  });

  it('about overdue approvals are sent only to supervisors who see these approvals', async () => {
    const mails = await app.rows<{ body: string }>('SELECT body FROM message WHERE recipient = $1', [ordinary.email]);
    expect(mails.map(({ body }) => body).join()).toContain('nobody has decided these in time');
    expect(mails.map(({ body }) => body).join()).not.toContain('Release AML Hold');
  });

  it('are not in the data of a member of staff who is a customer too', async () => {
    const { customerID } = await openOwned(app);
    await app.rows('UPDATE customer SET email = $2 WHERE customer_number = $1', [customerID, officer.email]);
    const { institutionId } = app;
    await app.app.get(UnitOfWork, { strict: false }).run(institutionId, (tx) =>
      app.app.get(Messages, { strict: false }).queue(tx, {
        ...{ institutionId, channel: 'email', recipient: officer.email, requestedBy: 'system:notifications' },
        ...{ subject: 'Credit', body: 'Money arrived on your account.' },
      }),
    );
    const path = `/api/admin/v1/customers/${customerID}/export`;
    const exported = await app.post(path, { reason: 'Asked for' }, { token: ordinary.token });
    const { document } = dataOf<{ document: string }>(exported);
    const text = Buffer.from(document.split('base64,')[1]!, 'base64').toString();
    expect(text).toContain('Money arrived on your account.');
    expect(text).not.toMatch(/Release AML Hold|these wait longer|The deadline of these/);
  });

  it('of an earlier version are hidden by the upgrade', async () => {
    await app.rows(`ALTER TABLE message DROP COLUMN seen_with`);
    const runner = { query: (statement: string) => app.rows(statement) };
    await new AddReadersOfMessages1795897000000().up(runner as never);
    const rows = await app.rows<{ id: string; seen_with: string | null }>(
      'SELECT id, seen_with FROM message WHERE id = ANY($1)',
      [Object.values(mailIds)],
    );
    expect(new Map(rows.map(({ id, seen_with: permission }) => [Number(id), permission]))).toEqual(
      new Map([
        [mailIds.release, 'view-aml'],
        [mailIds.ordinaryApproval, null],
        [mailIds.case, 'view-cases'],
        [mailIds.report, 'view-nfiu-reports'],
      ]),
    );
  });
});
