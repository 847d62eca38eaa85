import { TOTP } from 'otpauth';
import request, { type Response } from 'supertest';
import { Clock } from '../../src/common/time/clock';
import { codeOf, dataOf } from '../support/answers';
import { type StaffPart, TestApp } from '../support/app';

const OFFICE = '102.89.0.17';
const HOME = '105.112.9.4';
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** The n-th address of a botnet. */
const attacker = (n: number): string => `198.51.${Math.trunc(n / 250)}.${(n % 250) + 1}`;

describe('the slow-down of sign-ins', () => {
  let app: TestApp;
  let now: number;
  beforeAll(async () => (app = await TestApp.start({ TRUST_PROXY: 'loopback', AUTHENTICATIONS_PER_MINUTE: '10000' })));
  afterAll(() => app.close());
  beforeEach(async () => {
    now = Date.now();
    jest.spyOn(app.app.get(Clock), 'now').mockImplementation(() => new Date(now));
    await app.database.query(
      `DELETE FROM sign_in_failure; DELETE FROM staff_session;
       UPDATE staff SET failed_sign_ins = 0, locked_until = NULL, last_failed_sign_in_at = NULL`,
    );
  });
  afterEach(() => jest.restoreAllMocks());

  const signIn = (part: StaffPart, address: string, more: object = {}): Promise<Response> =>
    Promise.resolve(
      request(app.url)
        .post('/api/admin/v1/login')
        .set('x-forwarded-for', address)
        .send({ ...app.sandbox.staff[part], ...more }),
    );
  const fail = (part: StaffPart, address: string): Promise<Response> => signIn(part, address, { password: 'wrong' });
  /** Guesses once from each of so many addresses, all at the same time. */
  const guessMany = async (part: StaffPart, addresses: number): Promise<void> => {
    await Promise.all(Array.from({ length: addresses }, (_, n) => fail(part, attacker(n))));
  };

  it('keeps no administrator out of a known address, from whichever and however many addresses the guesses come', async () => {
    const everybody: StaffPart[] = ['administrator', 'maker', 'checker'];
    for (const part of everybody) expect((await signIn(part, OFFICE)).status).toBe(200);
    for (const part of everybody) {
      for (let failure = 1; failure <= 6; failure += 1) await fail(part, attacker(0));
      await guessMany(part, 25);
      expect([part, (await signIn(part, OFFICE)).status]).toStrictEqual([part, 200]);
      expect([part, (await signIn(part, HOME)).status]).toStrictEqual([part, 401]);
    }
  });

  it('counts from the network of an address, so that no other address of it gives further guesses', async () => {
    for (let failure = 1; failure <= 5; failure += 1) await fail('maker', `2001:db8:1:2::${failure}`);
    expect((await signIn('maker', '2001:db8:1:2:ffff::9')).status).toBe(401);
    expect((await signIn('maker', '2001:db8:1:3::9')).status).toBe(200);
  });

  it('forgets an address after 30 days without a sign-in', async () => {
    expect((await signIn('maker', OFFICE)).status).toBe(200);
    now += 29 * DAY_MINUTES * MINUTE_MS;
    await guessMany('maker', 20);
    expect((await signIn('maker', OFFICE)).status).toBe(200);
    now += 31 * DAY_MINUTES * MINUTE_MS;
    await guessMany('maker', 20);
    expect((await signIn('maker', OFFICE)).status).toBe(401);
  });

  it('lets password and code in from anywhere during every lock', async () => {
    const { accessToken: token } = dataOf<{ accessToken: string }>(await signIn('maker', OFFICE));
    const { secret } = dataOf<{ secret: string }>(await app.post('/api/admin/v1/me/second-factor', {}, { token }));
    const code = (): string => new TOTP({ secret }).generate({ timestamp: now });
    await app.post('/api/admin/v1/me/second-factor/confirm', { code: code() }, { token });
    now += MINUTE_MS;
    try {
      await guessMany('maker', 24);
      for (let failure = 1; failure <= 5; failure += 1) await fail('maker', HOME);
      expect(codeOf(await signIn('maker', HOME))).toStrictEqual([401, 'SIGN_IN_REFUSED']);
      expect((await signIn('maker', HOME, { code: code() })).status).toBe(200);
    } finally {
      await app.database.query('DELETE FROM staff_second_factor; DELETE FROM staff_recovery_code');
    }
  });

  it('ends when a colleague unlocks the member, and nobody unlocks themselves', async () => {
    await guessMany('checker', 21);
    expect((await signIn('checker', HOME)).status).toBe(401);
    const { accessToken: token } = dataOf<{ accessToken: string }>(await signIn('administrator', OFFICE));
    const unlock = (staffID: string): Promise<Response> =>
      app.post(`/api/admin/v1/staff/${staffID}/unlock`, {}, { token });
    expect(codeOf(await unlock('STF005'))).toStrictEqual([403, 'OWN_STAFF_RECORD']);
    expect(dataOf(await unlock('STF003'))).toStrictEqual({ staffID: 'STF003' });
    expect((await signIn('checker', HOME)).status).toBe(200);
    const maker = dataOf<{ accessToken: string }>(await signIn('maker', OFFICE)).accessToken;
    expect(codeOf(await app.post('/api/admin/v1/staff/STF003/unlock', {}, { token: maker }))).toStrictEqual([
      403,
      'PERMISSION_DENIED',
    ]);
  });
});
