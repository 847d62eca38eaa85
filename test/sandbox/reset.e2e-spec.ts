import request from 'supertest';
import { connectProviders } from '../../src/seed/sandbox-providers';
import { RESETS_PER_DAY } from '../../src/seed/sandbox-reset';
import { seedSandbox } from '../../src/seed/seed-sandbox';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';

const RESET = '/api/sandbox/v1/reset';
const CLOCK = '/api/sandbox/v1/clock';

interface ResetView {
  institutionId: number;
  businessDate: string;
  accounts: { accountNumber: string; accountName: string; balance: number }[];
}

/** Signs the sandbox's client in anew. */
async function signIn(app: TestApp): Promise<string> {
  const answer = await request(app.url).post('/api/auth/v1/authenticate').send(app.sandbox.client);
  return (answer.body as { accessToken: string }).accessToken;
}

describe('the reset of the sandbox', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await TestApp.start({ SANDBOX: 'true' });
  });
  afterEach(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('gives the credentials a fresh institution with the accounts and the date of a first start', async () => {
    const before = app.sandbox.accounts;
    const [one, two] = [before[0]!, before[1]!];
    const transfer = {
      debitAccount: one.accountNumber,
      creditAccount: two.accountNumber,
      amount: 5_000,
      narration: 'X',
    };
    dataOf(await app.post('/api/transfer/v1/localfundtransfer', transfer));
    const oldToken = await app.client();
    const oldStaff = await app.staff('checker');
    const view = dataOf<ResetView>(await app.post(RESET, {}));
    expect(view.accounts).toEqual(before);
    expect(view.institutionId).not.toBe(app.institutionId);
    expect((await app.get(CLOCK, {}, { token: oldToken })).status).toBe(401);
    expect((await app.get('/api/admin/v1/me', {}, { token: oldStaff })).status).toBe(401);
    const token = await signIn(app);
    const clock = dataOf<{ daysAhead: number }>(await app.get(CLOCK, {}, { token }));
    expect(clock.daysAhead).toBe(0);
    dataOf(await app.post('/api/transfer/v1/localfundtransfer', transfer, { token }));
    const login = await request(app.url).post('/api/admin/v1/login').send(app.sandbox.staff.checker);
    expect(login.status).toBe(200);
    const kept = await app.rows(
      `SELECT count(*)::int AS transfers FROM posting WHERE institution_id = 1 AND narration = 'X' AND status = 'Posted'`,
    );
    expect(kept).toEqual([{ transfers: 1 }]);
  });

  it('keeps what providers need, and the next start finds the fresh institution', async () => {
    await connectProviders(app.app, 'http://127.0.0.1:1');
    const { institutionId } = dataOf<ResetView>(await app.post(RESET, {}));
    const keys = await app.rows('SELECT DISTINCT institution_id::int AS institution FROM gateway_key_directory');
    expect(keys).toEqual([{ institution: institutionId }]);
    const [address] = await app.rows<{ value: string }>(
      `SELECT value FROM institution_setting WHERE institution_id = $1 AND key = 'TRANSFER_BASE_URL'`,
      [institutionId],
    );
    expect(address).toEqual({ value: 'http://127.0.0.1:1' });
    const started = await seedSandbox(app.app);
    expect(started.recoveryPartner.institutionId).toBe(institutionId);
  });

  it('is a microfinance bank, whose loans have the classes of its licence', async () => {
    const { institutionId } = dataOf<ResetView>(await app.post(RESET, {}));
    const licence = await app.rows(
      `SELECT value FROM institution_setting WHERE institution_id = $1 AND key = 'LICENCE_CLASS'`,
      [institutionId],
    );
    expect(licence).toEqual([{ value: 'MicrofinanceBank' }]);
  });

  it('makes one institution when it is asked for five times at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.post(RESET, {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const listed = await app.rows(`SELECT code FROM institution_directory WHERE retired_at IS NULL AND code = '59999'`);
    expect(listed).toHaveLength(1);
  });

  it('moves no client, no member of staff and no row of another institution', async () => {
    const { client, institutionId: other } = await addSecondInstitution(app, 2);
    const routes = (): Promise<unknown> =>
      app.rows(
        `SELECT client_id AS name, institution_id FROM client_directory WHERE institution_id = $1
         UNION ALL SELECT email, institution_id FROM staff_directory WHERE institution_id = $1 ORDER BY 1`,
        [other],
      );
    const before = await routes();
    dataOf(await app.post(RESET, {}));
    expect(await routes()).toEqual(before);
    const token = (await request(app.url).post('/api/auth/v1/authenticate').send(client)).body.accessToken as string;
    expect(codeOf(await app.post(RESET, {}, { token }))).toStrictEqual([404, 'NOT_FOUND']);
  });

  it('stops after so many resets a day', async () => {
    await app.rows(
      `INSERT INTO institution_directory (institution_id, code, retired_at)
       SELECT 900000 + n, 'gone-' || n, now() FROM generate_series(1, ${RESETS_PER_DAY}) n`,
    );
    expect(codeOf(await app.post(RESET, {}))).toStrictEqual([429, 'TOO_MANY_REQUESTS']);
    await app.rows('DELETE FROM institution_directory WHERE institution_id > 900000');
  });
});

describe('the reset without a sandbox', () => {
  it('does not exist, also for an institution that has the mark', async () => {
    const app = await TestApp.start();
    expect(codeOf(await app.post(RESET, {}))).toStrictEqual([404, 'NOT_FOUND']);
    await app.close();
  });
});
