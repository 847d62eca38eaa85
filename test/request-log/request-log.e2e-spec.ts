import request from 'supertest';
import { RequestLog } from '../../src/request-log/request-log';
import { slotOf, slotToEmpty } from '../../src/request-log/request-slots';
import type { ApiRequestsView, ApiRequestView } from '../../src/request-log/requests.dto';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire } from '../support/hire';

const OWN = '/api/developer/v1/requests';
const STAFF = '/api/admin/v1/api-requests';
const TRANSFER = '/api/transfer/v1/localfundtransfer';
const DAY_MS = 86_400_000;

describe('the request log', () => {
  let app: TestApp;
  let log: RequestLog;
  beforeAll(async () => {
    app = await TestApp.start({ REQUEST_LOG: 'true' });
    log = app.app.get(RequestLog, { strict: false });
  });
  afterAll(() => app.close());

  async function listed(query: Record<string, string | number>, token?: string): Promise<ApiRequestView[]> {
    await log.flush();
    return dataOf<ApiRequestsView>(await app.get(OWN, query, token === undefined ? {} : { token })).requests;
  }

  async function refusedTransfer(reference: string): Promise<void> {
    const [from, to] = [await app.openAccount(), await app.openAccount()];
    const body = { debitAccount: from, creditAccount: to, amount: 5_000, narration: 'For Ada Obi' };
    expect((await app.post(TRANSFER, body, { reference })).status).toBe(422);
  }

  it('shows a call with its status, code, duration and allowed fields, and nothing else of it', async () => {
    const reference = freshReference();
    await refusedTransfer(reference);
    // A call is recorded a moment after its answer has left.
    await eventually(async () => expect(await listed({ Reference: reference })).toHaveLength(1));
    const [call, ...more] = await listed({ Reference: reference });
    expect(more).toEqual([]);
    expect(call).toEqual({
      id: expect.any(Number),
      clientId: app.sandbox.client.clientId,
      at: expect.any(String),
      method: 'POST',
      path: TRANSFER,
      status: 422,
      code: 'INSUFFICIENT_FUNDS',
      durationMs: expect.any(Number),
      reference,
      correlationId: expect.any(String),
      body: { debitAccount: expect.any(String), creditAccount: expect.any(String), amount: 5_000 },
      answer: { statusCode: 'INSUFFICIENT_FUNDS' },
      lostBefore: 0,
    });
  });

  it('stores no name, number of a person, card number or narration, in whatever field they come', async () => {
    const secret = '22233344455';
    const person = { firstName: secret, lastName: secret, bvn: secret, nin: secret, phoneNumber: secret };
    await app.post('/api/account/v1/createcustomeraccount', { ...person, [secret]: secret, address: { bvn: secret } });
    await app.post('/api/card/v1/addcardtoaccount', { cardPan: '5061460410120223210', nameOnCard: secret });
    await app.get('/api/account/v1/searchindividualcustomers', { BVN: secret });
    await log.flush();
    const [row] = await app.rows<{ text: string }>(`SELECT string_agg(c::text, ' ') AS text FROM api_request c`);
    expect(row!.text).not.toContain(secret);
    expect(row!.text).not.toContain('5061460410120223210');
  });

  it('stores no card number, PIN or identity number of a path, a header, an error or a field that it shows', async () => {
    const [pan, bvn, pin] = ['5061460410120223210', '22233344466', '739182'];
    const headers = { 'x-correlation-id': pan };
    const person = { [bvn]: bvn, bvn, pin, narration: pan };
    await app.get(`/api/transfer/v1/bulk/${pan}`, { bvn, pin });
    await app.get(`/api/account/v1/${pan}/${bvn}`, { PIN: pin });
    await app.post(TRANSFER, { debitAccount: pan, creditAccount: pan, amount: 1, ...person }, { headers });
    await app.post(TRANSFER, { debitAccount: pan, amount: Number(pin), ...person }, { reference: pan });
    await app.post('/api/postings/v1/posttransaction', { referenceNumber: pan, transactionReference: pan, ...person });
    await app.post('/api/card/v1/block', { cardPan: pan, pin, reason: pan }, { reference: `REF ${pan}` });
    await app.post('/api/card/v1/updatepin', { serialNumber: pan, newPin: pin, oldPin: pin, pin });
    await log.flush();
    const { text } = (
      await app.rows<{ text: string }>(
        `SELECT string_agg(concat_ws(' ', path, code, reference, correlation_id, body, answer), ' ') AS text
           FROM api_request`,
      )
    )[0]!;
    for (const secret of [pan, bvn, `"${pin}"`]) expect(text).not.toContain(secret);
    // A masked reference is found by what the client sent.
    expect(await listed({ Reference: pan })).toMatchObject([{ reference: '506146*********3210' }]);
    expect((await listed({ CorrelationId: pan })).length).toBeGreaterThan(0);
  });

  it('shows nothing to staff of another institution, also for a client id of this one', async () => {
    await refusedTransfer(freshReference());
    await log.flush();
    const { manager } = await addSecondInstitution(app, 4);
    const { email, password } = manager;
    const { body } = await request(app.url).post('/api/admin/v1/login').send({ email, password });
    const token = (body as { accessToken: string }).accessToken;
    const query = { ClientID: app.sandbox.client.clientId };
    expect(dataOf<ApiRequestsView>(await app.get(STAFF, query, { token })).requests).toEqual([]);
    expect(
      dataOf<ApiRequestsView>(await app.get(STAFF, query, { token: await app.staff('administrator') })).requests,
    ).not.toEqual([]);
  });

  it('keeps a call whose reference is too long to be taken', async () => {
    const correlationId = `corr-${freshReference()}`;
    const reference = 'R'.repeat(300);
    const headers = { 'x-correlation-id': correlationId };
    expect((await app.post(TRANSFER, {}, { reference, headers })).status).toBe(400);
    expect(await listed({ CorrelationId: correlationId })).toMatchObject([{ reference: reference.slice(0, 100) }]);
  });

  it('is found by correlation id, status, address and time', async () => {
    const correlationId = `corr-${freshReference()}`;
    await app.get('/api/sandbox/v1/clock', {}, { headers: { 'x-correlation-id': correlationId } });
    const [call] = await listed({ CorrelationId: correlationId });
    expect(call).toMatchObject({ correlationId, path: '/api/sandbox/v1/clock', status: 404, code: 'NOT_FOUND' });
    expect(await listed({ CorrelationId: correlationId, Status: 200 })).toEqual([]);
    expect(await listed({ CorrelationId: correlationId, Path: TRANSFER })).toEqual([]);
    expect(await listed({ CorrelationId: correlationId, To: call!.at })).toEqual([]);
    expect(await listed({ CorrelationId: correlationId, From: call!.at })).toHaveLength(1);
  });

  it('is written when a flush has ended, also while another flush writes it', async () => {
    const reference = freshReference();
    await refusedTransfer(reference);
    const running = log.flush();
    await log.flush();
    expect(await app.rows(`SELECT 1 FROM api_request WHERE reference = $1`, [reference])).toHaveLength(1);
    await running;
  });

  it('is read page by page without a gap', async () => {
    for (let count = 0; count < 7; count += 1) await app.get('/api/sandbox/v1/clock');
    await log.flush();
    const all = (await listed({ Limit: 200 })).map(({ id }) => id);
    const read: number[] = [];
    let before: number | null = all[0]! + 1;
    while (before !== null && read.length < 6) {
      const page: ApiRequestsView = dataOf<ApiRequestsView>(await app.get(OWN, { Limit: 3, Before: before }));
      read.push(...page.requests.map(({ id }) => id));
      before = page.nextBefore;
    }
    expect(read).toEqual(all.slice(0, 6));
  });

  it('shows a client only its own calls, whatever it asks for', async () => {
    const reference = freshReference();
    await refusedTransfer(reference);
    const issued = await app.approved(
      app.post('/api/admin/v1/api-clients', { name: 'Another' }, { token: await app.staff('administrator') }),
    );
    const { clientId, clientSecret } = dataOf<{ clientId: string; clientSecret: string }>(issued);
    const answer = await request(app.url).post('/api/auth/v1/authenticate').send({ clientId, clientSecret });
    const token = (answer.body as { accessToken: string }).accessToken;
    expect(await listed({ Reference: reference }, token)).toEqual([]);
    expect((await app.get(OWN, { ClientID: app.sandbox.client.clientId }, { token })).status).toBe(400);
    const { client } = await addSecondInstitution(app, 2);
    const other = (await request(app.url).post('/api/auth/v1/authenticate').send(client)).body as {
      accessToken: string;
    };
    expect(await listed({ Reference: reference }, other.accessToken)).toEqual([]);
  });

  it.each(['2026-W47', '2026-11-24T24:00.5Z', '2026-02-30'])(
    'refuses the time %s, which does not exist',
    async (time) => {
      for (const filter of ['From', 'To']) {
        const refused = await app.get(OWN, { [filter]: time });
        expect(codeOf(refused)).toStrictEqual([400, 'VALIDATION_FAILED']);
        expect(refused.body.data.errors).toStrictEqual([
          { field: filter, message: 'must be a time that exists, such as 2026-11-21T10:00:00Z' },
        ]);
      }
    },
  );

  it('is read by staff with the permission, for one client', async () => {
    const reference = freshReference();
    await refusedTransfer(reference);
    await log.flush();
    const token = await app.staff('administrator');
    const ClientID = app.sandbox.client.clientId;
    const found = dataOf<ApiRequestsView>(await app.get(STAFF, { ClientID, Reference: reference }, { token }));
    expect(found.requests).toMatchObject([{ reference, clientId: ClientID }]);
    expect(codeOf(await app.get(STAFF, {}, { token }))).toStrictEqual([400, 'VALIDATION_FAILED']);
    const { token: without } = await hire(app, 'NOLOG', ['view-audit-log']);
    const refused = await app.get(STAFF, { ClientID }, { token: without });
    expect(codeOf(refused)).toStrictEqual([403, 'PERMISSION_DENIED']);
  });

  it('counts what it cannot keep and says so with the next call', async () => {
    const call = {
      client: { kind: 'api-client', institutionId: app.institutionId, id: 'flood' } as never,
      ...{ method: 'GET', path: '/flood', status: 200, durationMs: 1, correlationId: 'x', reference: undefined },
      ...{ body: undefined, answer: undefined },
    };
    await log.flush();
    for (let count = 0; count < 5_010; count += 1) log.record(call);
    await log.flush();
    log.record(call);
    await log.flush();
    const [sums] = await app.rows(
      `SELECT count(*)::int AS kept, sum(lost_before)::int AS lost FROM api_request WHERE client_id = 'flood'`,
    );
    expect(sums).toEqual({ kept: 5_001, lost: 10 });
  });

  it('empties the partition of the next day and no other', async () => {
    const today = new Date();
    const insert = (slot: number): Promise<unknown> =>
      app.rows(
        `INSERT INTO api_request (institution_id, slot, client_id, at, method, path, status, duration_ms, correlation_id)
         VALUES (1, $1, 'old', now(), 'GET', '/old', 200, 1, 'old')`,
        [slot],
      );
    const next = slotToEmpty(today);
    for (const slot of [slotOf(today), next, slotOf(new Date(today.getTime() - 30 * DAY_MS))]) await insert(slot);
    await log.emptyNextSlot();
    const left = await app.rows<{ slot: number }>(`SELECT slot FROM api_request WHERE client_id = 'old' ORDER BY slot`);
    expect(left).toHaveLength(2);
    expect(left.map(({ slot }) => slot)).not.toContain(next);
  });

  it('keeps answering while the log cannot be written', async () => {
    await app.rows('ALTER TABLE api_request RENAME TO api_request_away');
    try {
      const before = await app.app.get(RequestLog, { strict: false }).flush();
      expect(before).toBeUndefined();
      const account = await app.openAccount(10_000);
      const to = await app.openAccount();
      const body = { debitAccount: account, creditAccount: to, amount: 1, narration: 'On' };
      expect((await app.post(TRANSFER, body)).status).toBe(200);
      await log.flush();
    } finally {
      await app.rows('ALTER TABLE api_request_away RENAME TO api_request');
    }
    await app.get('/api/sandbox/v1/clock');
    await log.flush();
    const [last] = await app.rows<{ lost: number }>('SELECT max(lost_before) AS lost FROM api_request');
    expect(last!.lost).toBeGreaterThan(0);
  });
});

describe('the request log that is switched off', () => {
  it('keeps nothing', async () => {
    const app = await TestApp.start({ REQUEST_LOG: 'false' });
    await app.get('/api/sandbox/v1/clock');
    await app.app.get(RequestLog, { strict: false }).flush();
    expect(await app.rows('SELECT 1 FROM api_request')).toEqual([]);
    await app.close();
  });
});
