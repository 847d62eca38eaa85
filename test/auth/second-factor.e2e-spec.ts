import { TOTP } from 'otpauth';
import request, { type Response } from 'supertest';
import { SECOND_FACTOR_PERMISSIONS } from '../../src/auth/auth.settings';
import { Clock } from '../../src/common/time/clock';
import { codeOf, dataOf } from '../support/answers';
import { type StaffPart, TestApp } from '../support/app';
import { setSettings } from '../support/settings';
import { releaseTogether } from './release-together';

const ME = '/api/admin/v1/me';
const FACTOR = `${ME}/second-factor`;
const STEP_MS = 30_000;

interface Factor {
  secret: string;
  recoveryCodes: string[];
}

describe('second factor', () => {
  let app: TestApp;
  /** The time of the application and of the authenticator app. */
  let now: number;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.close());
  beforeEach(async () => {
    now = Date.now();
    jest.spyOn(app.app.get(Clock), 'now').mockImplementation(() => new Date(now));
    await app.database.query(
      'DELETE FROM staff_second_factor; DELETE FROM staff_recovery_code; DELETE FROM sign_in_failure',
    );
  });
  afterEach(() => jest.restoreAllMocks());

  const codeFor = (secret: string): string => new TOTP({ secret }).generate({ timestamp: now });
  /** A code that is wrong now, and one step earlier and later. */
  const wrongCodeFor = (secret: string): string => {
    const near = [-STEP_MS, 0, STEP_MS].map((shift) => new TOTP({ secret }).generate({ timestamp: now + shift }));
    return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code))!;
  };
  const signIn = (part: StaffPart, more: object = {}): Promise<Response> =>
    Promise.resolve(
      request(app.url)
        .post('/api/admin/v1/login')
        .send({ ...app.sandbox.staff[part], ...more }),
    );
  const tokenOf = async (part: StaffPart, more: object = {}): Promise<string> =>
    dataOf<{ accessToken: string }>(await signIn(part, more)).accessToken;

  async function enrol(token: string): Promise<Factor> {
    const { secret, uri } = dataOf<{ secret: string; uri: string }>(await app.post(FACTOR, {}, { token }));
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    const { recoveryCodes } = dataOf<{ recoveryCodes: string[] }>(
      await app.post(`${FACTOR}/confirm`, { code: codeFor(secret) }, { token }),
    );
    now += STEP_MS;
    return { secret, recoveryCodes };
  }

  /** Sets the permissions that need a second factor. */
  const requireFor = (value: string): Promise<void> => setSettings(app, { [SECOND_FACTOR_PERMISSIONS]: value });

  it('is demanded at sign-in once it is confirmed, and not before', async () => {
    const token = await tokenOf('maker');
    const { secret } = dataOf<{ secret: string }>(await app.post(FACTOR, {}, { token }));
    expect((await signIn('maker')).status).toBe(200);
    const confirm = (code: string): Promise<Response> => app.post(`${FACTOR}/confirm`, { code }, { token });
    expect(codeOf(await confirm(wrongCodeFor(secret)))).toStrictEqual([422, 'SECOND_FACTOR_CODE_WRONG']);
    const { recoveryCodes } = dataOf<{ recoveryCodes: string[] }>(await confirm(codeFor(secret)));
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(codeOf(await confirm(codeFor(secret)))).toStrictEqual([409, 'SECOND_FACTOR_NOT_BEGUN']);
    expect(codeOf(await app.post(FACTOR, {}, { token }))).toStrictEqual([409, 'SECOND_FACTOR_ACTIVE']);

    expect(codeOf(await signIn('maker'))).toStrictEqual([401, 'SECOND_FACTOR_CODE_REQUIRED']);
    now += STEP_MS;
    expect(codeOf(await signIn('maker', { code: wrongCodeFor(secret) }))).toStrictEqual([401, 'SIGN_IN_REFUSED']);
    expect((await signIn('maker', { code: codeFor(secret) })).status).toBe(200);
    const sessions = dataOf<{ data: { assurance: string }[] }>(await app.get(`${ME}/sessions`, {}, { token })).data;
    expect(sessions[0]!.assurance).toBe('second-factor');
  });

  it('is asked for only after the right password', async () => {
    const { secret } = await enrol(await tokenOf('maker'));
    for (const more of [{ password: 'wrong' }, { password: 'wrong', code: codeFor(secret) }])
      expect(codeOf(await signIn('maker', more))).toStrictEqual([401, 'SIGN_IN_REFUSED']);
  });

  it('accepts each code once, also in parallel', async () => {
    const { secret } = await enrol(await tokenOf('maker'));
    const code = codeFor(secret);
    const lock = `SELECT 1 FROM staff WHERE staff_code = 'STF002' FOR UPDATE`;
    const answers = await releaseTogether(app, lock, 4, () =>
      Promise.all(Array.from({ length: 4 }, () => signIn('maker', { code }))),
    );
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 401, 401, 401]);
    now += STEP_MS;
    expect(codeOf(await signIn('maker', { code }))).toStrictEqual([401, 'SIGN_IN_REFUSED']);
    expect((await signIn('maker', { code: codeFor(secret) })).status).toBe(200);
  });

  it('accepts a recovery code in its place, once, until the codes are renewed', async () => {
    const token = await tokenOf('maker');
    const { recoveryCodes } = await enrol(token);
    const [used, replaced] = recoveryCodes as [string, string];
    const lock = `SELECT 1 FROM staff WHERE staff_code = 'STF002' FOR UPDATE`;
    const answers = await releaseTogether(app, lock, 3, () =>
      Promise.all(Array.from({ length: 3 }, () => signIn('maker', { code: used.toLowerCase() }))),
    );
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 401, 401]);
    const state = dataOf<object>(await app.get(FACTOR, {}, { token }));
    expect(state).toStrictEqual({
      isActive: true,
      confirmedAt: expect.any(String),
      recoveryCodesLeft: 9,
      neededFor: [],
    });
    const renewed = dataOf<Factor>(await app.post(`${FACTOR}/recovery-codes`, {}, { token })).recoveryCodes;
    expect(codeOf(await signIn('maker', { code: replaced }))).toStrictEqual([401, 'SIGN_IN_REFUSED']);
    expect((await signIn('maker', { code: renewed[0] })).status).toBe(200);
  });

  it('guards permissions that the institution names: without it their routes are refused, whatever the door', async () => {
    const checker = await tokenOf('checker');
    const held = dataOf<{ permissions: string[] }>(await app.get(ME, {}, { token: checker })).permissions;
    expect(held).toEqual(expect.arrayContaining(['view-approvals', 'approve-transactions']));
    await requireFor('approve-transactions, view-approvals');
    try {
      const list = (token: string): Promise<Response> => app.get('/api/admin/v1/approvals', {}, { token });
      expect(codeOf(await list(checker))).toStrictEqual([403, 'SECOND_FACTOR_REQUIRED']);
      expect((await app.get(ME, {}, { token: checker })).status).toBe(200);
      const [other, again] = [await tokenOf('checker'), await tokenOf('checker')];
      const { secret } = await enrol(checker);
      expect((await list(checker)).status).toBe(200);
      // A session that began with the password alone stays without the permission until it shows a code.
      expect(codeOf(await list(other))).toStrictEqual([403, 'SECOND_FACTOR_REQUIRED']);
      const stepUp = (body: object): Promise<Response> => app.post(`${ME}/step-up`, body, { token: other });
      const { password } = app.sandbox.staff.checker;
      expect(codeOf(await stepUp({ password }))).toStrictEqual([422, 'STEP_UP_REFUSED']);
      expect((await stepUp({ code: codeFor(secret) })).status).toBe(200);
      expect((await list(other)).status).toBe(200);
      expect(codeOf(await app.delete(FACTOR, { token: again }))).toStrictEqual([403, 'STEP_UP_REQUIRED']);
      expect(codeOf(await app.delete(FACTOR, { token: checker }))).toStrictEqual([422, 'SECOND_FACTOR_STILL_NEEDED']);
    } finally {
      await requireFor('none');
    }
    const token = checker;
    expect((await app.delete(FACTOR, { token })).status).toBe(200);
    expect((await signIn('checker')).status).toBe(200);
    expect(codeOf(await app.delete(FACTOR, { token }))).toStrictEqual([403, 'STEP_UP_REQUIRED']);
  });

  it('guards the decision on an approval, though its route names another permission', async () => {
    const payment = await heldPayment();
    await requireFor('approve-transactions');
    try {
      const token = await tokenOf('checker');
      const decide = (): Promise<Response> => app.post(`/api/admin/v1/approvals/${payment}/approve`, {}, { token });
      expect(codeOf(await decide())).toStrictEqual([403, 'PERMISSION_DENIED']);
      await enrol(token);
      expect((await decide()).status).toBe(200);
    } finally {
      await requireFor('none');
    }
  });

  /** A transfer that waits for the approval of a member with `approve-transactions`. */
  async function heldPayment(): Promise<number> {
    await app.database.query(
      `INSERT INTO approval_policy (institution_id, id, operation, required_checkers, active)
       VALUES ($1, 7000000000001, 'local-transfer', 1, true)`,
      [app.institutionId],
    );
    const to = await app.openAccount();
    const paid = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: '1010',
      creditAccount: to,
      amount: 10,
      narration: 'Rent',
      postingsTransactionType: 1,
    });
    return dataOf<{ approvalId: number }>(paid, 202).approvalId;
  }

  it('names only permissions that exist', async () => {
    await expect(requireFor('manage-staff,fly')).rejects.toMatchObject({
      code: 'CONFIGURATION_VALUE_REFUSED',
      message: expect.stringContaining('there is no permission fly'),
    });
  });

  it('slows guesses of codes down for whoever has the password, from any address', async () => {
    const { secret } = await enrol(await tokenOf('maker'));
    for (let failure = 1; failure <= 5; failure += 1) {
      await app.database.query('DELETE FROM sign_in_failure');
      await signIn('maker', { code: wrongCodeFor(secret) });
    }
    await app.database.query('DELETE FROM sign_in_failure');
    expect(codeOf(await signIn('maker', { code: codeFor(secret) }))).toStrictEqual([401, 'SIGN_IN_REFUSED']);
    now += 60_000;
    await app.database.query('DELETE FROM sign_in_failure');
    expect((await signIn('maker', { code: codeFor(secret) })).status).toBe(200);
  });

  it('is stored sealed and hashed, and stands in no log', async () => {
    const { secret, recoveryCodes } = await enrol(await tokenOf('maker'));
    for (const table of ['staff_second_factor', 'staff_recovery_code', 'audit_log', 'request_claim', 'staff_session']) {
      const found = await app.rows(
        `SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%' OR t::text LIKE '%' || $2 || '%'`,
        [secret, recoveryCodes[0]],
      );
      expect([table, found]).toStrictEqual([table, []]);
    }
  });

  it('lost by a colleague is removed by two people, neither of them the colleague, and ends the sessions', async () => {
    const maker = await tokenOf('maker');
    await enrol(maker);
    const administrator = await tokenOf('administrator');
    const reset = (staffID: string, token = administrator): Promise<Response> =>
      app.delete(`/api/admin/v1/staff/${staffID}/second-factor`, { token });
    expect(codeOf(await reset('STF003'))).toStrictEqual([409, 'SECOND_FACTOR_NOT_SET_UP']);
    expect(codeOf(await reset('STF002', maker))).toStrictEqual([403, 'PERMISSION_DENIED']);
    expect(codeOf(await reset('STF005'))).toStrictEqual([403, 'OWN_STAFF_RECORD']);
    const asked = await reset('STF002');
    expect(codeOf(asked)).toStrictEqual([202, 'PENDING_APPROVAL']);
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    const own = await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: administrator });
    expect(own.status).toBe(403);
    expect(codeOf(await signIn('maker'))).toStrictEqual([401, 'SECOND_FACTOR_CODE_REQUIRED']);
    expect(dataOf(await app.approved(asked))).toStrictEqual({ staffID: 'STF002' });
    expect((await app.get(ME, {}, { token: maker })).status).toBe(401);
    expect((await signIn('maker')).status).toBe(200);
  });

  it('gives new recovery codes only to a session that it has proven, as not one of single sign-on', async () => {
    const token = await tokenOf('checker');
    const { secret } = await enrol(token);
    await app.database.query(`UPDATE staff_session SET assurance = 'password' WHERE ended_at IS NULL`);
    const renew = (): Promise<Response> => app.post(`${FACTOR}/recovery-codes`, {}, { token });
    expect(codeOf(await renew())).toStrictEqual([403, 'STEP_UP_REQUIRED']);
    expect((await app.post(`${ME}/step-up`, { code: codeFor(secret) }, { token })).status).toBe(200);
    expect((await renew()).status).toBe(200);
  });
});
