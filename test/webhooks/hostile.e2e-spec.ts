import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { addressOf, closeServer, listenOnLoopback } from '../support/loopback';
import { createEndpoint, deliver, WEBHOOKS } from './webhook-app';
import { WebhookReceiver } from './webhook-receiver';

/** Delivery is driven by the tests. Only one private address is allowed. */
const SETTINGS = { BACKGROUND_WORK: 'false', LOG_LEVEL: 'trace', WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1' };
/** An endpoint has 15 seconds to answer. */
const SLOW_TIMEOUT_MS = 60_000;
const MIB = 1_048_576;

interface Delivery {
  status: string;
  lastHttpStatus: number | null;
  lastError: string | null;
}

describe('webhook endpoints that attack', () => {
  let app: TestApp;
  let administrator: string;
  let accounts: string[];
  const servers: Server[] = [];
  const logged: string[] = [];
  beforeAll(async () => {
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
    app = await TestApp.start(SETTINGS);
    administrator = await app.staff('administrator');
    accounts = [await app.openAccount(500_000), await app.openAccount()];
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await closeServer(server);
    await app.rows(`UPDATE webhook_endpoint SET status = 'Removed'`);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  /** A receiver whose answers the test writes itself. @returns its address */
  async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    return `${await listenOnLoopback(server)}/events`;
  }

  async function transfer(): Promise<void> {
    const body = { debitAccount: accounts[0], creditAccount: accounts[1], amount: 1, narration: 'Webhook' };
    expect((await app.post('/api/transfer/v1/localfundtransfer', body)).status).toBe(200);
  }

  const endpointAt = (url: string): Promise<{ id: number; secret: string }> =>
    createEndpoint(app, { url, eventTypes: ['account.credited'] });

  async function deliveryOf(id: number): Promise<Delivery> {
    const answer = await app.get(`${WEBHOOKS}/${id}/deliveries`, { Direction: 'Asc' }, { token: administrator });
    return dataOf<{ data: Delivery[] }>(answer).data[0]!;
  }

  it.each([301, 302, 303, 307, 308])(
    'get no request at the private address to which they redirect with %i',
    async (status) => {
      let reached = 0;
      const target = await listen((_, response) => {
        reached += 1;
        response.end();
      });
      const url = await listen((asked, response) => {
        asked.resume().on('end', () => response.writeHead(status, { location: target }).end());
      });
      const { id } = await endpointAt(url);
      await transfer();
      await deliver(app, id);
      expect(await deliveryOf(id)).toMatchObject({ status: 'Pending', lastHttpStatus: status });
      expect(reached).toBe(0);
    },
  );

  it('get nothing when their address has become another private one than the operator allows', async () => {
    let reached = 0;
    const server = createServer((_, response) => {
      reached += 1;
      response.end();
    });
    // The address is this machine's, and not the one that is allowed.
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.9', resolve));
    servers.push(server);
    const { id } = await endpointAt('https://integrator.example/events');
    const { port } = new URL(addressOf(server));
    for (const scheme of ['http', 'https']) {
      await app.rows(`UPDATE webhook_endpoint SET url = $2, retry_at = NULL WHERE id = $1`, [
        id,
        `${scheme}://127.0.0.9:${port}/events`,
      ]);
      await app.rows(`UPDATE webhook_delivery SET due_at = now() WHERE endpoint_id = $1`, [id]);
      await transfer();
      await deliver(app, id);
      expect([scheme, (await deliveryOf(id)).status]).toEqual([scheme, 'Pending']);
    }
    expect((await deliveryOf(id)).lastError).toBe('The address is private, and the operator does not allow it.');
    expect(reached).toBe(0);
  });

  it('whose answer does not end are read for a few kilobytes, and the event counts as delivered', async () => {
    let sentBytes = 0;
    const chunk = Buffer.alloc(65_536, 'x');
    const url = await listen((asked, response) => {
      const flood = (): void => {
        while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
      };
      asked.resume().on('end', () => {
        response.writeHead(200);
        response.on('drain', flood);
        flood();
      });
    });
    const { id } = await endpointAt(url);
    await transfer();
    const startedAt = performance.now();
    await deliver(app, id);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await deliveryOf(id)).toMatchObject({ status: 'Delivered', lastHttpStatus: 200 });
    const sent = sentBytes;
    await sleep(200);
    expect([sentBytes - sent, sentBytes < 16 * MIB]).toEqual([0, true]);
  });

  it('whose answer has headers without end are given up', async () => {
    const url = await listen((asked, response) => {
      asked.resume().on('end', () => {
        response.socket!.write('HTTP/1.1 200 OK\r\n');
        for (let line = 0; line < 40; line += 1) response.socket!.write(`x-${line}: ${'x'.repeat(8_192)}\r\n`);
      });
    });
    const { id } = await endpointAt(url);
    await transfer();
    await deliver(app, id);
    expect(await deliveryOf(id)).toMatchObject({ status: 'Pending', lastHttpStatus: null });
  });

  it(
    'that do not answer, or drip their answer, are given up after 15 seconds and delay no other endpoint',
    async () => {
      const silent = await endpointAt(await listen((asked) => void asked.resume()));
      const dripping = await endpointAt(
        await listen((asked, response) => {
          asked.resume().on('end', () => {
            response.socket!.write('HTTP/1.1 200 OK\r\n');
            const drip = setInterval(() => response.socket?.write('x-drip: 1\r\n'), 1_000);
            response.on('close', () => clearInterval(drip));
          });
        }),
      );
      const receiver = await new WebhookReceiver().start();
      try {
        const good = await endpointAt(receiver.url);
        await transfer();
        const startedAt = performance.now();
        const slow = Promise.all([deliver(app, silent.id), deliver(app, dripping.id)]);
        await deliver(app, good.id);
        expect([receiver.events.length, performance.now() - startedAt < 5_000]).toEqual([1, true]);
        await slow;
        expect(performance.now() - startedAt).toBeLessThan(25_000);
        for (const { id } of [silent, dripping])
          expect(await deliveryOf(id)).toMatchObject({
            status: 'Pending',
            lastError: 'No answer within 15 seconds.',
          });
      } finally {
        await receiver.stop();
      }
    },
    SLOW_TIMEOUT_MS,
  );

  it('that answer with their own secret find it in no table, in no answer of the API and in no line of the log', async () => {
    let echo = '';
    const url = await listen((asked, response) => {
      asked.resume().on('end', () => response.writeHead(500, { 'x-secret': echo }).end(echo));
    });
    const { id, secret } = await endpointAt(url);
    echo = secret;
    await transfer();
    await deliver(app, id);
    expect(await deliveryOf(id)).toMatchObject({ status: 'Pending', lastHttpStatus: 500 });
    const tables = await app.rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`,
    );
    for (const { name } of tables)
      expect([
        name,
        await app.rows(`SELECT 1 FROM "${name}" t WHERE position($1 in t::text) > 0 LIMIT 1`, [secret]),
      ]).toEqual([name, []]);
    const attempts = `${WEBHOOKS}/${id}/deliveries/1/attempts`;
    for (const path of [WEBHOOKS, `${WEBHOOKS}/${id}/deliveries`, attempts])
      expect((await app.get(path, {}, { token: administrator })).text).not.toContain(secret.slice(6));
    expect(logged.join('')).toContain('"msg"');
    expect(logged.join('')).not.toContain(secret.slice(6));
  });

  it('are closed to staff of another institution, whose endpoint they cannot be made', async () => {
    const { id } = await endpointAt('https://integrator.example/events');
    await transfer();
    const { manager } = await addSecondInstitution(app, 2);
    const { email, password } = manager;
    const signedIn = await request(app.url).post('/api/admin/v1/login').send({ email, password });
    const token = (signedIn.body as { accessToken: string }).accessToken;
    expect(dataOf<{ data: object[] }>(await app.get(WEBHOOKS, {}, { token })).data).toEqual([]);
    const own = `${WEBHOOKS}/${id}`;
    const unknown = [404, 'WEBHOOK_ENDPOINT_NOT_FOUND'];
    expect(codeOf(await app.get(`${own}/deliveries`, {}, { token }))).toStrictEqual(unknown);
    expect(codeOf(await app.get(`${own}/deliveries/1/attempts`, {}, { token }))).toStrictEqual(unknown);
    expect(codeOf(await app.patch(own, { url: 'https://thief.example/' }, { token }))).toStrictEqual(unknown);
    expect(codeOf(await app.delete(own, { token }))).toStrictEqual(unknown);
    const body = { fromSequence: 1, toSequence: 2 };
    for (const act of ['rotate-secret', 'pause', 'resume'])
      expect(codeOf(await app.post(`${own}/${act}`, {}, { token }))).toStrictEqual(unknown);
    expect(codeOf(await app.post(`${own}/replay`, body, { token }))).toStrictEqual(unknown);
    const { clientId } = app.sandbox.client;
    const theirs = { clientId, eventTypes: ['account.credited'], url: 'https://thief.example/' };
    expect(codeOf(await app.post(WEBHOOKS, theirs, { token }))).toStrictEqual([404, 'API_CLIENT_NOT_FOUND']);
    expect(await app.rows('SELECT url, status FROM webhook_endpoint WHERE id = $1', [id])).toEqual([
      { url: 'https://integrator.example/events', status: 'Active' },
    ]);
  });

  it('of one API client let no other client pull their events', async () => {
    await endpointAt('https://integrator.example/events');
    await transfer();
    await deliver(app);
    const issued = await app.approved(
      app.post('/api/admin/v1/api-clients', { name: 'Another' }, { token: administrator }),
    );
    const { clientId, clientSecret } = dataOf<{ clientId: string; clientSecret: string }>(issued);
    const signedIn = await request(app.url).post('/api/auth/v1/authenticate').send({ clientId, clientSecret });
    const token = (signedIn.body as { accessToken: string }).accessToken;
    expect((await app.get('/api/events/v1/events')).status).toBe(200);
    expect(codeOf(await app.get('/api/events/v1/events', {}, { token }))).toStrictEqual([422, 'NO_EVENT_SUBSCRIPTION']);
  });
});
