import request, { type Response } from 'supertest';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Housekeeping } from '../../src/common/housekeeping';
import { Clock } from '../../src/common/time/clock';
import { type IssuedCode, OneTimeCodes } from '../../src/institutions/staff/one-time-codes';
import { StaffMembers } from '../../src/institutions/staff/staff-members';
import type { OneTimeCodePurpose } from '../../src/institutions/staff/staff-one-time-code.entity';
import { codeOf } from '../support/answers';
import { type StaffPart, TestApp } from '../support/app';
import { releaseTogether } from './release-together';

const PATH = '/api/admin/v1/password';
const NEW_PASSWORD = 'a password of the owner';
const DAY_MS = 86_400_000;

describe('POST /api/admin/v1/password', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const issue = (staffID: string, purpose: OneTimeCodePurpose = 'issued-by-staff'): Promise<IssuedCode> =>
    app.app.get(UnitOfWork).run(app.institutionId, async (tx) => {
      const member = await app.app.get(StaffMembers, { strict: false }).require(tx, app.institutionId, staffID);
      return app.app.get(OneTimeCodes, { strict: false }).issue(tx, member, purpose);
    });
  const set = (email: string, code: string, newPassword = NEW_PASSWORD): Promise<Response> =>
    Promise.resolve(request(app.url).post(PATH).send({ email, code, newPassword }));
  const signIn = async (part: StaffPart, password: string): Promise<number> => {
    const { email } = app.sandbox.staff[part];
    return (await request(app.url).post('/api/admin/v1/login').send({ email, password })).status;
  };
  const REFUSED = [401, 'ONE_TIME_CODE_REFUSED'];

  it('sets the password once, ends the sessions and the lock, and writes an audit entry without code or password', async () => {
    const { email, password } = app.sandbox.staff.maker;
    const token = await app.staff('maker');
    await app.database.query(
      `UPDATE staff SET failed_sign_ins = 5, locked_until = now() + interval '1 hour' WHERE email = $1`,
      [email],
    );
    const { code, expiresAt } = await issue('STF002');
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(DAY_MS);
    const done = await set(` ${email.toUpperCase()} `, code.toLowerCase().replaceAll('-', ' '));
    expect([done.status, done.body.data]).toStrictEqual([200, { staffID: 'STF002' }]);
    expect((await app.get('/api/admin/v1/me', {}, { token })).status).toBe(401);
    expect([await signIn('maker', password), await signIn('maker', NEW_PASSWORD)]).toStrictEqual([401, 200]);
    expect(codeOf(await set(email, code))).toStrictEqual(REFUSED);
    const entries = await app.rows(
      `SELECT actor, subject, details FROM audit_log WHERE action = 'staff.set-password' ORDER BY id`,
    );
    expect(entries).toStrictEqual([
      { actor: 'staff:STF002', subject: 'staff:STF002', details: { purpose: 'issued-by-staff' } },
    ]);
    for (const table of ['staff', 'staff_one_time_code', 'audit_log', 'request_claim'])
      expect([
        table,
        await app.rows(
          `SELECT 1 FROM ${table} t
            WHERE t::text LIKE '%' || $1 || '%' OR t::text LIKE '%' || $2 || '%' OR t::text LIKE '%' || $3 || '%'`,
          [code, code.replaceAll('-', ''), NEW_PASSWORD],
        ),
      ]).toStrictEqual([table, []]);
  });

  it('refuses an unknown address, another member’s code and a wrong code alike, after the same time', async () => {
    const { code } = await issue('STF003');
    const times: number[] = [];
    for (const [email, wrong] of [
      ['nobody@sandbox.corebank.example', code],
      [app.sandbox.staff.administrator.email, code],
      [app.sandbox.staff.checker.email, '00000-00000-00000-00000'],
    ] as const) {
      const startedAt = performance.now();
      expect(codeOf(await set(email, wrong))).toStrictEqual(REFUSED);
      times.push(performance.now() - startedAt);
    }
    expect(Math.min(...times)).toBeGreaterThanOrEqual(249);
    expect(codeOf(await set(app.sandbox.staff.checker.email, code))[0]).toBe(200);
  });

  it('refuses a code after a day', async () => {
    const { code } = await issue('STF003');
    const now = Date.now();
    jest.spyOn(app.app.get(Clock), 'now').mockImplementation(() => new Date(now + DAY_MS + 1_000));
    expect(codeOf(await set(app.sandbox.staff.checker.email, code))).toStrictEqual(REFUSED);
  });

  it('refuses an earlier code of the same purpose, and keeps one of another purpose until the password is set', async () => {
    const { email } = app.sandbox.staff.checker;
    const first = await issue('STF003');
    const second = await issue('STF003');
    const forgotten = await issue('STF003', 'forgotten-password');
    expect(codeOf(await set(email, first.code))).toStrictEqual(REFUSED);
    expect((await set(email, second.code)).status).toBe(200);
    expect(codeOf(await set(email, forgotten.code))).toStrictEqual(REFUSED);
  });

  it('refuses a code from before another e-mail address, and keeps codes at other changes', async () => {
    const change = (fields: object): Promise<Response> =>
      Promise.resolve(app.staff('administrator')).then((token) =>
        app.approved(app.patch('/api/admin/v1/staff/STF001', fields, { token })),
      );
    const email = 'moved@sandbox.corebank.example';
    const [byStaff, forgotten] = [await issue('STF001'), await issue('STF001', 'forgotten-password')];
    expect((await change({ email })).status).toBe(200);
    for (const { code } of [byStaff, forgotten]) expect(codeOf(await set(email, code))).toStrictEqual(REFUSED);
    const later = await issue('STF001');
    expect((await change({ name: 'Another Name' })).status).toBe(200);
    expect((await set(email, later.code)).status).toBe(200);
  });

  it('refuses the code of a suspended member', async () => {
    const { email } = app.sandbox.staff.amlOfficer;
    const { code } = await issue('STF004');
    await app.database.query(`UPDATE staff SET status = 'Suspended' WHERE email = $1`, [email]);
    expect(codeOf(await set(email, code))).toStrictEqual(REFUSED);
    await app.database.query(`UPDATE staff SET status = 'Active' WHERE email = $1`, [email]);
    expect((await set(email, code)).status).toBe(200);
  });

  it('accepts one of eight requests in parallel with one code', async () => {
    const { email } = app.sandbox.staff.checker;
    const { code } = await issue('STF003');
    const lock = `SELECT 1 FROM staff_one_time_code WHERE used_at IS NULL FOR UPDATE`;
    const passwords = Array.from({ length: 8 }, (_, index) => `password number ${index}`);
    const answers = await releaseTogether(app, lock, 8, () =>
      Promise.all(passwords.map((password) => set(email, code, password))),
    );
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 401, 401, 401, 401, 401, 401, 401]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await signIn('checker', passwords[winner]!)).toBe(200);
  });

  it.each([
    ['a short password', { newPassword: 'too short' }],
    ['no code', { code: undefined }],
    ['an object as code', { code: { $ne: '' } }],
    ['an unknown field', { institutionId: 1 }],
  ])('refuses %s', async (_, fault) => {
    const body = { email: 'a@b.example', code: '00000-00000-00000-00000', newPassword: NEW_PASSWORD, ...fault };
    expect((await request(app.url).post(PATH).send(body)).status).toBe(400);
  });

  it('deletes codes a month after they have expired', async () => {
    await issue('STF001');
    await app.database.query(`UPDATE staff_one_time_code SET expires_at = now() - interval '31 days' WHERE id IN
      (SELECT max(id) FROM staff_one_time_code)`);
    const count = async (): Promise<number> => (await app.rows('SELECT 1 FROM staff_one_time_code')).length;
    const before = await count();
    await app.app.get(Housekeeping).sweepInstitution(app.institutionId);
    expect(await count()).toBe(before - 1);
  });

  it('refuses an address after a hundred wrong codes in a minute, with Retry-After', async () => {
    const fail = (): Promise<Response> => set('flood@sandbox.corebank.example', '00000-00000-00000-00000');
    const answers = await Promise.all(Array.from({ length: 100 }, fail));
    expect(answers.some(({ status }) => status === 429) || (await fail()).status === 429).toBe(true);
    const refused = await fail();
    expect(refused.headers['retry-after']).toBe(String(refused.body.data.retryAfterSec));
  });
});
