import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { DELIVERY_ATTEMPTS_MAX } from '../../src/messaging/message-delivery';
import { Messages } from '../../src/messaging/messages';
import { companyOf, openVirtualAccount } from '../accounts/sandbox-accounts';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, refusalWithFieldsOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { FakeSmsGateway } from './fake-sms-gateway';
import { configure, expectMessage, hurry, messageOf, MESSAGES, OWN_MESSAGE, SEND_SMS } from './messaging-app';

interface Queued {
  messageID: number;
  status: string;
}

const TEXT = 'Your code is 482913';

describe('POST /api/operations/v1/sendsms', () => {
  let app: TestApp;
  let gateway: FakeSmsGateway;
  let administrator: string;
  let phones = 0;

  /** A new number for each message, in national form and as it must arrive. */
  const phone = (): { given: string; sent: string } => {
    phones += 1;
    const line = String(phones).padStart(8, '0');
    return { given: `080${line}`, sent: `+23480${line}` };
  };
  const send = async (phoneNumber: string, fields: object = {}): Promise<Queued> =>
    dataOf<Queued>(await app.post(SEND_SMS, { phoneNumber, message: TEXT, ...fields }));

  beforeAll(async () => {
    app = await TestApp.start();
    gateway = await FakeSmsGateway.start();
    administrator = await app.staff('administrator');
    await configure(app, {
      SMS_ENABLED: 'true',
      SMS_BASE_URL: `${gateway.url}/middleware/`,
      SMS_SHARED_GATEWAY_KEY: 'the-shared-key',
      SMS_HEADERS_JSON: '{"x-tenant":"sandbox","X-Gateway-Key":"not this one"}',
      SMS_SENDER_ID: 'COREBANK',
    });
  });
  afterEach(() => gateway.answers.splice(0));
  afterAll(async () => {
    await app?.close();
    await gateway?.close();
  });

  it('queues the SMS and delivers it once through the gateway', async () => {
    const { given, sent } = phone();
    const queued = await send(given, { accountNumber: app.sandbox.accounts[0]!.accountNumber });
    expect(queued).toEqual({ messageID: expect.any(Number), status: 'Queued', recipient: sent, segments: 1 });
    await expectMessage(app, queued.messageID, {
      status: 'Sent',
      attempts: 1,
      transport: 'gateway',
      failureReason: null,
      providerReference: `SMS-${queued.messageID}`,
    });
    const [request, ...more] = gateway.sentTo(sent);
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      path: 'POST /middleware/sms/messages',
      headers: {
        'idempotency-key': String(queued.messageID),
        'x-gateway-key': 'the-shared-key',
        'x-tenant': 'sandbox',
      },
      body: { messageId: String(queued.messageID), to: sent, message: TEXT, senderId: 'COREBANK' },
    });
  });

  it("shows the status to the client without the carrier's texts", async () => {
    const { messageID } = await send(phone().given);
    await expectMessage(app, messageID, { status: 'Sent' });
    const shown = dataOf<object>(await app.get(`${OWN_MESSAGE}/${messageID}`));
    expect(shown).toEqual({
      messageID,
      status: 'Sent',
      channel: 'sms',
      recipient: expect.any(String),
      segments: 1,
      attempts: 1,
      createdAt: expect.any(String),
      sentAt: expect.any(String),
    });
  });

  it('answers a repeated request with the first message and sends one SMS', async () => {
    const { given, sent } = phone();
    const reference = freshReference();
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.post(SEND_SMS, { phoneNumber: given, message: TEXT }, { reference })),
    );
    const first = answers.find(({ status }) => status === 200)!;
    const { messageID } = dataOf<Queued>(first);
    for (const { status, body } of answers)
      expect(status === 200 ? body.data.messageID : body.data.statusCode).toBe(
        status === 200 ? messageID : 'REQUEST_IN_PROGRESS',
      );
    const again = await app.post(SEND_SMS, { phoneNumber: given, message: TEXT }, { reference });
    expect([again.headers['idempotent-replayed'], dataOf<Queued>(again).messageID]).toEqual(['true', messageID]);
    await expectMessage(app, messageID, { status: 'Sent' });
    expect(gateway.sentTo(sent)).toHaveLength(1);
  });

  it.each([
    ['a 503', 503, 'server-error, status 503'],
    ['a time-out', 'hang', 'timeout'],
    ['a 429', 429, 'answered 429: configured answer'],
    ['a wrong key', 401, 'answered 401: configured answer'],
    ['an unreadable answer', { status: 200, body: '<html>' }, 'unreadable, status 200'],
  ] as const)('repeats the attempt after %s under the same idempotency key', async (_, answer, reason) => {
    gateway.answers.push(answer);
    const { given, sent } = phone();
    const { messageID } = await send(given);
    await expectMessage(app, messageID, {
      status: 'Queued',
      attempts: 1,
      failureReason: expect.stringContaining(reason),
    });
    await hurry(app, messageID, 1);
    await expectMessage(app, messageID, { status: 'Sent', attempts: 2, failureReason: null });
    const keys = gateway.sentTo(sent).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([String(messageID), String(messageID)]);
  });

  it.each([400, 413, 422])('fails at once when the gateway refuses the message with %i', async (status) => {
    gateway.answers.push(status);
    const { given, sent } = phone();
    const { messageID } = await send(given);
    await expectMessage(app, messageID, {
      status: 'Failed',
      attempts: 1,
      failureReason: `The SMS gateway answered ${status}: configured answer`,
      sentAt: null,
    });
    expect(gateway.sentTo(sent)).toHaveLength(1);
  });

  it('fails after its last attempt and can be resent by staff', async () => {
    gateway.answers.push(503, 503);
    const { given, sent } = phone();
    const { messageID } = await send(given);
    await expectMessage(app, messageID, { status: 'Queued', attempts: 1, failureReason: expect.any(String) });
    expect(
      refusalWithFieldsOf(await app.post(`${MESSAGES}/${messageID}/resend`, {}, { token: administrator })),
    ).toMatchObject({
      status: 409,
      code: 'MESSAGE_NOT_FAILED',
    });
    await app.rows('UPDATE message SET attempts = $2 WHERE id = $1', [messageID, DELIVERY_ATTEMPTS_MAX - 1]);
    await hurry(app, messageID, 1);
    await expectMessage(app, messageID, {
      status: 'Failed',
      attempts: DELIVERY_ATTEMPTS_MAX,
      failureReason: 'The SMS gateway gave no answer (server-error, status 503).',
    });
    await eventually(async () =>
      expect(await app.rows(`SELECT status FROM job WHERE payload->>'messageId' = $1`, [String(messageID)])).toEqual([
        { status: 'done' },
      ]),
    );

    const token = administrator;
    expect(
      refusalWithFieldsOf(await app.post(`${MESSAGES}/${messageID}/resend`, {}, { token: await app.staff('maker') }))
        .code,
    ).toBe('PERMISSION_DENIED');
    const answers = await Promise.all([1, 2, 3].map(() => app.post(`${MESSAGES}/${messageID}/resend`, {}, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await expectMessage(app, messageID, { status: 'Sent', attempts: 1, failureReason: null });
    expect(gateway.sentTo(sent).map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array(3).fill(String(messageID)),
    );
    expect(
      await app.rows(`SELECT actor FROM audit_log WHERE action = 'message.resend' AND subject = $1`, [
        `message:${messageID}`,
      ]),
    ).toEqual([{ actor: 'staff:STF005' }]);
  });

  it('does not send an SMS twice when its job runs again', async () => {
    const { given, sent } = phone();
    const { messageID } = await send(given);
    await expectMessage(app, messageID, { status: 'Sent' });
    await app.rows(
      `WITH again AS (INSERT INTO job (institution_id, id, kind, payload, status, attempts)
         SELECT institution_id, id + 500000000, kind, payload, 'queued', 0 FROM job WHERE payload->>'messageId' = $1
         RETURNING institution_id, id, kind)
       INSERT INTO job_due (institution_id, job_id, kind, due_at) SELECT institution_id, id, kind, now() FROM again`,
      [String(messageID)],
    );
    const jobs = `SELECT status FROM job WHERE payload->>'messageId' = $1`;
    await eventually(async () =>
      expect(await app.rows(jobs, [String(messageID)])).toEqual([{ status: 'done' }, { status: 'done' }]),
    );
    expect(gateway.sentTo(sent)).toHaveLength(1);
  });

  it('sends nothing when the transaction is rolled back', async () => {
    const { sent } = phone();
    const { institutionId } = app;
    const messages = app.app.get(Messages, { strict: false });
    const failing = app.app.get(UnitOfWork).run(institutionId, async (tx) => {
      await messages.queue(tx, {
        institutionId,
        channel: 'sms',
        recipient: sent,
        body: TEXT,
        requestedBy: 'system:test',
      });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const { messageID } = await send(phone().given);
    await expectMessage(app, messageID, { status: 'Sent' });
    expect(gateway.sentTo(sent)).toEqual([]);
    expect(await app.rows('SELECT 1 FROM message WHERE recipient = $1', [sent])).toEqual([]);
  });

  it('writes no text, number or key into jobs, claims or the audit log', async () => {
    const { given, sent } = phone();
    const { messageID } = await send(given, { message: 'marker-of-a-text' });
    await expectMessage(app, messageID, { status: 'Sent', body: 'marker-of-a-text' });
    for (const table of ['job', 'request_claim', 'audit_log'])
      expect([table, await app.rows(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%marker-of-a-text%'`)]).toEqual([
        table,
        [],
      ]);
    for (const table of ['job', 'audit_log'])
      expect([table, await app.rows(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [sent])]).toEqual([
        table,
        [],
      ]);
  });

  describe('refuses', () => {
    it.each([
      ['no number', { phoneNumber: undefined }, ['phoneNumber']],
      ['an invalid number', { phoneNumber: '12345' }, ['phoneNumber']],
      ['a number with a letter', { phoneNumber: '0803123456a' }, ['phoneNumber']],
      ['no message', { message: undefined }, ['message']],
      ['a blank message', { message: ' \n ' }, ['message']],
      ['a message that is too long', { message: 'a'.repeat(919) }, ['message']],
      ['an account number that is not a text', { accountNumber: 1 }, ['accountNumber']],
      ['an unknown field', { sender: 'ME' }, ['sender']],
    ])('%s', async (_, fields, named) => {
      const answer = refusalWithFieldsOf(
        await app.post(SEND_SMS, { phoneNumber: '08031234567', message: TEXT, ...fields }),
      );
      expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
      expect([...new Set(answer.fields)]).toEqual(named);
    });

    it('an account that does not exist, and a virtual account', async () => {
      const { accountNumber } = await companyOf(app);
      const virtual = await openVirtualAccount(app, accountNumber);
      const about = async (number: string): Promise<object> =>
        refusalWithFieldsOf(
          await app.post(SEND_SMS, { phoneNumber: '08031234567', message: TEXT, accountNumber: number }),
        );
      expect(await about('0000000000')).toMatchObject({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
      expect(await about(virtual)).toMatchObject({ status: 422, code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED' });
    });

    it('a channel that is not enabled, and accepts the longest text when it is', async () => {
      const state = async (): Promise<unknown> =>
        dataOf<{ data: object[] }>(await app.get(`${MESSAGES}/channels`, {}, { token: administrator })).data[0];
      await configure(app, { SMS_ENABLED: 'false' });
      const disabled = await app.post(SEND_SMS, { phoneNumber: '08031234567', message: TEXT });
      expect(refusalWithFieldsOf(disabled)).toMatchObject({ status: 503, code: 'INTEGRATION_NOT_ENABLED' });
      expect(await state()).toEqual({ channel: 'sms', transport: null, missing: ['SMS_ENABLED'] });
      await configure(app, { SMS_ENABLED: 'true', SMS_BASE_URL: null });
      const incomplete = await app.post(SEND_SMS, { phoneNumber: '08031234567', message: TEXT });
      expect(refusalWithFieldsOf(incomplete)).toMatchObject({ status: 503, code: 'INTEGRATION_NOT_ENABLED' });
      expect(await state()).toEqual({ channel: 'sms', transport: null, missing: ['SMS_BASE_URL'] });
      await configure(app, { SMS_BASE_URL: gateway.url });
      expect(await state()).toEqual({ channel: 'sms', transport: 'gateway', missing: [] });
      expect(
        dataOf<object>(await app.post(SEND_SMS, { phoneNumber: '08031234567', message: '€'.repeat(918) })),
      ).toMatchObject({ segments: 13 });
    });

    it("another client's message with the same 404 as an unknown message", async () => {
      const second = await addSecondInstitution(app);
      const { messageID } = await send(phone().given);
      const login = async (credentials: { clientId: string; clientSecret: string }): Promise<string> => {
        const { clientId, clientSecret } = credentials;
        const { accessToken } = (await app.post('/api/auth/v1/authenticate', { clientId, clientSecret })).body as {
          accessToken: string;
        };
        expect(accessToken).toEqual(expect.any(String));
        return accessToken;
      };
      const stranger = await login(second.client);
      const colleague = await login(
        dataOf(await app.post('/api/admin/v1/api-clients', { name: 'Colleague' }, { token: administrator })),
      );
      const unknown = await app.get(`${OWN_MESSAGE}/999999999`);
      expect(refusalWithFieldsOf(unknown)).toMatchObject({ status: 404, code: 'MESSAGE_NOT_FOUND' });
      for (const token of [stranger, colleague]) {
        const answer = await app.get(`${OWN_MESSAGE}/${messageID}`, {}, { token });
        expect([answer.status, answer.body]).toEqual([404, unknown.body]);
      }
      expect((await messageOf(app, messageID)).id).toBe(messageID);
    });
  });
});
