import request, { type Response } from 'supertest';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { RawConnection } from './raw-connection';

const ACCOUNTS = '/api/account/v1/searchaccount';
const TRANSFER = '/api/transfer/v1/localfundtransfer';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'CONNECT'];
/** Words of the implementation that no answer may contain. */
const INSIDE = /node_modules|\.ts:|at \w+\.|SELECT |INSERT |relation |pg_|fastify|nest|postgres/i;

describe('HTTP requests and answers', () => {
  let app: TestApp;
  const logged: string[] = [];
  beforeAll(async () => {
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
    app = await TestApp.start({
      LOG_LEVEL: 'info',
      HEADERS_TIMEOUT_MS: '1000',
      REQUEST_TIMEOUT_MS: '4000',
      AUTHENTICATIONS_PER_MINUTE: '30',
      TRUST_PROXY: '10.0.0.0/8',
    });
    await app.client();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const post = async (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    app.post(path, body, { headers });

  describe('every answer', () => {
    const answers: [string, number, () => Promise<Response>][] = [
      ['a successful read', 200, () => app.get(ACCOUNTS)],
      ['a malformed body', 400, () => post(TRANSFER, '{"amount":')],
      ['a request without a token', 401, async () => request(app.url).get(ACCOUNTS)],
      [
        'a request without the permission',
        403,
        async () => app.post('/api/admin/v1/branches', {}, { token: await app.staff('maker') }),
      ],
      ['an unknown address', 404, () => app.get('/api/account/v1/nothing')],
      ['a wrong method', 405, async () => request(app.url).put(ACCOUNTS)],
      ['a compressed body', 415, () => post(TRANSFER, '{}', { 'content-encoding': 'gzip' })],
      [
        'a body in another character set',
        415,
        () => post(TRANSFER, '{}', { 'content-type': 'application/json; charset=utf-16' }),
      ],
      ['a bad address', 400, async () => request(app.url).get('/%zz')],
      ['an identifier of 400 characters', 400, () => app.get(`/api/admin/v1/approvals/${'x'.repeat(400)}`)],
      ['a body that is too large', 413, () => post(TRANSFER, JSON.stringify({ narration: 'x'.repeat(1_100_000) }))],
      [
        'a sign-in body that is too large',
        413,
        () => app.post('/api/admin/v1/login', { email: 'a@b.example', password: 'x'.repeat(17_000) }),
      ],
      [
        'another media type',
        415,
        () => post(TRANSFER, 'amount=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      ],
    ];

    it.each(answers)(
      'to %s (%i) has the envelope, is not cached and reveals no implementation detail',
      async (_, status, ask) => {
        const answer = await ask();
        expect(answer.status).toBe(status);
        expect(Object.keys(answer.body).sort()).toStrictEqual(['data', 'message', 'status']);
        expect(answer.headers).toMatchObject({
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'strict-transport-security': expect.stringContaining('max-age='),
        });
        for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie'])
          expect([name, answer.headers[name]]).toStrictEqual([name, undefined]);
        expect(answer.text).not.toMatch(INSIDE);
      },
    );

    it('to a request that fails inside the server reveals no implementation detail', async () => {
      await app.database.query('ALTER TABLE branch RENAME TO branch_hidden');
      try {
        const answer = await app.get('/api/account/v1/listbranches');
        expect([answer.status, answer.body]).toStrictEqual([
          500,
          { status: false, message: expect.any(String), data: { statusCode: 'INTERNAL_ERROR' } },
        ]);
        expect(answer.text).not.toMatch(INSIDE);
      } finally {
        await app.database.query('ALTER TABLE branch_hidden RENAME TO branch');
      }
    });

    it('while the database is busy comes within seconds, as 503 with Retry-After', async () => {
      await app.database.query('BEGIN; LOCK TABLE branch IN ACCESS EXCLUSIVE MODE');
      try {
        const startedAt = performance.now();
        const answer = await app.get('/api/account/v1/listbranches');
        expect([answer.status, answer.body.data.statusCode, answer.headers['retry-after']]).toStrictEqual([
          503,
          'SERVICE_UNAVAILABLE',
          '1',
        ]);
        expect(performance.now() - startedAt).toBeLessThan(8_000);
      } finally {
        await app.database.query('ROLLBACK');
      }
    });

    it.each([
      ['a message that is not HTTP', 'HELO mail.example\r\n\r\n', 400, 'VALIDATION_FAILED'],
      [
        'two Content-Length headers',
        'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
        400,
        'VALIDATION_FAILED',
      ],
      [
        'Content-Length together with Transfer-Encoding',
        'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
        'VALIDATION_FAILED',
      ],
      [
        'headers of 20,000 characters',
        `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
        431,
        'HEADERS_TOO_LARGE',
      ],
      ['an unknown Expect header', 'GET / HTTP/1.1\r\nhost: a\r\nexpect: 200-ok\r\n\r\n', 417, 'EXPECTATION_FAILED'],
      ['HTTP/1.1 without Host', `GET ${ACCOUNTS} HTTP/1.1\r\n\r\n`, 400, 'VALIDATION_FAILED'],
      ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nhost: a\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    ])('to %s is a refusal in the envelope', async (_, text, status, statusCode) => {
      const [head, body] = (await RawConnection.say(app.url, text)).split('\r\n\r\n') as [string, string];
      expect(head).toContain(`HTTP/1.1 ${status} `);
      expect(head).toContain('x-content-type-options: nosniff');
      expect(JSON.parse(body)).toMatchObject({ status: false, data: { statusCode } });
    });
  });

  describe('cross-origin requests of browsers', () => {
    it('get no CORS headers and no preflight approval', async () => {
      const cross = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      for (const answer of [
        await request(app.url).options(TRANSFER).set(cross),
        await request(app.url).get(ACCOUNTS).set(cross),
      ]) {
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toStrictEqual([]);
        expect(answer.status).not.toBe(204);
      }
    });
  });

  describe('HTTP methods', () => {
    it.each([
      [TRANSFER, ['POST']],
      [ACCOUNTS, ['GET', 'HEAD']],
    ])('%s takes only %p', async (path, declared) => {
      for (const method of METHODS.filter((other) => !declared.includes(other))) {
        const answer = await RawConnection.say(
          app.url,
          `${method} ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
        );
        expect([method, /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'closed']).toStrictEqual([
          method,
          expect.stringMatching(/^(404|405|400|closed)$/),
        ]);
      }
    });

    it('a wrong method of a known address is 405 with the right methods in Allow', async () => {
      const answer = await request(app.url).delete(TRANSFER);
      expect([answer.status, answer.body.data.statusCode, answer.headers.allow]).toEqual([
        405,
        'METHOD_NOT_ALLOWED',
        'POST',
      ]);
      const agent = await request(app.url).get('/api/agent/v1/delete/1?a=b');
      expect([agent.status, agent.headers.allow]).toEqual([405, 'DELETE']);
      expect((await request(app.url).delete('/api/agent/v1/delete')).status).toBe(404);
    });

    it('an address with a slash behind it is another one, under every method', async () => {
      for (const method of ['get', 'post', 'delete'] as const) {
        const answer = await request(app.url)[method](`${TRANSFER}/`);
        expect([method, answer.status, answer.headers.allow]).toEqual([method, 404, undefined]);
      }
    });

    it('a header cannot override the method', async () => {
      for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
        expect([name, (await request(app.url).get(TRANSFER).set(name, 'POST')).status]).toStrictEqual([name, 405]);
      }
    });
  });

  describe('a request body', () => {
    const fields =
      '"debitAccount":"1010","creditAccount":"1010","amount":1,"narration":"x","postingsTransactionType":3';
    it.each<[string, string]>([
      ['a duplicate key', `{${fields},"amount":2}`],
      ['a duplicate key written with an escape', `{${fields},"\\u0061mount":2}`],
      ['a __proto__ key', `{${fields},"__proto__":{"isAdmin":true}}`],
      ['a constructor key', `{${fields},"constructor":{"prototype":{"isAdmin":true}}}`],
      ['an institutionId', `{${fields},"institutionId":2}`],
      ['a field that only the server sets', `{${fields},"status":"Posted"}`],
      ['an array for a text', `{${fields.replace('"1010"', '["1010"]')}}`],
      ['an object for a number', `{${fields.replace('"amount":1', '"amount":{"$gt":0}')}}`],
      ['a text for a number', `{${fields.replace('"amount":1', '"amount":"1"')}}`],
      ['an array instead of an object', `[{${fields}}]`],
      ['digits that no double keeps', `{${fields.replace('"amount":1', '"amount":1.000000000000000000001')}}`],
      ['more keys than it can have', `{${fields},${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join(',')}}`],
      ['null in its place', 'null'],
      ['half a surrogate', `{${fields.replace('"x"', '"\\ud800"')}}`],
      ['a null character', `{${fields.replace('"x"', '"a\\u0000b"')}}`],
      ['50,000 nested arrays', `{"narration":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
      ...['1e3', '1.001', '-1', '0', '9007199254740993', '1e400', '0x10', '١', 'NaN', 'Infinity', '+1', '01'].map(
        (amount): [string, string] => [
          `the amount ${amount}`,
          `{${fields.replace('"amount":1', `"amount":${amount}`)}}`,
        ],
      ),
    ])('with %s is refused', async (name, body) => {
      const answer = await post(TRANSFER, body);
      // The contract takes JSON numbers, and 1e3 is one; such a transfer is refused for the accounts it names.
      expect([name, answer.status]).toStrictEqual([name, name === 'the amount 1e3' ? expect.any(Number) : 400]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    });
  });

  it.each([
    ['a transfer', 'application/json', TRANSFER, '{"narration":"Bank\xf3l\xe9"}'],
    ['an upload', 'application/json', '/api/operations/v1/uploaddocument', '{"fileName":"Bank\xf3l\xe9.pdf"}'],
    ['a list as CSV', 'text/csv', '/api/transfer/v1/bulk', 'creditAccount,amount,reference\n1,1,\xe9'],
  ])('%s in another character set than UTF-8 is refused instead of being changed', async (_, type, path, latin1) => {
    const answer = await RawConnection.say(
      app.url,
      `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\nauthorization: Bearer ${await app.client()}\r\n` +
        `request-reference: ${freshReference()}\r\ncontent-type: ${type}\r\ncontent-length: ${latin1.length}\r\n\r\n` +
        latin1,
      'latin1',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"message":"body is not in UTF-8."');
  });

  it('a body is needed to preview a template, although all of its fields may be left out', async () => {
    const [token, path] = [
      await app.staff('administrator'),
      '/api/admin/v1/notification-templates/transfer.debit/sms/preview',
    ];
    const ask = (): request.Test => request(app.url).post(path).auth(token, { type: 'bearer' });
    expect((await ask()).status).toBe(400);
    expect((await ask().set('content-type', 'application/json').send('null')).status).toBe(400);
    expect((await ask().send({})).status).not.toBe(400);
  });

  describe('credentials', () => {
    it.each<[string, () => request.Test]>([
      ['in the address', () => request(app.url).post('/api/auth/v1/authenticate').query(app.sandbox.client)],
      [
        'in a header',
        () =>
          request(app.url)
            .post('/api/auth/v1/authenticate')
            .auth(app.sandbox.client.clientId, app.sandbox.client.clientSecret),
      ],
      ['in a form', () => request(app.url).post('/api/auth/v1/authenticate').type('form').send(app.sandbox.client)],
      ['by GET', () => request(app.url).get('/api/auth/v1/authenticate').query(app.sandbox.client)],
    ])('sent %s are refused', async (_, ask) => {
      const { status, text } = await ask();
      expect([400, 404, 405, 415]).toContain(status);
      expect(text).not.toContain('accessToken');
    });
  });

  describe('query parameters', () => {
    it.each([
      ['repeated', 'PageSize=1&PageSize=2'],
      ['repeated in another case', 'PageSize=1&pagesize=2'],
      ['as an array', 'PageSize[]=1'],
      ['as an object', 'PageSize[$gt]=1'],
      ['of an unknown name', 'institutionId=2'],
      ['above the page cap', 'PageSize=201'],
      ['with page number 0', 'PageNumber=0'],
      ['empty', 'PageSize='],
      ['with a null character', 'AccountName=a%00b'],
    ])('%s are refused', async (_, query) => {
      const answer = await app.get(`${ACCOUNTS}?${query}`);
      expect([answer.status, answer.body.data.statusCode]).toStrictEqual([400, 'VALIDATION_FAILED']);
    });
  });

  describe('the institution of a request', () => {
    it.each([
      'x-institution-id',
      'institution-id',
      'x-tenant-id',
      'x-forwarded-host',
      'x-original-url',
      'x-rewrite-url',
    ])('is not taken from the header %s', async (name) => {
      const [plain, sent] = [
        await app.get(ACCOUNTS),
        await app.get(ACCOUNTS, {}, { headers: { [name]: name.endsWith('url') ? '/api/admin/v1/me' : '2' } }),
      ];
      expect([sent.status, sent.body]).toStrictEqual([200, plain.body]);
    });
  });

  describe('the log', () => {
    it('stays one JSON line a request, whatever callers send', async () => {
      const forged = 'x\r\n{"level":"fatal","msg":"forged"}';
      const secret = `secret-${freshReference()}`;
      await request(app.url)
        .get(`${ACCOUNTS}?AccountName=${encodeURIComponent(forged)}&clientSecret=${secret}`)
        .set('user-agent', secret)
        .set('x-correlation-id', 'a b"}');
      await request(app.url).post('/api/auth/v1/authenticate').send({ clientId: forged, clientSecret: secret });
      await request(app.url).get(`/${secret}%0d%0aforged`).set('authorization', `Bearer ${secret}`);
      const lines = logged
        .join('')
        .split('\n')
        .filter((line) => line !== '');
      expect(lines.length).toBeGreaterThan(3);
      for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
      expect(lines.join('\n')).not.toMatch(/forged/);
      expect(lines.join('\n')).not.toContain(secret);
    });

    it('keeps a correlation id of the caller only when it is harmless', async () => {
      const answer = await request(app.url).get(ACCOUNTS).set('x-correlation-id', 'harmless-1');
      expect(answer.headers['x-correlation-id']).toBe('harmless-1');
      for (const id of ['a b', 'a"b', 'x'.repeat(101), '<script>']) {
        expect((await request(app.url).get(ACCOUNTS).set('x-correlation-id', id)).headers['x-correlation-id']).toMatch(
          /^[0-9a-f-]{36}$/,
        );
      }
    });
  });

  describe('forwarded addresses', () => {
    it('are ignored unless a trusted proxy sent them', async () => {
      const nowMs = performance.now();
      const time = jest.spyOn(performance, 'now').mockReturnValue(nowMs);
      try {
        const statuses: number[] = [];
        for (let made = 1; made <= 31; made += 1) {
          statuses.push(
            (
              await request(app.url)
                .post('/api/auth/v1/authenticate')
                .set('x-forwarded-for', `203.0.113.${made}`)
                .send({ clientId: `nobody-${made}`, clientSecret: 'x' })
            ).status,
          );
        }
        expect(statuses.at(-1)).toBe(429);
      } finally {
        time.mockRestore();
      }
    });
  });

  describe('slow connections', () => {
    const connections: RawConnection[] = [];
    afterAll(() => connections.forEach(({ socket }) => socket.destroy()));
    const connectMany = (count: number, text: string): RawConnection[] =>
      Array.from({ length: count }, () => {
        const connection = new RawConnection(app.url);
        connection.socket.write(text);
        connections.push(connection);
        return connection;
      });

    it('are closed and do not delay other requests', async () => {
      const heads = connectMany(300, 'POST /api/auth/v1/authenticate HTTP/1.1\r\nhost: a\r\nx-slow: ');
      // Without a token they would be refused before their bodies.
      const authorization = `authorization: Bearer ${await app.client()}\r\n`;
      const bodies = connectMany(
        100,
        `POST ${TRANSFER} HTTP/1.1\r\nhost: a\r\n${authorization}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
      );
      const drip = setInterval(
        () => [...heads, ...bodies].forEach(({ socket }) => socket.writable && socket.write(' ')),
        100,
      );
      try {
        const startedAt = performance.now();
        for (let round = 0; round < 5; round += 1) expect((await app.get(ACCOUNTS)).status).toBe(200);
        expect(performance.now() - startedAt).toBeLessThan(8_000);
        const open = (connections: RawConnection[]): number => connections.filter(({ closed }) => !closed).length;
        await eventually(async () => expect(open(heads)).toBe(0));
        // A body may take longer than a head, but not for ever.
        expect(open(bodies)).toBe(bodies.length);
        await eventually(async () => expect(open(bodies)).toBe(0));
        for (const { received } of [heads[0]!, bodies[0]!])
          expect(received).toMatch(/^HTTP\/1\.1 408 [^]*"statusCode":"REQUEST_TIMEOUT"/);
      } finally {
        clearInterval(drip);
      }
    }, 20_000);
  });
});
