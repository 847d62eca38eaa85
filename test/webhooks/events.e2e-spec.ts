import { EVENT_TYPES } from '../../src/events/catalogue/event-catalogue';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { createEndpoint, deliver, pullAll, WEBHOOKS } from './webhook-app';

/** Delivery is driven by the tests. */
const SETTINGS = { BACKGROUND_WORK: 'false' };

describe('events', () => {
  let app: TestApp;
  let from: string;
  let to: string;
  beforeAll(async () => {
    app = await TestApp.start(SETTINGS);
    from = await app.openAccount(1_000_000);
    to = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const transfer = (amount: number, debitAccount = from, creditAccount = to): ReturnType<TestApp['post']> =>
    app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount,
      creditAccount,
      amount,
      narration: 'Invoice 2211',
      postingsTransactionType: 3,
    });
  const queued = async (): Promise<number> =>
    (await app.rows<{ n: number }>('SELECT count(*)::int AS n FROM queued_event'))[0]!.n;

  it('are not written while no endpoint wants them, and cannot be pulled', async () => {
    expect((await transfer(10)).status).toBe(200);
    expect(await queued()).toBe(0);
    expect(codeOf(await app.get('/api/events/v1/events'))).toStrictEqual([422, 'NO_EVENT_SUBSCRIPTION']);
  });

  it('of a transfer are written with it, numbered after it, and pulled in their order', async () => {
    await createEndpoint(app, { eventTypes: ['transfer.completed', 'account.credited', 'account.debited'] });
    const answer = await transfer(262_144.07);
    expect(answer.status).toBe(200);
    const { referenceNumber, postingReferenceNumber } = dataOf<Record<string, string>>(answer);
    const events = await pullAll(app);
    expect(events.map(({ type, resource }) => [type, resource.id])).toEqual(
      expect.arrayContaining([
        ['transfer.completed', referenceNumber],
        ['account.debited', from],
        ['account.credited', to],
      ]),
    );
    const [completed] = events;
    expect(completed).toMatchObject({
      id: `evt-${app.institutionId}-1-0`,
      type: 'transfer.completed',
      sequence: 1,
      resource: { type: 'transfer', id: referenceNumber },
      data: { sourceAccount: from, destinationAccount: to, amount: 262_144.07, postingReferenceNumber },
    });
    const credited = events.find(({ type }) => type === 'account.credited')!;
    expect(credited.data).toMatchObject({ accountNumber: to, amount: 262_144.07, balance: 262_154.07 });
    expect(await queued()).toBe(0);
  });

  it('of types that no endpoint wants are not written', async () => {
    await app.openAccount();
    expect(await queued()).toBe(0);
  });

  it('of a posting that is refused are not written', async () => {
    expect(codeOf(await transfer(500_000, to, from))).toStrictEqual([422, 'INSUFFICIENT_FUNDS']);
    expect(await queued()).toBe(0);
  });

  it('are read from a number on, a page at a time, without a gap', async () => {
    for (let index = 0; index < 5; index += 1) await transfer(1);
    await deliver(app);
    const page = async (After: number): Promise<{ sequences: number[]; nextAfter: number; hasMore: boolean }> => {
      const answer = await app.get('/api/events/v1/events', { After, Limit: 2 });
      const { events, nextAfter, hasMore } = dataOf<{
        events: { sequence: number }[];
        nextAfter: number;
        hasMore: boolean;
      }>(answer);
      return { sequences: [...new Set(events.map(({ sequence }) => sequence))], nextAfter, hasMore };
    };
    expect(await page(1)).toEqual({ sequences: [2, 3], nextAfter: 3, hasMore: true });
    expect(await page(3)).toEqual({ sequences: [4, 5], nextAfter: 5, hasMore: true });
    expect(await page(5)).toEqual({ sequences: [6], nextAfter: 6, hasMore: false });
    expect(await page(6)).toEqual({ sequences: [], nextAfter: 6, hasMore: false });
  });

  it('of parallel postings on one account are in the order of its balances', async () => {
    const before = await pullAll(app);
    await Promise.all(Array.from({ length: 60 }, (_, index) => transfer(index + 1)));
    const credits = (await pullAll(app))
      .slice(before.length)
      .filter(({ type, resource }) => type === 'account.credited' && resource.id === to);
    const balances = credits.map(({ data }) => data.balance as number);
    expect(balances).toHaveLength(60);
    expect(balances).toEqual([...balances].sort((a, b) => a - b));
  });

  it('are refused for types whose scope the client lacks, and shown no more when it loses the scope', async () => {
    const administrator = await app.staff('administrator');
    const { clientId } = app.sandbox.client;
    const scopes = ['accounts:read', 'transfers:read', 'transfers:write', 'events:read'];
    const narrow = dataOf<{ clientId: string }>(
      await app.approved(app.post('/api/admin/v1/api-clients', { name: 'Narrow', scopes }, { token: administrator })),
    );
    const body = { clientId: narrow.clientId, eventTypes: ['transfer.completed', 'loan.closed'] };
    const answer = await app.post(WEBHOOKS, body, { token: administrator });
    expect(codeOf(answer)).toStrictEqual([422, 'EVENT_SCOPE_MISSING']);
    expect(answer.body.message).toContain('loan.closed');

    const present = await app.rows<{ scopes: string[] }>('SELECT scopes FROM api_client WHERE client_id = $1', [
      clientId,
    ]);
    const path = `/api/admin/v1/api-clients/${clientId}`;
    const without = present[0]!.scopes.filter((scope) => scope !== 'accounts:read');
    expect((await app.patch(path, { scopes: without }, { token: administrator })).status).toBe(200);
    expect(new Set((await pullAll(app)).map(({ type }) => type))).toEqual(new Set(['transfer.completed']));
    expect((await app.approved(app.patch(path, { scopes: present[0]!.scopes }, { token: administrator }))).status).toBe(
      200,
    );
  });

  it('every type of the catalogue is known to a trigger or to the program', async () => {
    const triggers = await app.rows<{ definition: string }>(
      `SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger
        WHERE tgfoid IN ('record_event'::regproc, 'record_bulk_event'::regproc)`,
    );
    const named = new Set(triggers.flatMap(({ definition }) => definition.match(/[a-z-]+\.[a-z-]+(?=")/g) ?? []));
    const ofPostings = ['account.credited', 'account.debited', 'virtual-account.credited', 'webhook.paused'];
    expect([...named, ...ofPostings].sort()).toEqual([...EVENT_TYPES].sort());
  });
});
