import { TOTP } from 'otpauth';
import request, { type Response } from 'supertest';
import { Clock } from '../../src/common/time/clock';
import { FakeMailServer } from '../messaging/fake-mail-server';
import { codeOf, dataOf } from '../support/answers';
import { type StaffPart, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { setSettings } from '../support/settings';
import { releaseTogether } from './release-together';

const FORGOTTEN = '/api/admin/v1/password/forgotten';
const SET = '/api/admin/v1/password';
const CODE = /[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/;
const HOUR_MS = 3_600_000;

describe('POST /api/admin/v1/password/forgotten', () => {
  let app: TestApp;
  let mail: FakeMailServer;
  let now: number;
  beforeAll(async () => {
    app = await TestApp.start({ TRUST_PROXY: 'loopback' });
    mail = await FakeMailServer.start();
    await setSettings(app, {
      EMAIL_ENABLED: 'true',
      EMAIL_SMTP_HOST: '127.0.0.1',
      EMAIL_SMTP_PORT: String(mail.port),
      EMAIL_SMTP_SECURITY: 'none',
      EMAIL_FROM: 'noreply@bank.example',
    });
  });
  afterAll(async () => {
    await app.close();
    await mail.close();
  });
  beforeEach(() => {
    now = Date.now();
    mail.mails.length = 0;
    jest.spyOn(app.app.get(Clock), 'now').mockImplementation(() => new Date(now));
  });
  afterEach(() => jest.restoreAllMocks());

  const ask = (email: string, address = '102.89.0.17'): Promise<Response> =>
    Promise.resolve(request(app.url).post(FORGOTTEN).set('x-forwarded-for', address).send({ email }));
  const emailOf = (part: StaffPart): string => app.sandbox.staff[part].email;
  const received = async (count = 1): Promise<string[]> => {
    await eventually(() => Promise.resolve(expect(mail.mails).toHaveLength(count)));
    return mail.mails.map(({ raw }) => CODE.exec(raw)![0]);
  };
  const set = (part: StaffPart, body: object): Promise<Response> =>
    Promise.resolve(
      request(app.url)
        .post(SET)
        .send({ email: emailOf(part), ...body }),
    );

  it('mails a code that sets the password once, and is readable nowhere else', async () => {
    expect(dataOf(await ask(` ${emailOf('maker').toUpperCase()}`))).toStrictEqual({ validityMinutes: 60 });
    const [code] = await received();
    expect(mail.mails[0]!.to).toStrictEqual([emailOf('maker')]);
    for (const table of ['message', 'job', 'audit_log', 'staff_one_time_code'])
      expect([
        table,
        await app.rows(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [code]),
      ]).toStrictEqual([table, []]);
    const newPassword = 'tango marina sunflower';
    expect((await set('maker', { code, newPassword })).status).toBe(200);
    expect(codeOf(await set('maker', { code, newPassword }))).toStrictEqual([401, 'ONE_TIME_CODE_REFUSED']);
    const { email } = app.sandbox.staff.maker;
    expect((await request(app.url).post('/api/admin/v1/login').send({ email, password: newPassword })).status).toBe(
      200,
    );
  });

  it('answers everybody alike, after the same time, and mails nobody else', async () => {
    await app.database.query(`UPDATE staff SET status = 'Suspended' WHERE staff_code = 'STF003'`);
    const answers = [];
    for (const email of [emailOf('amlOfficer'), emailOf('checker'), 'nobody@bank.example', 'nonsense']) {
      const startedAt = performance.now();
      const { status, body } = await ask(email);
      answers.push({ status, body });
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(499);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await received();
    expect(mail.mails[0]!.to).toStrictEqual([emailOf('amlOfficer')]);
    await app.database.query(`UPDATE staff SET status = 'Active' WHERE staff_code = 'STF003'`);
  });

  it('mails a member three codes in an hour at most, also in parallel, and only the last one works', async () => {
    const lock = `SELECT 1 FROM staff WHERE staff_code = 'STF005' FOR UPDATE`;
    await releaseTogether(app, lock, 6, () =>
      Promise.all(Array.from({ length: 6 }, (_, n) => ask(emailOf('administrator'), `105.112.9.${n}`))),
    );
    const codes = await received(3);
    const newPassword = 'seven lorries in the rain';
    const outcomes = [];
    for (const code of codes) outcomes.push((await set('administrator', { code, newPassword })).status);
    expect(outcomes.sort()).toStrictEqual([200, 401, 401]);
    now += HOUR_MS + 1;
    await ask(emailOf('administrator'));
    await received(4);
  });

  it('gives a code that ends after an hour', async () => {
    await ask(emailOf('checker'));
    const [code] = await received();
    now += HOUR_MS;
    const newPassword = 'five goats on the bridge';
    expect(codeOf(await set('checker', { code, newPassword }))).toStrictEqual([401, 'ONE_TIME_CODE_REFUSED']);
  });

  it('is no way around a second factor, nor around the rules of passwords', async () => {
    const { email, password } = app.sandbox.staff.checker;
    const { accessToken: token } = dataOf<{ accessToken: string }>(
      await request(app.url).post('/api/admin/v1/login').send({ email, password }),
    );
    const { secret } = dataOf<{ secret: string }>(await app.post('/api/admin/v1/me/second-factor', {}, { token }));
    const totp = (): string => new TOTP({ secret }).generate({ timestamp: now });
    await app.post('/api/admin/v1/me/second-factor/confirm', { code: totp() }, { token });
    await ask(email);
    const [code] = await received();
    const newPassword = 'five goats on the bridge';
    expect(codeOf(await set('checker', { code, newPassword }))).toStrictEqual([401, 'SECOND_FACTOR_CODE_REQUIRED']);
    const wrong = await set('checker', { code, newPassword, secondFactorCode: 'wrong' });
    expect(codeOf(wrong)).toStrictEqual([401, 'ONE_TIME_CODE_REFUSED']);
    now += 60_000;
    const secondFactorCode = totp();
    const weak = await set('checker', { code, newPassword: 'password1234', secondFactorCode });
    expect(codeOf(weak)).toStrictEqual([422, 'PASSWORD_REFUSED']);
    expect((await set('checker', { code, newPassword, secondFactorCode })).status).toBe(200);
  });
});
