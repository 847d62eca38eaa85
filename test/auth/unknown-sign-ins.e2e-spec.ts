import request from 'supertest';
import { UnknownSignIns } from '../../src/auth/unknown-sign-ins';
import { TestApp } from '../support/app';

interface Row {
  address: string;
  attempts: number;
  hour: Date;
}

describe('sign-ins under unknown names', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ TRUST_PROXY: 'loopback' });
  });
  beforeEach(() => app.database.query('DELETE FROM unknown_sign_in'));
  afterAll(() => app?.close());

  const flush = (): Promise<void> => app.app.get(UnknownSignIns, { strict: false }).flush();
  async function rows(): Promise<Row[]> {
    await flush();
    return app.rows<Row>('SELECT address, attempts, hour FROM unknown_sign_in ORDER BY address');
  }
  const post = (path: string, body: object, from: string): Promise<{ status: number }> =>
    request(app.url).post(path).set('x-forwarded-for', from).send(body);
  const signIn = (email: string, from: string, password = 'any'): Promise<{ status: number }> =>
    post('/api/admin/v1/login', { email, password }, from);

  it('are counted in one row for each address and hour, for staff and for API clients', async () => {
    for (const email of ['one@nowhere.example', 'two@nowhere.example']) await signIn(email, '102.89.23.4');
    await post('/api/auth/v1/authenticate', { clientId: 'nobody', clientSecret: 'nothing' }, '102.89.23.4');
    await signIn('one@nowhere.example', '2001:db8:1:2:3::4');
    const counted = await rows();
    expect(counted.map(({ address, attempts }) => [address, attempts])).toStrictEqual([
      ['102.89.23.4', 3],
      ['2001:db8:1:2::/64', 1],
    ]);
    expect(counted.every(({ hour }) => hour.getTime() % 3_600_000 === 0)).toBe(true);
    await signIn('three@nowhere.example', '102.89.23.4');
    expect((await rows())[0]).toMatchObject({ attempts: 4 });
  });

  it('are not kept with the name, which may be a password in the wrong field', async () => {
    await signIn('MyPassword-2026@nowhere.example', '102.89.23.4', 'other');
    await flush();
    const [row] = await app.rows<{ text: string }>('SELECT to_jsonb(u)::text AS text FROM unknown_sign_in u');
    expect(row!.text).not.toMatch(/MyPassword|nowhere/i);
  });

  it('do not include wrong passwords of members, which are in the audit log of their institution', async () => {
    await signIn(app.sandbox.staff.maker.email, '102.89.23.4', 'wrong');
    expect(await rows()).toStrictEqual([]);
  });

  it('lose no attempt when many arrive while they are written', async () => {
    const service = app.app.get(UnknownSignIns, { strict: false });
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        service.record('102.89.23.9');
        if (index % 4 === 0) await service.flush();
      }),
    );
    expect(await rows()).toMatchObject([{ attempts: 40 }]);
  });

  it('are deleted after 90 days', async () => {
    for (const [address, days] of [
      ['old', 91],
      ['kept', 89],
    ])
      await app.database.query(`INSERT INTO unknown_sign_in VALUES ($1, now() - make_interval(days => $2), 1, now())`, [
        address,
        days,
      ]);
    expect(await app.app.get(UnknownSignIns, { strict: false }).forgetOld()).toBe(1);
    expect((await rows()).map(({ address }) => address)).toStrictEqual(['kept']);
  });
});
