import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { Logger } from '@nestjs/common';
import { loadAppConfig } from '../../src/common/config/app-config';
import type { GatewayAnswer, GatewayRequest, GatewayTarget } from '../../src/common/gateway/gateway-call';
import { GatewayClient } from '../../src/common/gateway/gateway-client';
import { Metrics } from '../../src/common/metrics/metrics';
import { Tracing } from '../../src/common/tracing/tracing';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Reply = (request: Seen, response: ServerResponse, earlier: number) => void;

/** The time limit for providers that never answer. */
const SHORT_MS = 400;
/** The time limit for providers that answer, on a busy machine. */
const LONG_MS = 10_000;
const ok: Reply = (_, response) => response.setHeader('content-type', 'application/json').end('{"ok":true}');

describe('GatewayClient', () => {
  let server: HttpServer;
  let port: number;
  let seen: Seen[];
  let reply: Reply;
  const opened: GatewayClient[] = [];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const entry = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
        seen.push(entry);
        reply(entry, response, seen.length - 1);
      });
    });
    port = await listening(server);
  });

  beforeEach(() => {
    seen = [];
    reply = ok;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await Promise.all(opened.splice(0).map((client) => client.onApplicationShutdown()));
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  function client(environment: Record<string, string> = {}): GatewayClient {
    const config = loadAppConfig({
      NODE_ENV: 'test',
      COREBANK_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'true',
      ...environment,
    });
    const made = new GatewayClient(config, new Metrics(), new Tracing());
    opened.push(made);
    return made;
  }

  const target = (more: Partial<GatewayTarget> = {}): GatewayTarget => ({
    institutionId: 1,
    provider: 'providerh',
    baseUrl: `http://127.0.0.1:${port}`,
    headers: {},
    ...more,
  });
  const send = (more: Partial<GatewayRequest> = {}): GatewayRequest => ({
    method: 'POST',
    path: '/providerh/transfer/send',
    body: { amount: 10 },
    idempotent: false,
    timeoutMs: LONG_MS,
    ...more,
  });
  const query = (more: Partial<GatewayRequest> = {}): GatewayRequest => ({ ...send(), idempotent: true, ...more });
  const call = (request: GatewayRequest, more: Partial<GatewayTarget> = {}): Promise<GatewayAnswer> =>
    client().call(target(more), request);

  describe('what is sent', () => {
    it('sends the key, the credentials, the reference and the configured headers below the base path', async () => {
      const answer = await call(send({ idempotencyKey: 'REF-1', correlationId: 'c-1', query: { a: 'b c' } }), {
        baseUrl: `http://127.0.0.1:${port}/base/`,
        gatewayKey: 'shared',
        headers: { 'X-Provider': 'one' },
        auth: { clientId: 'x', clientSecret: 'y' },
      });
      expect(answer).toEqual({ outcome: 'answered', status: 200, body: { ok: true } });
      expect(seen).toMatchObject([
        {
          method: 'POST',
          url: '/base/providerh/transfer/send?a=b+c',
          body: '{"amount":10}',
          headers: {
            'x-gateway-key': 'shared',
            'idempotency-key': 'REF-1',
            'x-correlation-id': 'c-1',
            'x-provider': 'one',
            'content-type': 'application/json',
          },
        },
      ]);
      expect(JSON.parse(Buffer.from(String(seen[0]?.headers['x-provider-auth']), 'base64url').toString())).toEqual({
        clientId: 'x',
        clientSecret: 'y',
      });
    });

    it('does not let configured headers replace those of the gateway or of the connection', async () => {
      await call(send({ idempotencyKey: 'REF-1' }), {
        gatewayKey: 'shared',
        headers: { 'X-GATEWAY-KEY': 'forged', 'Idempotency-Key': 'forged', Host: 'forged', 'Content-Length': '3' },
      });
      expect(seen[0]?.headers).toMatchObject({
        'x-gateway-key': 'shared',
        'idempotency-key': 'REF-1',
        host: `127.0.0.1:${port}`,
        'content-length': '13',
      });
    });
  });

  describe('the outcome of a payment', () => {
    const cases: [string, Reply, GatewayAnswer][] = [
      ['200 with an object', ok, { outcome: 'answered', status: 200, body: { ok: true } }],
      [
        '4xx with an object',
        (_, r) => r.writeHead(422).end('{"responseCode":"51"}'),
        { outcome: 'answered', status: 422, body: { responseCode: '51' } },
      ],
      [
        '500 with an object',
        (_, r) => r.writeHead(500).end('{"responseCode":"00"}'),
        { outcome: 'unknown', reason: 'server-error', status: 500 },
      ],
      ['503', (_, r) => r.writeHead(503).end(), { outcome: 'unknown', reason: 'server-error', status: 503 }],
      ['408', (_, r) => r.writeHead(408).end('{}'), { outcome: 'unknown', reason: 'server-error', status: 408 }],
      [
        'a page instead of JSON',
        (_, r) => r.end('<html>Welcome</html>'),
        { outcome: 'unknown', reason: 'unreadable', status: 200 },
      ],
      [
        'a page with 404',
        (_, r) => r.writeHead(404).end('<html>nginx</html>'),
        { outcome: 'unknown', reason: 'unreadable', status: 404 },
      ],
      ['an empty body', (_, r) => r.end(), { outcome: 'unknown', reason: 'unreadable', status: 200 }],
      ['an array', (_, r) => r.end('[]'), { outcome: 'unknown', reason: 'unreadable', status: 200 }],
      [
        'broken UTF-8',
        (_, r) => r.end(Buffer.from('7b2261223a22ff227d', 'hex')),
        { outcome: 'unknown', reason: 'unreadable', status: 200 },
      ],
      [
        'a body shorter than announced',
        (_, r) => {
          r.writeHead(200, { 'content-length': '100' });
          r.write('{"ok":');
          setImmediate(() => r.destroy());
        },
        { outcome: 'unknown', reason: 'connection-lost' },
      ],
      [
        'more than 1 MiB',
        (_, r) => r.end(`{"a":"${'x'.repeat(1_100_000)}"}`),
        { outcome: 'unknown', reason: 'too-large', status: 200 },
      ],
      [
        'an endless body',
        (_, r) => {
          const more = (): void => {
            while (!r.destroyed && r.write('x'.repeat(65_536)));
          };
          r.on('drain', more);
          more();
        },
        { outcome: 'unknown', reason: 'too-large', status: 200 },
      ],
      ['silence', () => undefined, { outcome: 'unknown', reason: 'timeout' }],
      [
        'a body that does not end',
        (_, r) => {
          r.writeHead(200);
          r.write('{"ok":true');
        },
        { outcome: 'unknown', reason: 'timeout' },
      ],
      [
        'a reset after the request',
        (_, r) => r.socket?.resetAndDestroy(),
        { outcome: 'unknown', reason: 'connection-lost' },
      ],
    ];
    it.each(cases)('of a provider that answers with %s', async (_, answer, expected) => {
      reply = answer;
      const timeoutMs = expected.outcome === 'unknown' && expected.reason === 'timeout' ? SHORT_MS : LONG_MS;
      expect(await call(send({ timeoutMs }))).toEqual(expected);
      expect(seen).toHaveLength(1);
    });

    it('never follows a redirect', async () => {
      reply = (_, response) => response.writeHead(307, { location: '/elsewhere' }).end('{}');
      expect(await call(send())).toEqual({ outcome: 'unknown', reason: 'redirect', status: 307 });
      expect(seen.map(({ url }) => url)).toEqual(['/providerh/transfer/send']);
    });

    it('is bounded by the configured timeout, whatever the caller asks', async () => {
      reply = () => undefined;
      const answer = await client({ GATEWAY_TIMEOUT_MS: '100' }).call(target(), send({ timeoutMs: 60_000 }));
      expect(answer).toEqual({ outcome: 'unknown', reason: 'timeout' });
    });

    it('reports that nothing was sent when no server listens', async () => {
      const spare = createTcpServer();
      const free = await listening(spare);
      await new Promise((resolve) => spare.close(resolve));
      expect(await call(send(), { baseUrl: `http://127.0.0.1:${free}` })).toEqual({
        outcome: 'not-sent',
        reason: 'no-connection',
      });
    });

    it('reports that nothing was sent when the name does not resolve', async () => {
      expect(await call(send(), { baseUrl: 'http://nobody.invalid' })).toEqual({
        outcome: 'not-sent',
        reason: 'no-connection',
      });
    });
  });

  describe('retries', () => {
    it('repeats a query until it is answered', async () => {
      reply = (request, response, earlier) =>
        earlier < 2 ? response.writeHead(500).end() : ok(request, response, earlier);
      expect(await call(query())).toMatchObject({ outcome: 'answered' });
      expect(seen).toHaveLength(3);
    });

    it('gives up after three attempts', async () => {
      reply = (_, response) => response.writeHead(500).end();
      expect(await call(query())).toMatchObject({ outcome: 'unknown', reason: 'server-error' });
      expect(seen).toHaveLength(3);
    });

    it('does not repeat a call that was answered, even with a refusal', async () => {
      reply = (_, response) => response.writeHead(404).end('{"responseCode":"25"}');
      expect(await call(query())).toMatchObject({ outcome: 'answered', status: 404 });
      expect(seen).toHaveLength(1);
    });

    it('reports an unknown outcome when a first attempt may have arrived and the next could not be sent', async () => {
      const once = createServer((_, response) => {
        once.close();
        response.socket?.resetAndDestroy();
      });
      const at = await listening(once);
      expect(await call(query(), { baseUrl: `http://127.0.0.1:${at}` })).toEqual({
        outcome: 'unknown',
        reason: 'connection-lost',
      });
    });
  });

  describe('protection', () => {
    it.each([
      'http://127.0.0.1',
      'https://127.0.0.1',
      'https://10.1.2.3',
      'https://169.254.169.254',
      'https://[::1]',
      'https://[::ffff:127.0.0.1]',
      'https://localhost',
      'https://2130706433',
      'http://example.com',
    ])('refuses %s unless private addresses are allowed', async (origin) => {
      const { port: at } = server.address() as AddressInfo;
      const answer = await client({ GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'false' }).call(
        target({ baseUrl: `${origin}:${at}` }),
        send(),
      );
      expect(answer).toEqual({ outcome: 'not-sent', reason: 'address-refused' });
      expect(seen).toEqual([]);
    });

    it('suspends calls to a failing provider, without affecting other providers or institutions', async () => {
      reply = ({ url }, response) =>
        url.startsWith('/providerh') ? response.writeHead(500).end() : void ok({} as Seen, response, 0);
      const one = client();
      for (let count = 0; count < 10; count += 1) expect((await one.call(target(), send())).outcome).toBe('unknown');
      expect(await one.call(target(), send())).toEqual({ outcome: 'not-sent', reason: 'circuit-open' });
      expect(seen).toHaveLength(10);
      reply = ok;
      expect(
        await one.call(target({ provider: 'providera' }), send({ path: '/providera/transfer/send' })),
      ).toMatchObject({ outcome: 'answered' });
      expect(await one.call(target({ institutionId: 2 }), send())).toMatchObject({ outcome: 'answered' });
    });

    it('refuses more than 64 calls at once to a provider that hangs, while others are served', async () => {
      reply = ({ url }, response) => (url.startsWith('/providerh') ? undefined : void ok({} as Seen, response, 0));
      const one = client();
      // Sixteen calls have a connection; the others wait for one, and give up first.
      const hanging = Array.from({ length: 64 }, (_, index) =>
        one.call(target(), send({ timeoutMs: index < 16 ? 2 * SHORT_MS : SHORT_MS })),
      );
      expect(await one.call(target(), send())).toEqual({ outcome: 'not-sent', reason: 'busy' });
      expect(
        await one.call(target({ provider: 'providera' }), send({ path: '/providera/transfer/send' })),
      ).toMatchObject({ outcome: 'answered' });
      const answers = await Promise.all(hanging);
      expect(answers.slice(0, 16)).toEqual(Array(16).fill({ outcome: 'unknown', reason: 'timeout' }));
      // Dropped before a byte was written.
      expect(answers.slice(16)).toEqual(Array(48).fill({ outcome: 'not-sent', reason: 'timeout' }));
      expect(seen.filter(({ url }) => url.startsWith('/providerh'))).toHaveLength(16);
    });

    it('measures each call by provider and outcome', async () => {
      const metrics = new Metrics();
      const config = loadAppConfig({
        NODE_ENV: 'test',
        COREBANK_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'true',
      });
      const one = new GatewayClient(config, metrics, new Tracing());
      opened.push(one);
      await one.call(target(), send());
      expect(await metrics.registry.metrics()).toContain(
        'corebank_gateway_call_duration_seconds_count{provider="providerh",outcome="answered"} 1',
      );
    });
  });
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
