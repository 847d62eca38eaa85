import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import request from 'supertest';
import { dataOf, refusalWithFieldsOf } from '../support/answers';
import { TestApp } from '../support/app';
import { FakeMailServer } from './fake-mail-server';
import { configure, expectMessage, hurry, SEND_EMAIL } from './messaging-app';

interface Queued {
  messageID: number;
}

const PDF = Buffer.from('%PDF-1.7\na statement');

/** Decodes the parts of an e-mail to plain text. No line in these tests is long enough to be folded. */
const decoded = (raw: string): string =>
  raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

describe('POST /api/operations/v1/sendemail', () => {
  let app: TestApp;
  let mailServer: FakeMailServer;
  let addresses = 0;

  const address = (): string => `customer${(addresses += 1)}@example.com`;
  const mailsTo = (to: string): FakeMailServer['mails'] => mailServer.mails.filter((mail) => mail.to.includes(to));
  const send = async (fields: object): Promise<Queued> =>
    dataOf<Queued>(
      await app.post(SEND_EMAIL, { subject: 'Your statement', body: 'Dear customer,\nit is attached.', ...fields }),
    );
  const document = async (fileName: string): Promise<number> => {
    const [account] = await app.rows<{ id: string }>('SELECT id FROM deposit_account ORDER BY id LIMIT 1');
    const body = {
      entityType: 'account',
      entityId: Number(account!.id),
      documentType: 'Statement',
      fileName,
      content: PDF.toString('base64url'),
    };
    return dataOf<{ documentID: number }>(await app.post('/api/operations/v1/uploaddocument', body)).documentID;
  };

  beforeAll(async () => {
    app = await TestApp.start();
    mailServer = await FakeMailServer.start({ password: 'the mail password' });
    await configure(app, {
      EMAIL_ENABLED: 'true',
      EMAIL_SMTP_HOST: '127.0.0.1',
      EMAIL_SMTP_PORT: String(mailServer.port),
      EMAIL_SMTP_SECURITY: 'none',
      EMAIL_SMTP_USER: 'corebank',
      EMAIL_SMTP_PASSWORD: 'the mail password',
      EMAIL_FROM: 'noreply@bank.example',
    });
  });
  afterEach(() => mailServer.failures.splice(0));
  afterAll(async () => {
    await app?.close();
    await mailServer?.close();
  });

  it('queues the e-mail and delivers it once', async () => {
    const to = address();
    const queued = await send({ to });
    expect(queued).toEqual({ messageID: expect.any(Number), status: 'Queued', recipient: to, segments: null });
    await expectMessage(app, queued.messageID, {
      status: 'Sent',
      channel: 'email',
      subject: 'Your statement',
      attempts: 1,
      transport: 'smtp',
      providerReference: expect.stringContaining('1A2B'),
    });
    const [mail, ...more] = mailsTo(to);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ from: 'noreply@bank.example', to: [to], user: 'corebank' });
    const raw = decoded(mail!.raw);
    for (const line of [
      /^From: .*<noreply@bank\.example>/m,
      new RegExp(`^To: ${to}`, 'm'),
      /^Subject: Your statement\r$/m,
      new RegExp(`^Message-ID: <${queued.messageID}\\.noreply@bank\\.example>`, 'm'),
      /^Content-Type: text\/plain/m,
    ])
      expect(raw).toMatch(line);
    expect(raw).toContain('Dear customer,\r\nit is attached.');
  });

  it('sends HTML as HTML', async () => {
    const to = address();
    const { messageID } = await send({ to, body: '<p>Dear customer</p>', isHtml: true });
    await expectMessage(app, messageID, { status: 'Sent', isHtml: true });
    expect(decoded(mailsTo(to)[0]!.raw)).toMatch(/^Content-Type: text\/html[^]*<p>Dear customer<\/p>/m);
  });

  it('attaches documents', async () => {
    const to = address();
    const attachments = [await document('statement.pdf'), await document('second.exe')];
    const { messageID } = await send({ to, attachments });
    await expectMessage(app, messageID, { status: 'Sent', attachments });
    const { raw } = mailsTo(to)[0]!;
    expect(raw.split(PDF.toString('base64'))).toHaveLength(3);
    expect(raw).toMatch(/filename="?statement\.pdf/);
    expect(raw).toMatch(/filename="?second\.exe\.pdf/);
  });

  it('fails when an attached document was deleted meanwhile', async () => {
    const to = address();
    mailServer.failures.push({ at: 'data', code: 451 });
    const attachment = await document('late.pdf');
    const { messageID } = await send({ to, attachments: [attachment] });
    await expectMessage(app, messageID, {
      status: 'Queued',
      attempts: 1,
      failureReason: expect.stringContaining('451'),
    });
    dataOf(await app.put('/api/operations/v1/deletedocument', { documentID: attachment }));
    await hurry(app, messageID, 1);
    await expectMessage(app, messageID, {
      status: 'Failed',
      attempts: 2,
      failureReason: 'An attached document was deleted.',
    });
    expect(mailsTo(to)).toEqual([]);
  });

  it.each([
    ['a mailbox that is busy', { at: 'recipient', code: 450 }],
    ['a server that requires a sign-in first', { at: 'recipient', code: 530 }],
    ['a content that is refused for now', { at: 'data', code: 451 }],
  ] as const)('repeats the attempt after %s under the same Message-ID', async (_, failure) => {
    const to = address();
    mailServer.failures.push(failure);
    const { messageID } = await send({ to });
    await expectMessage(app, messageID, {
      status: 'Queued',
      attempts: 1,
      failureReason: expect.stringContaining(String(failure.code)),
    });
    await hurry(app, messageID, 1);
    await expectMessage(app, messageID, { status: 'Sent', attempts: 2, failureReason: null });
    expect(mailsTo(to).map(({ raw }) => /Message-ID: (\S+)/.exec(raw)?.[1])).toEqual([
      `<${messageID}.noreply@bank.example>`,
    ]);
  });

  it.each([
    ['recipient', 550],
    ['data', 554],
  ] as const)('fails at once when the server permanently refuses the %s', async (at, code) => {
    const to = address();
    mailServer.failures.push({ at, code });
    const { messageID } = await send({ to });
    await expectMessage(app, messageID, {
      status: 'Failed',
      attempts: 1,
      failureReason: expect.stringContaining(String(code)),
    });
    expect(mailsTo(to)).toEqual([]);
  });

  describe('with a server that cannot be trusted or used', () => {
    let untrusted: FakeMailServer;
    let silent: Server;
    beforeAll(async () => {
      untrusted = await FakeMailServer.start({ offersTls: true });
      silent = createServer();
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    });
    afterEach(() =>
      configure(app, {
        EMAIL_SMTP_PORT: String(mailServer.port),
        EMAIL_SMTP_SECURITY: 'none',
        EMAIL_SMTP_PASSWORD: 'the mail password',
      }),
    );
    afterAll(async () => {
      await untrusted?.close();
      await new Promise((resolve) => silent.close(resolve));
    });

    it.each([
      ['has no TLS', () => ({ EMAIL_SMTP_SECURITY: 'starttls' }), /could not be used \(ETLS\)|answered/],
      [
        'has a self-signed certificate',
        () => ({ EMAIL_SMTP_SECURITY: 'starttls', EMAIL_SMTP_PORT: String(untrusted.port) }),
        /could not be used \(E(TLS|SOCKET)\)/,
      ],
      [
        'does not answer',
        () => ({ EMAIL_SMTP_PORT: String((silent.address() as AddressInfo).port) }),
        /took too long|ETIMEDOUT/,
      ],
      ['has another password', () => ({ EMAIL_SMTP_PASSWORD: 'wrong' }), /answered 535/],
      ['is not running', () => ({ EMAIL_SMTP_PORT: '1' }), /could not be used \(ESOCKET\)|ECONNECTION/],
    ] as const)('stays queued while the server %s', async (_, settings, reason) => {
      await configure(app, settings());
      const { messageID } = await send({ to: address() });
      await expectMessage(app, messageID, {
        status: 'Queued',
        attempts: 1,
        failureReason: expect.stringMatching(reason),
      });
      expect(untrusted.mails).toEqual([]);
      await app.rows(`UPDATE message SET status = 'Failed' WHERE id = $1`, [messageID]);
    });
  });

  describe('refuses', () => {
    it.each([
      ['no recipient', { to: undefined }, 'to'],
      ['a list of recipients', { to: ['a@example.com', 'b@example.com'] }, 'to'],
      ['two recipients in one text', { to: 'a@example.com, b@example.com' }, 'to'],
      ['a recipient with another header behind', { to: 'a@example.com\r\nBcc: b@example.com' }, 'to'],
      ['a recipient with a name', { to: 'Ada <a@example.com>' }, 'to'],
      ['a quoted recipient', { to: '"a b"@example.com' }, 'to'],
      ['a subject with another header behind', { subject: 'Hello\r\nBcc: b@example.com' }, 'subject'],
      ['a subject of two lines', { subject: 'Hello\nthere' }, 'subject'],
      ['a blank subject', { subject: '  ' }, 'subject'],
      ['a subject that is too long', { subject: 'a'.repeat(251) }, 'subject'],
      ['no body', { body: undefined }, 'body'],
      ['a body that is too long', { body: 'a'.repeat(100_001) }, 'body'],
      ['a flag that is text', { isHtml: 'true' }, 'isHtml'],
      ['an attachment that is text', { attachments: ['1'] }, 'attachments'],
      ['an attachment twice', { attachments: [1, 1] }, 'attachments'],
      ['eleven attachments', { attachments: Array.from({ length: 11 }, (_, index) => index + 1) }, 'attachments'],
    ])('%s', async (_, fields, named) => {
      const answer = refusalWithFieldsOf(
        await app.post(SEND_EMAIL, { to: 'a@example.com', subject: 'Hello', body: 'x', ...fields }),
      );
      expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
      expect([...new Set(answer.fields)]).toEqual([named]);
    });

    it('attachments that are unknown, deleted or too large together', async () => {
      const attach = async (...attachments: number[]): Promise<object> =>
        refusalWithFieldsOf(
          await app.post(SEND_EMAIL, { to: 'a@example.com', subject: 'Hello', body: 'x', attachments }),
        );
      const [first, second] = [await document('first.pdf'), await document('second.pdf')];
      expect(await attach(first, 999_999_999)).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' });
      await app.rows('UPDATE document SET size = $2 WHERE id = $1', [first, 10 * 1024 * 1024 - PDF.length + 1]);
      expect(await attach(first, second)).toMatchObject({ status: 422, code: 'ATTACHMENTS_TOO_LARGE' });
      dataOf(await app.put('/api/operations/v1/deletedocument', { documentID: second }));
      expect(await attach(second)).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' });
    });

    it('documents that the client did not upload, whoever did', async () => {
      const administrator = await app.staff('administrator');
      const scopes = ['messages:write', 'documents:write'];
      const other = dataOf<{ clientId: string; clientSecret: string }>(
        await app.post('/api/admin/v1/api-clients', { name: 'Mailer', scopes }, { token: administrator }),
      );
      const credentials = { clientId: other.clientId, clientSecret: other.clientSecret };
      const signedIn = await request(app.url).post('/api/auth/v1/authenticate').send(credentials);
      const { accessToken: token } = signedIn.body as { accessToken: string };
      const to = address();
      const mail = (attachments: number[], options = {}): Promise<object> =>
        app
          .post(SEND_EMAIL, { to, subject: 'Hello', body: 'x', attachments }, options)
          .then(({ status, body }) => ({ status, code: (body as { data: { statusCode?: string } }).data.statusCode }));
      const [own, ofStaff] = [await document('passport.pdf'), await document('resolution.pdf')];
      await app.rows(`UPDATE document SET uploaded_by = 'staff:STF001' WHERE id = $1`, [ofStaff]);
      expect(await mail([own], { token })).toEqual({ status: 404, code: 'DOCUMENT_NOT_FOUND' });
      expect(await mail([ofStaff])).toEqual({ status: 404, code: 'DOCUMENT_NOT_FOUND' });
      expect(await mail([own, ofStaff])).toEqual({ status: 404, code: 'DOCUMENT_NOT_FOUND' });
      expect(await app.rows('SELECT 1 FROM message WHERE recipient = $1', [to])).toEqual([]);
      expect(await mail([own])).toMatchObject({ status: 200 });
    });

    it('a channel that the institution has not enabled', async () => {
      await configure(app, { EMAIL_ENABLED: null });
      const answer = await app.post(SEND_EMAIL, { to: 'a@example.com', subject: 'Hello', body: 'x' });
      expect(refusalWithFieldsOf(answer)).toMatchObject({ status: 503, code: 'INTEGRATION_NOT_ENABLED' });
    });

    it('invalid settings', async () => {
      const token = await app.staff('administrator');
      for (const [key, value] of [
        ['EMAIL_SMTP_PORT', '65536'],
        ['EMAIL_SMTP_SECURITY', 'ssl'],
        ['EMAIL_SMTP_HOST', 'mail.example.com:25'],
        ['EMAIL_FROM', 'nobody'],
      ]) {
        expect([
          key,
          refusalWithFieldsOf(await app.approved(app.put(`/api/admin/v1/configuration/${key}`, { value }, { token })))
            .code,
        ]).toEqual([key, 'CONFIGURATION_VALUE_REFUSED']);
      }
    });
  });
});

describe('sendemail where private addresses are not allowed', () => {
  let app: TestApp;
  let mailServer: FakeMailServer;
  beforeAll(async () => {
    app = await TestApp.start({ GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'false' });
    mailServer = await FakeMailServer.start({ offersTls: true });
    await configure(app, {
      EMAIL_ENABLED: 'true',
      EMAIL_SMTP_PORT: String(mailServer.port),
      EMAIL_FROM: 'noreply@bank.example',
    });
  });
  afterAll(async () => {
    await app?.close();
    await mailServer?.close();
  });

  it.each([
    ['an address of this machine', { EMAIL_SMTP_HOST: '127.0.0.1' }],
    ['a name of this machine', { EMAIL_SMTP_HOST: 'localhost' }],
    ['a server without TLS', { EMAIL_SMTP_HOST: '192.0.2.1', EMAIL_SMTP_SECURITY: 'none' }],
  ])('does not connect to %s', async (_, settings) => {
    await configure(app, settings);
    const { messageID } = dataOf<{ messageID: number }>(
      await app.post(SEND_EMAIL, { to: 'a@example.com', subject: 'Hello', body: 'x' }),
    );
    await expectMessage(app, messageID, {
      status: 'Queued',
      attempts: 1,
      failureReason: expect.stringContaining('no public address'),
    });
    expect(mailServer.mails).toEqual([]);
  });
});
