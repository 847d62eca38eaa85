import * as fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { Logger } from '@nestjs/common';
import request from 'supertest';
import { loadAppConfig } from '../../src/common/config/app-config';
import type { GatewayAnswer, GatewayTarget } from '../../src/common/gateway/gateway-call';
import { GatewayClient } from '../../src/common/gateway/gateway-client';
import { Metrics } from '../../src/common/metrics/metrics';
import { Tracing } from '../../src/common/tracing/tracing';
import { BEHAVIOURS } from '../../src/sandbox/behaviours';
import type { PaymentRecord } from '../../src/sandbox/sandbox-ledger';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox';

/** The time limit for the numbers that are never answered. */
const SHORT_MS = 400;
const LONG_MS = 10_000;
const SILENT = /99000000(02|03|10|11|97)"/;
const GATEWAY_KEY = 'a key that both sides know';
let sequence = 0;

describe('sandbox', () => {
  let sandbox: RunningSandbox;
  let client: GatewayClient;
  const dataFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-sandbox-')), 'ledger.jsonl');

  beforeAll(async () => {
    Logger.overrideLogger(false);
    const config = loadAppConfig({
      NODE_ENV: 'test',
      COREBANK_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'true',
    });
    client = new GatewayClient(config, new Metrics(), new Tracing());
    sandbox = await startSandbox({ port: 0, dataFile, gatewayKey: GATEWAY_KEY });
  });
  afterAll(async () => {
    await client.onApplicationShutdown();
    await sandbox.close();
    fs.rmSync(path.dirname(dataFile), { recursive: true });
  });

  // Each test uses another institution, so that the faults of one do not open the circuit breaker of the next.
  const target = (provider: string, more: Partial<GatewayTarget> = {}): GatewayTarget => ({
    institutionId: (sequence += 1),
    provider,
    baseUrl: sandbox.url,
    gatewayKey: GATEWAY_KEY,
    headers: {},
    ...more,
  });
  const post = (
    provider: string,
    route: string,
    body: Record<string, unknown>,
    idempotencyKey?: string,
  ): Promise<GatewayAnswer> =>
    client.call(target(provider), {
      method: 'POST',
      path: route,
      body,
      idempotent: false,
      timeoutMs: SILENT.test(JSON.stringify(body)) ? SHORT_MS : LONG_MS,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });

  interface Payment {
    send(change?: object): Promise<GatewayAnswer>;
    query(): Promise<GatewayAnswer>;
    paid(): boolean | undefined;
    timesSent(): number | undefined;
  }

  function transfer(beneficiaryAccountNumber: string): Payment {
    sequence += 1;
    const sessionId = `999999${String(sequence).padStart(24, '0')}`;
    const body = {
      sessionId,
      reference: `TRF-${sequence}`,
      nameEnquiryRef: 'NE',
      destinationInstitutionCode: '000013',
      beneficiaryAccountNumber,
      beneficiaryAccountName: 'OKAFOR ADAEZE',
      originatorAccountNumber: '0000000011',
      originatorAccountName: 'Adeyemi Babatunde',
      amount: 1500.5,
    };
    const record = (): PaymentRecord | undefined => sandbox.ledger.payment('transfer', sessionId);
    return {
      send: (change = {}) => post('providerh', '/providerh/transfer/send', { ...body, ...change }, sessionId),
      query: () => post('providerh', '/providerh/transfer/tsq', { sessionId }),
      paid: () => record()?.paid,
      timesSent: () => record()?.timesSent,
    };
  }

  function vend(customerId: string, packageId = 'prepaid'): Payment {
    sequence += 1;
    const reference = `BILL-${sequence}`;
    const body = { reference, billerId: 'ikeja-electric', packageId, customerId, amount: 5000 };
    const record = (): PaymentRecord | undefined => sandbox.ledger.payment('vend', reference);
    return {
      send: (change = {}) => post('providera', '/providera/bills/vend', { ...body, ...change }, reference),
      query: () => post('providera', '/providera/bills/tsq', { reference }),
      paid: () => record()?.paid,
      timesSent: () => record()?.timesSent,
    };
  }

  const done = (status: string, responseCode: string): object => ({
    outcome: 'answered',
    body: { status, responseCode },
  });
  const lost = (reason: string): object => ({ outcome: 'unknown', reason });

  /** By number: the result of the call, the results of successive queries, and the final state of the payment. */
  const expectations: Record<string, { sent: object; queries: object[]; paid: boolean }> = {
    '00': { sent: done('Successful', '00'), queries: [done('Successful', '00')], paid: true },
    '01': { sent: done('Failed', '57'), queries: [done('Failed', '57')], paid: false },
    '02': { sent: lost('timeout'), queries: [done('NotReceived', '25')], paid: false },
    '03': { sent: lost('timeout'), queries: [done('Successful', '00')], paid: true },
    '04': { sent: lost('connection-lost'), queries: [done('NotReceived', '25')], paid: false },
    '05': { sent: lost('connection-lost'), queries: [done('Successful', '00')], paid: true },
    '06': { sent: lost('server-error'), queries: [done('Successful', '00')], paid: true },
    '07': { sent: lost('unreadable'), queries: [done('Successful', '00')], paid: true },
    '08': {
      sent: done('Pending', '09'),
      queries: [done('Pending', '09'), done('Pending', '09'), done('Successful', '00'), done('Successful', '00')],
      paid: true,
    },
    '09': {
      sent: done('Pending', '09'),
      queries: [done('Pending', '09'), done('Failed', '57'), done('Failed', '57')],
      paid: false,
    },
    '10': {
      sent: lost('timeout'),
      queries: [lost('server-error'), lost('server-error'), done('Successful', '00')],
      paid: true,
    },
    '11': {
      sent: lost('timeout'),
      queries: [done('Pending', '25'), done('Pending', '25'), done('Pending', '25')],
      paid: false,
    },
    '12': { sent: done('Pending', '09'), queries: [done('Pending', '09'), done('Pending', '09')], paid: false },
    '13': { sent: lost('connection-lost'), queries: [done('Successful', '00')], paid: true },
    '14': { sent: lost('too-large'), queries: [done('Successful', '00')], paid: true },
    '15': { sent: done('Failed', '57'), queries: [done('Failed', '57'), done('Successful', '00')], paid: true },
    '16': { sent: lost('connection-lost'), queries: [done('NotReceived', '25')], paid: false },
    '17': { sent: lost('redirect'), queries: [done('Successful', '00')], paid: true },
  };

  it('has an expectation and a line of documentation for each test number', () => {
    expect(Object.keys(expectations).sort()).toEqual(Object.keys(BEHAVIOURS).sort());
    const text = fs.readFileSync('docs/sandbox.md', 'utf8');
    for (const [number, { title }] of Object.entries(BEHAVIOURS)) expect(text).toContain(`| ${number} | ${title} |`);
  });

  describe.each([
    ['transfer', transfer, '99000000'],
    ['vend', vend, '199000000'],
  ] as const)('%s', (_, make, prefix) => {
    it.each(Object.entries(expectations))('to …%s', async (number, { sent, queries, paid }) => {
      const payment = make(`${prefix}${number}`);
      expect(await payment.send()).toMatchObject(sent);
      for (const query of queries) expect(await payment.query()).toMatchObject(query);
      expect(payment.paid()).toBe(paid);
    });

    it('that was lost once can be sent again and is paid once', async () => {
      const payment = make(`${prefix}16`);
      await payment.send();
      expect(await payment.query()).toMatchObject(done('NotReceived', '25'));
      expect(await payment.send()).toMatchObject(done('Successful', '00'));
      expect(await payment.query()).toMatchObject(done('Successful', '00'));
      expect([payment.paid(), payment.timesSent()]).toEqual([true, 2]);
    });

    it('that was never sent has the status NotReceived', async () => {
      expect(await make(`${prefix}00`).query()).toMatchObject(done('NotReceived', '25'));
    });

    it('returns its first result properly when repeated, whatever the first fault', async () => {
      const payment = make(`${prefix}05`);
      expect(await payment.send()).toMatchObject(lost('connection-lost'));
      const [again, more] = [await payment.send(), await payment.send()];
      expect(again).toMatchObject(done('Successful', '00'));
      expect(more).toEqual(again);
      expect(payment.timesSent()).toBe(3);
    });

    it('is refused under a used reference with another body', async () => {
      const payment = make(`${prefix}00`);
      await payment.send();
      expect(await payment.send({ amount: 1 })).toMatchObject({
        outcome: 'answered',
        status: 409,
        body: { responseCode: '94' },
      });
    });

    it.each(['51', '94', '00', '96'])('returns code %s on demand', async (code) => {
      const payment = make(`${prefix.slice(0, -1)}1${code}`);
      const status = { '51': 'Failed', '00': 'Successful' }[code] ?? 'Pending';
      expect(await payment.send()).toMatchObject(done(status, code));
      expect(await payment.query()).toMatchObject(done(status, code));
    });

    it('succeeds with an ordinary number', async () => {
      expect(await make('0123456789').send()).toMatchObject(done('Successful', '00'));
    });
  });

  it('returns a token for prepaid electricity only, the same one every time', async () => {
    const prepaid = vend('19900000003');
    await prepaid.send();
    const answer = await prepaid.query();
    expect(answer).toMatchObject({
      body: { token: expect.stringMatching(/^(\d{4}-){4}\d{4}$/), tokenUnits: 73.5, transactionId: expect.any(String) },
    });
    expect(await prepaid.send()).toMatchObject({
      body: { token: (answer as unknown as { body: { token: string } }).body.token },
    });
    expect(((await vend('45067198741', 'postpaid').send()) as { body: object }).body).not.toHaveProperty('token');
    expect(((await vend('19900000001').send()) as { body: object }).body).not.toHaveProperty('token');
  });

  it('keeps its ledger over a restart, also after an incomplete last line', async () => {
    const file = path.join(path.dirname(dataFile), 'restart.jsonl');
    const first = await startSandbox({ port: 0, dataFile: file });
    const body = { reference: 'R-1', billerId: 'mtn', packageId: 'airtime', customerId: '08030000001', amount: 100 };
    await request(first.url).post('/providera/bills/vend').set('idempotency-key', 'R-1').send(body).expect(200);
    await first.close();
    fs.appendFileSync(file, '{"kind":"vend","key":"R-2"');
    const second = await startSandbox({ port: 0, dataFile: file });
    expect(second.ledger.vends).toMatchObject([{ key: 'R-1', paid: true, timesSent: 1 }]);
    const again = await request(second.url).post('/providera/bills/vend').set('idempotency-key', 'R-1').send(body);
    expect([again.status, again.body.status]).toEqual([200, 'Successful']);
    await request(second.url)
      .post('/providera/bills/vend')
      .set('idempotency-key', 'R-3')
      .send({ ...body, reference: 'R-3' })
      .expect(200);
    await second.close();
    const third = await startSandbox({ port: 0, dataFile: file });
    expect(third.ledger.vends.map(({ key }) => key)).toEqual(['R-1', 'R-3']);
    await third.close();
  });

  describe('enquiries', () => {
    const nameOf = (accountNumber: string, destinationInstitutionCode = '000013'): Promise<GatewayAnswer> =>
      post('providerh', '/providerh/transfer/name-enquiry', { accountNumber, destinationInstitutionCode });
    it('finds the same holder every time', async () => {
      const [first, second] = [await nameOf('0123456789'), await nameOf('0123456789')];
      expect(first).toMatchObject({
        body: {
          responseCode: '00',
          accountNumber: '0123456789',
          accountName: expect.any(String),
          kycLevel: 3,
          sessionId: expect.stringMatching(/^999999\d{24}$/),
        },
      });
      const name = (answer: GatewayAnswer): unknown =>
        answer.outcome === 'answered' ? answer.body.accountName : undefined;
      expect(name(second)).toBe(name(first));
    });
    it.each([
      ['9900000098', '000013', { body: { responseCode: '07' } }],
      ['0123456789', '888888', { body: { responseCode: '16' } }],
      ['9900000097', '000013', { reason: 'timeout' }],
      ['9900000099', '000013', { reason: 'server-error' }],
    ])('account %s at %s', async (account, bank, expected) => {
      expect(await nameOf(account, bank)).toMatchObject(expected);
    });
    it('validates customers and packages', async () => {
      const ask = (body: object): Promise<GatewayAnswer> =>
        post('providerc', '/providerc/bills/customer-information', {
          billerId: 'dstv',
          customerId: '7032145678',
          ...body,
        });
      expect(await ask({ packageId: 'dstv-padi' })).toMatchObject({
        body: { responseCode: '00', customerName: expect.any(String) },
      });
      expect(await ask({ packageId: 'nothing' })).toMatchObject({ body: { responseCode: '12' } });
      expect(await ask({ customerId: '19900000098' })).toMatchObject({ body: { responseCode: '07' } });
    });
    it('lists banks and billers', async () => {
      const get = (provider: string, route: string): Promise<GatewayAnswer> =>
        client.call(target(provider), { method: 'GET', path: route, idempotent: true });
      expect(await get('providera', '/providera/transfer/banks')).toMatchObject({
        body: { banks: expect.arrayContaining([expect.objectContaining({ institutionCode: '000013' })]) },
      });
      expect(await get('providerg', '/providerg/bills/billers')).toMatchObject({
        body: {
          billers: expect.arrayContaining([expect.objectContaining({ billerId: 'dstv', isElectricity: false })]),
        },
      });
    });
  });

  describe('cards', () => {
    const link = (body: object = {}): Promise<GatewayAnswer> =>
      post(
        'providerb',
        '/providerb/cards/link',
        { reference: `C-${sequence}`, accountNumber: '0000000011', cardPan: '5061460410120223210', ...body },
        'k',
      );
    const put = (cardReference: string, action: string, body: Record<string, unknown> = {}): Promise<GatewayAnswer> =>
      client.call(target('providerb'), {
        method: 'PUT',
        path: `/providerb/cards/${cardReference}/${action}`,
        body,
        idempotent: false,
      });

    it('links a card once, changes, blocks and deletes it, and stores neither number nor PIN', async () => {
      const first = await link({ reference: 'CARD-1' });
      expect(first).toMatchObject({
        body: { responseCode: '00', card: { maskedPan: '506146*********3210', status: 'Active' } },
      });
      expect(await link({ reference: 'CARD-1' })).toEqual(first);
      expect(await link({ reference: 'CARD-1', accountNumber: '0000000028' })).toMatchObject({ status: 409 });
      const { cardReference } = (first as unknown as { body: { card: { cardReference: string } } }).body.card;
      expect(await put(cardReference, 'channels', { atm: true, pos: false, web: false })).toMatchObject({
        body: { card: { channels: { pos: false } } },
      });
      expect(await put(cardReference, 'block', { reason: 'lost' })).toMatchObject({
        body: { card: { status: 'Blocked' } },
      });
      expect(await put(cardReference, 'unblock')).toMatchObject({ body: { card: { status: 'Active' } } });
      expect(await put(cardReference, 'pin', { pin: '7391' })).toMatchObject({ body: { responseCode: '00' } });
      expect(await put(cardReference, 'pin', { pin: '73911' })).toMatchObject({
        status: 400,
        body: { responseCode: '30' },
      });
      const remove = { method: 'DELETE', path: `/providerb/cards/${cardReference}`, idempotent: true } as const;
      expect(await client.call(target('providerb'), remove)).toMatchObject({ body: { card: { status: 'Deleted' } } });
      expect(await put(cardReference, 'unblock')).toMatchObject({ body: { responseCode: '21' } });
      const kept = fs.readFileSync(dataFile, 'utf8');
      expect(kept).toContain(cardReference);
      expect(kept).not.toMatch(/5061460410120223210|7391/);
      expect(await put('CRD-none', 'block')).toMatchObject({ status: 404, body: { responseCode: '25' } });
    });

    it('reports a test serial number as out of stock', async () => {
      expect(await link({ cardPan: undefined, serialNumber: 'SN9900000001' })).toMatchObject({
        body: { responseCode: '14' },
      });
    });

    it('calls back the requested number of times with the same body and the key', async () => {
      const received: { key: unknown; body: string }[] = [];
      const receiver = createServer((incoming, response) => {
        let body = '';
        incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
        incoming.on('end', () => {
          received.push({ key: incoming.headers['x-gateway-key'], body });
          response.writeHead(received.length === 1 ? 200 : 409).end();
        });
      });
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/cba/cards/providerb/transaction-feedback`;
      const callback = {
        url,
        times: 2,
        kind: 'transaction',
        type: 'Purchase',
        cardReference: 'CRD-x',
        transactionReference: 'POS-1',
        amount: 2500,
      };
      const { body } = await request(sandbox.url).post('/sandbox/card-callbacks').send(callback).expect(200);
      expect(body).toEqual({ statuses: [200, 409] });
      expect(received[1]).toEqual(received[0]);
      expect(received[0]?.key).toBe(GATEWAY_KEY);
      expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
        cardReference: 'CRD-x',
        transactionReference: 'POS-1',
        amount: 2500,
        transactionType: 'Purchase',
      });
      await new Promise((resolve) => receiver.close(resolve));
    });
  });

  describe('services', () => {
    it('accepts an SMS once', async () => {
      const sms = { messageId: 'M-1', to: '+2348030000001', message: 'Hello' };
      const first = await post('sms', '/sms/messages', sms, 'M-1');
      expect(first).toMatchObject({ body: { status: 'Accepted', messageReference: expect.any(String) } });
      expect(await post('sms', '/sms/messages', sms, 'M-1')).toEqual(first);
      expect(sandbox.ledger.messages).toMatchObject([{ key: 'M-1', to: '+2348030000001', timesSent: 2 }]);
    });
    it('returns the same credit report for a person every time, and none for a test BVN', async () => {
      const report = (bvn: string): Promise<GatewayAnswer> => post('credit-bureau', '/credit-bureau/reports', { bvn });
      const first = await report('22200000001');
      expect(first).toMatchObject({ body: { responseCode: '00', score: expect.any(Number) } });
      expect(await report('22200000001')).toEqual(first);
      expect(await report('29900000001')).toMatchObject({ body: { responseCode: '25' } });
      expect(await report('29900000006')).toMatchObject({ reason: 'server-error' });
    });
    it('returns a credit report for a company by its registration number', async () => {
      expect(await post('credit-bureau', '/credit-bureau/reports', { registrationNumber: 'RC1234567' })).toMatchObject({
        body: { responseCode: '00', score: expect.any(Number) },
      });
      expect(await post('credit-bureau', '/credit-bureau/reports', {})).toMatchObject({
        status: 400,
        body: { responseCode: '30' },
      });
    });
    it("returns a review in the form of a language model's answer", async () => {
      const ask = (model: string): Promise<GatewayAnswer> =>
        post('ai-review', '/v1/chat/completions', {
          model,
          messages: [{ role: 'user', content: 'Loan of ₦500,000' }],
          temperature: 0,
        });
      expect(await ask('sandbox-reviewer')).toMatchObject({
        body: {
          object: 'chat.completion',
          choices: [{ message: { role: 'assistant', content: expect.any(String) }, finish_reason: 'stop' }],
        },
      });
      expect(await ask('model-9900000003')).toMatchObject({ reason: 'timeout' });
      expect(await ask('model-9900000001')).toMatchObject({
        status: 404,
        body: { error: { code: 'model_not_found' } },
      });
      expect(await ask('model-9900000097')).toMatchObject({
        body: { choices: [{ message: { content: null }, finish_reason: 'content_filter' }] },
      });
    });
  });

  describe('refusals', () => {
    it.each([
      {
        name: 'a provider that does no transfers',
        route: '/providerb/transfer/tsq',
        body: { sessionId: '9'.repeat(30) },
        status: 404,
      },
      { name: 'a provider that does no bills', route: '/providerh/bills/tsq', body: { reference: 'x' }, status: 404 },
      { name: 'a malformed body', route: '/providerh/transfer/tsq', body: { sessionId: 'x' }, status: 400 },
      { name: 'an unknown field', route: '/providera/bills/tsq', body: { reference: 'x', more: 1 }, status: 400 },
      {
        name: 'no idempotency key',
        route: '/providera/bills/vend',
        body: { reference: 'x', billerId: 'mtn', packageId: 'airtime', customerId: '080', amount: 1 },
        status: 400,
      },
    ])('refuses $name', async ({ route, body, status }) => {
      expect(await post('providerh', route, body)).toMatchObject({
        outcome: 'answered',
        status,
        body: { responseCode: expect.any(String), responseMessage: expect.any(String) },
      });
    });

    it('refuses a wrong gateway key', async () => {
      const answer = await client.call(target('providerh', { gatewayKey: 'wrong' }), {
        method: 'GET',
        path: '/providerh/transfer/banks',
        idempotent: true,
      });
      expect(answer).toMatchObject({ outcome: 'answered', status: 401, body: { responseCode: '63' } });
    });
  });

  it('shows its ledger and clears it on request', async () => {
    await transfer('0123456789').send();
    for (const kind of ['transfers', 'vends', 'cards', 'messages', 'inquiries']) {
      const { body } = await request(sandbox.url).get(`/sandbox/${kind}`).expect(200);
      expect(body[kind].length).toBeGreaterThan(0);
    }
    await request(sandbox.url).post('/sandbox/reset').expect(200);
    expect(sandbox.ledger.transfers).toEqual([]);
    expect(fs.readFileSync(dataFile, 'utf8')).toBe('');
  });

  it('answers a settlement report as CSV, and a refused request for one as JSON', async () => {
    const report = (query: string): Promise<Response> => fetch(`${sandbox.url}/sandbox/settlement-report${query}`);
    expect((await (await report('?provider=nobody')).text()).trim()).toBe('session_id,amount,status,direction,date');
    const refused = await report('?provider=%00');
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { responseCode: '30', responseMessage: expect.stringContaining('well-formed') },
    ]);
  });
});
