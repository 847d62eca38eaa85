import request, { type Response } from 'supertest';
import { Clock } from '../../src/common/time/clock';
import { TestApp } from '../support/app';

const PATH = '/api/admin/v1/api-clients';
const SEARCH = '/api/account/v1/searchaccount';
const MINUTE_MS = 60_000;

interface Client {
  clientId: string;
  clientSecret: string;
}

describe('the limits of an API client', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start({ TRUST_PROXY: 'loopback' });
    token = await app.staff('administrator');
  });
  afterAll(() => app?.close());
  afterEach(() => jest.restoreAllMocks());

  const create = async (fields: object = {}): Promise<Client> => {
    const answer = await app.post(PATH, { name: 'Limited', ...fields }, { token });
    expect(answer.status).toBe(200);
    return answer.body.data as Client;
  };
  const change = async ({ clientId }: Client, fields: object): Promise<Response> =>
    request(app.url).patch(`${PATH}/${clientId}`).auth(token, { type: 'bearer' }).send(fields);
  const regenerate = async ({ clientId }: Client, body: object): Promise<Client> => {
    const answer = await app.post(`${PATH}/${clientId}/regenerate`, body, { token });
    expect(answer.status).toBe(200);
    return answer.body.data as Client;
  };
  const authenticate = async ({ clientId, clientSecret }: Client, address = '203.0.113.7'): Promise<Response> =>
    request(app.url).post('/api/auth/v1/authenticate').set('x-forwarded-for', address).send({ clientId, clientSecret });
  const tokenOf = async (client: Client): Promise<string> => {
    const { accessToken } = (await authenticate(client)).body as { accessToken?: string };
    expect(accessToken).toEqual(expect.any(String));
    return accessToken!;
  };
  const search = async (bearer: string, address = '203.0.113.7'): Promise<unknown[]> => {
    const { status, body } = await app.get(SEARCH, {}, { token: bearer, headers: { 'x-forwarded-for': address } });
    return [status, body.data.statusCode];
  };
  const outcome = ({ status, body }: Response): unknown[] => [status, body.data.statusCode];
  const later = (minutes: number): void =>
    void jest.spyOn(app.app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + minutes * MINUTE_MS));

  const DONE = [200, undefined];

  it('scopes can be taken away, also from tokens that were issued before', async () => {
    const client = await create({ scopes: ['accounts:read', 'transfers:read'] });
    const bearer = await tokenOf(client);
    expect(await search(bearer)).toEqual(DONE);
    const changed = await change(client, { scopes: ['transfers:read'] });
    expect([changed.status, changed.body.data.scopes]).toEqual([200, ['transfers:read']]);
    expect(await search(bearer)).toEqual([403, 'SCOPE_MISSING']);
    await change(client, { scopes: [] });
    expect(await search(bearer)).toEqual([403, 'SCOPE_MISSING']);
  });

  describe('addresses', () => {
    it('are checked at authentication and at every request', async () => {
      const client = await create({ allowedAddresses: ['203.0.113.0/29', '2001:db8::/32'] });
      expect(outcome(await authenticate(client, '203.0.113.8'))).toEqual([403, 'ADDRESS_NOT_ALLOWED']);
      const bearer = await tokenOf(client);
      expect(await search(bearer, '203.0.113.6')).toEqual(DONE);
      expect(await search(bearer, '2001:db8:1::1')).toEqual(DONE);
      expect(await search(bearer, '203.0.113.8')).toEqual([403, 'ADDRESS_NOT_ALLOWED']);
      expect(await search(bearer, '2001:db9::1')).toEqual([403, 'ADDRESS_NOT_ALLOWED']);
    });

    it('are shown only to who knows the secret', async () => {
      const client = await create({ allowedAddresses: ['203.0.113.7'] });
      const wrong = { ...client, clientSecret: 'wrong' };
      expect(outcome(await authenticate(wrong, '198.51.100.1'))).toEqual([401, 'API_KEY_INACTIVE']);
    });

    it('an empty list allows every address again', async () => {
      const client = await create({ allowedAddresses: ['203.0.113.7'] });
      const bearer = await tokenOf(client);
      expect(await search(bearer, '198.51.100.1')).toEqual([403, 'ADDRESS_NOT_ALLOWED']);
      await change(client, { allowedAddresses: [] });
      expect(await search(bearer, '198.51.100.1')).toEqual(DONE);
    });
  });

  describe('the expiry', () => {
    it('ends the client and its tokens', async () => {
      const client = await create({ expiresAt: new Date(Date.now() + 10 * MINUTE_MS).toISOString() });
      const bearer = await tokenOf(client);
      later(9);
      expect(await search(bearer)).toEqual(DONE);
      later(11);
      expect(await search(bearer)).toEqual([401, 'API_KEY_INACTIVE']);
      expect(outcome(await authenticate(client))).toEqual([401, 'API_KEY_INACTIVE']);
      jest.restoreAllMocks();
      expect((await change(client, { expiresAt: null })).body.data.expiresAt).toBeNull();
      later(11);
      expect((await authenticate(client)).status).toBe(200);
    });

    it('that is moved on after it has passed leaves the earlier tokens and the earlier secret dead', async () => {
      const old = await create({ expiresAt: new Date(Date.now() + 10 * MINUTE_MS).toISOString() });
      const renewed = await regenerate(old, { overlapMinutes: 60 });
      const bearer = await tokenOf(renewed);
      later(11);
      const moved = await change(renewed, { expiresAt: new Date(Date.now() + 600 * MINUTE_MS).toISOString() });
      expect(moved.body.data.status).toBe('Active');
      expect(await search(bearer)).toEqual([401, 'UNAUTHORIZED']);
      expect((await authenticate(old)).status).toBe(401);
      expect(await search(await tokenOf(renewed))).toEqual(DONE);
    });

    it('must be in the future', async () => {
      const client = await create();
      for (const expiresAt of ['2020-01-01T00:00:00Z', '2020-01-01', 'tomorrow', 1]) {
        expect([expiresAt, (await change(client, { expiresAt })).status]).toEqual([expiresAt, 400]);
        const created = await app.post(PATH, { name: 'A', expiresAt }, { token });
        expect([expiresAt, created.status]).toEqual([expiresAt, 400]);
      }
    });
  });

  describe('two secrets', () => {
    it('are valid until the older one ends, and so are their tokens', async () => {
      const old = await create();
      const oldToken = await tokenOf(old);
      const renewed = await regenerate(old, { overlapMinutes: 30 });
      const newToken = await tokenOf(renewed);
      for (const bearer of [oldToken, newToken, await tokenOf(old)]) expect(await search(bearer)).toEqual(DONE);
      const shown = await app.get(PATH, { ClientId: old.clientId }, { token });
      expect(shown.body.data.data[0].previousSecretEndsAt).toEqual(expect.any(String));
      later(31);
      expect(await search(oldToken)).toEqual([401, 'UNAUTHORIZED']);
      expect(outcome(await authenticate(old))).toEqual([401, 'API_KEY_INACTIVE']);
      expect(await search(newToken)).toEqual(DONE);
      expect((await authenticate(renewed)).status).toBe(200);
    });

    it('are never three: the next rotation ends the oldest', async () => {
      const first = await create();
      const firstToken = await tokenOf(first);
      const second = await regenerate(first, { overlapMinutes: 60 });
      const third = await regenerate(first, { overlapMinutes: 60 });
      expect((await authenticate(first)).status).toBe(401);
      expect(await search(firstToken)).toEqual([401, 'UNAUTHORIZED']);
      for (const client of [second, third]) expect((await authenticate(client)).status).toBe(200);
    });

    it('end together with a deactivation', async () => {
      const old = await create();
      const renewed = await regenerate(old, { overlapMinutes: 60 });
      const [oldToken, newToken] = [await tokenOf(old), await tokenOf(renewed)];
      await app.post(`${PATH}/${old.clientId}/deactivate`, {}, { token });
      for (const client of [old, renewed]) expect((await authenticate(client)).status).toBe(401);
      await app.post(`${PATH}/${old.clientId}/reactivate`, {}, { token });
      expect([(await authenticate(old)).status, (await authenticate(renewed)).status]).toEqual([401, 200]);
      for (const bearer of [oldToken, newToken]) expect(await search(bearer)).toEqual([401, 'UNAUTHORIZED']);
    });

    it('the secret of an inactive client ends at once', async () => {
      const old = await create();
      await app.post(`${PATH}/${old.clientId}/deactivate`, {}, { token });
      const renewed = await regenerate(old, { overlapMinutes: 60 });
      expect([(await authenticate(old)).status, (await authenticate(renewed)).status]).toEqual([401, 200]);
    });

    it('the secret of a client that nobody used for 14 days ends at once, before the end of day has marked it', async () => {
      const old = await create();
      await app.rows(`UPDATE api_client SET created_at = now() - interval '15 days' WHERE client_id = $1`, [
        old.clientId,
      ]);
      const renewed = await regenerate(old, { overlapMinutes: 60 });
      expect([(await authenticate(old)).status, (await authenticate(renewed)).status]).toEqual([401, 200]);
    });

    it.each([-1, 1.5, 10_081, '60'])('an overlap of %p minutes is refused', async (overlapMinutes) => {
      const { clientId } = await create();
      const answer = await app.post(`${PATH}/${clientId}/regenerate`, { overlapMinutes }, { token });
      expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
    });
  });

  it.each<[string, object]>([
    ['an unknown scope', { scopes: ['everything'] }],
    ['a repeated scope', { scopes: ['accounts:read', 'accounts:read'] }],
    ['null for the scopes', { scopes: null }],
    ['a name for an address', { allowedAddresses: ['a.example'] }],
    ['a prefix that is too long', { allowedAddresses: ['203.0.113.0/33'] }],
    ['null for the addresses', { allowedAddresses: null }],
    ['an empty name', { name: '' }],
    ['a secret', { clientSecret: 'mine' }],
    ['a status', { status: 'Active' }],
  ])('a change with %s is refused', async (_, fields) => {
    expect(outcome(await change(await create(), fields))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('a change is in the audit log with what was before', async () => {
    const client = await create({ scopes: ['accounts:read'] });
    await change(client, { scopes: ['bills:read'], name: 'Renamed' });
    const [row] = await app.rows<{ details: object }>(
      `SELECT details FROM audit_log WHERE action = 'api-client.update' AND subject = $1`,
      [`api-client:${client.clientId}`],
    );
    expect(row!.details).toMatchObject({
      before: { name: 'Limited', scopes: ['accounts:read'] },
      after: { name: 'Renamed', scopes: ['bills:read'] },
    });
  });
});
