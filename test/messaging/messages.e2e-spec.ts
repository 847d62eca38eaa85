import { Housekeeping } from '../../src/common/housekeeping';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, refusalWithFieldsOf } from '../support/answers';
import { TestApp } from '../support/app';
import { configure, expectMessage, messageOf, MESSAGES, SEND_EMAIL, SEND_SMS } from './messaging-app';

interface Listed {
  data: { id: number; body?: string; createdAt: string }[];
  recordCount: number;
}

describe('messages in the sandbox', () => {
  let app: TestApp;
  let token: string;
  let sms: number;
  let failed: number;
  let email: number;

  const list = async (query: Record<string, string | number> = {}): Promise<number[]> =>
    dataOf<Listed>(await app.get(MESSAGES, query, { token })).data.map(({ id }) => id);
  const idOf = async (answer: Promise<Awaited<ReturnType<TestApp['post']>>>): Promise<number> =>
    dataOf<{ messageID: number }>(await answer).messageID;

  beforeAll(async () => {
    app = await TestApp.start({ SANDBOX: 'true' });
    token = await app.staff('maker');
    const { accountNumber } = app.sandbox.accounts[0]!;
    sms = await idOf(app.post(SEND_SMS, { phoneNumber: '0803 123 4567', message: 'Your code is ₦1', accountNumber }));
    failed = await idOf(app.post(SEND_SMS, { phoneNumber: '+447911123456', message: 'abroad' }));
    email = await idOf(
      app.post(SEND_EMAIL, { to: 'ada@example.com', subject: 'Hello Ada', body: '<p>Hi</p>', isHtml: true }),
    );
    for (const id of [sms, failed, email]) await expectMessage(app, id, { status: 'Sent' });
    await app.rows(`UPDATE message SET status = 'Failed', created_at = '2026-03-31T23:30:00Z' WHERE id = $1`, [failed]);
  });
  afterAll(() => app?.close());

  it('are stored for staff and never leave the server', async () => {
    expect(await messageOf(app, sms)).toEqual({
      id: sms,
      channel: 'sms',
      status: 'Sent',
      recipient: '+2348031234567',
      subject: null,
      body: 'Your code is ₦1',
      isHtml: false,
      attachments: [],
      accountNumber: app.sandbox.accounts[0]!.accountNumber,
      event: null,
      requestedBy: `api-client:${app.sandbox.client.clientId}`,
      transport: 'capture',
      attempts: 1,
      failureReason: null,
      providerReference: null,
      segments: 1,
      createdAt: expect.any(String),
      lastAttemptAt: expect.any(String),
      sentAt: expect.any(String),
    });
    expect(await messageOf(app, email)).toMatchObject({
      channel: 'email',
      recipient: 'ada@example.com',
      subject: 'Hello Ada',
      body: '<p>Hi</p>',
      isHtml: true,
      segments: null,
    });
  });

  it('are sent through a configured transport also in the sandbox', async () => {
    await configure(app, { SMS_ENABLED: 'true', SMS_BASE_URL: 'http://127.0.0.1:1' });
    const id = await idOf(app.post(SEND_SMS, { phoneNumber: '08030000001', message: 'x' }));
    await expectMessage(app, id, {
      status: 'Queued',
      attempts: 1,
      transport: 'gateway',
      failureReason: expect.stringContaining('no-connection'),
    });
    await configure(app, { SMS_ENABLED: null, SMS_BASE_URL: null });
    await app.rows('DELETE FROM message WHERE id = $1', [id]);
  });

  it('are listed latest first, without their texts', async () => {
    const page = dataOf<Listed>(await app.get(MESSAGES, {}, { token }));
    expect(page).toMatchObject({ recordCount: 3, pageNumber: 1 });
    expect(page.data.map(({ id }) => id)).toEqual([email, sms, failed]);
    for (const row of page.data) expect(row).not.toHaveProperty('body');
    expect(await list({ PageSize: 1, PageNumber: 2 })).toEqual([sms]);
    expect(await list({ Direction: 'Asc' })).toEqual([failed, sms, email]);
  });

  it.each([
    ['Channel', { Channel: 'email' }, () => [email]],
    ['Status', { Status: 'Failed' }, () => [failed]],
    ['a telephone number in another form', { Recipient: '08031234567' }, () => [sms]],
    ['an e-mail address', { recipient: 'ada@example.com' }, () => [email]],
    ['nobody', { Recipient: 'nobody' }, () => []],
    ['Channel and Status', { Channel: 'sms', Status: 'Sent' }, () => [sms]],
    // 23:30 UTC is past midnight in Lagos.
    ['StartDate', { EndDate: '2026-04-01', StartDate: '2026-04-01' }, () => [failed]],
    ['EndDate', { EndDate: '2026-03-31' }, () => []],
    ['the last day there is', { StartDate: '2026-04-02', EndDate: '2999-12-31' }, () => [email, sms]],
  ] as const)('are filtered by %s', async (_, query, expected) => {
    expect(await list(query)).toEqual(expected());
  });

  it('are filtered by AccountNumber', async () => {
    expect(await list({ AccountNumber: app.sandbox.accounts[0]!.accountNumber })).toEqual([sms]);
    expect(await list({ AccountNumber: app.sandbox.accounts[1]!.accountNumber })).toEqual([]);
  });

  it.each([
    ['Channel', 'fax'],
    ['Status', 'Lost'],
    ['StartDate', '2026-02-30'],
    ['Unknown', 'x'],
  ])('refuse the filter %s=%s', async (name, value) => {
    expect(refusalWithFieldsOf(await app.get(MESSAGES, { [name]: value }, { token })).status).toBe(400);
  });

  it('are not visible to other clients and institutions', async () => {
    const second = await addSecondInstitution(app);
    const { email: user, password } = second.manager;
    const stranger = (await app.post('/api/admin/v1/login', { email: user, password })).body.accessToken as string;
    const theirs = (path: string): Promise<Awaited<ReturnType<TestApp['get']>>> =>
      app.get(path, {}, { token: stranger });
    expect(dataOf<Listed>(await theirs(MESSAGES)).recordCount).toBe(0);
    const [own, unknown] = [await theirs(`${MESSAGES}/${sms}`), await theirs(`${MESSAGES}/999999999`)];
    expect([own.status, own.body]).toEqual([404, unknown.body]);
    expect(refusalWithFieldsOf(await app.post(`${MESSAGES}/${failed}/resend`, {}, { token: stranger }))).toMatchObject({
      status: 404,
      code: 'MESSAGE_NOT_FOUND',
    });
    expect(refusalWithFieldsOf(await app.get(MESSAGES)).status).toBe(401);
  });

  it('are deleted after the retention period of a year', async () => {
    const housekeeping = app.app.get(Housekeeping);
    await app.rows(`UPDATE message SET created_at = now() - interval '365 days 1 minute' WHERE id = $1`, [failed]);
    await app.rows(`UPDATE message SET created_at = now() - interval '364 days 23 hours' WHERE id = $1`, [sms]);
    await housekeeping.sweepInstitution(app.institutionId);
    expect(await list()).toEqual([email, sms]);
  });
});
