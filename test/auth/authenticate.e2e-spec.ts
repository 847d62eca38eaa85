import request, { type Response } from 'supertest';
import { ApiClients } from '../../src/auth/api-clients';
import { InactiveClients } from '../../src/auth/inactive-clients';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Clock } from '../../src/common/time/clock';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const DAY_MS = 86_400_000;
const REFUSAL = { status: false, message: 'API key inactive or not found', data: { statusCode: 'API_KEY_INACTIVE' } };

describe('POST /api/auth/v1/authenticate', () => {
  let app: TestApp;
  // Comparing times takes more attempts than a minute allows.
  beforeAll(async () => (app = await TestApp.start({ AUTHENTICATIONS_PER_CLIENT_PER_MINUTE: '10000' })));
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const authenticate = (body: object): Promise<Response> =>
    Promise.resolve(request(app.url).post('/api/auth/v1/authenticate').send(body));

  async function newClient(): Promise<{ clientId: string; clientSecret: string }> {
    const { client, clientSecret } = await app.app
      .get(UnitOfWork)
      .run(app.institutionId, (tx) =>
        app.app.get(ApiClients, { strict: false }).issue(tx, { institutionId: app.institutionId, name: 'Test' }),
      );
    return { clientId: client.clientId, clientSecret };
  }

  it('returns the token in data and at the top of the body', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { status, body } = await authenticate(app.sandbox.client);
    expect(status).toBe(200);
    const token = {
      accessToken: expect.any(String),
      tokenType: 'Bearer',
      expirationTime: expect.any(Number),
      tokenValiditySec: 3600,
    };
    expect(body).toStrictEqual({ status: true, message: 'Successful', data: token, ...token });
    expect(body.accessToken).toBe(body.data.accessToken);
    expect(body.expirationTime - before).toBeGreaterThanOrEqual(3600);
    expect(body.expirationTime - before).toBeLessThan(3610);
  });

  it('issues tokens with the documented claims', async () => {
    const { body } = await authenticate(app.sandbox.client);
    const [header, claims] = (body.accessToken as string)
      .split('.')
      .map((part) =>
        part.length > 60 || part.startsWith('ey') ? JSON.parse(Buffer.from(part, 'base64url').toString()) : part,
      );
    expect(header).toStrictEqual({ alg: 'HS256', typ: 'at+jwt', kid: expect.stringMatching(/^[0-9a-f]{8}$/) });
    expect(claims).toStrictEqual({
      iss: 'corebank',
      aud: 'api-channel',
      sub: app.sandbox.client.clientId,
      institutionId: app.institutionId,
      actor_type: 'api_client',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: body.expirationTime - 3600,
      exp: body.expirationTime,
      secretChangedAt: expect.any(Number),
    });
  });

  it('answers unknown client, wrong secret and inactive client alike', async () => {
    const { clientId, clientSecret } = await newClient();
    await app.database.query(`UPDATE api_client SET status = 'Inactive' WHERE client_id = $1`, [clientId]);
    const attempts = [
      { clientId: 'nobody', clientSecret },
      { clientId: app.sandbox.client.clientId, clientSecret },
      { clientId: app.sandbox.client.clientId, clientSecret: 'x'.repeat(43) },
      { clientId, clientSecret },
      { clientId, clientSecret: 'wrong' },
      { clientId: app.sandbox.client.clientId.toUpperCase(), clientSecret: app.sandbox.client.clientSecret },
    ];
    for (const attempt of attempts) {
      const { status, body } = await authenticate(attempt);
      expect([status, body]).toStrictEqual([401, REFUSAL]);
    }
  });

  it('takes as long for an unknown client as for a wrong secret', async () => {
    const times: Record<string, number[]> = { nobody: [], [app.sandbox.client.clientId]: [] };
    for (let round = 0; round < 80; round += 1) {
      await app.database.query('DELETE FROM authentication_failure');
      for (const clientId of Object.keys(times)) {
        const startedAt = performance.now();
        await authenticate({ clientId, clientSecret: 'wrong' });
        if (round >= 10) times[clientId]!.push(performance.now() - startedAt);
      }
    }
    const [unknown, known] = Object.values(times).map(
      (samples) => samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)]!,
    );
    expect(Math.max(unknown!, known!) / Math.min(unknown!, known!)).toBeLessThan(1.5);
  });

  it.each([
    ['nothing', {}, 'clientId'],
    ['no secret', { clientId: 'a' }, 'clientSecret'],
    ['an empty id', { clientId: '', clientSecret: 'b' }, 'clientId'],
    ['an id in an array', { clientId: ['a'], clientSecret: 'b' }, 'clientId'],
    ['a number for a secret', { clientId: 'a', clientSecret: 7 }, 'clientSecret'],
    ['an endless id', { clientId: 'a'.repeat(201), clientSecret: 'b' }, 'clientId'],
    ['an unknown field', { clientId: 'a', clientSecret: 'b', institutionId: 2 }, 'institutionId'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await authenticate(body);
    expect(answer.status).toBe(400);
    expect(answer.body.data.statusCode).toBe('VALIDATION_FAILED');
    expect(answer.body.data.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  describe('after fourteen days without use', () => {
    async function unusedFor(days: number): Promise<{ clientId: string; clientSecret: string }> {
      const client = await newClient();
      await app.database.query(
        `UPDATE api_client SET created_at = now() - make_interval(secs => $2) WHERE client_id = $1`,
        [client.clientId, days * 86_400],
      );
      return client;
    }
    const statusOf = async (clientId: string): Promise<string | undefined> =>
      (await app.rows<{ status: string }>('SELECT status FROM api_client WHERE client_id = $1', [clientId]))[0]?.status;

    it('refuses the client before the end of day has deactivated it', async () => {
      const client = await unusedFor(14.001);
      expect((await authenticate(client)).body).toStrictEqual(REFUSAL);
      expect(await statusOf(client.clientId)).toBe('Active');
      expect((await authenticate(await unusedFor(13.99))).status).toBe(200);
    });

    it('refuses by the clock, not by the time the row was written', async () => {
      const client = await newClient();
      jest.spyOn(app.app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + 14 * DAY_MS));
      expect((await authenticate(client)).status).toBe(401);
      jest.restoreAllMocks();
      expect((await authenticate(client)).status).toBe(200);
    });

    it('is marked inactive by the job, with an audit entry, and only then', async () => {
      const [unused, used] = [await unusedFor(15), await unusedFor(13)];
      const job = app.app.get(InactiveClients, { strict: false });
      expect(await job.deactivate(app.institutionId)).toBeGreaterThanOrEqual(1);
      expect([await statusOf(unused.clientId), await statusOf(used.clientId)]).toStrictEqual(['Inactive', 'Active']);
      expect(
        await app.rows('SELECT actor, action FROM audit_log WHERE subject = $1', [`api-client:${unused.clientId}`]),
      ).toStrictEqual([{ actor: 'system:inactivity', action: 'api-client.deactivate' }]);
      expect(await job.deactivate(app.institutionId)).toBe(0);
    });

    it('stays active while it is used', async () => {
      const client = await unusedFor(20);
      await app.database.query(`UPDATE api_client SET last_used_at = now() - interval '13 days' WHERE client_id = $1`, [
        client.clientId,
      ]);
      const { body } = await authenticate(client);
      expect(body.status).toBe(true);
      await eventually(async () => {
        const [row] = await app.rows<{ fresh: boolean }>(
          `SELECT last_used_at > now() - interval '1 minute' AS fresh FROM api_client WHERE client_id = $1`,
          [client.clientId],
        );
        expect(row).toStrictEqual({ fresh: true });
      });
    });
  });

  it('records the use by any authenticated call, at most once a minute', async () => {
    const client = await newClient();
    const { accessToken } = (await authenticate(client)).body;
    const lastUsed = async (): Promise<number | undefined> =>
      (
        await app.rows<{ at: Date | null }>('SELECT last_used_at AS at FROM api_client WHERE client_id = $1', [
          client.clientId,
        ])
      )[0]?.at?.getTime();
    await eventually(async () => expect(await lastUsed()).toBeDefined());
    const first = (await lastUsed())!;
    const call = (): Promise<Response> => app.get('/api/account/v1/searchaccount', {}, { token: accessToken });
    const clock = jest.spyOn(app.app.get(Clock), 'now');
    clock.mockImplementation(() => new Date(first + 59_000));
    expect((await call()).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await lastUsed()).toBe(first);
    clock.mockImplementation(() => new Date(first + 60_000));
    expect((await call()).status).toBe(200);
    await eventually(async () => expect(await lastUsed()).toBe(first + 60_000));
  });
});
