import request, { type Response } from 'supertest';
import { Clock } from '../../src/common/time/clock';
import { TestApp } from '../support/app';
import { releaseTogether } from './release-together';

const REFUSAL = {
  status: false,
  message: 'E-mail address or password wrong, or sign-in locked for a while',
  data: { statusCode: 'SIGN_IN_REFUSED' },
};

describe('POST /api/admin/v1/login', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const signIn = (email: string, password: string): Promise<Response> =>
    Promise.resolve(request(app.url).post('/api/admin/v1/login').send({ email, password }));
  const answer = async (email: string, password: string): Promise<unknown[]> => {
    const { status, body } = await signIn(email, password);
    return status === 200 ? [200] : [status, body];
  };

  it('returns the token in data and at the top of the body, with its holder', async () => {
    const { email, password } = app.sandbox.staff.maker;
    const { status, body } = await signIn(`  ${email.toUpperCase()} `, password);
    expect(status).toBe(200);
    const token = {
      accessToken: expect.any(String),
      tokenType: 'Bearer',
      expirationTime: expect.any(Number),
      tokenValiditySec: 1800,
    };
    const who = {
      staffID: 'STF002',
      name: 'Musa Maker',
      permissions: expect.arrayContaining(['create-posting-groups', 'view-branches']),
    };
    expect(body).toStrictEqual({ status: true, message: 'Successful', data: { ...token, ...who }, ...token });
    const claims = JSON.parse(Buffer.from(body.accessToken.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({
      iss: 'corebank',
      aud: 'staff',
      sub: 'STF002',
      institutionId: app.institutionId,
      actor_type: 'staff',
    });
  });

  it('returns the signed-in member of staff', async () => {
    const { body } = await app.get('/api/admin/v1/me', {}, { token: await app.staff('maker') });
    expect(body.data).toStrictEqual({
      staffID: 'STF002',
      name: 'Musa Maker',
      email: app.sandbox.staff.maker.email,
      branchCode: '001',
      branchName: 'Head Office',
      roles: ['Maker'],
      permissions: expect.arrayContaining(['view-staff']),
      institutionName: 'Corebank Sandbox Microfinance Bank',
      institutionCode: '59999',
      businessDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
  });

  it('refuses unknown addresses, wrong passwords and staff without a password alike, after the same time', async () => {
    const times: number[] = [];
    for (const email of [
      'nobody@sandbox.corebank.example',
      app.sandbox.staff.checker.email,
      'officer@sandbox.corebank.example',
      'nonsense',
    ]) {
      const startedAt = performance.now();
      expect(await answer(email, 'a wrong password')).toStrictEqual([401, REFUSAL]);
      times.push(performance.now() - startedAt);
    }
    expect(Math.min(...times)).toBeGreaterThanOrEqual(249);
    // Checking a password takes longer on a busy machine; what counts is that it is checked for all of them.
    expect(Math.max(...times)).toBeLessThan(1_000);
  });

  it('locks an address after five wrong passwords, also for the right one, and twice as long the next time', async () => {
    const { email, password } = app.sandbox.staff.amlOfficer;
    const clock = jest.spyOn(app.app.get(Clock), 'now');
    const start = Date.now();
    const at = (minutes: number): void => void clock.mockImplementation(() => new Date(start + minutes * 60_000));
    at(0);
    for (let failure = 1; failure <= 5; failure += 1) await signIn(email, 'wrong');
    expect(await answer(email, password)).toStrictEqual([401, REFUSAL]);
    at(14.99);
    expect(await answer(email, password)).toStrictEqual([401, REFUSAL]);
    at(15);
    await signIn(email, 'wrong');
    at(44.99);
    expect(await answer(email, password)).toStrictEqual([401, REFUSAL]);
    at(45);
    expect(await answer(email, password)).toStrictEqual([200]);
    const [row] = await app.rows('SELECT failed_sign_ins, locked_until FROM staff WHERE email = $1', [email]);
    expect(row).toStrictEqual({ failed_sign_ins: 0, locked_until: null });
    const failures = 'SELECT f.* FROM sign_in_failure f JOIN staff s ON s.id = f.staff_id WHERE s.email = $1';
    expect(await app.rows(failures, [email])).toStrictEqual([]);
  });

  it('locks an address from which the member has signed in for a minute only', async () => {
    const { email, password } = app.sandbox.staff.amlOfficer;
    const clock = jest.spyOn(app.app.get(Clock), 'now');
    const start = Date.now() + 3 * 3_600_000;
    const at = (minutes: number): void => void clock.mockImplementation(() => new Date(start + minutes * 60_000));
    at(0);
    expect(await answer(email, password)).toStrictEqual([200]);
    for (let failure = 1; failure <= 5; failure += 1) await signIn(email, 'wrong');
    expect(await answer(email, password)).toStrictEqual([401, REFUSAL]);
    at(1);
    await signIn(email, 'wrong');
    at(1.99);
    expect(await answer(email, password)).toStrictEqual([401, REFUSAL]);
    at(2);
    expect(await answer(email, password)).toStrictEqual([200]);
  });

  it('counts attempts in parallel like attempts in a row', async () => {
    const { email, password } = app.sandbox.staff.checker;
    await app.database.query('DELETE FROM sign_in_failure');
    const lock = `SELECT 1 FROM staff WHERE email = '${email}' FOR UPDATE`;
    await releaseTogether(app, lock, 8, () => Promise.all(Array.from({ length: 8 }, () => signIn(email, 'wrong'))));
    const rows = await app.rows('SELECT failures, locked_until > now() AS locked FROM sign_in_failure');
    expect(rows).toStrictEqual([{ failures: 5, locked: true }]);
    expect(await answer(email, password)).toStrictEqual([401, REFUSAL]);
    const administrator = await app.staff('administrator');
    const issued = await app.approved(app.post('/api/admin/v1/staff/STF003/password', {}, { token: administrator }));
    const { code } = issued.body.data as { code: string };
    const reset = await app.post('/api/admin/v1/password', { email, code, newPassword: 'a password of my own' });
    expect(reset.body.data).toStrictEqual({ staffID: 'STF003' });
    expect(await answer(email, password)).toStrictEqual([401, REFUSAL]);
    expect(await answer(email, 'a password of my own')).toStrictEqual([200]);
  });

  it('writes an audit entry for every attempt of known staff, without the password', async () => {
    const { email, password } = app.sandbox.staff.maker;
    await signIn(email, 'hunter2-wrong');
    await signIn(email, password);
    const rows = await app.rows<{ action: string; details: object }>(
      `SELECT action, details FROM audit_log WHERE actor = 'staff:STF002' ORDER BY at DESC, id DESC LIMIT 2`,
    );
    expect(rows).toStrictEqual([
      { action: 'staff.sign-in', details: {} },
      { action: 'staff.sign-in-refused', details: { reason: 'wrong-password', failedSignIns: 1, lockedUntil: null } },
    ]);
    expect(await app.rows(`SELECT 1 FROM audit_log a WHERE a::text LIKE '%hunter2%'`)).toStrictEqual([]);
  });

  it('refuses suspended staff', async () => {
    const token = await app.staff('administrator');
    const { email, password } = app.sandbox.staff.maker;
    const setStatus = (status: string): Promise<Response> =>
      app.approved(app.patch('/api/admin/v1/staff/STF002', { status }, { token }));
    await setStatus('Suspended');
    expect(await answer(email, password)).toStrictEqual([401, REFUSAL]);
    expect((await setStatus('Active')).status).toBe(200);
    expect(await answer(email, password)).toStrictEqual([200]);
  });

  it('lets staff change their own password, which ends their sessions', async () => {
    const { email, password } = app.sandbox.staff.maker;
    const { accessToken } = (await signIn(email, password)).body;
    const change = (body: object): Promise<Response> =>
      app.post('/api/admin/v1/me/password', body, { token: accessToken });
    const newPassword = 'a brand new password';
    expect((await change({ currentPassword: 'wrong', newPassword })).body.data.statusCode).toBe(
      'CURRENT_PASSWORD_WRONG',
    );
    expect((await change({ currentPassword: password, newPassword: 'too short' })).status).toBe(400);
    expect((await change({ currentPassword: password, newPassword })).status).toBe(200);
    expect((await app.get('/api/admin/v1/me', {}, { token: accessToken })).status).toBe(401);
    expect([await answer(email, password), await answer(email, newPassword)]).toStrictEqual([[401, REFUSAL], [200]]);
  });

  it.each([
    ['nothing', {}],
    ['no password', { email: 'a@b.example' }],
    ['an object', { email: { $ne: '' }, password: 'a' }],
    ['an unknown field', { email: 'a@b.example', password: 'a', institutionId: 1 }],
  ])('refuses %s', async (_, body) => {
    expect((await request(app.url).post('/api/admin/v1/login').send(body)).status).toBe(400);
  });

  it('refuses an address after a hundred failures in a minute, with Retry-After', async () => {
    const fail = (): Promise<Response> => signIn('flood@sandbox.corebank.example', 'wrong');
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 10 }, fail));
    const refused = await fail();
    expect([refused.status, refused.body.data]).toStrictEqual([
      429,
      { statusCode: 'TOO_MANY_ATTEMPTS', retryAfterSec: expect.any(Number) },
    ]);
    expect(refused.headers['retry-after']).toBe(String(refused.body.data.retryAfterSec));
  });
});
