import { FakeMailServer } from '../messaging/fake-mail-server';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const PASSWORD = (staffID: string): string => `/api/admin/v1/staff/${staffID}/password`;
const CODE = /[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}/;

describe('POST /api/admin/v1/staff/{staffID}/password with e-mail', () => {
  let app: TestApp;
  let mailServer: FakeMailServer;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    mailServer = await FakeMailServer.start();
    await app.configure({
      EMAIL_ENABLED: 'true',
      EMAIL_SMTP_HOST: '127.0.0.1',
      EMAIL_SMTP_PORT: String(mailServer.port),
      EMAIL_SMTP_SECURITY: 'none',
      EMAIL_FROM: 'noreply@bank.example',
    });
  });
  afterAll(async () => {
    await app.close();
    await mailServer.close();
  });

  it('mails a code to the owner, and neither stores nor shows it anywhere else', async () => {
    const { email } = app.sandbox.staff.checker;
    const issued = await app.post(PASSWORD('STF003'), { note: 'Forgot it' }, { token });
    expect(dataOf<object>(issued)).toStrictEqual({
      staffID: 'STF003',
      sentTo: email,
      expiresAt: expect.stringMatching(/^\d{4}-/),
    });
    expect(issued.text).not.toMatch(CODE);
    await eventually(() => Promise.resolve(expect(mailServer.mails.map(({ to }) => to)).toEqual([[email]])));
    const [code] = CODE.exec(mailServer.mails[0]!.raw)!;
    await eventually(async () =>
      expect(await app.rows(`SELECT status, body FROM message WHERE recipient = $1`, [email])).toEqual([
        { status: 'Sent', body: '' },
      ]),
    );
    const [row] = await app.rows<{ id: string }>('SELECT id FROM message');
    const shown = await app.get(`/api/admin/v1/messages/${row!.id}`, {}, { token });
    expect(dataOf<object>(shown)).toMatchObject({ recipient: email, body: '********' });
    for (const table of ['message', 'job', 'audit_log', 'request_claim', 'staff_one_time_code'])
      expect([
        table,
        await app.rows(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [code]),
      ]).toStrictEqual([table, []]);
    const newPassword = 'a password of the owner';
    expect((await app.post('/api/admin/v1/password', { email, code, newPassword })).status).toBe(200);
  });

  it('keeps the code sealed while the mail waits', async () => {
    mailServer.failures.push({ at: 'data', code: 451 });
    const { email } = app.sandbox.staff.maker;
    dataOf(await app.post(PASSWORD('STF002'), {}, { token }));
    await eventually(async () =>
      expect(await app.rows(`SELECT status, attempts, sealed FROM message WHERE recipient = $1`, [email])).toEqual([
        { status: 'Queued', attempts: 1, sealed: true },
      ]),
    );
    const [waiting] = await app.rows<{ body: string }>('SELECT body FROM message WHERE recipient = $1', [email]);
    expect(waiting!.body).toMatch(/^v1\./);
    expect(waiting!.body).not.toMatch(CODE);
  });

  it('refuses a code of one’s own and for a member who does not exist', async () => {
    expect(codeOf(await app.post(PASSWORD('STF005'), {}, { token }))).toStrictEqual([403, 'OWN_STAFF_RECORD']);
    expect(codeOf(await app.post(PASSWORD('NOBODY'), {}, { token }))).toStrictEqual([404, 'STAFF_NOT_FOUND']);
  });

  it('replaces an earlier code', async () => {
    const { email } = app.sandbox.staff.amlOfficer;
    for (let n = 1; n <= 2; n += 1) {
      dataOf(await app.post(PASSWORD('STF004'), {}, { token }));
      await eventually(() =>
        Promise.resolve(expect(mailServer.mails.filter(({ to }) => to.includes(email))).toHaveLength(n)),
      );
    }
    const [old, recent] = mailServer.mails
      .filter(({ to }) => to.includes(email))
      .map(({ raw }) => CODE.exec(raw)![0]) as [string, string];
    const set = async (code: string): Promise<number> =>
      (await app.post('/api/admin/v1/password', { email, code, newPassword: 'a password of the owner' })).status;
    expect([await set(old), await set(recent)]).toStrictEqual([401, 200]);
  });
});
