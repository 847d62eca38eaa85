import { EVENT_TYPES } from '../../src/events/catalogue/event-catalogue';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { createEndpoint, pullAll } from './webhook-app';
import type { ReceivedEvent } from './webhook-receiver';

const HELD = 1_500_000;

describe('events of changes', () => {
  let app: TestApp;
  let read = 0;
  beforeAll(async () => {
    app = await TestApp.start({ BACKGROUND_WORK: 'false' });
    await createEndpoint(app, { eventTypes: EVENT_TYPES });
  });
  afterAll(() => app.close());

  /** The events since the last call. */
  async function news(): Promise<ReceivedEvent[]> {
    const all = await pullAll(app);
    const fresh = all.slice(read);
    read = all.length;
    return fresh;
  }
  const named = (events: ReceivedEvent[], family: string): ReceivedEvent[] =>
    events.filter(({ type }) => type.startsWith(`${family}.`));

  it('an account: opened, credited, and its change of status', async () => {
    const account = await app.openAccount(500);
    const change = { accountNumber: account, reason: 'A reason of staff' };
    expect((await app.put('/api/account/v1/deactivate', change)).status).toBe(200);
    const events = (await news()).filter(({ resource }) => resource.id === account);
    expect(events.map(({ type }) => type)).toEqual(['account.opened', 'account.credited', 'account.status-changed']);
    expect(events[2]!.data).toMatchObject({ accountNumber: account, fromStatus: 'Active', toStatus: 'Inactive' });
    expect(JSON.stringify(events)).not.toContain('A reason of staff');
  });

  it('a held movement: held, released, executed; without its approval reference and staff’s notes', async () => {
    const account = await app.openAccount(3_000_000);
    const body = {
      debitAccount: account,
      creditAccount: await app.openAccount(),
      amount: HELD,
      narration: 'Large',
      postingsTransactionType: 3,
    };
    await news();
    const first = await app.post('/api/transfer/v1/localfundtransfer', body);
    const held = dataOf<{ approvalId: number; amlApprovalReference: string; reason: string }>(first, 202);
    const officer = await app.staff('amlOfficer');
    const note = 'Confidential note of an officer';
    const path = `/api/admin/v1/aml/holds/${held.approvalId}/approve`;
    expect((await app.post(path, { note }, { token: officer })).status).toBe(200);
    const again = { ...body, amlApprovalReference: held.amlApprovalReference };
    expect((await app.post('/api/transfer/v1/localfundtransfer', again)).status).toBe(200);

    const events = await news();
    const holds = named(events, 'hold');
    expect(holds.map(({ type, resource }) => [type, resource.id])).toEqual(
      ['hold.held', 'hold.approved', 'hold.executed'].map((type) => [type, String(held.approvalId)]),
    );
    expect(holds[0]!.data).toMatchObject({ approvalId: held.approvalId, amount: HELD, status: 'Held' });
    const text = JSON.stringify(events);
    for (const secret of [held.amlApprovalReference, note, held.reason]) expect(text).not.toContain(secret);
    const stored = await app.rows<{ text: string }>(`SELECT coalesce(parts::text, '') AS text FROM event_record`);
    for (const secret of [held.amlApprovalReference, note, held.reason])
      expect(stored.filter(({ text: parts }) => parts.includes(secret))).toEqual([]);
    expect(named(events, 'approval')).toEqual([]);
  });

  it('a hold is made known only to the client that made the request', async () => {
    const administrator = await app.staff('administrator');
    const scopes = ['events:read', 'transfers:read', 'accounts:read'];
    const body = { name: 'Other', scopes };
    const other = dataOf<{ clientId: string; clientSecret: string }>(
      await app.approved(app.post('/api/admin/v1/api-clients', body, { token: administrator })),
    );
    await createEndpoint(app, { clientId: other.clientId, eventTypes: ['hold.held', 'account.credited'] });
    const { clientId, clientSecret } = other;
    const signedIn = await app.post('/api/auth/v1/authenticate', { clientId, clientSecret }, { reference: null });
    const { accessToken: token } = signedIn.body as { accessToken: string };
    expect(token).toEqual(expect.any(String));
    const page = dataOf<{ events: ReceivedEvent[] }>(await app.get('/api/events/v1/events', { Limit: 500 }, { token }));
    expect(named(page.events, 'hold')).toEqual([]);
    expect(named(page.events, 'account')).not.toEqual([]);
    expect(named(await pullAll(app), 'hold').length).toBeGreaterThan(0);
  });

  it('a reversal and a failed resumption of a transfer, and the end of a day', async () => {
    const account = await app.openAccount(100);
    const transfer = { creditAccount: '2070', narration: 'T', postingsTransactionType: 1 };
    const sent = dataOf<{ referenceNumber: string; postingReferenceNumber: string }>(
      await app.post('/api/transfer/v1/localfundtransfer', { ...transfer, debitAccount: account, amount: 5 }),
    );
    await news();
    await app.rows(`UPDATE posting SET reversed_by_id = id WHERE kind = 'transfer' AND reference = $1`, [
      sent.referenceNumber,
    ]);
    await app.rows(
      `INSERT INTO end_of_day_run (institution_id, date, next_date, status, started_by, job_id, rolled_at)
       VALUES ($1, '2026-01-01', '2026-01-02', 'Running', 'system:end-of-day', 1, now())`,
      [app.institutionId],
    );
    await app.rows(`UPDATE end_of_day_run SET status = 'Completed' WHERE date = '2026-01-01'`);
    const [reversed, completed] = await news();
    expect([reversed, completed].map((event) => [event!.type, event!.resource.id])).toEqual([
      ['transfer.reversed', sent.referenceNumber],
      ['end-of-day.completed', '2026-01-01'],
    ]);
    // That of the posting is not that of a transfer.
    expect(reversed!.data.status).toBeNull();
  });

  it('a change that is rolled back makes nothing known', async () => {
    await app.rows('BEGIN');
    await app.rows(`UPDATE end_of_day_run SET status = 'Running' WHERE date = '2026-01-01'`);
    await app.rows(`UPDATE end_of_day_run SET status = 'Completed' WHERE date = '2026-01-01'`);
    await app.rows('ROLLBACK');
    expect(await news()).toEqual([]);
  });

  it('every example of the catalogue has the fields that the program shows', async () => {
    const events = await pullAll(app);
    expect(events.length).toBeGreaterThan(10);
    for (const { data } of events) expect(Object.values(data).includes(undefined)).toBe(false);
  });
});
