import { Agent, request as httpRequest } from 'node:http';
import request, { type Response } from 'supertest';
import { AppModule } from '../../src/app.module';
import { ApiClients } from '../../src/auth/api-clients';
import { AuthenticationFailures } from '../../src/auth/authentication-failures';
import { AppConfig } from '../../src/common/config/app-config';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { createHttpApp } from '../../src/common/http/http-app';
import { Clock } from '../../src/common/time/clock';
import { inParallel } from '../matrix/requests';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const LIMITS = {
  AUTHENTICATIONS_PER_MINUTE: '40',
  AUTHENTICATIONS_PER_CLIENT_PER_MINUTE: '15',
  CALLER_REQUESTS_PER_SECOND: '25',
  CALLER_REQUESTS_IN_PROGRESS: '3',
  // Every test comes from an address of its own.
  TRUST_PROXY: 'loopback',
};

interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** Allowances fill up with time, which stands still until the mocks are restored. */
function stopTime(): void {
  const nowMs = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(nowMs);
}

let addresses = 0;
function freshAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses}`;
}

describe('limits', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start(LIMITS)));
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const authenticate = (credentials: Credentials, address: string, url = app.url): Promise<Response> =>
    Promise.resolve(request(url).post('/api/auth/v1/authenticate').set('x-forwarded-for', address).send(credentials));
  const times = (count: number, attempt: () => Promise<Response>): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, async () => (await attempt()).status));

  async function newClient(): Promise<Credentials> {
    const { client, clientSecret } = await app.app
      .get(UnitOfWork)
      .run(app.institutionId, (tx) =>
        app.app.get(ApiClients, { strict: false }).issue(tx, { institutionId: app.institutionId, name: 'Test' }),
      );
    return { clientId: client.clientId, clientSecret };
  }
  const tokenOf = async (credentials: Credentials): Promise<string> =>
    (await authenticate(credentials, freshAddress())).body.accessToken as string;

  function expectRefusal({ status, body, headers }: Response, statusCode: string): void {
    const { retryAfterSec } = body.data as { retryAfterSec: number };
    expect([status, body.status, body.data.statusCode, headers['retry-after']]).toStrictEqual([
      429,
      false,
      statusCode,
      String(retryAfterSec),
    ]);
    expect(retryAfterSec).toBeGreaterThanOrEqual(1);
  }

  describe('of authentication', () => {
    it('bounds the attempts of one address, whatever they name, and no other address', async () => {
      stopTime();
      const address = freshAddress();
      let made = 0;
      const statuses = await times(40, () =>
        authenticate({ clientId: `nobody-${(made += 1)}`, clientSecret: 'x' }, address),
      );
      expect(new Set(statuses)).toStrictEqual(new Set([401]));
      expectRefusal(await authenticate(app.sandbox.client, address), 'TOO_MANY_ATTEMPTS');
      const signIn = await request(app.url)
        .post('/api/admin/v1/login')
        .set('x-forwarded-for', address)
        .send({ email: 'a@b.example', password: 'c' });
      expectRefusal(signIn, 'TOO_MANY_ATTEMPTS');
      expect((await authenticate(app.sandbox.client, freshAddress())).status).toBe(200);
    });

    it('bounds the attempts of one client from one address, the right ones too', async () => {
      stopTime();
      const [client, address] = [await newClient(), freshAddress()];
      expect(new Set(await times(15, () => authenticate(client, address)))).toStrictEqual(new Set([200]));
      expectRefusal(await authenticate(client, address), 'TOO_MANY_ATTEMPTS');
      expect((await authenticate(await newClient(), address)).status).toBe(200);
      expect((await authenticate(client, freshAddress())).status).toBe(200);
    });

    it('counts an IPv6 network as one address', async () => {
      stopTime();
      let made = 0;
      await times(40, () =>
        authenticate({ clientId: `six-${(made += 1)}`, clientSecret: 'x' }, `2001:db8:7:7::${made}`),
      );
      expectRefusal(await authenticate(app.sandbox.client, '2001:db8:7:7:ffff::1'), 'TOO_MANY_ATTEMPTS');
      expect((await authenticate(app.sandbox.client, '2001:db8:7:8::1')).status).toBe(200);
    });
  });

  describe('of wrong secrets', () => {
    const wrong = ({ clientId }: Credentials): Credentials => ({ clientId, clientSecret: 'wrong' });
    const stored = async (): Promise<string> => JSON.stringify(await app.rows('SELECT * FROM authentication_failure'));

    it('locks a client id for the address that guesses, and nobody else out', async () => {
      const [client, guesser] = [await newClient(), freshAddress()];
      expect(new Set(await times(10, () => authenticate(wrong(client), guesser)))).toStrictEqual(new Set([401]));
      const refused = await authenticate(client, guesser);
      expectRefusal(refused, 'TOO_MANY_ATTEMPTS');
      expect(refused.body.data.retryAfterSec).toBeGreaterThan(50);
      expect((await authenticate(client, freshAddress())).status).toBe(200);
      expect(await stored()).not.toContain(guesser);
      expect(await stored()).not.toContain(client.clientId);
    });

    it('answers ids that nobody has just the same', async () => {
      const [known, address] = [await newClient(), freshAddress()];
      const unknown = { clientId: 'nobody-at-all', clientSecret: 'wrong' };
      for (const attempt of [wrong(known), unknown]) await times(10, () => authenticate(attempt, address));
      const [first, second] = [await authenticate(wrong(known), address), await authenticate(unknown, address)];
      const shown = ({ status, body }: Response): unknown => [
        status,
        { ...body, data: { ...body.data, retryAfterSec: 0 } },
      ];
      expect(shown(first)).toStrictEqual(shown(second));
      expectRefusal(first, 'TOO_MANY_ATTEMPTS');
    });

    it('is known to every process', async () => {
      const [client, guesser] = [await newClient(), freshAddress()];
      await times(10, () => authenticate(wrong(client), guesser));
      const config = app.app.get(AppConfig);
      const other = await createHttpApp(AppModule.forRoot(config), config);
      try {
        await other.listen(0, '127.0.0.1');
        expectRefusal(await authenticate(client, guesser, await other.getUrl()), 'TOO_MANY_ATTEMPTS');
      } finally {
        await other.close();
      }
    });

    it('locks for twice as long at the next one, and forgets them at a right one', async () => {
      const [client, address] = [await newClient(), freshAddress()];
      await times(10, () => authenticate(wrong(client), address));
      const start = Date.now();
      const clock = jest.spyOn(app.app.get(Clock), 'now');
      const at = (seconds: number): void => void clock.mockImplementation(() => new Date(start + seconds * 1000));
      at(62);
      expect((await authenticate(wrong(client), address)).status).toBe(401);
      at(62 + 119);
      expect((await authenticate(client, address)).status).toBe(429);
      at(62 + 121);
      expect((await authenticate(client, address)).status).toBe(200);
      expect((await authenticate(wrong(client), address)).status).toBe(401);
      expect((await authenticate(client, address)).status).toBe(200);
    });

    it('is forgotten after a day, and not before', async () => {
      await authenticate({ clientId: 'forgotten', clientSecret: 'wrong' }, freshAddress());
      const failures = app.app.get(AuthenticationFailures, { strict: false });
      const count = async (): Promise<number> =>
        (await app.rows<{ count: number }>('SELECT count(*)::int AS count FROM authentication_failure'))[0]!.count;
      const before = await count();
      expect([await failures.forgetOld(), before > 0]).toStrictEqual([0, true]);
      jest.spyOn(app.app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + 86_460_000));
      expect([await failures.forgetOld(), await count()]).toStrictEqual([before, 0]);
    });
  });

  describe('of wrong keys', () => {
    it('bounds what one address may try on the callbacks, and no other address', async () => {
      const callBack = (address: string): Promise<Response> =>
        Promise.resolve(
          request(app.url).post('/cba/cards/providera/transaction-feedback').set('x-forwarded-for', address).send({}),
        );
      const guesser = freshAddress();
      const statuses = await inParallel(
        Array.from({ length: 1_000 }),
        async () => (await callBack(guesser)).status,
        16,
      );
      expect(new Set(statuses)).toStrictEqual(new Set([401]));
      expectRefusal(await callBack(guesser), 'TOO_MANY_REQUESTS');
      expect((await callBack(freshAddress())).status).toBe(401);
    });
  });

  describe('of one caller', () => {
    const SLOW = '/api/account/v1/listbranches';
    const call = (token: string): Promise<Response> => app.get(SLOW, {}, { token });

    it('bounds its requests in a second, and not those of others', async () => {
      const [token, other] = [await tokenOf(await newClient()), await tokenOf(await newClient())];
      stopTime();
      const statuses: number[] = [];
      for (let made = 0; made < 9; made += 1) statuses.push(...(await times(3, () => call(token))));
      expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toStrictEqual([25, 2]);
      expectRefusal(await call(token), 'TOO_MANY_REQUESTS');
      expect((await call(other)).status).toBe(200);
      jest.restoreAllMocks();
      await eventually(async () => expect((await call(token)).status).toBe(200));
    });

    /** Work while nobody can read a branch. */
    async function whileBranchesAreLocked(work: () => Promise<void>): Promise<void> {
      await app.database.query('BEGIN; LOCK TABLE branch IN ACCESS EXCLUSIVE MODE');
      try {
        await work();
      } finally {
        await app.database.query('COMMIT');
      }
    }
    const untilWaiting = (waiting: number): Promise<void> =>
      eventually(async () => {
        const { rows } = await app.database.query(
          `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'branch'::regclass`,
        );
        expect(rows[0].waiting).toBe(waiting);
      });

    it('bounds its requests in progress, not those of others, and counts only those that still are', async () => {
      const [token, other] = [await tokenOf(await newClient()), await tokenOf(await newClient())];
      let inProgress: Promise<Response[]> | undefined;
      await whileBranchesAreLocked(async () => {
        inProgress = Promise.all([call(token), call(token), call(token)]);
        await untilWaiting(3);
        expectRefusal(await call(token), 'TOO_MANY_REQUESTS');
        expect((await app.get('/api/utility/v1/countries', {}, { token: other })).status).toBe(200);
      });
      expect((await inProgress!).map(({ status }) => status)).toStrictEqual([200, 200, 200]);
      expect(await times(3, () => call(token))).toStrictEqual([200, 200, 200]);
    });

    it('does not go on counting a request whose caller has gone', async () => {
      const token = await tokenOf(await newClient());
      const agent = new Agent();
      await whileBranchesAreLocked(async () => {
        const { hostname, port } = new URL(app.url);
        const gone = Array.from({ length: 3 }, () =>
          httpRequest({ hostname, port, path: SLOW, agent, headers: { authorization: `Bearer ${token}` } }).on(
            'error',
            () => undefined,
          ),
        );
        for (const one of gone) one.end();
        await untilWaiting(3);
        for (const one of gone) one.destroy();
        await eventually(async () =>
          expect((await app.get('/api/utility/v1/countries', {}, { token })).status).toBe(200),
        );
      });
      agent.destroy();
    });

    it('counts staff too', async () => {
      const token = await app.staff('maker');
      stopTime();
      const statuses: number[] = [];
      for (let made = 0; made < 9; made += 1)
        statuses.push(...(await times(3, () => app.get('/api/admin/v1/me', {}, { token }))));
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    });
  });
});
