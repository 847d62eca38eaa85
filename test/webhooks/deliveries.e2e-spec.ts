import { createServer } from 'node:http';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { closeServer, listenOnLoopback } from '../support/loopback';
import { createEndpoint, deliver, WEBHOOKS } from './webhook-app';
import { verifies, WebhookReceiver } from './webhook-receiver';

/** Delivery is driven by the tests. */
const SETTINGS = { BACKGROUND_WORK: 'false', WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1' };
const DAY_MS = 86_400_000;

interface Endpoint {
  id: number;
  secret: string;
}

interface Delivery {
  position: number;
  eventId: string;
  type: string;
  status: string;
  attempts: number;
  lastHttpStatus: number | null;
  lastError: string | null;
  replayed: boolean;
  dueAt: string | null;
}

describe('deliveries to webhook endpoints', () => {
  let app: TestApp;
  let receiver: WebhookReceiver;
  let administrator: string;
  let accounts: string[];
  beforeAll(async () => {
    app = await TestApp.start(SETTINGS);
    administrator = await app.staff('administrator');
    accounts = [await app.openAccount(500_000), await app.openAccount(500_000), await app.openAccount()];
  });
  beforeEach(async () => {
    receiver = await new WebhookReceiver().start();
  });
  afterEach(async () => {
    await receiver.stop();
    await app.rows(`UPDATE webhook_endpoint SET status = 'Removed'`);
  });
  afterAll(async () => {
    await app.close();
  });

  const transfer = (amount: number, debitAccount = accounts[0]): ReturnType<TestApp['post']> =>
    app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount,
      creditAccount: accounts[2],
      amount,
      narration: 'Webhook',
      postingsTransactionType: 3,
    });
  const endpointOf = (eventTypes: string[], url = receiver.url): Promise<Endpoint> =>
    createEndpoint(app, { url, eventTypes });
  const post = (path: string, body: object = {}): ReturnType<TestApp['post']> =>
    app.post(`${WEBHOOKS}/${path}`, body, { token: administrator });
  const deliveries = async ({ id }: Endpoint): Promise<Delivery[]> =>
    dataOf<{ data: Delivery[] }>(
      await app.get(`${WEBHOOKS}/${id}/deliveries`, { Direction: 'Asc', PageSize: 200 }, { token: administrator }),
    ).data;
  const shown = async ({ id }: Endpoint): Promise<Record<string, unknown>> =>
    dataOf<{ data: { id: number }[] }>(await app.get(WEBHOOKS, {}, { token: administrator })).data.find(
      (endpoint) => endpoint.id === id,
    ) as unknown as Record<string, unknown>;

  /** Moves what is stored into the past, as if so much time had gone by. */
  const later = async (ms: number): Promise<void> => {
    const past = (column: string): string => `${column} = ${column} - make_interval(secs => ${ms / 1000})`;
    await app.rows(`UPDATE webhook_delivery SET ${past('due_at')}, ${past('first_attempt_at')}`);
    await app.rows(
      `UPDATE webhook_endpoint SET retry_at = NULL, ${past('previous_secret_ends_at')}, ${past('last_success_at')}`,
    );
  };

  it('are signed, and say what happened, since the endpoint was created', async () => {
    await transfer(5);
    const endpoint = await endpointOf(['account.credited']);
    await transfer(7);
    await deliver(app, endpoint.id);
    expect(receiver.events.map(({ type, data }) => [type, data.amount])).toEqual([['account.credited', 7]]);
    const [arrival] = receiver.arrivals;
    expect(verifies(arrival!, endpoint.secret)).toBe(true);
    expect(verifies({ ...arrival!, body: `${arrival!.body} ` }, endpoint.secret)).toBe(false);
    expect(arrival!.headers['webhook-id']).toBe(arrival!.event.id);
    expect(await deliveries(endpoint)).toMatchObject([
      { position: 1, eventId: arrival!.event.id, status: 'Delivered', attempts: 1, lastHttpStatus: 204, dueAt: null },
    ]);
  });

  it('are signed with two secrets while one replaces the other, and then with the new one', async () => {
    const endpoint = await endpointOf(['account.credited']);
    const answer = await post(`${endpoint.id}/rotate-secret`, { overlapHours: 1 });
    const { secret } = dataOf<Endpoint>(answer);
    expect(secret).not.toBe(endpoint.secret);
    await transfer(1);
    await deliver(app, endpoint.id);
    expect([endpoint.secret, secret].map((known) => verifies(receiver.arrivals[0]!, known))).toEqual([true, true]);
    await later(3_600_001);
    await transfer(1);
    await deliver(app, endpoint.id);
    expect([endpoint.secret, secret].map((known) => verifies(receiver.arrivals[1]!, known))).toEqual([false, true]);
  });

  it('of one account keep their order, and one that fails holds back only its own account', async () => {
    const [first, second] = accounts;
    const endpoint = await endpointOf(['account.debited']);
    receiver.answer = ({ resource }) => (resource.id === first ? 500 : 200);
    for (const amount of [1, 2, 3]) {
      await transfer(amount, first);
      await transfer(amount, second);
    }
    await deliver(app, endpoint.id);
    const amountsOf = (account: string | undefined): unknown[] =>
      receiver.events.filter(({ resource }) => resource.id === account).map(({ data }) => data.amount);
    expect([amountsOf(first), amountsOf(second)]).toEqual([[1], [1, 2, 3]]);

    receiver.answer = () => 200;
    await later(6_000);
    await deliver(app, endpoint.id);
    expect(amountsOf(first)).toEqual([1, 1, 2, 3]);
    const attempts = await app.get(`${WEBHOOKS}/${endpoint.id}/deliveries/1/attempts`, {}, { token: administrator });
    expect(dataOf<{ data: object[] }>(attempts).data).toMatchObject([
      { attempt: 1, httpStatus: 500, error: null },
      { attempt: 2, httpStatus: 200, error: null },
    ]);
  });

  it('are not repeated before their pause is over', async () => {
    const endpoint = await endpointOf(['account.credited']);
    receiver.answer = () => 503;
    await transfer(1);
    await deliver(app, endpoint.id);
    await later(4_000);
    await deliver(app, endpoint.id);
    expect(receiver.events).toHaveLength(1);
    await later(2_000);
    await deliver(app, endpoint.id);
    expect(receiver.events).toHaveLength(2);
  });

  it('do not follow a redirect', async () => {
    const endpoint = await endpointOf(['account.credited']);
    receiver.answer = () => 307;
    await transfer(1);
    await deliver(app, endpoint.id);
    expect(await deliveries(endpoint)).toMatchObject([{ status: 'Pending', lastHttpStatus: 307 }]);
  });

  it('end after three days and pause a dead endpoint with a notice; resumed, it gets everything in its order', async () => {
    const endpoint = await endpointOf(['account.credited', 'webhook.paused']);
    const url = new URL(receiver.url);
    await receiver.stop();
    await transfer(1);
    await transfer(2);
    await deliver(app, endpoint.id);
    expect(await deliveries(endpoint)).toMatchObject([
      { status: 'Pending', attempts: 1, lastHttpStatus: null, lastError: 'The connection was refused.' },
      { status: 'Pending', attempts: 0 },
    ]);
    await later(3 * DAY_MS + 1_000);
    await deliver(app, endpoint.id);
    expect(await shown(endpoint)).toMatchObject({
      status: 'Paused',
      pauseReason: 'No delivery has succeeded for three days.',
    });
    expect(await deliveries(endpoint)).toMatchObject([{ status: 'Failed', attempts: 2 }, { status: 'Pending' }]);
    await deliver(app);
    const after = { After: Number((await shown(endpoint)).sequence) };
    expect(dataOf<{ events: object[] }>(await app.get('/api/events/v1/events', after)).events).toMatchObject([
      { type: 'webhook.paused', data: { endpointId: endpoint.id } },
    ]);

    await transfer(3);
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200).end());
    });
    server.listen(Number(url.port), '127.0.0.1');
    try {
      await deliver(app, endpoint.id);
      expect((await deliveries(endpoint)).map(({ status }) => status)).toEqual(['Failed', 'Pending']);
      expect((await post(`${endpoint.id}/resume`)).status).toBe(200);
      await deliver(app, endpoint.id);
      expect((await deliveries(endpoint)).slice(1).map(({ status }) => status)).toEqual(
        Array.from({ length: 3 }, () => 'Delivered'),
      );
    } finally {
      await closeServer(server);
    }
  });

  it('pause an endpoint that answers 410 at once', async () => {
    const endpoint = await endpointOf(['account.credited']);
    receiver.answer = () => 410;
    await transfer(1);
    await deliver(app, endpoint.id);
    expect(await shown(endpoint)).toMatchObject({ status: 'Paused', pauseReason: expect.stringContaining('410') });
    await transfer(2);
    await deliver(app, endpoint.id);
    expect(receiver.events).toHaveLength(1);
  });

  it('are made again on demand: one event, or a span, marked as replayed', async () => {
    const endpoint = await endpointOf(['account.credited']);
    for (const amount of [1, 2, 3]) await transfer(amount);
    await deliver(app, endpoint.id);
    const [one, , three] = receiver.events;
    expect(dataOf(await post(`${endpoint.id}/replay`, { eventId: one!.id }))).toEqual({ deliveries: 1 });
    const span = { fromSequence: one!.sequence, toSequence: three!.sequence };
    expect(dataOf(await post(`${endpoint.id}/replay`, span))).toEqual({ deliveries: 3 });
    await deliver(app, endpoint.id);
    expect(receiver.events.map(({ data }) => data.amount)).toEqual([1, 2, 3, 1, 1, 2, 3]);
    expect(receiver.events[3]!.id).toBe(one!.id);
    expect((await deliveries(endpoint)).map(({ replayed }) => replayed)).toEqual([
      ...Array.from({ length: 3 }, () => false),
      ...Array.from({ length: 4 }, () => true),
    ]);
  });

  it.each([
    [{}, 400, 'VALIDATION_FAILED'],
    [{ fromSequence: 5 }, 400, 'VALIDATION_FAILED'],
    [{ fromSequence: 5, toSequence: 4 }, 422, 'REPLAY_SPAN_NOT_ALLOWED'],
    [{ fromSequence: 1, toSequence: 10_001 }, 422, 'REPLAY_SPAN_NOT_ALLOWED'],
    [{ eventId: 'evt-999-1-0' }, 404, 'EVENT_NOT_FOUND'],
    [{ eventId: 'evt-1-999999-0' }, 404, 'EVENT_NOT_FOUND'],
  ])('are not made again for %j', async (body, status, code) => {
    const endpoint = await endpointOf(['account.credited']);
    expect(codeOf(await post(`${endpoint.id}/replay`, body))).toStrictEqual([status, code]);
  });

  it('stop for an API client that is deactivated, and go on when it is active again', async () => {
    const endpoint = await endpointOf(['account.credited']);
    await transfer(1);
    const path = `/api/admin/v1/api-clients/${app.sandbox.client.clientId}`;
    expect((await app.post(`${path}/deactivate`, {}, { token: administrator })).status).toBe(200);
    await deliver(app, endpoint.id);
    expect(receiver.events).toEqual([]);
    expect((await app.post(`${path}/reactivate`, {}, { token: administrator })).status).toBe(200);
    await deliver(app, endpoint.id);
    expect(receiver.events).toHaveLength(1);
    Object.assign(app, { clientToken: undefined });
  });

  it('that wait end when the client loses their scope, or the endpoint their type', async () => {
    const endpoint = await endpointOf(['account.credited', 'account.debited', 'transfer.completed']);
    receiver.answer = () => 500;
    await transfer(1);
    await deliver(app, endpoint.id);
    const path = `/api/admin/v1/api-clients/${app.sandbox.client.clientId}`;
    const [{ scopes }] = (await app.rows(`SELECT scopes FROM api_client WHERE client_id = $1`, [
      app.sandbox.client.clientId,
    ])) as [{ scopes: string[] }];
    const without = scopes.filter((scope) => scope !== 'transfers:read');
    expect((await app.patch(path, { scopes: without }, { token: administrator })).status).toBe(200);
    const types = { eventTypes: ['account.credited', 'transfer.completed'] };
    receiver.arrivals.length = 0;
    receiver.answer = () => 200;
    await later(6_000);
    await app.rows(`UPDATE webhook_endpoint SET event_types = $1 WHERE id = $2`, [types.eventTypes, endpoint.id]);
    await deliver(app, endpoint.id);
    expect(receiver.events.map(({ type }) => type)).toEqual(['account.credited']);
    expect(new Map((await deliveries(endpoint)).map(({ type, status }) => [type, status]))).toEqual(
      new Map([
        ['transfer.completed', 'Failed'],
        ['account.debited', 'Failed'],
        ['account.credited', 'Delivered'],
      ]),
    );
    expect(await shown(endpoint)).toMatchObject({ status: 'Active' });
    expect((await app.approved(app.patch(path, { scopes }, { token: administrator }))).status).toBe(200);
  });

  it('that wait end when their endpoint is removed', async () => {
    const endpoint = await endpointOf(['account.credited']);
    receiver.answer = () => 500;
    await transfer(1);
    await deliver(app, endpoint.id);
    expect(await deliveries(endpoint)).toMatchObject([{ status: 'Pending' }]);
    expect((await app.delete(`${WEBHOOKS}/${endpoint.id}`, { token: administrator })).status).toBe(200);
    expect(await deliveries(endpoint)).toMatchObject([
      { status: 'Failed', attempts: 1, lastHttpStatus: 500, lastError: 'The endpoint was removed.', dueAt: null },
    ]);
  });

  it('are made by one process at a time', async () => {
    const endpoint = await endpointOf(['account.credited']);
    await transfer(1);
    await app.rows(
      `UPDATE webhook_endpoint SET lease_holder = 'another', leased_until = clock_timestamp() + interval '1 minute'
        WHERE id = $1`,
      [endpoint.id],
    );
    await deliver(app, endpoint.id);
    expect(receiver.events).toEqual([]);
    await app.rows(`UPDATE webhook_endpoint SET leased_until = clock_timestamp() WHERE id = $1`, [endpoint.id]);
    await deliver(app, endpoint.id);
    expect(receiver.events).toHaveLength(1);
  });

  it('never go to an address that was made private after its approval', async () => {
    const endpoint = await endpointOf(['account.credited'], 'https://public.example/events');
    const server = createServer();
    const address = new URL(await listenOnLoopback(server));
    try {
      for (const host of ['127.0.0.2', '169.254.169.254', '[::1]', '10.0.0.1']) {
        await app.rows(`UPDATE webhook_endpoint SET url = $2, retry_at = NULL WHERE id = $1`, [
          endpoint.id,
          `http://${host}:${address.port}/events`,
        ]);
        await transfer(1, accounts[1]);
        await later(24 * 3_600_000);
        await deliver(app, endpoint.id);
        const [delivery] = await deliveries(endpoint);
        expect([host, delivery!.status, delivery!.lastError]).toEqual([
          host,
          host === '10.0.0.1' ? 'Failed' : 'Pending',
          'The address is private, and the operator does not allow it.',
        ]);
      }
    } finally {
      await closeServer(server);
    }
  });
});
