import request, { type Response } from 'supertest';
import { Tokens } from '../../src/auth/tokens';
import { READ_SCOPES } from '../../src/common/http/client-scopes';
import { freshReference, TestApp } from '../support/app';
import { addSecondInstitution, type SecondInstitution } from './second-institution';

const PATH = '/api/admin/v1/api-clients';

describe('API clients', () => {
  let app: TestApp;
  let token: string;
  let second: SecondInstitution;
  let secondToken: string;
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    second = await addSecondInstitution(app);
    const { email, password } = second.manager;
    secondToken = (await request(app.url).post('/api/admin/v1/login').send({ email, password })).body.accessToken;
  });
  afterAll(() => app.close());

  const authenticate = (body: object): Promise<Response> =>
    Promise.resolve(request(app.url).post('/api/auth/v1/authenticate').send(body));
  const create = async (): Promise<{ clientId: string; clientSecret: string }> => {
    const { clientId, clientSecret } = (await app.post(PATH, { name: 'Payroll' }, { token })).body.data;
    return { clientId, clientSecret };
  };
  const act = (clientId: string, action: string, as = token): Promise<Response> =>
    app.post(`${PATH}/${clientId}/${action}`, {}, { token: as });

  it('shows the secret once and does not store it in clear text', async () => {
    const reference = freshReference();
    const created = await app.post(PATH, { name: 'Payroll' }, { token, reference });
    expect(created.status).toBe(200);
    const { clientId, clientSecret } = created.body.data;
    expect(created.body.data).toStrictEqual({
      id: expect.any(Number),
      clientId: expect.stringMatching(/^[\w-]{20}$/),
      clientSecret: expect.stringMatching(/^[\w-]{43}$/),
      name: 'Payroll',
      status: 'Active',
      scopes: READ_SCOPES,
      allowedAddresses: [],
      expiresAt: null,
      perCallLimit: null,
      perDayLimit: null,
      previousSecretEndsAt: null,
      parentAccountNumber: null,
      lastUsedAt: null,
      reactivatedAt: null,
      createdAt: expect.any(String),
    });
    expect((await authenticate({ clientId, clientSecret })).status).toBe(200);
    const listed = await app.get(PATH, { ClientId: clientId }, { token });
    expect(listed.body.data).toMatchObject({ recordCount: 1, data: [{ clientId }] });
    expect(listed.text).not.toContain(clientSecret);

    const replayed = await app.post(PATH, { name: 'Payroll' }, { token, reference });
    expect([replayed.headers['idempotent-replayed'], replayed.body]).toStrictEqual(['true', created.body]);
    for (const table of ['api_client', 'request_claim', 'audit_log', 'job']) {
      const [row] = await app.rows<{ found: boolean }>(
        `SELECT coalesce(bool_or(t::text LIKE '%' || $1 || '%'), false) AS found FROM ${table} t`,
        [clientSecret],
      );
      expect([table, row]).toStrictEqual([table, { found: false }]);
    }
  });

  it('regenerates a secret and invalidates the old one with its tokens', async () => {
    const old = await create();
    const { accessToken } = (await authenticate(old)).body;
    const { clientSecret } = (await act(old.clientId, 'regenerate')).body.data;
    expect(clientSecret).not.toBe(old.clientSecret);
    expect((await authenticate(old)).status).toBe(401);
    const renewed = await authenticate({ clientId: old.clientId, clientSecret });
    expect(renewed.status).toBe(200);
    const search = async (bearer: string): Promise<unknown[]> => {
      const { status, body } = await app.get('/api/account/v1/searchaccount', {}, { token: bearer });
      return [status, body.data.statusCode];
    };
    expect(await search(accessToken)).toStrictEqual([401, 'UNAUTHORIZED']);
    expect(await search(renewed.body.accessToken)).toStrictEqual([200, undefined]);
  });

  it('invalidates a token that was issued for the old secret during the regeneration', async () => {
    const { clientId } = await create();
    const [{ at }] = (await app.rows<{ at: Date }>(
      'SELECT secret_changed_at AS at FROM api_client WHERE client_id = $1',
      [clientId],
    )) as [{ at: Date }];
    await act(clientId, 'regenerate');
    const { accessToken } = await app.app
      .get(Tokens, { strict: false })
      .issue('api-client', clientId, app.institutionId, at);
    const { status, body } = await app.get('/api/account/v1/searchaccount', {}, { token: accessToken });
    expect([status, body.data.statusCode]).toStrictEqual([401, 'UNAUTHORIZED']);
  });

  it('deactivates and reactivates', async () => {
    const client = await create();
    expect((await act(client.clientId, 'deactivate')).body.data.status).toBe('Inactive');
    expect((await authenticate(client)).status).toBe(401);
    const { status, reactivatedAt } = (await act(client.clientId, 'reactivate')).body.data;
    expect([status, typeof reactivatedAt]).toStrictEqual(['Active', 'string']);
    expect((await authenticate(client)).status).toBe(200);
    expect((await act(client.clientId, 'deactivate')).status).toBe(200);
    expect((await act(client.clientId, 'regenerate')).body.data.status).toBe('Active');
  });

  it('counts fourteen days from a reactivation', async () => {
    const client = await create();
    await app.database.query(`UPDATE api_client SET created_at = now() - interval '30 days' WHERE client_id = $1`, [
      client.clientId,
    ]);
    const listed = await app.get(PATH, { ClientId: client.clientId }, { token });
    expect(listed.body.data.data[0].status).toBe('Inactive');
    expect((await authenticate(client)).status).toBe(401);
    await act(client.clientId, 'reactivate');
    expect((await authenticate(client)).status).toBe(200);
  });

  it('binds a client to a corporate account', async () => {
    const [account] = await app.rows<{ number: string }>(
      `SELECT n.number FROM account_number n JOIN deposit_account d ON d.institution_id = n.institution_id AND d.account_number = n.number JOIN customer c ON c.institution_id = d.institution_id AND c.id = d.customer_id WHERE c.customer_type = 'Corporate'`,
    );
    const created = await app.post(PATH, { name: 'Bound', parentAccountNumber: account!.number }, { token });
    expect([created.status, created.body.data.parentAccountNumber]).toStrictEqual([200, account!.number]);
    const personal = await app.openAccount();
    for (const [parentAccountNumber, status] of [
      ['0000000000', 404],
      [personal, 422],
      ['1010', 404],
    ] as const) {
      expect([
        parentAccountNumber,
        (await app.post(PATH, { name: 'Bound', parentAccountNumber }, { token })).status,
      ]).toStrictEqual([parentAccountNumber, status]);
    }
  });

  it("does not show or touch another institution's clients", async () => {
    const { clientId } = await create();
    const listed = await app.get(PATH, { PageSize: 200 }, { token: secondToken });
    expect(listed.body.data.data.map((client: { clientId: string }) => client.clientId)).toStrictEqual([
      second.client.clientId,
    ]);
    for (const action of ['deactivate', 'reactivate', 'regenerate']) {
      const [foreign, unknown] = [await act(clientId, action, secondToken), await act('nobody', action, secondToken)];
      expect([foreign.status, foreign.body.data]).toStrictEqual([404, { statusCode: 'API_CLIENT_NOT_FOUND' }]);
      expect(unknown.body).toStrictEqual({
        ...foreign.body,
        message: foreign.body.message.replace(clientId, 'nobody'),
      });
    }
    expect((await app.get(PATH, { ClientId: clientId }, { token })).body.data.data[0].status).toBe('Active');
  });

  it.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a status', { name: 'A', status: 'Active' }],
    ['a client id', { name: 'A', clientId: 'mine' }],
    ['an institution', { name: 'A', institutionId: 2 }],
  ])('refuses %s', async (_, body) => {
    expect((await app.post(PATH, body, { token })).status).toBe(400);
  });

  it('writes an audit entry for every change', async () => {
    const { clientId } = await create();
    for (const action of ['deactivate', 'reactivate', 'regenerate']) await act(clientId, action);
    const entries = await app.get(
      '/api/admin/v1/audit-log',
      { Subject: `api-client:${clientId}`, Direction: 'Asc' },
      { token },
    );
    expect(
      entries.body.data.data.map(({ actor, action }: { actor: string; action: string }) => `${actor} ${action}`),
    ).toStrictEqual(
      ['create', 'deactivate', 'reactivate', 'regenerate'].map((verb) => `staff:STF005 api-client.${verb}`),
    );
  });
});
