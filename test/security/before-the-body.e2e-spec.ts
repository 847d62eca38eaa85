import request from 'supertest';
import { inParallel } from '../matrix/requests';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { type CodedRoute, codedRoutes } from './coded-routes';
import { RawConnection } from './raw-connection';

const ATTEMPTS = 20;
const SIGN_INS = ['/api/auth/v1/authenticate', '/api/admin/v1/login'];
const TRANSFER = '/api/transfer/v1/localfundtransfer';

let addresses = 0;
function freshAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

describe('before its body is read', () => {
  let app: TestApp;
  let routes: CodedRoute[];
  beforeAll(async () => {
    app = await TestApp.start({
      AUTHENTICATIONS_PER_MINUTE: String(ATTEMPTS),
      CALLER_REQUESTS_PER_SECOND: '20',
      // Every test comes from an address of its own.
      TRUST_PROXY: 'loopback',
    });
    routes = codedRoutes(app);
  });
  afterAll(() => app?.close());

  /** The head of a request whose body of a megabyte does not come. */
  function head({ method, path }: Pick<CodedRoute, 'method' | 'path'>, ...headers: string[]): string {
    const address = path.replace(/:(\w+)/g, '999999999');
    const usual = ['host: a', 'content-type: application/json', 'content-length: 1000000'];
    return `${[`${method} ${address} HTTP/1.1`, ...usual, ...headers].join('\r\n')}\r\n\r\n`;
  }
  const statusOf = (answer: string): string =>
    `${/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]} ${/"statusCode":"(\w+)"/.exec(answer)?.[1]}`;

  it('a request without a token, key or secret is refused on every route', async () => {
    const closed = routes.filter(({ access, method }) => access.audience !== 'public' && method !== 'GET');
    const answers = await inParallel(closed, async (route) => ({
      route: route.name,
      answer: statusOf(await RawConnection.say(app.url, head(route))),
    }));
    expect(answers.length).toBeGreaterThan(90);
    expect(answers.filter(({ answer }) => answer !== '401 UNAUTHORIZED')).toEqual([]);
  });

  it('a malformed body without a token is refused for the token', async () => {
    const answer = await request(app.url).post(TRANSFER).set('content-type', 'application/json').send('{"amount":');
    expect([answer.status, answer.body.data.statusCode]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('a member of staff without the permission is refused', async () => {
    const authorization = `authorization: Bearer ${await app.staff('maker')}`;
    const branches = { method: 'POST', path: '/api/admin/v1/branches' } as const;
    expect(statusOf(await RawConnection.say(app.url, head(branches, authorization)))).toBe('403 PERMISSION_DENIED');
  });

  it('a caller that has used up its rate is refused', async () => {
    const authorization = `authorization: Bearer ${await app.client()}`;
    const nowMs = performance.now();
    const time = jest.spyOn(performance, 'now').mockReturnValue(nowMs);
    try {
      for (let made = 0; made < 20; made += 1) await app.get('/api/account/v1/listbranches');
      const answer = await RawConnection.say(app.url, head({ method: 'POST', path: TRANSFER }, authorization));
      expect(statusOf(answer)).toBe('429 TOO_MANY_REQUESTS');
      expect(answer).toMatch(/\r\nretry-after: \d+\r\n/);
    } finally {
      time.mockRestore();
    }
  });

  it.each<[string, Record<string, string>, string, number]>([
    ['malformed', {}, '{"clientId":', 400],
    ['unknown fields', {}, '{"a":1}', 400],
    ['too large', {}, `{"clientId":"${'x'.repeat(17_000)}"}`, 413],
    ['compressed', { 'content-encoding': 'gzip' }, '{}', 415],
    ['no JSON', { 'content-type': 'text/plain' }, 'a', 415],
  ])('attempts to sign in count whatever becomes of them: %s', async (_, headers, body, status) => {
    const nowMs = performance.now();
    const time = jest.spyOn(performance, 'now').mockReturnValue(nowMs);
    try {
      for (const path of SIGN_INS) {
        const address = freshAddress();
        const attempt = (): request.Test =>
          request(app.url)
            .post(path)
            .set({ 'content-type': 'application/json', 'x-forwarded-for': address, ...headers })
            .send(body);
        for (let made = 0; made < ATTEMPTS; made += 1) expect((await attempt()).status).toBe(status);
        const refused = await attempt();
        expect([path, refused.status, refused.body.data.statusCode]).toEqual([path, 429, 'TOO_MANY_ATTEMPTS']);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
    } finally {
      time.mockRestore();
    }
  });

  it('HEAD needs the token of GET', async () => {
    expect((await request(app.url).head('/api/account/v1/searchaccount')).status).toBe(401);
  });

  it('the refusal reaches a caller that reads it only after sending, and the connection can be used again', async () => {
    const connection = new RawConnection(app.url);
    const ask = head({ method: 'POST', path: TRANSFER });
    connection.socket.write(`${ask}${'x'.repeat(1_000_000)}GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n`);
    await eventually(async () => expect(connection.received.match(/HTTP\/1\.1 \d+/g)).toHaveLength(2));
    expect(connection.received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
    connection.socket.destroy();
  });

  it('a body that is too large is refused so that the caller gets the answer', async () => {
    const authorization = `authorization: Bearer ${await app.client()}`;
    const connection = new RawConnection(app.url);
    const size = 3_000_000;
    const ask = head({ method: 'POST', path: TRANSFER }, authorization).replace('1000000', String(size));
    connection.socket.write(`${ask}${'x'.repeat(size)}GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n`);
    await eventually(async () => expect(connection.received.match(/HTTP\/1\.1 \d+/g)).toHaveLength(2));
    expect(connection.received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
    connection.socket.destroy();
  });

  it('an endless body is cut off after the refusal', async () => {
    const connection = new RawConnection(app.url);
    connection.socket.write(
      head({ method: 'POST', path: TRANSFER }).replace('content-length: 1000000', 'transfer-encoding: chunked'),
    );
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    let sent = 0;
    while (!connection.closed && sent < 200) {
      if (connection.socket.writable) connection.socket.write(chunk);
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect([connection.closed, statusOf(connection.received)]).toEqual([true, '401 UNAUTHORIZED']);
  });
});
