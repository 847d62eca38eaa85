import request from 'supertest';
import { addSecondInstitution } from '../auth/second-institution';
import { TestApp } from '../support/app';

const PATH = '/api/admin/v1/audit-log';

describe('the audit log', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
  });
  afterAll(() => app.close());

  const list = async (query: Record<string, string | number>, as = token): Promise<Record<string, unknown>[]> =>
    (await app.get(PATH, query, { token: as })).body.data.data;

  it('records actor, action, subject and correlation id', async () => {
    const body = { branchCode: 'AUD', branchName: 'Audited' };
    await app.post('/api/admin/v1/branches', body, { token, headers: { 'x-correlation-id': 'audit-test-1' } });
    const entries = await list({ Subject: 'branch:AUD' });
    expect(entries).toStrictEqual([
      {
        id: expect.any(Number),
        actor: 'staff:STF005',
        action: 'branch.create',
        subject: 'branch:AUD',
        details: body,
        correlationId: 'audit-test-1',
        address: '127.0.0.1',
        sessionId: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-/),
      },
    ]);
  });

  it('has no entry for refused requests', async () => {
    const before = (await list({ PageSize: 200, Action: 'branch.create' })).length;
    await app.post('/api/admin/v1/branches', { branchCode: '001', branchName: 'Taken' }, { token });
    expect((await list({ PageSize: 200, Action: 'branch.create' })).length).toBe(before);
  });

  it('filters by actor, action and days of the institution, latest first', async () => {
    const insert = (id: number, at: string): Promise<unknown> =>
      app.database.query(
        `INSERT INTO audit_log (institution_id, id, actor, action, subject, details, at) VALUES (1, $1, 'system:test', 'test.at', 'test', '{}', $2)`,
        [id, at],
      );
    // Lagos is an hour ahead of UTC.
    for (const [id, at] of [
      [11, '2026-03-09T22:59:59.999Z'],
      [12, '2026-03-09T23:00:00Z'],
      [13, '2026-03-10T22:59:59.999Z'],
      [14, '2026-03-10T23:00:00Z'],
    ] as const)
      await insert(id, at);
    const ids = async (query: Record<string, string | number>): Promise<unknown[]> =>
      (await list({ Actor: 'system:test', Action: 'test.at', ...query })).map(({ id }) => id);
    expect(await ids({})).toStrictEqual([14, 13, 12, 11]);
    expect(await ids({ From: '2026-03-10', To: '2026-03-10', Direction: 'Asc' })).toStrictEqual([12, 13]);
    expect(await ids({ To: '2026-03-09' })).toStrictEqual([11]);
    expect(await ids({ From: '2026-03-11' })).toStrictEqual([14]);
    expect(await ids({ PageSize: 1, PageNumber: 2 })).toStrictEqual([13]);
  });

  it('filters by address and session of the caller', async () => {
    for (const [id, address, session] of [
      [21, '102.89.23.4', 7],
      [22, '102.89.23.4', 8],
      [23, '2001:db8::1', null],
    ])
      await app.database.query(
        `INSERT INTO audit_log (institution_id, id, actor, action, subject, details, address, session_id, at)
         VALUES (1, $1, 'system:test', 'test.from', 'test', '{}', $2, $3, now())`,
        [id, address, session],
      );
    const ids = async (query: Record<string, string | number>): Promise<unknown[]> =>
      (await list({ Action: 'test.from', ...query })).map(({ id }) => id);
    expect(await ids({ Address: '102.89.23.4', Direction: 'Asc' })).toStrictEqual([21, 22]);
    expect(await ids({ Address: '2001:db8::1' })).toStrictEqual([23]);
    expect(await ids({ SessionID: 8 })).toStrictEqual([22]);
    expect((await app.get(PATH, { Address: 'everywhere' }, { token })).status).toBe(400);
    expect((await app.get(PATH, { SessionID: 'x' }, { token })).status).toBe(400);
  });

  it('names the address of a sign-in, refused or not', async () => {
    const { email } = app.sandbox.staff.maker;
    await request(app.url).post('/api/admin/v1/login').send({ email, password: 'not the password' });
    const [refused] = await list({ Action: 'staff.sign-in-refused' });
    const [accepted] = await list({ Action: 'staff.sign-in' });
    expect([refused, accepted].map((entry) => entry?.address)).toStrictEqual(['127.0.0.1', '127.0.0.1']);
  });

  it.each(['2026-02-30', '2026-3-9', 'yesterday', '9999-12-31', '0001-01-01'])('refuses the day %s', async (day) => {
    expect((await app.get(PATH, { From: day }, { token })).status).toBe(400);
  });

  it('can be added to and read, but not changed, by the serving role', async () => {
    for (const statement of [`UPDATE audit_log SET actor = 'nobody'`, 'DELETE FROM audit_log', 'TRUNCATE audit_log']) {
      await app.database.query('BEGIN');
      await app.database.query('SET LOCAL ROLE corebank_app');
      await app.database.query('SET LOCAL app.institution_id = 1');
      await expect(app.database.query(statement)).rejects.toThrow('permission denied');
      await app.database.query('ROLLBACK');
    }
  });

  it('keeps institutions apart, and needs its own permission', async () => {
    const { manager } = await addSecondInstitution(app);
    const { accessToken } = (
      await request(app.url).post('/api/admin/v1/login').send({ email: manager.email, password: manager.password })
    ).body;
    expect((await list({}, accessToken)).map(({ action }) => action)).toStrictEqual(['staff.sign-in']);
    await request(app.url)
      .patch('/api/admin/v1/roles/Checker')
      .auth(token, { type: 'bearer' })
      .send({ permissions: ['view-staff'] });
    expect((await app.get(PATH, {}, { token: await app.staff('checker') })).status).toBe(403);
  });
});
