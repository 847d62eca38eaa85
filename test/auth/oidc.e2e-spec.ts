import request, { type Response } from 'supertest';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';
import { ConsoleBrowser } from './console-browser';
import { type Behaviour, CLIENT_ID, CLIENT_SECRET, OidcProvider } from './oidc-provider';
import { addSecondInstitution } from './second-institution';

const SESSION = '/api/admin/v1/session';
const START = `${SESSION}/oidc`;
const CALLBACK = `${START}/callback`;
const ORIGIN = 'http://localhost:3998';
const REFUSED = [401, '/console/login?problem=OIDC_REFUSED'];

/** A sign-in that has begun in a browser: where the browser is sent, and the cookie that it keeps. */
interface Begun {
  address: string;
  cookie: string;
}

describe('single sign-on', () => {
  let app: TestApp;
  let provider: OidcProvider;
  let email: string;
  beforeAll(async () => {
    provider = await OidcProvider.start();
    app = await TestApp.start({
      CONSOLE_ORIGIN: ORIGIN,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_INSTITUTION_ID: '1',
      OIDC_LABEL: 'Bank account',
    });
    ({ email } = await hire(app, 'SSO-1', ['view-loans']));
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });

  const start = (query: object = {}, headers: Record<string, string> = {}): Promise<Response> =>
    request(app.url)
      .get(START)
      .query(query)
      .set({ 'sec-fetch-site': 'same-origin', ...headers })
      .redirects(0)
      .then((answer) => answer);
  async function begin(query: object = {}): Promise<Begun> {
    const answer = await start(query);
    expect(answer.status).toBe(302);
    const [cookie] = answer.headers['set-cookie'] as unknown as string[];
    return { address: answer.headers.location!, cookie: cookie!.split(';')[0]! };
  }
  const comeBack = (query: URLSearchParams | string, cookie = ''): Promise<Response> =>
    request(app.url)
      .get(`${CALLBACK}?${query.toString()}`)
      .set({ 'sec-fetch-site': 'cross-site', ...(cookie === '' ? {} : { cookie }) })
      .then((answer) => answer);
  /** The status of a page, and where it moves on to. */
  const movesTo = ({ status, text }: Response): [number, string | undefined] => [
    status,
    /content="0;url=([^"]*)"/.exec(text)?.[1],
  ];
  async function signIn(behaviour: Behaviour = {}, query: object = {}): Promise<Response> {
    const { address, cookie } = await begin(query);
    return comeBack(provider.signIn(address, { ...behaviour, claims: { email, ...behaviour.claims } }), cookie);
  }
  async function sessionOf(answer: Response): Promise<Record<string, unknown>> {
    const browser = new ConsoleBrowser(app.url);
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    browser.token = /^__Host-corebank-staff=([^;]+)/.exec(cookies[0]!)![1]!;
    return dataOf<Record<string, unknown>>(await browser.get(SESSION));
  }
  const cookiesOf = (answer: Response): string[] => (answer.headers['set-cookie'] as unknown as string[]) ?? [];

  it('is offered on the sign-in page', async () => {
    const methods = await request(app.url).get(`${SESSION}/methods`);
    expect((methods.body as { data: object }).data).toMatchObject({ oidc: { label: 'Bank account' } });
  });

  it('asks the provider for a fresh sign-in with state, nonce and PKCE', async () => {
    const { address, cookie } = await begin();
    const asked = Object.fromEntries(new URL(address).searchParams);
    expect(address.startsWith(`${provider.issuer}/authorize?`)).toBe(true);
    expect(asked).toMatchObject({
      client_id: CLIENT_ID,
      redirect_uri: `${ORIGIN}${CALLBACK}`,
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      prompt: 'login',
      max_age: '300',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]!.length).toBeGreaterThanOrEqual(43);
    expect(cookie).toContain(asked.state);
    expect(cookie).not.toContain(asked.nonce);
  });

  it('begins a session of the console for the member with that verified address', async () => {
    const answer = await signIn();
    expect(movesTo(answer)).toEqual([200, '/console/']);
    expect(cookiesOf(answer)[0]).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    expect(cookiesOf(answer)[1]).toMatch(/^__Host-corebank-oidc=; .*Max-Age=0/);
    expect(await sessionOf(answer)).toMatchObject({
      staffID: 'SSO-1',
      assurance: 'password',
      permissions: ['view-loans'],
    });
  });

  it('counts as a second factor where the provider says so in the configured way', async () => {
    const answer = await signIn({ claims: { amr: ['pwd', 'mfa'] } });
    expect(await sessionOf(answer)).toMatchObject({ assurance: 'second-factor' });
  });

  it.each([
    ['/aml/holds?status=Held&x=1', '/console/aml/holds?status=Held&amp;x=1'],
    ['https://evil.example/', '/console/'],
    ['//evil.example', '/console/'],
    ['/\\evil.example', '/console/'],
    ['/"><script>alert(1)</script>', '/console/'],
  ])('opens after %j only pages of the console', async (next, opened) => {
    expect(movesTo(await signIn({}, { next }))).toEqual([200, opened]);
  });

  it.each<[string, Behaviour]>([
    ['an address that nobody has', { claims: { email: 'nobody@bank.example' } }],
    ['no address', { claims: { email: undefined } }],
    ['an address that is not verified', { claims: { email_verified: false } }],
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an expired token', { claims: { exp: 1_700_000_000, iat: 1_699_999_000 } }],
    ['an old sign-in', { claims: { auth_time: Math.floor(Date.now() / 1_000) - 3_600 } }],
    ['no time of the sign-in', { claims: { auth_time: undefined } }],
    ['the token of another issuer', { claims: { iss: 'https://other.example' } }],
    ['the token of another client', { claims: { aud: 'another-client' } }],
    ['the answer of another issuer', { answeredIssuer: 'https://other.example' }],
    ['an answer without its issuer', { answeredIssuer: null }],
    ['the signature of another key', { strangersKey: true }],
    ['no signature', { unsigned: true }],
  ])('refuses %s', async (_name, behaviour) => {
    const answer = await signIn(behaviour);
    expect(movesTo(answer)).toEqual(REFUSED);
    expect(cookiesOf(answer).filter((cookie) => cookie.startsWith('__Host-corebank-staff'))).toEqual([]);
  });

  it('refuses an answer that comes twice, also at the same time', async () => {
    const { address, cookie } = await begin();
    const query = provider.signIn(address, { claims: { email } });
    const answers = await Promise.all([comeBack(query, cookie), comeBack(query, cookie)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(movesTo(await comeBack(query, cookie))).toEqual(REFUSED);
  });

  it('refuses another state, and an answer in a browser that has not begun', async () => {
    const [one, two] = [await begin(), await begin()];
    const query = provider.signIn(one.address, { claims: { email } });
    expect(movesTo(await comeBack(query, two.cookie))).toEqual(REFUSED);
    expect(movesTo(await comeBack(query))).toEqual(REFUSED);
    const forged = new URLSearchParams({ ...Object.fromEntries(query), state: 'x'.repeat(43) });
    expect(movesTo(await comeBack(forged, one.cookie))).toEqual(REFUSED);
    expect(movesTo(await comeBack(query, one.cookie))).toEqual([200, '/console/']);
  });

  it('refuses the code of another browser under the own state, because of PKCE', async () => {
    const [attacker, victim] = [await begin(), await begin()];
    const stolen = provider.signIn(attacker.address, { claims: { email } });
    const own = provider.signIn(victim.address, { claims: { email } });
    const mixed = new URLSearchParams({ ...Object.fromEntries(own), code: stolen.get('code')! });
    expect(movesTo(await comeBack(mixed, victim.cookie))).toEqual(REFUSED);
  });

  it('refuses a state that is older than five minutes', async () => {
    const { address, cookie } = await begin();
    await app.rows(`UPDATE passkey_challenge SET expires_at = now() - interval '1 second' WHERE purpose = 'oidc'`);
    expect(movesTo(await comeBack(provider.signIn(address, { claims: { email } }), cookie))).toEqual(REFUSED);
  });

  it('moves to the sign-in when the person cancels at the provider', async () => {
    const { address, cookie } = await begin();
    const state = new URL(address).searchParams.get('state')!;
    const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    expect(movesTo(await comeBack(query, cookie))).toEqual(REFUSED);
  });

  it('refuses a suspended member, whose audit log has a row', async () => {
    const { email: suspended } = await hire(app, 'SSO-2', []);
    await app.rows(`UPDATE staff SET status = 'Suspended' WHERE staff_code = 'SSO-2'`);
    expect(movesTo(await signIn({ claims: { email: suspended } }))).toEqual(REFUSED);
    const rows = await app.rows<{ details: object }>(
      `SELECT details FROM audit_log WHERE action = 'staff.sign-in-refused' AND subject = 'staff:SSO-2'`,
    );
    expect(rows.map(({ details }) => details)).toEqual([{ reason: 'not-active', by: 'single-sign-on' }]);
  });

  it('refuses staff of an institution that does not use the provider', async () => {
    const { manager } = await addSecondInstitution(app);
    expect(movesTo(await signIn({ claims: { email: manager.email } }))).toEqual(REFUSED);
  });

  it('begins only on a page of the console', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const answer = await start({}, { 'sec-fetch-site': site });
      expect([answer.status, answer.headers.location]).toEqual([403, undefined]);
    }
  });

  it('says when the provider does not answer, and works again when it does', async () => {
    const { address, cookie } = await begin();
    provider.isAway = true;
    const answer = await comeBack(provider.signIn(address, { claims: { email } }), cookie);
    provider.isAway = false;
    expect(answer.status).not.toBe(200);
    expect(movesTo(await signIn())).toEqual([200, '/console/']);
  });
});

describe('a server without single sign-on', () => {
  it('offers none and takes no answer', async () => {
    const app = await TestApp.start({ CONSOLE_ORIGIN: ORIGIN });
    const methods = await request(app.url).get(`${SESSION}/methods`);
    expect((methods.body as { data: object }).data).toMatchObject({ oidc: null });
    const begun = await request(app.url).get(START).set('sec-fetch-site', 'same-origin');
    expect([begun.status, (begun.body as { data: object }).data]).toEqual([404, { statusCode: 'OIDC_NOT_CONFIGURED' }]);
    const answered = await request(app.url).get(`${CALLBACK}?code=a&state=b`);
    expect(answered.text).toContain('/console/login?problem=OIDC_NOT_CONFIGURED');
    await app.close();
  });
});
