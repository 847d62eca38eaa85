import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import request, { type Response } from 'supertest';
import { ApiClients } from '../../src/auth/api-clients';
import { Keyring } from '../../src/common/crypto/keyring';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Clock } from '../../src/common/time/clock';
import { TestApp } from '../support/app';
import { addSecondInstitution } from './second-institution';

const CHANNEL_ROUTE = '/api/account/v1/searchaccount';
const STAFF_ROUTE = '/api/admin/v1/me';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token made by hand. */
function sign(header: object, claims: unknown, key: KeyObject, hash = 'sha256'): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
}

describe('access to routes', () => {
  let app: TestApp;
  let signing: { keyId: string; key: KeyObject };
  beforeAll(async () => {
    app = await TestApp.start();
    signing = app.app.get(Keyring).deriveAll('access-tokens')[0]!;
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const call = (path: string, authorization?: string): Promise<Response> => {
    const get = request(app.url).get(path);
    return Promise.resolve(authorization === undefined ? get : get.set('authorization', authorization));
  };
  const codeOf = ({ status, body }: Response): unknown[] => [status, body.message, body.data.statusCode];
  const claimsOf = (token: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  const header = (): object => ({ alg: 'HS256', typ: 'at+jwt', kid: signing.keyId });

  const UNAUTHORIZED = [401, 'Unauthorized', 'UNAUTHORIZED'];
  const WRONG_CLAIMS = [401, 'Invalid API token claims', 'INVALID_API_TOKEN_CLAIMS'];
  const KEY_INACTIVE = [401, 'API key inactive or not found', 'API_KEY_INACTIVE'];
  const DENIED = [
    403,
    'You do not have the permission this operation needs; ask for a role that has it.',
    'PERMISSION_DENIED',
  ];

  it('admits tokens to the routes of their audience', async () => {
    expect((await call(CHANNEL_ROUTE, `Bearer ${await app.client()}`)).status).toBe(200);
    expect((await call(STAFF_ROUTE, `Bearer ${await app.staff('maker')}`)).status).toBe(200);
  });

  it('keeps the two kinds of tokens apart, in the same answer each time', async () => {
    for (let round = 0; round < 2; round += 1) {
      expect(codeOf(await call(CHANNEL_ROUTE, `Bearer ${await app.staff('administrator')}`))).toStrictEqual(
        WRONG_CLAIMS,
      );
      expect(codeOf(await call(STAFF_ROUTE, `Bearer ${await app.client()}`))).toStrictEqual(WRONG_CLAIMS);
    }
  });

  it('refuses values that are not tokens', async () => {
    const token = await app.client();
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      token,
      `Basic ${token}`,
      'Bearer abc',
      'Bearer a.b.c',
      'Bearer ..',
      `Bearer ${encode(null)}.${encode({})}.x`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -2)}`,
    ]) {
      expect([authorization, codeOf(await call(CHANNEL_ROUTE, authorization))]).toStrictEqual([
        authorization,
        UNAUTHORIZED,
      ]);
    }
  });

  it('refuses tokens with a foreign signature', async () => {
    const claims = claimsOf(await app.client());
    const foreign = createSecretKey(Buffer.alloc(32, 1));
    const unsigned = `${encode({ alg: 'none', typ: 'at+jwt', kid: signing.keyId })}.${encode(claims)}.`;
    const tokens = [
      unsigned,
      sign(header(), claims, foreign),
      sign({ ...header(), alg: 'HS512' }, claims, signing.key, 'sha512'),
      sign({ ...header(), alg: 'RS256' }, claims, signing.key),
      sign({ ...header(), kid: 'ffffffff' }, claims, signing.key),
      sign({ ...header(), kid: '__proto__' }, claims, signing.key),
      sign({ alg: 'HS256', typ: 'at+jwt' }, claims, signing.key),
      sign({ ...header(), typ: 'JWT' }, claims, signing.key),
      sign({ ...header(), crit: ['exp'] }, claims, signing.key),
      sign({ ...header(), crit: [] }, claims, signing.key),
      sign({ ...header(), typ: undefined }, claims, signing.key),
      sign(header(), { ...claims, nbf: Math.floor(Date.now() / 1000) + 600 }, signing.key),
      sign(
        { ...header(), kid: 'ffffffff', jwk: { kty: 'oct', k: foreign.export().toString('base64url') } },
        claims,
        foreign,
      ),
    ];
    for (const [index, token] of tokens.entries())
      expect([index, codeOf(await call(CHANNEL_ROUTE, `Bearer ${token}`))]).toStrictEqual([index, UNAUTHORIZED]);
  });

  it('refuses signed tokens with invalid claims', async () => {
    const claims = claimsOf(await app.client());
    expect((await call(CHANNEL_ROUTE, `Bearer ${sign(header(), claims, signing.key)}`)).status).toBe(200);
    const { aud: _aud, ...withoutAudience } = claims;
    for (const other of [
      {},
      [],
      withoutAudience,
      { ...claims, iss: 'else' },
      { ...claims, actor_type: 'staff' },
      { ...claims, institutionId: '1' },
      { ...claims, sub: undefined },
      { ...claims, exp: undefined },
      { ...claims, exp: '9999999999' },
      { ...claims, jti: undefined },
    ]) {
      expect([other, codeOf(await call(CHANNEL_ROUTE, `Bearer ${sign(header(), other, signing.key)}`))]).toStrictEqual([
        other,
        WRONG_CLAIMS,
      ]);
    }
  });

  it('refuses a token once it has expired, also one it has verified before', async () => {
    const response = await request(app.url).post('/api/auth/v1/authenticate').send(app.sandbox.client);
    const { accessToken, expirationTime } = response.body;
    expect((await call(CHANNEL_ROUTE, `Bearer ${accessToken}`)).status).toBe(200);
    const clock = jest.spyOn(app.app.get(Clock), 'now');
    clock.mockImplementation(() => new Date(expirationTime * 1000 - 1));
    expect((await call(CHANNEL_ROUTE, `Bearer ${accessToken}`)).status).toBe(200);
    clock.mockImplementation(() => new Date(expirationTime * 1000));
    expect(codeOf(await call(CHANNEL_ROUTE, `Bearer ${accessToken}`))).toStrictEqual(UNAUTHORIZED);
  });

  it('refuses the tokens of a deactivated client at once, and within half a minute when another process deactivated it', async () => {
    const { client, clientSecret } = await app.app
      .get(UnitOfWork)
      .run(app.institutionId, (tx) =>
        app.app.get(ApiClients, { strict: false }).issue(tx, { institutionId: app.institutionId, name: 'Test' }),
      );
    const { clientId } = client;
    const { accessToken } = (await request(app.url).post('/api/auth/v1/authenticate').send({ clientId, clientSecret }))
      .body;
    const authorization = `Bearer ${accessToken}`;
    expect((await call(CHANNEL_ROUTE, authorization)).status).toBe(200);
    const administrator = { token: await app.staff('administrator') };
    await app.post(`/api/admin/v1/api-clients/${clientId}/deactivate`, {}, administrator);
    expect(codeOf(await call(CHANNEL_ROUTE, authorization))).toStrictEqual(KEY_INACTIVE);
    await app.post(`/api/admin/v1/api-clients/${clientId}/reactivate`, {}, administrator);
    expect(codeOf(await call(CHANNEL_ROUTE, authorization))).toStrictEqual(UNAUTHORIZED);
    const renewed = `Bearer ${(await request(app.url).post('/api/auth/v1/authenticate').send({ clientId, clientSecret })).body.accessToken}`;
    expect((await call(CHANNEL_ROUTE, renewed)).status).toBe(200);
    // It is active already, so this ends nothing.
    await app.post(`/api/admin/v1/api-clients/${clientId}/reactivate`, {}, administrator);
    expect((await call(CHANNEL_ROUTE, renewed)).status).toBe(200);

    await app.database.query(`UPDATE api_client SET status = 'Inactive' WHERE client_id = $1`, [clientId]);
    const realNow = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => realNow() + 30_000);
    expect(codeOf(await call(CHANNEL_ROUTE, renewed))).toStrictEqual(KEY_INACTIVE);
  });

  it('refuses the tokens of a client that does not exist in their institution', async () => {
    const second = await addSecondInstitution(app);
    const claims = claimsOf(await app.client());
    const forged = sign(header(), { ...claims, institutionId: second.institutionId }, signing.key);
    expect(codeOf(await call(CHANNEL_ROUTE, `Bearer ${forged}`))).toStrictEqual(KEY_INACTIVE);
  });

  it('requires the permission of a staff route, and refuses at once after it is removed', async () => {
    const authorization = `Bearer ${await app.staff('maker')}`;
    expect(
      codeOf(
        await app.post(
          '/api/admin/v1/branches',
          { branchCode: 'X', branchName: 'X' },
          { token: await app.staff('maker') },
        ),
      ),
    ).toStrictEqual(DENIED);
    expect((await call('/api/admin/v1/branches', authorization)).status).toBe(200);
    const taken = await request(app.url)
      .patch('/api/admin/v1/roles/Maker')
      .auth(await app.staff('administrator'), { type: 'bearer' })
      .send({ permissions: ['create-posting-groups'] });
    expect(taken.status).toBe(200);
    expect(codeOf(await call('/api/admin/v1/branches', authorization))).toStrictEqual(DENIED);
  });

  it('refuses the tokens of suspended staff', async () => {
    const authorization = `Bearer ${await app.staff('checker')}`;
    expect((await call(STAFF_ROUTE, authorization)).status).toBe(200);
    const suspended = await request(app.url)
      .patch('/api/admin/v1/staff/STF003')
      .auth(await app.staff('administrator'), { type: 'bearer' })
      .send({ status: 'Suspended' });
    expect(suspended.body.data.status).toBe('Suspended');
    expect(codeOf(await call(STAFF_ROUTE, authorization))).toStrictEqual(UNAUTHORIZED);
  });
});
