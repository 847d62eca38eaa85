import request, { type Response } from 'supertest';
import { ClientUse } from '../../src/auth/client-use';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';

const PATH = '/api/admin/v1/api-clients';
const APPROVALS = '/api/admin/v1/approvals';

interface Client {
  clientId: string;
  clientSecret: string;
  scopes: string[];
}

describe('API clients where two people give them their rights', () => {
  let app: TestApp;
  let first: string;
  let second: string;
  beforeAll(async () => {
    app = await TestApp.start();
    await app.configure({ API_CLIENT_GRANTS_APPROVED: 'true' });
    first = await app.staff('administrator');
    second = await app.staff('secondAdministrator');
  });
  afterAll(() => app.close());

  const ask = (fields: object): Promise<Response> => app.post(PATH, { name: 'Payments', ...fields }, { token: first });
  const change = ({ clientId }: Client, fields: object): Promise<Response> =>
    app.patch(`${PATH}/${clientId}`, fields, { token: first });
  const regenerate = ({ clientId }: Client, fields: object = {}): Promise<Response> =>
    app.post(`${PATH}/${clientId}/regenerate`, fields, { token: first });
  const waiting = (answer: Response): number => dataOf<{ approvalId: number }>(answer, 202).approvalId;
  const approve = (approvalId: number, token = second, reference?: string): Promise<Response> =>
    app.post(`${APPROVALS}/${approvalId}/approve`, {}, { token, reference });
  const approved = async (answer: Response): Promise<Client> =>
    dataOf<{ result: Client }>(await approve(waiting(answer))).result;
  const signIn = async ({ clientId, clientSecret }: Client): Promise<number> =>
    (await request(app.url).post('/api/auth/v1/authenticate').send({ clientId, clientSecret })).status;
  const scopesOf = async ({ clientId }: Client): Promise<string[] | undefined> =>
    (await app.get(PATH, { ClientId: clientId }, { token: first })).body.data.data[0]?.scopes;

  it('a client that acts is made by the second person, who alone gets its secret', async () => {
    const before = await app.rows('SELECT count(*) FROM api_client');
    const scopes = ['accounts:read', 'transfers:write'];
    const approvalId = waiting(await ask({ scopes, perCallLimit: 5000 }));
    expect(await app.rows('SELECT count(*) FROM api_client')).toEqual(before);
    expect(codeOf(await approve(approvalId, first))).toStrictEqual([403, 'MAKER_CANNOT_APPROVE']);

    const reference = 'grant-of-a-client';
    const client = dataOf<{ result: Client }>(await approve(approvalId, second, reference)).result;
    expect([client.scopes, await signIn(client)]).toStrictEqual([scopes, 200]);
    const repeated = dataOf<{ result: Client }>(await approve(approvalId, second, reference)).result;
    expect(repeated.clientSecret).toBe(client.clientSecret);

    const shown = await app.get(`${APPROVALS}/${approvalId}`, {}, { token: first });
    expect(dataOf<object>(shown)).toMatchObject({ change: { before: null, after: { scopes, perCallLimit: 5000 } } });
    expect(shown.text).not.toContain(client.clientSecret);
    for (const table of ['api_client', 'approval', 'audit_log', 'request_claim'])
      expect([
        table,
        await app.rows(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [client.clientSecret]),
      ]).toStrictEqual([table, []]);
  });

  it('a declined client does not exist', async () => {
    const before = await app.rows('SELECT count(*) FROM api_client');
    const approvalId = waiting(await ask({ scopes: ['postings:write'] }));
    dataOf(await app.post(`${APPROVALS}/${approvalId}/decline`, { note: 'Not agreed' }, { token: second }));
    expect(await app.rows('SELECT count(*) FROM api_client')).toEqual(before);
  });

  it('one person makes a client that reads, and cannot widen it alone, in one step or in several', async () => {
    const client = dataOf<Client>(await ask({ allowedAddresses: ['127.0.0.1'], expiresAt: '2099-01-01T00:00:00Z' }));
    const [reading] = [await scopesOf(client)];
    for (const fields of [
      { scopes: ['transfers:write'] },
      { scopes: [...reading!, 'customers:identity'] },
      { name: 'Harmless', scopes: [...reading!, 'bills:write'] },
      { allowedAddresses: [] },
      { allowedAddresses: ['127.0.0.1', '192.0.2.0/24'] },
      { expiresAt: null },
      { expiresAt: '2099-01-02T00:00:00Z' },
    ])
      waiting(await change(client, fields));
    expect(await scopesOf(client)).toStrictEqual(reading);

    waiting(await ask({ scopes: ['customers:identity'] }));
    dataOf(await change(client, { scopes: ['accounts:read'], expiresAt: '2098-01-01T00:00:00Z', name: 'Smaller' }));
    expect(await scopesOf(client)).toStrictEqual(['accounts:read']);
  });

  it('a client that only read gets a new secret when it begins to act, and its maker does not', async () => {
    const made = dataOf<Client>(await ask({}));
    const widening = await change(made, { scopes: ['transfers:write'] });
    // One person makes new secrets of a client that reads, also while its new scopes wait.
    const known = dataOf<Client>(await regenerate(made, { overlapMinutes: 60 }));
    const token = (
      await request(app.url)
        .post('/api/auth/v1/authenticate')
        .send({ clientId: known.clientId, clientSecret: known.clientSecret })
    ).body.accessToken as string;
    const acting = await approved(widening);
    expect([await signIn(acting), await signIn(known), await signIn(made)]).toStrictEqual([200, 401, 401]);
    expect(codeOf(await app.get('/api/product/v1/searchproducts', {}, { token }))).toStrictEqual([401, 'UNAUTHORIZED']);

    const wider = await approved(await change(acting, { scopes: ['transfers:write', 'bills:write'] }));
    expect([wider.clientSecret, await signIn(acting)]).toStrictEqual([undefined, 200]);
  });

  it('a client that acted is no way to a secret by narrowing it for a moment', async () => {
    const client = await approved(await ask({ scopes: ['transfers:write'] }));
    dataOf(await change(client, { scopes: ['accounts:read'] }));
    const known = dataOf<Client>(await regenerate(client));
    const acting = await approved(await change(client, { scopes: ['transfers:write'] }));
    expect([await signIn(acting), await signIn(known)]).toStrictEqual([200, 401]);
  });

  it('a new secret of a client that acts waits for the second person; the old one works meanwhile', async () => {
    const client = await approved(await ask({ scopes: ['transfers:write'] }));
    const asked = await regenerate(client, { overlapMinutes: 10 });
    expect(asked.text).not.toContain('clientSecret');
    expect(await signIn(client)).toBe(200);
    const renewed = await approved(asked);
    expect([await signIn(renewed), await signIn(client)]).toStrictEqual([200, 200]);

    dataOf(await app.post(`${PATH}/${client.clientId}/deactivate`, {}, { token: first }));
    const inactive = waiting(await regenerate(client));
    expect(await signIn(renewed)).toBe(401);
    dataOf(await approve(inactive));
  });

  it('a client that acts is reactivated with its present secret by two people, whatever ended its use', async () => {
    const act = ({ clientId }: Client, action: string, token = first): Promise<Response> =>
      app.post(`${PATH}/${clientId}/${action}`, {}, { token });
    const client = await approved(await ask({ scopes: ['transfers:write'] }));
    dataOf(await act(client, 'reactivate'));
    dataOf(await act(client, 'deactivate'));
    const approvalId = waiting(await act(client, 'reactivate'));
    expect(await signIn(client)).toBe(401);
    expect(codeOf(await approve(approvalId, first))).toStrictEqual([403, 'MAKER_CANNOT_APPROVE']);
    // Whoever may know the secret, having approved the client, is no exception.
    waiting(await act(client, 'reactivate', second));
    const shown = dataOf<object>(await app.get(`${APPROVALS}/${approvalId}`, {}, { token: second }));
    expect(shown).toMatchObject({ change: { before: { status: 'Inactive' }, after: { status: 'Active' } } });
    dataOf(await approve(approvalId));
    expect(await signIn(client)).toBe(200);

    await app.app.get(ClientUse, { strict: false }).flush();
    await app.database.query(
      `UPDATE api_client SET created_at = now() - interval '30 days', reactivated_at = NULL, last_used_at = NULL
        WHERE client_id = $1`,
      [client.clientId],
    );
    const unused = waiting(await act(client, 'reactivate'));
    expect(await signIn(client)).toBe(401);
    dataOf(await approve(unused));
    expect(await signIn(client)).toBe(200);

    const narrowed = await approved(await ask({ scopes: ['transfers:write'] }));
    dataOf(await act(narrowed, 'deactivate'));
    dataOf(await change(narrowed, { scopes: ['accounts:read'] }));
    dataOf(await act(narrowed, 'reactivate'));
    expect(await signIn(narrowed)).toBe(200);
    waiting(await change(narrowed, { scopes: ['transfers:write'] }));
  });

  it('a new secret that was asked for before the client was deactivated does not make it active again', async () => {
    const client = await approved(await ask({ scopes: ['transfers:write'] }));
    const [before, twice] = [waiting(await regenerate(client)), waiting(await regenerate(client))];
    dataOf(await app.post(`${PATH}/${client.clientId}/deactivate`, {}, { token: first }));
    expect(codeOf(await approve(before))).toStrictEqual([409, 'CHANGE_OUTDATED']);
    expect((await app.get(PATH, { ClientId: client.clientId }, { token: first })).body.data.data[0].status).toBe(
      'Inactive',
    );
    const renewed = await approved(await regenerate(client));
    expect(await signIn(renewed)).toBe(200);
    expect(codeOf(await approve(twice))).toStrictEqual([409, 'CHANGE_OUTDATED']);
    expect(await signIn(renewed)).toBe(200);
  });

  it('a reactivation that waits is outdated once another one was approved', async () => {
    const client = await approved(await ask({ scopes: ['transfers:write'] }));
    const act = (action: string): Promise<Response> =>
      app.post(`${PATH}/${client.clientId}/${action}`, {}, { token: first });
    dataOf(await act('deactivate'));
    const [one, other] = [waiting(await act('reactivate')), waiting(await act('reactivate'))];
    dataOf(await approve(one));
    dataOf(await act('deactivate'));
    expect(codeOf(await approve(other))).toStrictEqual([409, 'CHANGE_OUTDATED']);
    expect(await signIn(client)).toBe(401);
  });

  it('one person gives a client that reads a new secret', async () => {
    const client = dataOf<Client>(await ask({}));
    const renewed = dataOf<Client>(await regenerate(client, { overlapMinutes: null }));
    expect([await signIn(renewed), await signIn(client)]).toStrictEqual([200, 401]);
  });

  it('the demand for two people is switched off by two people', async () => {
    const asked = await app.put(
      '/api/admin/v1/configuration/API_CLIENT_GRANTS_APPROVED',
      { value: 'false' },
      { token: first },
    );
    waiting(asked);
    waiting(await ask({ scopes: ['transfers:write'] }));
  });
});
