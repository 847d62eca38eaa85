import { TOTP } from 'otpauth';
import request from 'supertest';
import { Clock } from '../../src/common/time/clock';
import { StaffSessions } from '../../src/institutions/staff/sessions/staff-sessions';
import { codedRoutes } from '../security/coded-routes';
import { codeOf, dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';
import { setSettings } from '../support/settings';
import { sessionOf } from '../support/staff-token';
import { ConsoleBrowser, COOKIE } from './console-browser';

const MINUTE_MS = 60_000;
const SESSION = '/api/admin/v1/session';
const ME = '/api/admin/v1/me';
/** Ids of the sandbox's staff. */
const MAKER = 'STF002';
const CHECKER = 'STF003';
const REFUSED = [403, 'CONSOLE_REQUEST_REFUSED'];

interface View {
  staffID: string;
  idleEndsAt: string | null;
  endsAt: string;
  stepUpUntil: string | null;
}

describe('the session of the console', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const browserOf = (part: 'administrator' | 'maker' | 'checker' = 'maker'): Promise<ConsoleBrowser> =>
    ConsoleBrowser.signedIn(app, app.sandbox.staff[part]);
  /** From now on the present time is so much later. */
  function passTime(ms: number): void {
    const later = Date.now() + ms;
    jest.spyOn(app.app.get(Clock), 'now').mockImplementation(() => new Date(later));
  }
  const sessionRow = async (browser: ConsoleBrowser): Promise<Record<string, unknown> | undefined> =>
    (
      await app.rows<Record<string, unknown>>('SELECT * FROM staff_session WHERE id = $1', [sessionOf(browser.token!)])
    )[0];

  it('begins with a cookie that no script reads and no other site sends, and answers no token', async () => {
    const browser = await browserOf();
    expect(browser.received).toHaveLength(1);
    expect(browser.received[0]).toMatch(
      new RegExp(`^${COOKIE}=[\\w-]+\\.[\\w-]+\\.[\\w-]+; Path=/; Secure; HttpOnly; SameSite=Strict$`),
    );
    const answer = await browser.get(SESSION);
    expect(answer.text).not.toContain(browser.token);
    expect(dataOf(answer)).toStrictEqual({
      staffID: MAKER,
      name: expect.any(String),
      email: app.sandbox.staff.maker.email,
      branchCode: '001',
      branchName: expect.any(String),
      roles: expect.any(Array),
      permissions: expect.any(Array),
      institutionName: expect.any(String),
      institutionCode: expect.any(String),
      businessDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      today: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      timeZone: 'Africa/Lagos',
      idleEndsAt: expect.any(String),
      endsAt: expect.any(String),
      assurance: 'password',
      stepUpUntil: expect.any(String),
      secondFactor: { isSetUp: false, isRequiredFor: [] },
      isSandbox: false,
    });
  });

  it('lasts 10 hours, and 15 minutes without use, as the institution has set', async () => {
    const before = Date.now();
    const { idleEndsAt, endsAt } = dataOf<View>(await (await browserOf()).get(SESSION));
    expect(Date.parse(endsAt) - before).toBeCloseTo(600 * MINUTE_MS, -4);
    expect(Date.parse(idleEndsAt!) - before).toBeCloseTo(15 * MINUTE_MS, -4);
    await setSettings(app, { CONSOLE_IDLE_MINUTES: '5', CONSOLE_SESSION_HOURS: '2' });
    const shorter = dataOf<View>(await (await browserOf()).get(SESSION));
    await setSettings(app, { CONSOLE_IDLE_MINUTES: '15', CONSOLE_SESSION_HOURS: '10' });
    expect(Date.parse(shorter.endsAt) - before).toBeCloseTo(120 * MINUTE_MS, -4);
    expect(Date.parse(shorter.idleEndsAt!) - before).toBeCloseTo(5 * MINUTE_MS, -4);
  });

  it('refuses settings without bounds', async () => {
    const token = await app.staff('administrator');
    for (const change of [
      { key: 'CONSOLE_IDLE_MINUTES', value: '121' },
      { key: 'CONSOLE_SESSION_HOURS', value: '25' },
    ])
      expect(codeOf(await app.put('/api/admin/v1/configuration', { changes: [change] }, { token }))).toStrictEqual([
        422,
        'CONFIGURATION_VALUE_REFUSED',
      ]);
  });

  it('is refused without the right password, as a sign-in of a program is', async () => {
    const browser = new ConsoleBrowser(app.url);
    const { email } = app.sandbox.staff.maker;
    expect(refusalOf(await browser.send('post', SESSION, { email, password: 'a wrong password' }))).toStrictEqual({
      status: 401,
      code: 'SIGN_IN_REFUSED',
    });
    expect(browser.received).toStrictEqual([]);
    expect(codeOf(await browser.send('post', SESSION, { email }))).toStrictEqual([400, 'VALIDATION_FAILED']);
  });

  it('ends when nobody has used it for 15 minutes, for good', async () => {
    const browser = await browserOf();
    passTime(14.9 * MINUTE_MS);
    expect((await browser.get(ME, { 'x-background': '1' })).status).toBe(200);
    passTime(15.1 * MINUTE_MS);
    expect((await browser.get(ME)).status).toBe(401);
    expect(await sessionRow(browser)).toMatchObject({ end_reason: 'idle' });
    jest.restoreAllMocks();
    expect((await browser.get(ME)).status).toBe(401);
  });

  it('goes on with each request of a person, and with no other', async () => {
    const [used, polled] = [await browserOf(), await browserOf()];
    passTime(10 * MINUTE_MS);
    expect((await used.get(ME)).status).toBe(200);
    expect((await polled.get(ME, { 'x-background': '1' })).status).toBe(200);
    passTime(20 * MINUTE_MS);
    app.app.get(StaffSessions, { strict: false }).forgetAll();
    expect([(await used.get(ME)).status, (await polled.get(ME)).status]).toStrictEqual([200, 401]);
  });

  it('goes on after an extension, but not beyond its absolute end', async () => {
    const browser = await browserOf();
    const { endsAt } = dataOf<View>(await browser.get(SESSION));
    passTime(14 * MINUTE_MS);
    const extended = dataOf<View>(await browser.send('post', `${SESSION}/extend`));
    expect(Date.parse(extended.idleEndsAt!) - Date.now()).toBeCloseTo(29 * MINUTE_MS, -4);
    expect(extended.endsAt).toBe(endsAt);
    await app.rows(`UPDATE staff_session SET last_active_at = now() + interval '11 hours' WHERE id = $1`, [
      sessionOf(browser.token!),
    ]);
    passTime(601 * MINUTE_MS);
    app.app.get(StaffSessions, { strict: false }).forgetAll();
    expect((await browser.get(ME)).status).toBe(401);
  });

  it('ends without a request of its own when the list of sessions is read', async () => {
    const browser = await browserOf('checker');
    passTime(16 * MINUTE_MS);
    const { accessToken } = (await request(app.url).post('/api/admin/v1/login').send(app.sandbox.staff.checker))
      .body as { accessToken: string };
    const { data } = dataOf<{ data: { id: number }[] }>(
      await app.get(`${ME}/sessions`, { PageSize: 200 }, { token: accessToken }),
    );
    expect(data.map(({ id }) => id)).not.toContain(sessionOf(browser.token!));
  });

  it('ends at sign-out, with its cookie', async () => {
    const browser = await browserOf();
    const { cookie } = browser;
    expect(dataOf(await browser.send('delete', SESSION))).toStrictEqual({ id: expect.any(Number) });
    expect(browser.received.at(-1)).toBe(`${COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`);
    expect(browser.token).toBeUndefined();
    expect((await browser.get(ME, { cookie })).status).toBe(401);
  });

  it('ends with the member', async () => {
    const hired = await hire(app, 'CON-001', []);
    const browser = await ConsoleBrowser.signedIn(app, { email: hired.email, password: 'a password for the tests' });
    expect((await browser.get(ME)).status).toBe(200);
    const token = await app.staff('administrator');
    await app.approved(app.patch(`/api/admin/v1/staff/${hired.staffID}`, { status: 'Suspended' }, { token }));
    expect((await browser.get(ME)).status).toBe(401);
  });

  describe('with requests that another page could cause', () => {
    let browser: ConsoleBrowser;
    beforeAll(async () => (browser = await browserOf()));
    const EXTEND = `${SESSION}/extend`;
    const codeWith = async (headers: Record<string, string | null>): Promise<unknown> =>
      codeOf(await browser.send('post', EXTEND, undefined, headers));

    it.each([
      ['of another site', { 'sec-fetch-site': 'cross-site' }],
      ['of another host of the site', { 'sec-fetch-site': 'same-site' }],
      ['that a person did not make on a page', { 'sec-fetch-site': 'none' }],
      [
        'of another site with the Origin of the console',
        { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:0' },
      ],
      ['without the header of the console', { 'x-corebank-console': null }],
      ['with another value of the header of the console', { 'x-corebank-console': 'true' }],
      ['that name neither their site nor their origin', { 'sec-fetch-site': null }],
      ['with another Origin', { 'sec-fetch-site': null, origin: 'https://evil.example' }],
      ['with the Origin null', { 'sec-fetch-site': null, origin: 'null' }],
    ])('refuses writes %s', async (_, headers) => expect(await codeWith(headers)).toStrictEqual(REFUSED));

    it('takes writes of browsers without Fetch Metadata by their Origin', async () => {
      expect(await codeWith({ 'sec-fetch-site': null, origin: app.url })).toStrictEqual([200, undefined]);
      // The address of the console outside production, where the port is 0 in tests.
      expect(await codeWith({ 'sec-fetch-site': null, origin: 'http://localhost:0' })).toStrictEqual([200, undefined]);
    });

    it('refuses reads of other pages, and takes those of a person and of plain programs', async () => {
      for (const [site, expected] of [
        ['cross-site', 403],
        ['same-site', 403],
        ['none', 200],
        [null, 200],
      ] as const)
        expect((await browser.get(SESSION, { 'sec-fetch-site': site, 'x-corebank-console': null })).status).toBe(
          expected,
        );
    });

    it('refuses a sign-in that another page causes', async () => {
      const stranger = new ConsoleBrowser(app.url);
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': null },
        { 'x-corebank-console': null },
      ] as Record<string, string | null>[])
        expect(codeOf(await stranger.send('post', SESSION, app.sandbox.staff.maker, headers))).toStrictEqual(REFUSED);
      expect(stranger.received).toStrictEqual([]);
    });

    it('is not used without TLS, except on this machine', async () => {
      const plain = { host: 'console.bank.example' };
      const stranger = new ConsoleBrowser(app.url);
      expect(codeOf(await stranger.send('post', SESSION, app.sandbox.staff.maker, plain))).toStrictEqual(REFUSED);
      expect(stranger.received).toStrictEqual([]);
      expect(codeOf(await browser.get(SESSION, plain))).toStrictEqual(REFUSED);
      expect(codeOf(await browser.get(SESSION, { ...plain, 'x-forwarded-proto': 'https' }))).toStrictEqual(REFUSED);
      expect((await browser.get(SESSION, { host: 'localhost:3000' })).status).toBe(200);
    });

    it('refuses each write of staff with the cookie alone', async () => {
      const writes = codedRoutes(app).filter(({ access, method }) => access.audience === 'staff' && method !== 'GET');
      const refused: string[] = [];
      for (const { method, path, name } of writes) {
        const verb = method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
        const headers = { 'sec-fetch-site': 'cross-site' };
        const answer = await browser.send(verb, path.replace(/:(\w+)/g, '999999999'), undefined, headers);
        if (answer.status === 403 && codeOf(answer)[1] === 'CONSOLE_REQUEST_REFUSED') refused.push(name);
      }
      expect(refused).toStrictEqual(writes.map(({ name }) => name));
    });
  });

  it('opens no route but those of staff', async () => {
    const browser = await browserOf('administrator');
    const others = codedRoutes(app).filter(({ access }) => !['staff', 'public'].includes(access.audience));
    expect(others.length).toBeGreaterThan(60);
    for (const { method, path, name } of others) {
      const verb = method.toLowerCase() as 'post';
      const answer = await browser.send(verb, path.replace(/:(\w+)/g, '999999999'));
      expect([name, ...codeOf(answer)]).toStrictEqual([name, 401, 'UNAUTHORIZED']);
    }
  });

  it('is ignored where the request has an Authorization header, right or wrong', async () => {
    const browser = await browserOf('maker');
    const checker = await app.staff('checker');
    const asChecker = await browser.get(ME, { authorization: `Bearer ${checker}`, 'sec-fetch-site': 'cross-site' });
    expect(dataOf<View>(asChecker).staffID).toBe(CHECKER);
    for (const authorization of ['Bearer nonsense', 'Basic YTpi', ''])
      expect([authorization, (await browser.get(ME, { authorization })).status]).toStrictEqual([authorization, 401]);
  });

  it('is used in the way it was begun: no token moves between cookie and Authorization', async () => {
    const browser = await browserOf();
    expect((await browser.get(ME, { cookie: null, authorization: `Bearer ${browser.token}` })).status).toBe(401);
    const bearer = await app.staff('maker');
    expect((await browser.get(ME, { cookie: `${COOKIE}=${bearer}` })).status).toBe(401);
  });

  it('is refused where the cookie is there twice, empty or changed', async () => {
    const browser = await browserOf();
    for (const cookie of [
      `${browser.cookie}; ${browser.cookie}`,
      `${COOKIE}=`,
      `${browser.cookie}x`,
      `${COOKIE.toLowerCase()}=${browser.token}`,
    ])
      expect([cookie, (await browser.get(ME, { cookie })).status]).toStrictEqual([cookie, 401]);
    expect((await browser.get(ME, { cookie: `other=1; ${browser.cookie}; theme=dark` })).status).toBe(200);
  });

  it('gets a new token with a step-up; the earlier one has no proof, and is refused after half a minute', async () => {
    const { password } = app.sandbox.staff.administrator;
    const browser = await browserOf('administrator');
    const earlier = browser.cookie;
    expect((await browser.send('post', `${ME}/step-up`, { password })).status).toBe(200);
    expect(browser.received).toHaveLength(2);
    expect(browser.cookie).not.toBe(earlier);
    const demanding = '/api/admin/v1/me/second-factor';
    expect((await browser.get(ME, { cookie: earlier })).status).toBe(200);
    expect(codeOf(await browser.send('post', demanding, undefined, { cookie: earlier }))).toStrictEqual([
      403,
      'STEP_UP_REQUIRED',
    ]);
    expect((await browser.send('post', demanding)).status).toBe(200);
    passTime(31_000);
    expect((await browser.get(ME, { cookie: earlier })).status).toBe(401);
    expect((await browser.get(ME)).status).toBe(200);
  });

  it('keeps its token at a wrong step-up', async () => {
    const browser = await browserOf('checker');
    expect(codeOf(await browser.send('post', `${ME}/step-up`, { password: 'wrong' }))).toStrictEqual([
      422,
      'STEP_UP_REFUSED',
    ]);
    expect(browser.received).toHaveLength(1);
    expect((await browser.get(ME)).status).toBe(200);
  });

  it('shows a second factor that is set up, gets a new token with it, and needs a code from then on', async () => {
    const hired = await hire(app, 'CON-002', ['approve-transactions']);
    const credentials = { email: hired.email, password: 'a password for the tests' };
    const browser = await ConsoleBrowser.signedIn(app, credentials);
    const { secret } = dataOf<{ secret: string }>(await browser.send('post', `${ME}/second-factor`));
    const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret });
    const reference = { 'request-reference': 'CONSOLE-CONFIRM-1' };
    const confirm = { code: totp.generate() };
    const confirmed = await browser.send('post', `${ME}/second-factor/confirm`, confirm, reference);
    expect(confirmed.status).toBe(200);
    expect(browser.received).toHaveLength(2);
    const claims = await app.rows<{ text: string }>('SELECT c::text AS text FROM request_claim c');
    expect(claims.filter(({ text }) => text.includes(browser.token!) || text.includes(COOKIE))).toStrictEqual([]);
    expect(dataOf(await browser.get(SESSION))).toMatchObject({
      assurance: 'second-factor',
      secondFactor: { isSetUp: true },
    });
    const again = await browser.send('post', `${ME}/second-factor/confirm`, confirm, reference);
    expect([again.status, again.headers['idempotent-replayed'], browser.received.length]).toStrictEqual([
      200,
      'true',
      2,
    ]);
    const next = new ConsoleBrowser(app.url);
    expect(codeOf(await next.send('post', SESSION, credentials))).toStrictEqual([401, 'SECOND_FACTOR_CODE_REQUIRED']);
    passTime(30_000);
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    expect(dataOf(await next.send('post', SESSION, { ...credentials, code }))).toMatchObject({
      assurance: 'second-factor',
    });
  });

  it('answers the session of a program too, which has no idle end', async () => {
    const view = dataOf<View>(await app.get(SESSION, {}, { token: await app.staff('maker') }));
    expect([view.staffID, view.idleEndsAt]).toStrictEqual([MAKER, null]);
  });

  it('tells before the sign-in which other ways there are', async () => {
    const { body } = await request(app.url).get(`${SESSION}/methods`);
    expect((body as { data: unknown }).data).toStrictEqual({ passkey: expect.any(Boolean), oidc: null });
  });
});

describe('the console on a server in production', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ CONSOLE_ORIGIN: 'https://console.bank.example', TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => app.close());

  it('takes the cookie over TLS that a trusted proxy has ended, from its own origin only', async () => {
    const proxied = { host: 'console.bank.example', 'x-forwarded-proto': 'https' };
    const browser = new ConsoleBrowser(app.url);
    const answer = await browser.send('post', SESSION, app.sandbox.staff.maker, proxied);
    expect(answer.status).toBe(200);
    const byOrigin = (origin: string): Promise<request.Response> =>
      browser.send('post', `${SESSION}/extend`, undefined, { ...proxied, 'sec-fetch-site': null, origin });
    expect((await byOrigin('https://console.bank.example')).status).toBe(200);
    expect((await byOrigin('http://console.bank.example')).status).toBe(403);
  });
});
