import { TOTP } from 'otpauth';
import request, { type Response } from 'supertest';
import { SettingCatalogue } from '../../src/institutions/settings/setting-catalogue';
import type { SettingDefinition } from '../../src/institutions/settings/setting-definition';
import { declaredRoutes } from '../matrix/declared-routes';
import { inParallel } from '../matrix/requests';
import { freshReference, TestApp } from '../support/app';
import { codedRoutes } from './coded-routes';
import { storedTexts } from './stored-texts';

/** Names of request fields that hold secrets, and of those that only sound so. */
const SECRET_NAME = /secret|password|pin$|pan$|token|otp|api_?key|^value$|^code$/i;
const HARMLESS = ['maskedPan'];
const SECRET_FIELDS = ['cardPan', 'clientSecret', 'code', 'currentPassword', 'newPassword', 'password', 'pin', 'value'];

/** Names of what the database holds and nobody is shown. */
const INNER_NAMES = [
  'secretHash',
  'passwordHash',
  'panHash',
  'fingerprint',
  'nonce',
  'keyHash',
  'attemptHash',
  'codeHash',
  'sealedSecret',
  'institutionId',
  'searchName',
  'sealed',
  'stack',
  'secret_hash',
  'password_hash',
  'institution_id',
];

/** Personal data that is kept but never logged. */
const PERSONAL = {
  bvn: '22290817263',
  nin: '70918273645',
  phoneNumber: '+2348039182736',
  email: 'marker.person@example.com',
  lastName: 'Markername',
  address: '17 Marker Close',
};

describe('secrets', () => {
  let app: TestApp;
  let administrator: string;
  let markers = 0;
  /** What was sent or shown, by where. */
  const secrets = new Map<string, string>();
  const sent = new Set<string>();
  const logged: string[] = [];
  beforeAll(async () => {
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
    app = await TestApp.start({ LOG_LEVEL: 'trace' });
    administrator = await app.staff('administrator');
    secrets.set('staff token', administrator);
    secrets.set('client token', await app.client());
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  /** A text that occurs nowhere by chance, remembered under what it is. */
  function marker(what: string): string {
    markers += 1;
    const text = `Mk${markers}-${'qZ7xWvUt'.repeat(4)}-${markers}`;
    secrets.set(what, text);
    return text;
  }
  /** A body field with a marker in it. */
  function field(route: string, name: string, given?: string): Record<string, string> {
    sent.add(name);
    if (given !== undefined) secrets.set(`${route} ${name}`, given);
    return { [name]: given ?? marker(`${route} ${name}`) };
  }
  const asStaff = (path: string, body: object, reference = freshReference()): Promise<Response> =>
    app.post(`/api/admin/v1/${path}`, body, { token: administrator, reference });

  function valueFor({ type }: SettingDefinition, secret: string): string {
    if (type === 'json') return JSON.stringify({ clientId: 'someone', clientSecret: secret });
    if (type === 'headers') return JSON.stringify({ 'X-Api-Key': secret });
    return secret;
  }

  it('are known by their names in the documents, each of them tried here', () => {
    const fields = declaredRoutes().flatMap((route) =>
      route.fields
        .filter((field) => field.startsWith('body.'))
        .map((field) => field.split('.').pop()!.replace('[]', '')),
    );
    const names = new Set(fields.filter((name) => SECRET_NAME.test(name) && !HARMLESS.includes(name)));
    expect([...names].sort()).toEqual(SECRET_FIELDS);
  });

  it('of clients are shown once', async () => {
    const reference = freshReference();
    const made = await asStaff('api-clients', { name: 'Markers' }, reference);
    await asStaff('api-clients', { name: 'Markers' }, reference);
    const { clientId, clientSecret } = made.body.data as { clientId: string; clientSecret: string };
    secrets.set('client secret', clientSecret);
    const renewed = await asStaff(`api-clients/${clientId}/regenerate`, {});
    secrets.set('regenerated client secret', renewed.body.data.clientSecret as string);
    const { body } = await request(app.url)
      .post('/api/auth/v1/authenticate')
      .send({ clientId, clientSecret: renewed.body.data.clientSecret });
    secrets.set('new client token', body.accessToken as string);
    const wrong = await request(app.url)
      .post('/api/auth/v1/authenticate')
      .send({ clientId, ...field('authenticate', 'clientSecret') });
    expect([made.status, renewed.status, body.status, wrong.status]).toStrictEqual([200, 200, true, 401]);
  });

  it('of staff are hashed', async () => {
    const { email, password } = app.sandbox.staff.maker;
    expect(
      (
        await request(app.url)
          .post('/api/admin/v1/login')
          .send({ email, ...field('login', 'password') })
      ).status,
    ).toBe(401);
    const issued = await app.approved(asStaff('staff/STF003/password', {}));
    const { code } = issued.body.data as { code: string };
    secrets.set('one-time code', code);
    const reset = await app.post('/api/admin/v1/password', {
      email: app.sandbox.staff.checker.email,
      ...field('reset', 'code', code),
      ...field('reset', 'newPassword'),
    });
    const token = await app.staff('maker');
    const wrong = await app.post(
      '/api/admin/v1/me/password',
      { ...field('own, wrong', 'currentPassword'), ...field('own, wrong', 'newPassword') },
      { token },
    );
    const right = await app.post(
      '/api/admin/v1/me/password',
      { ...field('own', 'currentPassword', password), ...field('own', 'newPassword') },
      { token },
    );
    expect([reset.status, wrong.status, right.status]).toStrictEqual([200, 422, 200]);
  });

  it('of second factors are sealed or hashed, and shown once', async () => {
    const token = await app.staff('amlOfficer');
    const path = '/api/admin/v1/me/second-factor';
    const { secret } = (await app.post(path, {}, { token })).body.data as { secret: string };
    secrets.set('secret of a second factor', secret);
    const code = new TOTP({ secret }).generate();
    const { recoveryCodes } = (await app.post(`${path}/confirm`, { code }, { token })).body.data as {
      recoveryCodes: string[];
    };
    for (const [n, recoveryCode] of recoveryCodes.entries()) secrets.set(`recovery code ${n}`, recoveryCode);
    expect([secret.length, recoveryCodes.length]).toStrictEqual([32, 10]);
  });

  it('of the configuration are sealed, whatever their type', async () => {
    const definitions = app.app
      .get(SettingCatalogue, { strict: false })
      .list()
      .filter(({ secret }) => secret);
    expect(definitions.length).toBeGreaterThan(30);
    for (const definition of definitions) {
      sent.add('value');
      const { status } = await app.approved(
        app.put(
          `/api/admin/v1/configuration/${definition.key}`,
          { value: valueFor(definition, marker(`configuration ${definition.key}`)) },
          { token: administrator },
        ),
      );
      expect([definition.key, status]).toStrictEqual([definition.key, 200]);
    }
    expect((await app.get('/api/admin/v1/configuration', {}, { token: administrator })).text).not.toContain('qZ7xWvUt');
  });

  it('of cards go nowhere when they are refused', async () => {
    const accountNumber = await app.openAccount();
    const card = await app.post('/api/card/v1/addcardtoaccount', {
      accountNumber,
      referenceNumber: freshReference(),
      ...field('card', 'cardPan', '5061460410120223210'),
    });
    const pin = await app.put('/api/card/v1/providera/setcardpin', { cardId: 1, ...field('card', 'pin') });
    expect([card.status, pin.status]).toStrictEqual([503, 400]);
  });

  it('that release an AML hold are sealed where they are stored', async () => {
    const [debitAccount, creditAccount] = [await app.openAccount(), await app.openAccount()];
    // Enough for the transfer, in parts that no rule minds.
    for (let part = 0; part < 4; part += 1) await app.payIn(debitAccount, 400_000);
    const transfer = {
      debitAccount,
      creditAccount,
      amount: 1_500_000,
      narration: 'Markers',
      postingsTransactionType: 3,
    };
    const held = await app.post('/api/transfer/v1/localfundtransfer', transfer);
    expect([held.status, held.body.data.statusCode]).toStrictEqual([202, 'AML_HOLD']);
    const { approvalId, amlApprovalReference } = held.body.data as { approvalId: number; amlApprovalReference: string };
    secrets.set('approval reference', amlApprovalReference);
    const approved = await app.post(
      `/api/admin/v1/aml/holds/${approvalId}/approve`,
      { note: 'Seen' },
      { token: await app.staff('amlOfficer') },
    );
    const released = await app.post('/api/transfer/v1/localfundtransfer', { ...transfer, amlApprovalReference });
    expect([approved.status, released.status]).toStrictEqual([200, 200]);
  });

  it('are in no line about a failure of ours', async () => {
    await app.database.query('ALTER TABLE staff_directory RENAME TO staff_directory_hidden');
    const failed = await request(app.url)
      .post('/api/admin/v1/login')
      .set('authorization', `Bearer ${marker('authorization header')}`)
      .send({ email: 'a@b.example', ...field('failed login', 'password') });
    await app.database.query('ALTER TABLE staff_directory_hidden RENAME TO staff_directory');
    expect(failed.status).toBe(500);
  });

  it('stand in no answer, and neither does what they are recognised by', async () => {
    const lists = codedRoutes(app).filter(
      ({ method, path, access }) =>
        method === 'GET' && !path.includes(':') && (access.audience === 'api-client' || access.audience === 'staff'),
    );
    const answers = await inParallel(lists, async ({ name, path, access }) => ({
      name,
      ...(await app.get(path, {}, { token: access.audience === 'staff' ? administrator : await app.client() })),
    }));
    expect(answers.length).toBeGreaterThan(50);
    const telling = [...secrets.values(), ...INNER_NAMES.map((name) => `"${name}"`)];
    expect(
      answers.flatMap(({ name, text }) =>
        telling.filter((told) => text.includes(told)).map((told) => `${name}: ${told}`),
      ),
    ).toEqual([]);
  });

  it('were found nowhere afterwards, in no table and in no line of the log', async () => {
    expect([...sent].sort()).toEqual(SECRET_FIELDS);
    const stored = await storedTexts(app);
    const log = logged.join('');
    // The search looks at the right things: what is no secret is found.
    expect(stored.get('api_client')).toContain('Markers');
    expect(log).toContain('/api/admin/v1/login');
    const found = [...secrets].flatMap(([what, secret]) => {
      const forms = [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64').replace(/=+$/, ''),
        encodeURIComponent(secret),
      ];
      const places = [...stored]
        .filter(([, text]) => forms.some((form) => text.includes(form)))
        .map(([table]) => table);
      return [...places, ...(forms.some((form) => log.includes(form)) ? ['log'] : [])].map(
        (place) => `${what}: ${place}`,
      );
    });
    expect(found).toEqual([]);
    expect(secrets.size).toBeGreaterThan(45);
  });

  it('and personal data are not logged', async () => {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const { address, ...person } = PERSONAL;
    const body = {
      ...person,
      address,
      firstName: 'Ada',
      accountName: 'Markername Ada',
      branchCode,
      productCode,
      accountOfficerStaffID,
    };
    const opened = await app.post('/api/account/v1/createcustomeraccount', body);
    expect(opened.status).toBe(200);
    await app.post('/api/account/v1/createcustomeraccount', { ...body, productCode: 'none' });
    await app.get('/api/account/v1/searchcustomers', { BVN: person.bvn });
    const { accountNumber } = opened.body.data as { accountNumber: string };
    await app.get('/api/account/v1/getaccountbalancebyaccountnumber', { AccountNumber: accountNumber });
    const log = logged.join('');
    expect([...Object.values(PERSONAL), accountNumber].filter((text) => log.includes(text))).toEqual([]);
  });
});
