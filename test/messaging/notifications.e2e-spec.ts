import { IdAllocator } from '../../src/common/database/id-allocator';
import { insertRows } from '../../src/common/database/insert-rows';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { type Notification, notificationRows } from '../../src/messaging/notifications/notification-rows';
import { Notifications } from '../../src/messaging/notifications/notifications';
import { dataOf, refusalWithFieldsOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { FakeMailServer } from './fake-mail-server';
import { FakeSmsGateway } from './fake-sms-gateway';
import { configure, TEMPLATES } from './messaging-app';

interface Template {
  id: number | null;
  event: string;
  channel: string;
  subject: string | null;
  body: string;
  isHtml: boolean;
  active: boolean;
  isDefault: boolean;
  variables: string[];
}

const METADATA = {
  channel: 'bills',
  biller_name: 'Ikeja Electric & Co',
  package_name: 'Prepaid',
  customer_id: '45012345678',
  customer_name: 'Ada Obi',
  token: '1234-5678-9012',
  token_units: 32.5,
  originator_bvn: '22123456789',
};

describe('notifications', () => {
  let app: TestApp;
  let gateway: FakeSmsGateway;
  let mailServer: FakeMailServer;
  let token: string;
  let notifications: Notifications;
  let people = 0;

  /** A separate recipient for each notification. */
  const person = (): { phoneNumber: string; email: string; sent: string } => {
    people += 1;
    const line = String(people).padStart(8, '0');
    return { phoneNumber: `090${line}`, sent: `+23490${line}`, email: `person${people}@example.com` };
  };
  const paid = (
    to: { phoneNumber?: string | null; email?: string | null },
    facts: Partial<Notification> = {},
  ): Notification => ({
    institutionId: app.institutionId,
    event: 'bills.vended',
    phoneNumber: to.phoneNumber ?? null,
    email: to.email ?? null,
    accountNumber: '1000000011',
    amountKobo: 500_000n,
    balanceKobo: 12_345_678n,
    reference: 'VEND-1',
    at: new Date('2026-11-21T09:15:00Z'),
    metadata: METADATA,
    ...facts,
  });
  const enqueue = (notification: Notification): Promise<void> =>
    app.app.get(UnitOfWork).run(notification.institutionId, (tx) => notifications.enqueue(tx, notification));
  const jobsDone = (): Promise<void> =>
    eventually(async () =>
      expect(
        await app.rows(`SELECT 1 FROM job WHERE kind IN ('notify', 'deliver-message') AND status = 'queued'`),
      ).toEqual([]),
    );
  const set = (event: string, channel: string, body: object): ReturnType<TestApp['put']> =>
    app.put(`${TEMPLATES}/${event}/${channel}`, body, { token });
  const inForce = async (event: string, channel: string): Promise<Template> =>
    dataOf<{ data: Template[] }>(await app.get(TEMPLATES, {}, { token })).data.find(
      (row) => row.event === event && row.channel === channel,
    )!;

  beforeAll(async () => {
    app = await TestApp.start();
    gateway = await FakeSmsGateway.start();
    mailServer = await FakeMailServer.start();
    token = await app.staff('administrator');
    notifications = app.app.get(Notifications, { strict: false });
    await configure(app, {
      SMS_ENABLED: 'true',
      SMS_BASE_URL: gateway.url,
      EMAIL_ENABLED: 'true',
      EMAIL_SMTP_HOST: '127.0.0.1',
      EMAIL_SMTP_PORT: String(mailServer.port),
      EMAIL_SMTP_SECURITY: 'none',
      EMAIL_FROM: 'noreply@bank.example',
    });
  });
  beforeEach(() => configure(app, { NOTIFICATIONS_ENABLED: 'true' }));
  afterAll(async () => {
    await app?.close();
    await gateway?.close();
    await mailServer?.close();
  });

  it('are sent once by SMS and e-mail with the metadata of the transaction', async () => {
    const to = person();
    await enqueue(paid(to));
    await eventually(async () => expect(mailServer.mails.filter((mail) => mail.to.includes(to.email))).toHaveLength(1));
    await jobsDone();
    const sms = gateway.sentTo(to.sent).map(({ body }) => body.message);
    expect(sms).toEqual([
      'Paid NGN5,000.00 from ******0011: Ikeja Electric & Co Prepaid for 45012345678 (Ada Obi). ' +
        'Token: 1234-5678-9012 (32.5 units). Ref VEND-1. 2026-11-21 10:15. Balance: NGN123,456.78.',
    ]);
    const rows = await app.rows<object>(
      `SELECT channel, event, account_number, requested_by, is_html, subject FROM message WHERE recipient IN ($1, $2)
         ORDER BY channel`,
      [to.sent, to.email],
    );
    const common = {
      event: 'bills.vended',
      account_number: '1000000011',
      requested_by: 'system:notifications',
      is_html: false,
    };
    expect(rows).toEqual([
      { ...common, channel: 'email', subject: 'Payment of ₦5,000.00 to Ikeja Electric & Co' },
      { ...common, channel: 'sms', subject: null },
    ]);
  });

  it('can be inserted as rows with a posting', async () => {
    const to = person();
    const id = await app.app.get(IdAllocator).next();
    await app.app.get(UnitOfWork).run(app.institutionId, (tx) => insertRows(tx, notificationRows(id, paid(to))));
    await eventually(async () => expect(gateway.sentTo(to.sent)).toHaveLength(1));
    const [job] = await app.rows<{ payload: string }>('SELECT payload::text FROM job WHERE id = $1', [id]);
    expect(job!.payload).not.toContain(METADATA.originator_bvn);
  });

  it('are not queued again when their job runs twice', async () => {
    const to = person();
    await enqueue(paid(to));
    await eventually(async () => expect(gateway.sentTo(to.sent)).toHaveLength(1));
    await jobsDone();
    const again = `WITH again AS (UPDATE job SET status = 'queued' WHERE kind = 'notify'
       AND payload->>'phoneNumber' = $1 RETURNING institution_id, id, kind)
                   INSERT INTO job_due (institution_id, job_id, kind, due_at) SELECT institution_id, id, kind, now()
                   FROM again`;
    await app.rows(again, [to.phoneNumber]);
    await jobsDone();
    expect(
      await app.rows('SELECT channel FROM message WHERE recipient IN ($1, $2) ORDER BY channel', [to.sent, to.email]),
    ).toEqual([{ channel: 'email' }, { channel: 'sms' }]);
  });

  it('are rolled back with their transaction', async () => {
    const to = person();
    const failing = app.app.get(UnitOfWork).run(app.institutionId, async (tx) => {
      await notifications.enqueue(tx, paid(to));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await app.rows(`SELECT 1 FROM job WHERE payload->>'phoneNumber' = $1`, [to.phoneNumber])).toEqual([]);
  });

  it('are off until the institution switches them on, also for waiting jobs', async () => {
    const before = person();
    const waiting = person();
    const id = await app.app.get(IdAllocator).next();
    await configure(app, { NOTIFICATIONS_ENABLED: null });
    expect(await notifications.isEnabled(app.institutionId)).toBe(false);
    await enqueue(paid(before));
    expect(await app.rows(`SELECT 1 FROM job WHERE payload->>'phoneNumber' = $1`, [before.phoneNumber])).toEqual([]);
    await app.app.get(UnitOfWork).run(app.institutionId, (tx) => insertRows(tx, notificationRows(id, paid(waiting))));
    await eventually(async () =>
      expect(await app.rows('SELECT status FROM job WHERE id = $1', [id])).toEqual([{ status: 'done' }]),
    );
    expect(await app.rows('SELECT 1 FROM message WHERE recipient = $1', [waiting.sent])).toEqual([]);
  });

  it('are sent only to valid recipients on usable message channels', async () => {
    const [smsOnly, emailOnly, whileOff] = [person(), person(), person()];
    const id = await app.app.get(IdAllocator).next();
    expect(notificationRows(id, paid({}))).toEqual([]);
    await enqueue(paid({ phoneNumber: smsOnly.phoneNumber, email: 'ada@example.com\r\nBcc: x@example.com' }));
    await enqueue(paid({ email: emailOnly.email, phoneNumber: 'none' }));
    await jobsDone();
    await configure(app, { EMAIL_ENABLED: 'false' });
    await enqueue(paid(whileOff));
    await jobsDone();
    await configure(app, { EMAIL_ENABLED: 'true' });
    const channels = async ({ sent, email }: typeof smsOnly): Promise<unknown> =>
      (
        await app.rows<{ channel: string }>('SELECT channel FROM message WHERE recipient IN ($1, $2)', [sent, email])
      ).map(({ channel }) => channel);
    expect([await channels(smsOnly), await channels(emailOnly), await channels(whileOff)]).toEqual([
      ['sms'],
      ['email'],
      ['sms'],
    ]);
  });

  describe('templates', () => {
    it('are the default ones for every event and channel at first', async () => {
      const { data, recordCount } = dataOf<{ data: Template[]; recordCount: number }>(
        await app.get(TEMPLATES, {}, { token: await app.staff('maker') }),
      );
      expect([recordCount, data.length]).toEqual([14, 14]);
      for (const row of data) expect(row).toMatchObject({ id: null, isDefault: true, active: true, isHtml: false });
      expect(data.find(({ event, channel }) => event === 'transfer.debit' && channel === 'sms')!.variables).toEqual(
        expect.arrayContaining(['amount', 'bank_to', 'account_name_to', 'account_number_to']),
      );
    });

    it('are set, used, switched off and reset', async () => {
      const written = dataOf<Template>(
        await set('bills.vended', 'email', {
          subject: 'Paid: {{biller_name}}',
          body: '<b>{{biller_name}}</b> {{{customer_name}}}',
          isHtml: true,
        }),
      );
      expect(written).toMatchObject({
        id: expect.any(Number),
        subject: 'Paid: {{biller_name}}',
        isHtml: true,
        active: true,
        isDefault: false,
      });
      const first = person();
      await enqueue(paid({ email: first.email }, { metadata: { ...METADATA, customer_name: '<script>' } }));
      await jobsDone();
      expect(await app.rows('SELECT subject, body, is_html FROM message WHERE recipient = $1', [first.email])).toEqual([
        { subject: 'Paid: Ikeja Electric & Co', body: '<b>Ikeja Electric &amp; Co</b> &lt;script&gt;', is_html: true },
      ]);

      expect(
        dataOf<Template>(await set('bills.vended', 'email', { subject: 's', body: 'b', active: false })),
      ).toMatchObject({ id: written.id, active: false, isHtml: false });
      const second = person();
      await enqueue(paid(second));
      await jobsDone();
      expect(
        await app.rows('SELECT channel FROM message WHERE recipient IN ($1, $2)', [second.sent, second.email]),
      ).toEqual([{ channel: 'sms' }]);

      expect(dataOf<Template>(await app.delete(`${TEMPLATES}/bills.vended/email`, { token }))).toMatchObject({
        id: null,
        isDefault: true,
        active: true,
      });
      expect(await inForce('bills.vended', 'email')).toMatchObject({ isDefault: true });
      expect(
        (
          await app.rows<{ action: string }>(
            `SELECT action FROM audit_log WHERE subject = 'notification-template:bills.vended:email' ORDER BY id`,
          )
        ).map(({ action }) => action),
      ).toEqual(['notification-template.set', 'notification-template.set', 'notification-template.reset']);
    });

    it('are stored once when several members of staff set the first one at once', async () => {
      const answers = await Promise.all(['a', 'b', 'c', 'd'].map((body) => set('transfer.credit', 'sms', { body })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map((answer) => dataOf<Template>(answer).id)).size).toBe(1);
    });

    it.each([
      {
        name: 'an unknown variable',
        event: 'transfer.debit',
        channel: 'sms',
        body: { body: 'To {{bank_two}}' },
        named: 'bank_two',
      },
      {
        name: 'a variable of another event',
        event: 'transfer.debit',
        channel: 'sms',
        body: { body: '{{token}}' },
        named: 'token',
      },
      {
        name: 'a BVN',
        event: 'transfer.debit',
        channel: 'email',
        body: { subject: 's', body: '{{originator_bvn}}' },
        named: 'originator_bvn',
      },
      {
        name: 'an unknown variable in the subject',
        event: 'transfer.debit',
        channel: 'email',
        body: { subject: '{{x}}', body: 'b' },
        named: 'x',
      },
      {
        name: 'an open tag',
        event: 'transfer.debit',
        channel: 'sms',
        body: { body: '{{amount' },
        named: 'Unclosed tag',
      },
      {
        name: 'a subject of an SMS',
        event: 'transfer.debit',
        channel: 'sms',
        body: { subject: 's', body: 'b' },
        named: 'neither a subject',
      },
      {
        name: 'HTML in an SMS',
        event: 'transfer.debit',
        channel: 'sms',
        body: { body: 'b', isHtml: true },
        named: 'nor HTML',
      },
      {
        name: 'an e-mail without a subject',
        event: 'transfer.debit',
        channel: 'email',
        body: { body: 'b' },
        named: 'must have a subject',
      },
    ])('refuse $name', async ({ event, channel, body, named }) => {
      const answer = await set(event, channel, body);
      expect([refusalWithFieldsOf(answer).status, refusalWithFieldsOf(answer).code]).toEqual([
        422,
        'NOTIFICATION_TEMPLATE_REFUSED',
      ]);
      expect(answer.body.message).toContain(named);
      expect(await inForce(event, channel)).toMatchObject({ isDefault: true });
    });

    it.each([
      { name: 'an unknown event', event: 'loan.due', channel: 'sms', body: { body: 'b' } },
      { name: 'an unknown channel', event: 'transfer.debit', channel: 'fax', body: { body: 'b' } },
      { name: 'no body', event: 'transfer.debit', channel: 'sms', body: {} },
      {
        name: 'a subject of two lines',
        event: 'transfer.debit',
        channel: 'email',
        body: { subject: 'a\nb', body: 'b' },
      },
    ])('refuse $name as malformed', async ({ event, channel, body }) => {
      expect(refusalWithFieldsOf(await set(event, channel, body))).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
    });

    it('require the permission to manage templates', async () => {
      const maker = await app.staff('maker');
      expect(
        refusalWithFieldsOf(await app.put(`${TEMPLATES}/transfer.debit/sms`, { body: 'b' }, { token: maker })).code,
      ).toBe('PERMISSION_DENIED');
      expect(refusalWithFieldsOf(await app.delete(`${TEMPLATES}/transfer.debit/sms`, { token: maker })).code).toBe(
        'PERMISSION_DENIED',
      );
    });
  });

  describe('previewed', () => {
    const preview = (channel: string, body: object): ReturnType<TestApp['post']> =>
      app.post(`${TEMPLATES}/transfer.debit/${channel}/preview`, body, { token });

    it('show sample data in the template in use or in the given one', async () => {
      expect(dataOf<object>(await preview('sms', {}))).toEqual({
        subject: null,
        body: expect.stringContaining('Ada Obi, 0123456789, Sample Bank'),
        isHtml: false,
        segments: expect.any(Number),
      });
      expect(
        dataOf<object>(await preview('email', { subject: '{{amount}}', body: '<i>{{bank_to}}</i>', isHtml: true })),
      ).toEqual({ subject: '₦5,000.00', body: '<i>Sample Bank</i>', isHtml: true, segments: null });
      expect(dataOf<object>(await preview('email', { body: 'only {{bank_to}}' }))).toEqual({
        subject: 'Debit of ₦5,000.00 on ******0011',
        body: 'only Sample Bank',
        isHtml: false,
        segments: null,
      });
      expect(await inForce('transfer.debit', 'email')).toMatchObject({ isDefault: true });
    });

    it('refuse templates that cannot be set', async () => {
      expect(refusalWithFieldsOf(await preview('sms', { body: '{{nobody}}' })).code).toBe(
        'NOTIFICATION_TEMPLATE_REFUSED',
      );
    });
  });
});
