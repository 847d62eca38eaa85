import request, { type Response } from 'supertest';
import { SessionUse } from '../../src/auth/sessions/session-use';
import { Housekeeping } from '../../src/common/housekeeping';
import { Clock } from '../../src/common/time/clock';
import { StaffSessions } from '../../src/institutions/staff/sessions/staff-sessions';
import { StaffAccess } from '../../src/institutions/staff/staff-access';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { sessionOf } from '../support/staff-token';
import { addSecondInstitution } from './second-institution';

const MINUTE_MS = 60_000;
const ME = '/api/admin/v1/me';

interface Session {
  id: number;
  isCurrent: boolean;
}

describe('staff sessions', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  async function signIn(part: 'administrator' | 'maker' | 'checker' = 'maker'): Promise<string> {
    const { body } = await request(app.url)
      .post('/api/admin/v1/login')
      .set('user-agent', `Browser of ${part} ${'x'.repeat(300)}`)
      .send(app.sandbox.staff[part]);
    return (body as { accessToken: string }).accessToken;
  }
  const statusOf = async (token: string): Promise<number> => (await app.get(ME, {}, { token })).status;
  const listOf = async (token: string, path = `${ME}/sessions`): Promise<Session[]> =>
    dataOf<{ data: Session[] }>(await app.get(path, { PageSize: 200 }, { token })).data;

  it('are listed with their address, program, times and assurance, newest first', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const sessions = await listOf(second);
    expect(sessions.slice(0, 2)).toStrictEqual(
      [second, first].map((token) => ({
        id: sessionOf(token),
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        expiresAt: expect.any(String),
        address: '127.0.0.1',
        userAgent: `Browser of maker ${'x'.repeat(300)}`.slice(0, 200),
        assurance: 'password',
        steppedUpAt: expect.any(String),
        isCurrent: token === second,
      })),
    );
  });

  it('end at sign-out, each for itself', async () => {
    const [kept, left] = [await signIn(), await signIn()];
    expect(dataOf(await app.post(`${ME}/sign-out`, {}, { token: left }))).toStrictEqual({ id: sessionOf(left) });
    expect([await statusOf(left), await statusOf(kept)]).toStrictEqual([401, 200]);
    expect((await listOf(kept)).map(({ id }) => id)).not.toContain(sessionOf(left));
    const [row] = await app.rows('SELECT ended_by, end_reason FROM staff_session WHERE id = $1', [sessionOf(left)]);
    expect(row).toStrictEqual({ ended_by: 'staff:STF002', end_reason: 'sign-out' });
  });

  it('are ended by their owner one by one, and never by another member', async () => {
    const [mine, lost, colleague] = [await signIn(), await signIn(), await signIn('checker')];
    const end = (id: number, token: string): Promise<Response> => app.delete(`${ME}/sessions/${id}`, { token });
    expect(codeOf(await end(sessionOf(lost), colleague))).toStrictEqual([404, 'SESSION_NOT_FOUND']);
    expect(await statusOf(lost)).toBe(200);
    expect((await end(sessionOf(lost), mine)).status).toBe(200);
    expect([await statusOf(lost), await statusOf(mine)]).toStrictEqual([401, 200]);
    expect(codeOf(await end(sessionOf(lost), mine))).toStrictEqual([404, 'SESSION_NOT_FOUND']);
    expect((await app.delete(`${ME}/sessions/0`, { token: mine })).status).toBe(400);
  });

  it('of a member are listed and ended by a colleague with the permission, and in no other institution', async () => {
    const [administrator, maker, checker] = [await signIn('administrator'), await signIn(), await signIn('checker')];
    const path = '/api/admin/v1/staff/STF002/sessions';
    expect(codeOf(await app.get(path, {}, { token: checker }))).toStrictEqual([403, 'PERMISSION_DENIED']);
    expect(codeOf(await app.delete(path, { token: checker }))).toStrictEqual([403, 'PERMISSION_DENIED']);
    expect((await listOf(administrator, path)).map(({ id }) => id)).toContain(sessionOf(maker));

    const { manager } = await addSecondInstitution(app);
    const stranger = dataOf<{ accessToken: string }>(
      await request(app.url).post('/api/admin/v1/login').send({ email: manager.email, password: manager.password }),
    ).accessToken;
    expect(codeOf(await app.delete(path, { token: stranger }))).toStrictEqual([404, 'STAFF_NOT_FOUND']);
    expect(codeOf(await app.delete(`${ME}/sessions/${sessionOf(maker)}`, { token: stranger }))).toStrictEqual([
      404,
      'SESSION_NOT_FOUND',
    ]);
    expect(await statusOf(maker)).toBe(200);

    const ended = dataOf<{ endedSessions: number }>(await app.delete(path, { token: administrator }));
    expect(ended.endedSessions).toBeGreaterThan(0);
    expect([await statusOf(maker), await statusOf(checker), await statusOf(administrator)]).toStrictEqual([
      401, 200, 200,
    ]);
    const [entry] = await app.rows(`SELECT actor, subject FROM audit_log WHERE action = 'staff.end-sessions'`);
    expect(entry).toStrictEqual({ actor: 'staff:STF005', subject: 'staff:STF002' });
  });

  it('end with a deactivation, for good', async () => {
    const [administrator, maker] = [await signIn('administrator'), await signIn()];
    expect(await statusOf(maker)).toBe(200);
    const suspended = await request(app.url)
      .patch('/api/admin/v1/staff/STF002')
      .auth(administrator, { type: 'bearer' })
      .send({ status: 'Suspended' });
    expect(suspended.status).toBe(200);
    expect(await statusOf(maker)).toBe(401);
    await app.database.query(`UPDATE staff SET status = 'Active' WHERE staff_code = 'STF002'`);
    app.app.get(StaffAccess, { strict: false }).forget(app.institutionId, 'STF002');
    expect([await statusOf(maker), await statusOf(await signIn())]).toStrictEqual([401, 200]);
    const rows = await app.rows(`SELECT DISTINCT end_reason FROM staff_session WHERE id = $1`, [sessionOf(maker)]);
    expect(rows).toStrictEqual([{ end_reason: 'deactivated' }]);
  });

  it('that another process ended are refused within 20 seconds', async () => {
    const token = await signIn();
    expect(await statusOf(token)).toBe(200);
    await app.database.query(`UPDATE staff_session SET ended_at = now() WHERE id = $1`, [sessionOf(token)]);
    const passed = performance.now() + 20_001;
    jest.spyOn(performance, 'now').mockImplementation(() => passed);
    expect(await statusOf(token)).toBe(401);
  });

  it('end with their token, and remember their last use to the minute', async () => {
    const token = await signIn();
    const clock = jest.spyOn(app.app.get(Clock), 'now');
    const start = Date.now();
    const seen = async (): Promise<number> => {
      await statusOf(token);
      await app.app.get(SessionUse, { strict: false }).flush();
      const [row] = await app.rows<{ last_seen_at: Date }>('SELECT last_seen_at FROM staff_session WHERE id = $1', [
        sessionOf(token),
      ]);
      return row!.last_seen_at.getTime();
    };
    await seen();
    clock.mockImplementation(() => new Date(start + 5 * MINUTE_MS));
    expect(await seen()).toBe(start + 5 * MINUTE_MS);
    clock.mockImplementation(() => new Date(start + 5 * MINUTE_MS + 59_000));
    expect(await seen()).toBe(start + 5 * MINUTE_MS);
    clock.mockImplementation(() => new Date(start + 31 * MINUTE_MS));
    expect(await statusOf(token)).toBe(401);
  });

  it('cannot be borrowed: a token with the session of another member is refused', async () => {
    const [maker, checker] = [await signIn(), await signIn('checker')];
    await app.database.query(
      `UPDATE staff_session SET staff_id = (SELECT id FROM staff WHERE staff_code = 'STF003') WHERE id = $1`,
      [sessionOf(maker)],
    );
    expect([await statusOf(maker), await statusOf(checker)]).toStrictEqual([401, 200]);
  });

  it('are deleted a month after their end', async () => {
    const token = await signIn();
    await app.database.query(`UPDATE staff_session SET expires_at = now() - interval '31 days' WHERE id = $1`, [
      sessionOf(token),
    ]);
    await app.app.get(Housekeeping, { strict: false }).sweepInstitution(app.institutionId);
    expect(await app.rows('SELECT 1 FROM staff_session WHERE id = $1', [sessionOf(token)])).toStrictEqual([]);
  });

  describe('step-up', () => {
    const stepUp = (body: object, token: string): Promise<Response> => app.post(`${ME}/step-up`, body, { token });
    const makeOld = async (token: string): Promise<void> => {
      await app.database.query(`UPDATE staff_session SET stepped_up_at = now() - interval '1 hour' WHERE id = $1`, [
        sessionOf(token),
      ]);
      app.app.get(StaffSessions, { strict: false }).forget(app.institutionId, 'STF005', sessionOf(token));
    };
    const createRole = (token: string): Promise<Response> =>
      app.post('/api/admin/v1/roles', { name: freshReference('ROLE'), permissions: ['view-staff'] }, { token });

    it('by the password lets a session change rights again', async () => {
      const token = await signIn('administrator');
      await makeOld(token);
      expect(codeOf(await createRole(token))).toStrictEqual([403, 'STEP_UP_REQUIRED']);
      const { password } = app.sandbox.staff.administrator;
      expect(dataOf(await stepUp({ password }, token))).toStrictEqual({
        assurance: 'password',
        steppedUpAt: expect.any(String),
      });
      expect((await createRole(token)).status).toBeLessThan(300);
    });

    it('in another process counts at once', async () => {
      const token = await signIn('administrator');
      await makeOld(token);
      expect(codeOf(await createRole(token))).toStrictEqual([403, 'STEP_UP_REQUIRED']);
      await app.database.query(`UPDATE staff_session SET stepped_up_at = now() WHERE id = $1`, [sessionOf(token)]);
      expect((await createRole(token)).status).toBeLessThan(300);
    });

    it('with the fifth wrong password in a row ends the session, also in parallel', async () => {
      const [token, other] = [await signIn('administrator'), await signIn('administrator')];
      const { password } = app.sandbox.staff.administrator;
      for (let failure = 1; failure <= 4; failure += 1)
        expect(codeOf(await stepUp({ password: 'wrong' }, token))).toStrictEqual([422, 'STEP_UP_REFUSED']);
      expect((await stepUp({ password }, token)).status).toBe(200);
      const wrong = await Promise.all(Array.from({ length: 9 }, () => stepUp({ password: 'wrong' }, token)));
      expect(wrong.filter((answer) => codeOf(answer)[1] === 'STEP_UP_REFUSED')).toHaveLength(5);
      expect([await statusOf(token), await statusOf(other)]).toStrictEqual([401, 200]);
      expect(codeOf(await stepUp({}, other))).toStrictEqual([422, 'STEP_UP_REFUSED']);
    });

    it('counts wrong passwords at the change of the password together with those of a step-up', async () => {
      const token = await signIn('checker');
      const { password } = app.sandbox.staff.checker;
      const change = (currentPassword: string): Promise<Response> =>
        app.post(`${ME}/password`, { currentPassword, newPassword: 'the password of a thief' }, { token });
      expect(codeOf(await stepUp({ password: 'wrong' }, token))).toStrictEqual([422, 'STEP_UP_REFUSED']);
      expect(codeOf(await change('wrong'))).toStrictEqual([422, 'CURRENT_PASSWORD_WRONG']);
      const guesses = await Promise.all(Array.from({ length: 20 }, (_, index) => change(`guess number ${index}`)));
      const wrong = guesses.filter((answer) => codeOf(answer)[1] === 'CURRENT_PASSWORD_WRONG');
      expect(wrong).toHaveLength(3);
      expect(codeOf(await change(password))).toStrictEqual([401, 'UNAUTHORIZED']);
      expect(await statusOf(await signIn('checker'))).toBe(200);
      const refusals = await app.rows(
        `SELECT subject FROM audit_log WHERE action = 'staff.change-password-refused' AND session_id = $1`,
        [sessionOf(token)],
      );
      expect(refusals).toHaveLength(4);
    });
  });
});
