import { Shutdown } from '../../src/common/health/shutdown';
import { Clock } from '../../src/common/time/clock';
import { ConsoleBrowser } from '../auth/console-browser';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire } from '../support/hire';
import { OpenStream } from './open-stream';

const EVENTS = '/api/admin/v1/work/events';
const HOLDS = '/api/admin/v1/aml/holds';
const AMOUNT = 1_000_000;

describe('the stream of what changes for staff', () => {
  let app: TestApp;
  let account: string;
  const opened: OpenStream[] = [];

  beforeAll(async () => {
    // One request at a time, so that a stream that counted as one would refuse all others.
    app = await TestApp.start({ CALLER_REQUESTS_IN_PROGRESS: '1' });
    account = await app.openAccount(20 * AMOUNT);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const stream of opened.splice(0)) stream.close();
  });
  afterAll(() => app.close());

  async function follow(token: string, headers: Record<string, string> = {}): Promise<OpenStream> {
    const stream = await OpenStream.open(`${app.url}${EVENTS}`, { authorization: `Bearer ${token}`, ...headers });
    opened.push(stream);
    return stream;
  }
  async function followByCookie(browser: ConsoleBrowser): Promise<OpenStream> {
    const stream = await OpenStream.open(`${app.url}${EVENTS}`, {
      cookie: browser.cookie,
      'sec-fetch-site': 'same-origin',
    });
    opened.push(stream);
    return stream;
  }
  /** A transfer that AML holds. @returns its approval id */
  async function hold(): Promise<number> {
    const answer = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: account,
      creditAccount: '2030',
      amount: AMOUNT,
      narration: 'rent',
      postingsTransactionType: 1,
    });
    return dataOf<{ approvalId: number }>(answer, 202).approvalId;
  }

  it('tells within two seconds that a movement was held, and what a colleague decides about it', async () => {
    const officer = await app.staff('amlOfficer');
    const stream = await follow(officer);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-correlation-id': expect.any(String),
    });
    const first = await stream.next('work');
    const open = (first.data.amlHolds as { open: number }).open;
    const approvalId = await hold();
    const held = await stream.next('hold', (data) => data.approvalId === approvalId);
    expect(held).toStrictEqual({ event: 'hold', id: expect.any(Number), data: { approvalId, status: 'Held' } });
    await stream.next('work', ({ amlHolds }) => (amlHolds as { open: number }).open === open + 1);
    const startedAt = performance.now();
    const token = await app.staff('secondAmlOfficer');
    expect((await app.post(`${HOLDS}/${approvalId}/decline`, { note: 'no' }, { token })).status).toBe(200);
    await stream.next('hold', (data) => data.approvalId === approvalId && data.status === 'Declined');
    await stream.next('approval', (data) => data.approvalId === approvalId && data.status === 'Declined');
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    await stream.next('work', ({ amlHolds }) => (amlHolds as { open: number }).open === open);
  });

  it('tells counts only when they have changed, and at most once a second', async () => {
    const stream = await follow(await app.staff('amlOfficer'));
    await stream.next('work');
    const startedAt = performance.now();
    for (let count = 0; count < 6; count += 1) await hold();
    const holds = (): number | undefined => (stream.of('work').at(-1)!.data.amlHolds as { open: number } | null)?.open;
    const before = (stream.of('work')[0]!.data.amlHolds as { open: number }).open;
    await eventually(() =>
      holds() === before + 6 ? Promise.resolve() : Promise.reject(new Error(`${holds()} holds`)),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const told = stream.of('work').map(({ data }) => JSON.stringify(data));
    expect(told.length - 1).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
    expect(new Set(told).size).toBe(told.length);
  });

  it('tells no member what the member may not see', async () => {
    const { token } = await hire(app, 'WRK-001', ['view-loans']);
    const [stranger, officer] = [await follow(token), await follow(await app.staff('amlOfficer'))];
    const approvalId = await hold();
    await officer.next('hold', (data) => data.approvalId === approvalId);
    await app.openAccount();
    const work = await stranger.next('work');
    expect(work.data).toMatchObject({ amlHolds: null, approvals: null, loansWaiting: expect.any(Number) });
    expect(stranger.events.filter(({ event }) => event !== 'work')).toStrictEqual([]);
  });

  it('tells after a lost connection what was missed, once', async () => {
    const token = await app.staff('amlOfficer');
    const before = await follow(token);
    const first = await hold();
    const { id } = await before.next('hold', (data) => data.approvalId === first);
    before.close();
    const second = await hold();
    const watcher = await follow(await app.staff('secondAmlOfficer'));
    await eventually(async () => {
      const [row] = await app.rows<{ count: string }>('SELECT count(*) FROM work_change');
      expect(row!.count).toBe('0');
    });
    const again = await follow(token, { 'last-event-id': String(id) });
    const missed = await again.next('hold', (data) => data.approvalId === second);
    expect(missed.id).toBeGreaterThan(id!);
    expect(again.of('hold')).toHaveLength(1);
    expect(watcher.of('hold').filter(({ data }) => data.approvalId === first)).toStrictEqual([]);
    const third = await hold();
    await again.next('hold', (data) => data.approvalId === third);
    expect(again.of('hold').map(({ data }) => data.approvalId)).toStrictEqual([second, third]);
  });

  it('honours a position for five minutes', async () => {
    const token = await app.staff('amlOfficer');
    const stream = await follow(token);
    const approvalId = await hold();
    const { id } = await stream.next('hold', (data) => data.approvalId === approvalId);
    await app.rows(`UPDATE work_event SET at = at - interval '301 seconds'`);
    const late = await follow(token, { 'last-event-id': String(id! - 2) });
    const nonsense = await follow(token, { 'last-event-id': 'nonsense' });
    await Promise.all([late.next('work'), nonsense.next('work')]);
    expect([late.of('hold'), nonsense.of('hold')]).toStrictEqual([[], []]);
  });

  it('is open four times for one member, and does not count as a request in progress', async () => {
    const token = await app.staff('checker');
    const streams = [];
    for (let count = 0; count < 4; count += 1) streams.push(await follow(token));
    expect(streams.map(({ status }) => status)).toStrictEqual([200, 200, 200, 200]);
    expect((await follow(token)).status).toBe(429);
    expect((await app.get('/api/admin/v1/me', {}, { token })).status).toBe(200);
    streams[0]!.close();
    await eventually(async () => expect((await follow(token)).status).toBe(200));
  });

  it('ends with the session: by sign-out, by a colleague, and with the member', async () => {
    const hired = await hire(app, 'WRK-002', []);
    const credentials = { email: hired.email, password: 'a password for the tests' };
    const administrator = await app.staff('administrator');
    for (const end of [
      async (browser: ConsoleBrowser) => (await browser.send('delete', '/api/admin/v1/session')).status,
      async () => (await app.delete(`/api/admin/v1/staff/${hired.staffID}/sessions`, { token: administrator })).status,
      async () =>
        (
          await app.approved(
            app.patch(`/api/admin/v1/staff/${hired.staffID}`, { status: 'Suspended' }, { token: administrator }),
          )
        ).status,
    ]) {
      const browser = await ConsoleBrowser.signedIn(app, credentials);
      const stream = await followByCookie(browser);
      await stream.next('work');
      expect(await end(browser)).toBe(200);
      await stream.ended();
      expect(stream.of('session-ends').map(({ data }) => data.reason)).toStrictEqual(['ended']);
    }
  });

  it('is no use of the session: it announces the idle end two minutes before, and ends with it', async () => {
    const hired = await hire(app, 'WRK-003', []);
    const credentials = { email: hired.email, password: 'a password for the tests' };
    const stream = await followByCookie(await ConsoleBrowser.signedIn(app, credentials));
    await stream.next('work');
    const signedInAt = Date.now();
    const clock = jest.spyOn(app.app.get(Clock), 'now');
    clock.mockImplementation(() => new Date(signedInAt + 13.5 * 60_000));
    const announced = await stream.next('session-ends');
    expect(announced.data.reason).toBe('idle');
    expect(Date.parse(announced.data.endsAt as string) - signedInAt).toBeCloseTo(15 * 60_000, -4);
    clock.mockImplementation(() => new Date(signedInAt + 15.5 * 60_000));
    await stream.ended();
    expect(stream.of('session-ends').map(({ data }) => data.reason)).toStrictEqual(['idle', 'ended']);
    const [row] = await app.rows<{ end_reason: string }>(
      `SELECT end_reason FROM staff_session s JOIN staff m ON m.id = s.staff_id
        WHERE m.staff_code = 'WRK-003' AND last_active_at IS NOT NULL`,
    );
    expect(row).toStrictEqual({ end_reason: 'idle' });
  });

  it('takes over the present rights of the member', async () => {
    const hired = await hire(app, 'WRK-004', ['view-aml']);
    const stream = await follow(hired.token);
    expect((await stream.next('work')).data.amlHolds).not.toBeNull();
    const token = await app.staff('administrator');
    const changed = await app.approved(
      app.patch(`/api/admin/v1/roles/${hired.staffID}`, { permissions: ['view-loans'] }, { token }),
    );
    expect(changed.status).toBe(200);
    const approvalId = await hold();
    await stream.next('work', ({ amlHolds }) => amlHolds === null);
    expect(stream.of('hold').filter(({ data }) => data.approvalId === approvalId)).toStrictEqual([]);
  });

  it('keeps its connection in use by a comment every 25 seconds', async () => {
    const stream = await follow(await app.staff('maker'));
    await stream.next('work');
    expect(stream.text).not.toContain(': beat');
    const real = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => real() + 25_100);
    await eventually(() => Promise.resolve(expect(stream.text).toContain(': beat')));
  });

  it('is refused without a session, to other pages, and to readers that cannot read it', async () => {
    expect((await OpenStream.open(`${app.url}${EVENTS}`, {})).status).toBe(401);
    const browser = await ConsoleBrowser.signedIn(app, app.sandbox.staff.maker);
    expect(codeOf(await browser.get(EVENTS, { accept: 'application/json' }))).toStrictEqual([400, 'VALIDATION_FAILED']);
    const crossSite = { accept: 'text/event-stream', 'sec-fetch-site': 'cross-site' };
    expect(codeOf(await browser.get(EVENTS, crossSite))).toStrictEqual([403, 'CONSOLE_REQUEST_REFUSED']);
    expect((await follow(await app.client())).status).toBe(401);
  });

  // Last, because the process then takes no streams any more.
  it('ends when the process begins to stop, and begins no more', async () => {
    const token = await app.staff('maker');
    const stream = await follow(token);
    await stream.next('work');
    app.app.get(Shutdown).begin();
    await stream.ended();
    expect((await follow(token)).status).toBe(503);
  });
});
