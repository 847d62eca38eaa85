import request, { type Response } from 'supertest';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Branches } from '../../src/institutions/branches/branches';
import { StaffMembers } from '../../src/institutions/staff/staff-members';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';

const PATH = '/api/admin/v1/staff';

describe('staff', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
  });
  afterAll(() => app.close());

  const create = (body: object, as = token, checker?: string): Promise<Response> =>
    app.approved(app.post(PATH, { name: 'Test Member', branchCode: '001', ...body }, { token: as }), checker);
  const update = (id: string, body: object): Promise<Response> =>
    app.approved(app.patch(`${PATH}/${id}`, body, { token }));
  const assign = (id: string, roles: string[]): Promise<Response> =>
    app.approved(app.put(`${PATH}/${id}/roles`, { roles }, { token }));
  /** Sets a password as its owner does, with a one-time code. */
  const setPassword = async (id: string, email: string, newPassword: string): Promise<void> => {
    const { code } = dataOf<{ code: string }>(await app.approved(app.post(`${PATH}/${id}/password`, {}, { token })));
    dataOf(await app.post('/api/admin/v1/password', { email, code, newPassword }));
  };
  const signIn = async (email: string, password: string): Promise<number> =>
    (await request(app.url).post('/api/admin/v1/login').send({ email, password })).status;

  it('creates, updates and lists a member of staff', async () => {
    const created = await create({
      staffID: 'STF100',
      name: 'Zainab Ọláolúwa',
      email: 'Zainab@Bank.example',
      roles: ['Maker', 'Maker'],
    });
    const member = {
      version: expect.any(String) as unknown,
      rolesVersion: expect.any(String) as unknown,
      id: expect.any(Number),
      staffID: 'STF100',
      name: 'Zainab Ọláolúwa',
      email: 'zainab@bank.example',
      branchCode: '001',
      branchName: 'Head Office',
      status: 'Active',
      roles: ['Maker'],
      canSignIn: false,
      lockedUntil: null,
      lastSignInAt: null,
    };
    expect([created.status, created.body.data]).toStrictEqual([200, member]);
    const changed = await update('STF100', {
      name: 'Zainab Olaoluwa-Bello',
      branchCode: '002',
      email: 'z@bank.example',
    });
    expect(changed.body.data).toStrictEqual({
      ...member,
      name: 'Zainab Olaoluwa-Bello',
      branchCode: '002',
      branchName: 'Ikeja',
      email: 'z@bank.example',
    });
    const listed = await app.get(PATH, { Name: 'zainab olaoluwa', BranchCode: '002', Status: 'Active' }, { token });
    expect(listed.body.data).toMatchObject({ recordCount: 1, data: [{ staffID: 'STF100' }] });
    expect((await app.get(PATH, { BranchCode: 'nowhere' }, { token })).body.data.recordCount).toBe(0);
  });

  it('lets the owner set the password with a code, and replace it', async () => {
    const email = 'first@bank.example';
    await create({ staffID: 'STF101', email });
    await setPassword('STF101', email, 'chosen by the owner');
    expect(await signIn(email, 'chosen by the owner')).toBe(200);
    await setPassword('STF101', email, 'chosen another time');
    expect([await signIn(email, 'chosen by the owner'), await signIn(email, 'chosen another time')]).toStrictEqual([
      401, 200,
    ]);
    for (const table of ['staff', 'request_claim', 'audit_log', 'approval']) {
      const [row] = await app.rows<{ found: boolean }>(
        `SELECT bool_or(t::text LIKE '%chosen by the owner%') AS found FROM ${table} t`,
      );
      expect([table, row]).toStrictEqual([table, { found: false }]);
    }
  });

  it('moves sign-in to a new address', async () => {
    await create({ staffID: 'STF102', email: 'old@bank.example' });
    await setPassword('STF102', 'old@bank.example', 'a long password');
    await update('STF102', { email: 'NEW@bank.example' });
    expect([
      await signIn('old@bank.example', 'a long password'),
      await signIn('new@bank.example', 'a long password'),
    ]).toStrictEqual([401, 200]);
    expect((await create({ staffID: 'STF103', email: 'old@bank.example' })).status).toBe(200);
  });

  it('replaces roles at once', async () => {
    await create({ staffID: 'STF104', email: 'roles@bank.example', roles: ['Maker'] });
    await setPassword('STF104', 'roles@bank.example', 'a long password');
    const { accessToken } = (
      await request(app.url)
        .post('/api/admin/v1/login')
        .send({ email: 'roles@bank.example', password: 'a long password' })
    ).body;
    expect((await app.get(PATH, {}, { token: accessToken })).status).toBe(200);
    expect((await assign('STF104', [])).body.data.roles).toStrictEqual([]);
    expect((await app.get(PATH, {}, { token: accessToken })).status).toBe(403);
    expect((await assign('STF104', ['Checker', 'Maker'])).body.data.roles).toStrictEqual(['Checker', 'Maker']);
    expect((await app.get(PATH, {}, { token: accessToken })).status).toBe(200);
    expect(codeOf(await assign('STF104', ['Maker', 'Nothing']))).toStrictEqual([404, 'ROLE_NOT_FOUND']);
    expect((await app.get(PATH, { StaffID: 'STF104' }, { token })).body.data.data[0].roles).toStrictEqual([
      'Checker',
      'Maker',
    ]);
  });

  it('refuses a change of own status, roles or password', async () => {
    const attempts = [
      await update('STF005', { status: 'Active' }),
      await assign('STF005', ['Maker']),
      await app.post(`${PATH}/STF005/password`, {}, { token }),
    ];
    for (const attempt of attempts) expect(codeOf(attempt)).toStrictEqual([403, 'OWN_STAFF_RECORD']);
    expect((await update('STF005', { name: 'Ade Administrator' })).status).toBe(200);
  });

  it('keeps addresses unique over all institutions, and staff ids within one', async () => {
    const { manager, checker } = await addSecondInstitution(app);
    const { accessToken: other } = (
      await request(app.url).post('/api/admin/v1/login').send({ email: manager.email, password: manager.password })
    ).body;
    const { accessToken: otherChecker } = (
      await request(app.url).post('/api/admin/v1/login').send({ email: checker.email, password: checker.password })
    ).body;
    const sandboxEmail = app.sandbox.staff.maker.email;
    expect(codeOf(await create({ staffID: 'STF900', email: manager.email.toUpperCase() }))).toStrictEqual([
      409,
      'STAFF_EMAIL_TAKEN',
    ]);
    expect(codeOf(await create({ staffID: 'STF900', email: sandboxEmail }))).toStrictEqual([409, 'STAFF_EMAIL_TAKEN']);
    expect(codeOf(await update('STF001', { email: sandboxEmail }))).toStrictEqual([409, 'STAFF_EMAIL_TAKEN']);
    expect(codeOf(await create({ staffID: 'STF002', email: 'free@bank.example' }))).toStrictEqual([
      409,
      'STAFF_ID_TAKEN',
    ]);
    expect(
      (await create({ staffID: 'STF002', email: 'free@bank.example', branchCode: 'B2' }, other, otherChecker)).status,
    ).toBe(200);
    expect((await app.get(PATH, {}, { token: other })).body.data.recordCount).toBe(3);
    expect(codeOf(await app.post(`${PATH}/STF001/password`, {}, { token: other }))).toStrictEqual([
      404,
      'STAFF_NOT_FOUND',
    ]);
  });

  it.each([
    ['an unknown branch', { branchCode: 'nowhere' }, 404, 'BRANCH_NOT_FOUND'],
    ['an inactive branch', { branchCode: 'SHUT' }, 422, 'BRANCH_INACTIVE'],
    ['an unknown role', { roles: ['Nothing'] }, 404, 'ROLE_NOT_FOUND'],
    ['a blank name', { name: ' ' }, 400, 'VALIDATION_FAILED'],
    ['an address that is none', { email: 'nonsense' }, 400, 'VALIDATION_FAILED'],
    ['roles as text', { roles: 'Maker' }, 400, 'VALIDATION_FAILED'],
    ['a password', { password: 'a long password' }, 400, 'VALIDATION_FAILED'],
    ['a status', { status: 'Active' }, 400, 'VALIDATION_FAILED'],
    ['a prototype', JSON.parse('{"__proto__": {"status": "Active"}}'), 400, 'VALIDATION_FAILED'],
  ])('refuses %s', async (_, fault, status, code) => {
    await app.database.query(
      `INSERT INTO branch (institution_id, id, branch_code, branch_name, search_name, status, created_at) VALUES (1, 5, 'SHUT', 'Shut', 'shut', 'Inactive', now()) ON CONFLICT DO NOTHING`,
    );
    const body = `${JSON.stringify({ staffID: 'STF901', name: 'A', email: 'refused@bank.example', branchCode: '001', ...fault }).slice(0, -1)}${'__proto__' in fault && Object.keys(fault).includes('__proto__') ? ',"__proto__":{"status":"Active"}' : ''}}`;
    expect(codeOf(await app.post(PATH, body, { token }))).toStrictEqual([status, code]);
    expect(await app.rows(`SELECT 1 FROM staff_directory WHERE email = 'refused@bank.example'`)).toStrictEqual([]);
  });

  it('answers other modules who is an active officer and which branch is active', async () => {
    const branches = app.app.get(Branches, { strict: false });
    const members = app.app.get(StaffMembers, { strict: false });
    await create({ staffID: 'STF105', email: 'gone@bank.example' });
    await update('STF105', { status: 'Suspended' });
    const outcome = (
      work: (tx: Parameters<Parameters<UnitOfWork['read']>[1]>[0]) => Promise<{ id: number }>,
    ): Promise<string> =>
      app.app
        .get(UnitOfWork)
        .read(app.institutionId, work)
        .then(
          () => 'found',
          (error: { code: string; httpStatus: number }) => `${error.httpStatus} ${error.code}`,
        );
    expect(await outcome((tx) => branches.requireActive(tx, 1, '001'))).toBe('found');
    expect(await outcome((tx) => branches.requireActive(tx, 1, 'nowhere'))).toBe('404 BRANCH_NOT_FOUND');
    expect(await outcome((tx) => branches.requireActive(tx, 1, 'SHUT'))).toBe('422 BRANCH_INACTIVE');
    expect(await outcome((tx) => members.requireActive(tx, 1, 'STF001'))).toBe('found');
    expect(await outcome((tx) => members.requireActive(tx, 1, 'nobody'))).toBe('404 ACCOUNT_OFFICER_NOT_FOUND');
    expect(await outcome((tx) => members.requireActive(tx, 1, 'STF105'))).toBe('422 ACCOUNT_OFFICER_INACTIVE');
  });
});
