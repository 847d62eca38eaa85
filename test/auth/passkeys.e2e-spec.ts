import { TOTP } from 'otpauth';
import { Clock } from '../../src/common/time/clock';
import { inParallel } from '../matrix/requests';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';
import { setSettings } from '../support/settings';
import { ConsoleBrowser } from './console-browser';
import { type AskedOptions, VirtualAuthenticator } from './virtual-authenticator';

const ME = '/api/admin/v1/me';
const SESSION = '/api/admin/v1/session';
const PASSWORD = 'a password for the tests';
const ORIGIN = 'http://localhost:3999';
const REFUSED = [401, 'PASSKEY_REFUSED'];

describe('passkeys', () => {
  let app: TestApp;
  let hired = 0;
  beforeAll(async () => (app = await TestApp.start({ CONSOLE_ORIGIN: ORIGIN })));
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  interface Holder {
    browser: ConsoleBrowser;
    device: VirtualAuthenticator;
    email: string;
    staffID: string;
  }
  /** A member who has signed in to the console with a password. */
  async function newcomer(permissions: string[] = []): Promise<Holder> {
    hired += 1;
    const { email, staffID } = await hire(app, `PKY-${hired}`, permissions);
    const browser = await ConsoleBrowser.signedIn(app, { email, password: PASSWORD });
    return { browser, device: new VirtualAuthenticator(ORIGIN), email, staffID };
  }
  const optionsOf = async (browser: ConsoleBrowser, path: string, body?: object): Promise<AskedOptions> =>
    dataOf<AskedOptions>(await browser.send('post', path, body));
  async function add({ browser, device }: Holder, behaviour = {}): Promise<Awaited<ReturnType<typeof browser.send>>> {
    const options = await optionsOf(browser, `${ME}/passkeys/options`);
    return browser.send('post', `${ME}/passkeys`, { label: 'Laptop', credential: device.create(options, behaviour) });
  }
  async function holder(permissions: string[] = []): Promise<Holder> {
    const made = await newcomer(permissions);
    expect((await add(made)).status).toBe(200);
    return made;
  }
  async function signIn({ device }: Holder, behaviour = {}, body = {}): Promise<[ConsoleBrowser, [number, unknown]]> {
    const browser = new ConsoleBrowser(app.url);
    const options = await optionsOf(browser, `${SESSION}/passkey/options`, body);
    const answer = await browser.send('post', `${SESSION}/passkey`, { credential: device.get(options, behaviour) });
    return [browser, codeOf(answer)];
  }

  it('are added with a name, listed and removed', async () => {
    const made = await newcomer();
    const { browser, device } = made;
    const options = await optionsOf(browser, `${ME}/passkeys/options`);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: made.email },
      authenticatorSelection: { userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    const added = await browser.send('post', `${ME}/passkeys`, {
      label: 'Work laptop',
      credential: device.create(options),
    });
    const { id } = dataOf<{ id: number }>(added);
    expect(dataOf(await browser.get(`${ME}/passkeys`))).toStrictEqual({
      data: [{ id, label: 'Work laptop', createdAt: expect.any(String), lastUsedAt: null }],
      recordCount: 1,
    });
    expect(dataOf(await browser.get(SESSION))).toMatchObject({
      assurance: 'second-factor',
      secondFactor: { isSetUp: true },
    });
    expect(dataOf(await browser.send('delete', `${ME}/passkeys/${id}`))).toStrictEqual({ id });
    expect(codeOf(await browser.send('delete', `${ME}/passkeys/${id}`))).toStrictEqual([404, 'PASSKEY_NOT_FOUND']);
    const audited = await app.rows<{ action: string }>(
      `SELECT action FROM audit_log WHERE actor = $1 AND action LIKE '%passkey' ORDER BY id`,
      [`staff:${made.staffID}`],
    );
    expect(audited.map(({ action }) => action)).toStrictEqual(['staff.add-passkey', 'staff.remove-passkey']);
  });

  it.each([
    ['for another site', { rpId: 'evil.example' }],
    ['by a page of another origin', { origin: 'http://localhost:4000' }],
    ['without a check of the holder', { verifiesUser: false }],
    ['for a challenge that the server has not made', { challenge: 'bm90IG91cnM' }],
  ])('are not added when they were made %s', async (_, behaviour) =>
    expect(codeOf(await add(await newcomer(), behaviour))).toStrictEqual([422, 'PASSKEY_NOT_ACCEPTED']),
  );

  it('are added with a challenge of the same session, once', async () => {
    const [made, other] = [await newcomer(), await newcomer()];
    const options = await optionsOf(other.browser, `${ME}/passkeys/options`);
    const body = { label: 'Laptop', credential: made.device.create(options) };
    expect(codeOf(await made.browser.send('post', `${ME}/passkeys`, body))[0]).toBe(422);
    expect((await other.browser.send('post', `${ME}/passkeys`, body)).status).toBe(200);
    expect(codeOf(await other.browser.send('post', `${ME}/passkeys`, body))).toStrictEqual([
      422,
      'PASSKEY_NOT_ACCEPTED',
    ]);
  });

  it('belong to one member of the institution', async () => {
    const made = await holder();
    const other = await newcomer();
    expect(codeOf(await add({ ...other, device: made.device }))).toStrictEqual([409, 'PASSKEY_KNOWN']);
    const { data } = dataOf<{ data: { id: number }[] }>(await made.browser.get(`${ME}/passkeys`));
    expect(codeOf(await other.browser.send('delete', `${ME}/passkeys/${data[0]!.id}`))).toStrictEqual([
      404,
      'PASSKEY_NOT_FOUND',
    ]);
  });

  it('sign in to the console with both factors, with and without an address', async () => {
    const made = await holder();
    for (const body of [{}, { email: made.email }]) {
      const [browser, code] = await signIn(made, {}, body);
      expect(code).toStrictEqual([200, undefined]);
      expect(dataOf(await browser.get(SESSION))).toMatchObject({
        staffID: made.staffID,
        assurance: 'second-factor',
      });
    }
  });

  it.each([
    ['for another site', { rpId: 'evil.example' }],
    ['on a page of another origin', { origin: 'https://localhost:3999' }],
    ['without a check of the holder', { verifiesUser: false }],
    ['for a challenge that the server has not made', { challenge: 'bm90IG91cnM' }],
  ])('do not sign in when they were used %s', async (_, behaviour) => {
    const [browser, code] = await signIn(await holder(), behaviour);
    expect(code).toStrictEqual(REFUSED);
    expect(browser.received).toStrictEqual([]);
  });

  it('do not sign in with a counter that does not rise, as of a copied key', async () => {
    const made = await holder();
    expect((await signIn(made, { counter: 7 }))[1]).toStrictEqual([200, undefined]);
    expect((await signIn(made, { counter: 7 }))[1]).toStrictEqual(REFUSED);
    expect((await signIn(made, { counter: 6 }))[1]).toStrictEqual(REFUSED);
    expect((await signIn(made, { counter: 8 }))[1]).toStrictEqual([200, undefined]);
  });

  it('sign in once for each challenge, also when several requests bring it at the same time', async () => {
    const made = await holder();
    const browser = new ConsoleBrowser(app.url);
    const options = await optionsOf(browser, `${SESSION}/passkey/options`, {});
    const credential = made.device.get(options);
    const codes = await inParallel([1, 2, 3, 4], async () =>
      codeOf(await new ConsoleBrowser(app.url).send('post', `${SESSION}/passkey`, { credential })),
    );
    expect(codes.filter(([status]) => status === 200)).toHaveLength(1);
    expect(codes.filter(([, code]) => code === 'PASSKEY_REFUSED')).toHaveLength(3);
  });

  it('are asked with challenges that live for five minutes', async () => {
    const made = await holder();
    const options = await optionsOf(new ConsoleBrowser(app.url), `${SESSION}/passkey/options`, {});
    const later = Date.now() + 301_000;
    jest.spyOn(app.app.get(Clock), 'now').mockImplementation(() => new Date(later));
    const answer = await new ConsoleBrowser(app.url).send('post', `${SESSION}/passkey`, {
      credential: made.device.get(options),
    });
    expect(codeOf(answer)).toStrictEqual(REFUSED);
  });

  it('sign nobody in who is suspended, and nobody else than the address that was asked', async () => {
    const [made, other] = [await holder(), await holder()];
    expect((await signIn(made, {}, { email: other.email }))[1]).toStrictEqual(REFUSED);
    const token = await app.staff('administrator');
    await app.approved(app.patch(`/api/admin/v1/staff/${made.staffID}`, { status: 'Suspended' }, { token }));
    expect((await signIn(made))[1]).toStrictEqual(REFUSED);
    const [row] = await app.rows<{ details: { reason: string } }>(
      `SELECT details FROM audit_log WHERE subject = $1 AND action = 'staff.sign-in-refused' ORDER BY id DESC LIMIT 1`,
      [`staff:${made.staffID}`],
    );
    expect(row!.details.reason).toBe('not-active');
  });

  it('do not tell who has one: an address without passkeys is offered one that nobody has, always the same', async () => {
    const made = await holder();
    const browser = new ConsoleBrowser(app.url);
    const keysOf = async (email: string): Promise<object[]> =>
      ((await optionsOf(browser, `${SESSION}/passkey/options`, { email })) as unknown as { allowCredentials: object[] })
        .allowCredentials;
    const [known, unknown, again] = [
      await keysOf(made.email),
      await keysOf('nobody@bank.example'),
      await keysOf('NOBODY@bank.example'),
    ];
    expect(Object.keys(unknown[0]!).sort()).toStrictEqual(Object.keys(known[0]!).sort());
    expect(unknown).toStrictEqual(again);
    expect(unknown).toHaveLength(1);
  });

  it('step up, in the session that asked and with a key of the member', async () => {
    const [made, other] = [await holder(), await holder()];
    const { browser, device } = made;
    await app.rows('UPDATE staff_session SET stepped_up_at = NULL');
    app.app.get(Clock);
    const options = await optionsOf(browser, `${ME}/step-up/passkey/options`);
    expect(
      codeOf(await other.browser.send('post', `${ME}/step-up/passkey`, { credential: device.get(options) })),
    ).toStrictEqual([422, 'STEP_UP_REFUSED']);
    const wrongKey = await optionsOf(browser, `${ME}/step-up/passkey/options`);
    expect(
      codeOf(await browser.send('post', `${ME}/step-up/passkey`, { credential: other.device.get(wrongKey) })),
    ).toStrictEqual([422, 'STEP_UP_REFUSED']);
    const earlier = browser.token;
    const right = await optionsOf(browser, `${ME}/step-up/passkey/options`);
    const answer = await browser.send('post', `${ME}/step-up/passkey`, { credential: device.get(right) });
    expect(dataOf(answer)).toStrictEqual({ assurance: 'second-factor', steppedUpAt: expect.any(String) });
    expect(browser.token).not.toBe(earlier);
    expect(codeOf(await browser.send('post', `${ME}/passkeys/options`))).toStrictEqual([200, undefined]);
  });

  it('leave a password no proof: whoever has one steps up with it', async () => {
    const { browser } = await holder();
    expect(codeOf(await browser.send('post', `${ME}/step-up`, { password: PASSWORD }))).toStrictEqual([
      422,
      'STEP_UP_REFUSED',
    ]);
  });

  it('are added and removed in a session that one has proven, and not by whoever knows the password', async () => {
    const made = await newcomer();
    const earlier = await ConsoleBrowser.signedIn(app, { email: made.email, password: PASSWORD });
    const asked = await optionsOf(earlier, `${ME}/passkeys/options`);
    const { id } = dataOf<{ id: number }>(await add(made));
    const later = await ConsoleBrowser.signedIn(app, { email: made.email, password: PASSWORD });
    const theirs = { label: 'Theirs', credential: new VirtualAuthenticator(ORIGIN).create(asked) };
    const codes = [
      await earlier.send('post', `${ME}/passkeys`, theirs),
      await later.send('post', `${ME}/passkeys/options`),
      await later.send('delete', `${ME}/passkeys/${id}`),
      await later.send('post', `${ME}/second-factor`),
    ].map(codeOf);
    expect(codes).toStrictEqual(codes.map(() => [403, 'STEP_UP_REQUIRED']));
    const proof = await optionsOf(later, `${ME}/step-up/passkey/options`);
    await later.send('post', `${ME}/step-up/passkey`, { credential: made.device.get(proof) });
    expect((await add({ ...made, browser: later, device: new VirtualAuthenticator(ORIGIN) })).status).toBe(200);
    expect((await later.send('delete', `${ME}/passkeys/${id}`)).status).toBe(200);
  });

  it('make the other sessions prove themselves again when one is added or removed, as after the loss of a device', async () => {
    const made = await holder();
    const proofOf = async (browser: ConsoleBrowser): Promise<object> => dataOf(await browser.get(SESSION));
    const unproven = { assurance: 'password', stepUpUntil: null };
    const proven = { assurance: 'second-factor', stepUpUntil: expect.any(String) as string };
    const [elsewhere] = await signIn(made);
    expect(await proofOf(elsewhere)).toMatchObject(proven);
    const second = await add({ ...made, device: new VirtualAuthenticator(ORIGIN) });
    expect([await proofOf(elsewhere), await proofOf(made.browser)]).toMatchObject([unproven, proven]);

    const [again] = await signIn(made);
    const { id } = dataOf<{ id: number }>(second);
    expect((await made.browser.send('delete', `${ME}/passkeys/${id}`)).status).toBe(200);
    expect([await proofOf(again), await proofOf(made.browser)]).toMatchObject([unproven, proven]);
  });

  it('are a factor before an app is confirmed whose set-up had begun with the password alone', async () => {
    const made = await newcomer();
    const earlier = await ConsoleBrowser.signedIn(app, { email: made.email, password: PASSWORD });
    const { secret } = dataOf<{ secret: string }>(await earlier.send('post', `${ME}/second-factor`));
    expect((await add(made)).status).toBe(200);
    const code = new TOTP({ secret }).generate();
    expect(codeOf(await earlier.send('post', `${ME}/second-factor/confirm`, { code }))).toStrictEqual([
      403,
      'STEP_UP_REQUIRED',
    ]);
  });

  it('stay while a permission needs a second factor, until a colleague resets them', async () => {
    const made = await holder(['approve-transactions']);
    await setSettings(app, { SECOND_FACTOR_PERMISSIONS: 'approve-transactions' });
    const { data } = dataOf<{ data: { id: number }[] }>(await made.browser.get(`${ME}/passkeys`));
    expect(codeOf(await made.browser.send('delete', `${ME}/passkeys/${data[0]!.id}`))).toStrictEqual([
      422,
      'SECOND_FACTOR_STILL_NEEDED',
    ]);
    await setSettings(app, { SECOND_FACTOR_PERMISSIONS: 'none' });
    const token = await app.staff('administrator');
    const reset = await app.approved(app.delete(`/api/admin/v1/staff/${made.staffID}/second-factor`, { token }));
    expect(reset.status).toBe(200);
    expect((await signIn(made))[1]).toStrictEqual(REFUSED);
  });
});
