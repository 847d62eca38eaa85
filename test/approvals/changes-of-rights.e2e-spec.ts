import type { Response } from 'supertest';
import { releaseTogether } from '../auth/release-together';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';
import { staffToken } from '../support/staff-token';

const ROLES = '/api/admin/v1/roles';
const STAFF = '/api/admin/v1/staff';
const APPROVALS = '/api/admin/v1/approvals';
const LOCK = 'SELECT 1 FROM institution WHERE institution_id = 1 FOR UPDATE';
const DECIDES = ['manage-roles', 'manage-staff', 'view-approvals', 'view-staff'];

interface Shown {
  approvalId: number;
  operation: string;
  status: string;
  summary: string;
  change: { target: string; before: object | null; after: object };
  result?: object;
}

describe('changes of rights', () => {
  let app: TestApp;
  let first: string;
  let second: string;
  beforeAll(async () => {
    app = await TestApp.start();
    first = await app.staff('administrator');
    second = await app.staff('secondAdministrator');
  });
  afterAll(() => app.close());

  const waiting = (answer: Response): number => dataOf<{ approvalId: number }>(answer, 202).approvalId;
  const approve = (approvalId: number, token = second): Promise<Response> =>
    app.post(`${APPROVALS}/${approvalId}/approve`, {}, { token });
  const decline = (approvalId: number, token = second): Promise<Response> =>
    app.post(`${APPROVALS}/${approvalId}/decline`, { note: 'No' }, { token });
  const shown = async (approvalId: number): Promise<Shown> =>
    dataOf<Shown>(await app.get(`${APPROVALS}/${approvalId}`, {}, { token: first }));
  const newRole = (name: string, permissions: string[], token = first): Promise<Response> =>
    app.post(ROLES, { name, permissions }, { token });
  const changeRole = (name: string, permissions: string[], token = first): Promise<Response> =>
    app.patch(`${ROLES}/${encodeURIComponent(name)}`, { permissions }, { token });
  const assign = (staffID: string, roles: string[], token = first): Promise<Response> =>
    app.put(`${STAFF}/${staffID}/roles`, { roles }, { token });
  const setStatus = (staffID: string, status: string, token = first): Promise<Response> =>
    app.patch(`${STAFF}/${staffID}`, { status }, { token });
  const rolesOf = async (staffID: string): Promise<string[]> =>
    (await app.get(STAFF, { StaffID: staffID }, { token: first })).body.data.data[0].roles;
  const permissionsOf = async (name: string): Promise<string[] | undefined> =>
    (await app.get(ROLES, { Name: name }, { token: first })).body.data.data[0]?.permissions;
  const auditOf = (subject: string): Promise<object[]> =>
    app.rows(`SELECT actor, action, details FROM audit_log WHERE subject = $1 ORDER BY at, id`, [subject]);

  it('show before and after, are made by the approval of another person, and are audited', async () => {
    const created = waiting(await newRole('Tellers', ['view-staff']));
    expect(await permissionsOf('Tellers')).toBeUndefined();
    expect(await shown(created)).toMatchObject({
      operation: 'change-role',
      status: 'Pending',
      summary: 'Role Tellers: new',
      change: { target: 'Tellers', before: null, after: { description: null, permissions: ['view-staff'] } },
    });
    expect(codeOf(await approve(created, first))).toStrictEqual([403, 'MAKER_CANNOT_APPROVE']);
    expect(dataOf<Shown>(await approve(created)).result).toMatchObject({
      name: 'Tellers',
      permissions: ['view-staff'],
    });
    const widened = waiting(await changeRole('Tellers', ['view-staff', 'view-branches']));
    expect((await shown(widened)).change).toStrictEqual({
      target: 'Tellers',
      before: { permissions: ['view-staff'] },
      after: { permissions: ['view-branches', 'view-staff'] },
    });
    expect(await permissionsOf('Tellers')).toStrictEqual(['view-staff']);
    expect((await approve(widened)).status).toBe(200);
    expect(await permissionsOf('Tellers')).toStrictEqual(['view-branches', 'view-staff']);
    expect(await auditOf('role:Tellers')).toStrictEqual([
      {
        actor: 'staff:STF006',
        action: 'role.create',
        details: {
          before: null,
          after: { description: null, permissions: ['view-staff'] },
          maker: 'staff:STF005',
          approvalId: created,
        },
      },
      {
        actor: 'staff:STF006',
        action: 'role.update',
        details: {
          before: { permissions: ['view-staff'] },
          after: { permissions: ['view-branches', 'view-staff'] },
          maker: 'staff:STF005',
          approvalId: widened,
        },
      },
    ]);
    expect(await auditOf(`approval:${widened}`)).toMatchObject([
      { actor: 'staff:STF005', action: 'approval.ask', details: { operation: 'change-role', target: 'Tellers' } },
      { actor: 'staff:STF005', action: 'approval.view' },
      { actor: 'staff:STF006', action: 'approval.approve' },
    ]);
  });

  it('of one administrator alone lead nowhere: no role, no member, no password', async () => {
    const all = (await app.get('/api/admin/v1/permissions', {}, { token: first })).body.data.data.map(
      ({ name }: { name: string }) => name,
    );
    waiting(await newRole('Everything', all));
    const member = { staffID: 'STF666', name: 'Nobody', branchCode: '001', email: 'nobody@hired.example' };
    waiting(await app.post(STAFF, member, { token: first }));
    expect(codeOf(await app.post(`${STAFF}/STF666/password`, {}, { token: first }))).toStrictEqual([
      404,
      'STAFF_NOT_FOUND',
    ]);
    const asked = await app.post(`${STAFF}/STF003/password`, {}, { token: first });
    expect(dataOf<object>(asked, 202)).toStrictEqual({
      statusCode: 'PENDING_APPROVAL',
      approvalId: expect.any(Number),
    });
    expect(
      codeOf(await app.post(`${STAFF}/STF003/password`, { password: 'a password I know' }, { token: first })),
    ).toEqual([400, 'VALIDATION_FAILED']);
    expect(await app.rows('SELECT 1 FROM staff_one_time_code')).toStrictEqual([]);
    expect(await permissionsOf('Everything')).toBeUndefined();
  });

  it('that are declined change nothing, and a decision is final', async () => {
    const approvalId = waiting(await newRole('Declined', ['view-staff']));
    expect((await decline(approvalId)).status).toBe(200);
    expect(await permissionsOf('Declined')).toBeUndefined();
    expect(codeOf(await approve(approvalId))).toStrictEqual([409, 'APPROVAL_ALREADY_DECIDED']);
  });

  it('are refused to the one who asks when they cannot be made', async () => {
    expect(codeOf(await newRole('Maker', []))).toStrictEqual([409, 'ROLE_NAME_TAKEN']);
    expect(codeOf(await newRole('Magic', ['do-magic']))).toStrictEqual([422, 'UNKNOWN_PERMISSION']);
    expect(codeOf(await assign('STF003', ['Nothing']))).toStrictEqual([404, 'ROLE_NOT_FOUND']);
    const member = { staffID: 'STF002', name: 'Twin', branchCode: '001', email: 'twin@hired.example' };
    expect(codeOf(await app.post(STAFF, member, { token: first }))).toStrictEqual([409, 'STAFF_ID_TAKEN']);
  });

  it('are refused to their own beneficiary: roles, role and record', async () => {
    expect(codeOf(await assign('STF005', ['Administrator', 'Checker']))).toStrictEqual([403, 'OWN_STAFF_RECORD']);
    expect(codeOf(await changeRole('Administrator', ['approve-transactions']))).toStrictEqual([403, 'OWN_ROLE']);
    const assigned = waiting(await assign('STF006', ['Administrator', 'Checker']));
    expect(codeOf(await approve(assigned))).toStrictEqual([403, 'BENEFICIARY_CANNOT_APPROVE']);
    expect(await rolesOf('STF006')).toStrictEqual(['Administrator']);
    const outsider = await hire(app, 'OUT1', DECIDES);
    const widened = waiting(await changeRole('Administrator', [...DECIDES, 'approve-transactions'], outsider.token));
    const refused = await approve(widened);
    expect([codeOf(refused), refused.body.message]).toStrictEqual([
      [403, 'BENEFICIARY_CANNOT_APPROVE'],
      'You would gain the permission approve-transactions; a member of staff who gains nothing must approve this.',
    ]);
    expect((await decline(widened)).status).toBe(200);
  });

  it('can be approved by a holder of the role who holds the new permission already', async () => {
    const asker = await hire(app, 'ASK2', DECIDES);
    const holder = await hire(app, 'HOLD2', [...DECIDES, 'view-branches']);
    dataOf(await app.approved(await newRole('Shared', ['view-staff'])));
    dataOf(await app.approved(await assign(holder.staffID, [holder.staffID, 'Shared'])));
    const widened = waiting(await changeRole('Shared', ['view-staff', 'view-branches'], asker.token));
    expect((await approve(widened, holder.token)).status).toBe(200);
  });

  it('cannot reach the one who asks in two parts: the role first, its permissions later', async () => {
    const asker = await hire(app, 'ASK3', DECIDES);
    dataOf(await app.approved(await newRole('Empty', [])));
    const widening = waiting(await changeRole('Empty', ['approve-transactions'], asker.token));
    // A role without permissions gives nothing, so one person may assign it.
    expect((await assign(asker.staffID, [asker.staffID, 'Empty'])).status).toBe(200);
    expect(codeOf(await approve(widening))).toStrictEqual([409, 'MAKER_WOULD_GAIN']);
    expect(await permissionsOf('Empty')).toStrictEqual([]);
  });

  it('do not hide what a role has gained since its assignment was asked for', async () => {
    const target = await hire(app, 'TGT4', []);
    dataOf(await app.approved(await newRole('Growing', ['view-staff'])));
    const assigning = waiting(await assign(target.staffID, [target.staffID, 'Growing']));
    expect((await shown(assigning)).change.after).toStrictEqual({
      roles: ['Growing', 'TGT4'],
      permissions: ['view-staff'],
    });
    dataOf(await app.approved(await changeRole('Growing', ['view-staff', 'manage-configuration'])));
    expect(codeOf(await approve(assigning))).toStrictEqual([409, 'CHANGE_OUTDATED']);
  });

  it('need manage-roles of the checker where they give rights, besides manage-staff', async () => {
    const clerk = await hire(app, 'CLERK5', ['manage-staff', 'view-approvals']);
    const member = { staffID: 'NEW5', name: 'New', branchCode: '001', email: 'new5@hired.example' };
    const withRole = waiting(await app.post(STAFF, { ...member, roles: ['Maker'] }, { token: first }));
    expect(codeOf(await approve(withRole, clerk.token))).toStrictEqual([403, 'PERMISSION_DENIED']);
    const without = waiting(
      await app.post(STAFF, { ...member, staffID: 'NEW6', email: 'new6@hired.example' }, { token: first }),
    );
    expect((await approve(without, clerk.token)).status).toBe(200);
    expect((await setStatus('NEW6', 'Suspended')).status).toBe(200);
    const reactivated = waiting(await setStatus('NEW6', 'Active'));
    expect(codeOf(await approve(reactivated, clerk.token))).toStrictEqual([403, 'PERMISSION_DENIED']);
    expect(dataOf<Shown>(await approve(reactivated)).result).toMatchObject({ staffID: 'NEW6', status: 'Active' });
  });

  it('of an e-mail address wait, and the member concerned does not decide', async () => {
    const approvalId = waiting(await app.patch(`${STAFF}/STF006`, { email: 'mine@hired.example' }, { token: first }));
    expect(codeOf(await approve(approvalId))).toStrictEqual([403, 'BENEFICIARY_CANNOT_APPROVE']);
    const own = waiting(await app.patch(`${STAFF}/STF005`, { email: 'Ade@Hired.example' }, { token: first }));
    expect(dataOf<Shown>(await approve(own)).result).toMatchObject({ email: 'ade@hired.example' });
  });

  it('are refused when somebody has changed the same since', async () => {
    const member = await hire(app, 'DRIFT6', []);
    const both = [
      waiting(await app.patch(`${STAFF}/${member.staffID}`, { email: 'one@hired.example' }, { token: first })),
      waiting(await app.patch(`${STAFF}/${member.staffID}`, { email: 'two@hired.example' }, { token: first })),
    ];
    expect((await approve(both[0]!)).status).toBe(200);
    expect(codeOf(await approve(both[1]!))).toStrictEqual([409, 'CHANGE_OUTDATED']);
    expect((await decline(both[1]!)).status).toBe(200);
  });

  it('of which two are approved in parallel are made once', async () => {
    const member = await hire(app, 'PAR7', []);
    const ids: number[] = [];
    for (const email of ['one7@hired.example', 'two7@hired.example', 'three7@hired.example'])
      ids.push(waiting(await app.patch(`${STAFF}/${member.staffID}`, { email }, { token: first })));
    const answers = await releaseTogether(app, LOCK, 3, () => Promise.all(ids.map((id) => approve(id))));
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 409, 409]);
  });

  it('that take rights away are made by one person at once', async () => {
    const member = await hire(app, 'NARROW8', ['view-branches', 'view-products']);
    expect((await app.get('/api/admin/v1/branches', {}, { token: member.token })).status).toBe(200);
    expect((await changeRole(member.staffID, ['view-products'])).status).toBe(200);
    expect((await app.get('/api/admin/v1/branches', {}, { token: member.token })).status).toBe(403);
    expect((await assign(member.staffID, [])).status).toBe(200);
    expect((await setStatus(member.staffID, 'Suspended')).status).toBe(200);
    expect((await app.get('/api/admin/v1/me', {}, { token: member.token })).status).toBe(401);
    expect(await auditOf(`role:${member.staffID}`)).toStrictEqual([
      {
        actor: 'staff:STF005',
        action: 'role.update',
        details: {
          before: { permissions: ['view-branches', 'view-products'] },
          after: { permissions: ['view-products'] },
        },
      },
    ]);
  });

  it('that give and take at once wait as a whole', async () => {
    const member = await hire(app, 'SWAP9', ['view-branches']);
    waiting(await changeRole(member.staffID, ['view-products']));
    waiting(
      await app.patch(
        `${STAFF}/${member.staffID}`,
        { status: 'Suspended', email: 'x9@hired.example' },
        { token: first },
      ),
    );
    expect(await permissionsOf(member.staffID)).toStrictEqual(['view-branches']);
  });

  it('of a password code without e-mail show the code to the second person alone, once', async () => {
    const member = await hire(app, 'CODE10', []);
    const asked = await app.post(`${STAFF}/${member.staffID}/password`, { note: 'Forgot it' }, { token: first });
    const approvalId = waiting(asked);
    expect((await shown(approvalId)).change.after).toStrictEqual({ oneTimeCode: 'issued', note: 'Forgot it' });
    expect(codeOf(await approve(approvalId, first))).toStrictEqual([403, 'MAKER_CANNOT_APPROVE']);
    const { code, staffID } = dataOf<Shown>(await approve(approvalId)).result as { code: string; staffID: string };
    expect(staffID).toBe(member.staffID);
    for (const token of [first, second]) {
      const { text } = await app.get(`${APPROVALS}/${approvalId}`, {}, { token });
      expect(text).not.toContain(code);
    }
    for (const table of ['approval', 'audit_log', 'request_claim', 'staff_one_time_code'])
      expect([
        table,
        await app.rows(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [code]),
      ]).toStrictEqual([table, []]);
    const body = { email: member.email, code, newPassword: 'a password of my own' };
    expect((await app.post('/api/admin/v1/password', body)).status).toBe(200);
    expect(codeOf(await app.post(`${STAFF}/STF005/password`, {}, { token: first }))).toStrictEqual([
      403,
      'OWN_STAFF_RECORD',
    ]);
  });

  describe('that would leave fewer than two people who can decide', () => {
    const others = async (): Promise<Hired[]> => {
      await app.database.query(
        `UPDATE staff SET status = 'Inactive' WHERE email LIKE '%@hired.example' AND staff_code NOT IN ('STF005', 'STF006')`,
      );
      return [await hire(app, `DEC${Date.now() % 100_000}`, DECIDES)];
    };

    it('wait for approval: a deactivation, other roles, fewer permissions of a role', async () => {
      const [third] = await others();
      expect((await setStatus(third!.staffID, 'Suspended')).status).toBe(200);
      const deactivated = await setStatus('STF006', 'Inactive');
      waiting(deactivated);
      waiting(await assign('STF006', ['Maker']));
      dataOf(await app.approved(await setStatus(third!.staffID, 'Active')));
      const token = await staffToken(app, app.institutionId, third!.staffID);
      for (const taken of ['manage-roles', 'view-approvals']) {
        const permissions = ((await permissionsOf('Administrator')) ?? []).filter((name) => name !== taken);
        waiting(await changeRole('Administrator', permissions, token));
      }
      expect((await app.get('/api/admin/v1/me', {}, { token: second })).status).toBe(200);
    });

    it('also when two people deactivate each other in parallel', async () => {
      await others();
      const [third] = await app.rows<{ staff_code: string }>(
        `SELECT staff_code FROM staff WHERE status = 'Active' AND staff_code LIKE 'DEC%'`,
      );
      const answers = await releaseTogether(app, LOCK, 2, () =>
        Promise.all([setStatus('STF006', 'Inactive'), setStatus(third!.staff_code, 'Inactive')]),
      );
      expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 202]);
    });
  });
});
