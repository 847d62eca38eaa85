import request, { type Response } from 'supertest';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const PATH = '/api/admin/v1/api-clients';
const TRANSFER = '/api/transfer/v1/localfundtransfer';

/** Two time zones that never have the same date, so that one of them always has another date than Lagos. */
const FOREMOST_ZONE = 'Pacific/Kiritimati';
const HINDMOST_ZONE = 'Etc/GMT+12';

interface Client {
  clientId: string;
  clientSecret: string;
}

describe('the amounts that an API client may move', () => {
  let app: TestApp;
  let token: string;
  let payer: string;
  let payee: string;
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    payer = await app.openAccount(10_000_000);
    payee = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const scopes = ['accounts:read', 'transfers:write', 'postings:write', 'loans:write', 'deposits:write'];
  const create = async (fields: object): Promise<Client> => {
    const made = dataOf(await app.post(PATH, { name: 'Bound', scopes, ...fields }, { token }));
    return made as Client;
  };
  const change = ({ clientId }: Client, fields: object): Promise<Response> =>
    app.patch(`${PATH}/${clientId}`, fields, { token });
  const tokenOf = async ({ clientId, clientSecret }: Client): Promise<string> => {
    const answer = await request(app.url).post('/api/auth/v1/authenticate').send({ clientId, clientSecret });
    return (answer.body as { accessToken: string }).accessToken;
  };
  const pay = (bearer: string, amount: number, facts: object = {}): Promise<Response> =>
    app.post(TRANSFER, { debitAccount: payer, creditAccount: payee, amount, ...facts }, { token: bearer });
  const EXCEEDED = { status: 422, code: 'CLIENT_LIMIT_EXCEEDED' };
  const usedBy = async ({ clientId }: Client): Promise<unknown> =>
    (
      await app.rows<{ used_kobo: string }>('SELECT used_kobo FROM api_client_limit WHERE client_id = $1', [clientId])
    )[0]?.used_kobo;

  it('are shown, set and lowered by one person, and raised or removed by two', async () => {
    const client = await create({ perCallLimit: 100, perDayLimit: 250 });
    const shown = async (): Promise<unknown> => {
      const { body } = await app.get(PATH, { ClientId: client.clientId }, { token });
      const [{ perCallLimit, perDayLimit, name }] = body.data.data;
      return [perCallLimit, perDayLimit, name];
    };
    expect(await shown()).toEqual([100, 250, 'Bound']);
    expect((await change(client, { perCallLimit: 50 })).status).toBe(200);
    expect(await shown()).toEqual([50, 250, 'Bound']);
    for (const fields of [{ perCallLimit: 60 }, { perDayLimit: null }, { perDayLimit: 249, perCallLimit: null }]) {
      const asked = await change(client, { ...fields, name: 'Other' });
      expect([asked.status, asked.body.data.statusCode]).toEqual([202, 'PENDING_APPROVAL']);
      expect(await shown()).toEqual([50, 250, 'Bound']);
      const own = await app.post(`/api/admin/v1/approvals/${asked.body.data.approvalId}/approve`, {}, { token });
      expect(own.status).toBe(403);
    }
    const raised = await app.approved(change(client, { perCallLimit: null, perDayLimit: 300 }));
    expect(dataOf(raised)).toMatchObject({ perCallLimit: null, perDayLimit: 300 });
    expect(await shown()).toEqual([null, 300, 'Bound']);
    expect((await app.approved(change(client, { perDayLimit: null }))).status).toBe(200);
    expect(await usedBy(client)).toBeUndefined();
    for (const perDayLimit of [-1, 0.001, '5', 10 ** 12])
      expect([perDayLimit, (await change(client, { perDayLimit })).status]).toEqual([perDayLimit, 400]);
  });

  it('bind every call, from the next one on, also with a token from before', async () => {
    const client = await create({});
    const bearer = await tokenOf(client);
    expect((await pay(bearer, 500)).status).toBe(200);
    dataOf(await change(client, { perCallLimit: 100 }));
    expect(refusalOf(await pay(bearer, 100.01))).toEqual(EXCEEDED);
    expect(refusalOf(await pay(bearer, 90, { feeCharge: 10.01, feeIncomeGL: '4010' }))).toEqual(EXCEEDED);
    expect((await pay(bearer, 90, { feeCharge: 10, feeIncomeGL: '4010' })).status).toBe(200);
    expect((await pay(await app.client(), 500)).status).toBe(200);
  });

  it('add up the calls of a day over all doors, whatever pays', async () => {
    const client = await create({ perDayLimit: 100 });
    const bearer = await tokenOf(client);
    const post = (amount: number): Promise<Response> =>
      app.post(
        '/api/postings/v1/post',
        {
          narration: 'Parts',
          referenceNumber: freshReference('PE'),
          entries: [
            { account: '1010', side: 'Debit', amount },
            { account: payee, side: 'Credit', amount: amount / 2 },
            { account: payee, side: 'Credit', amount: amount / 2 },
          ],
        },
        { token: bearer },
      );
    expect((await pay(bearer, 40)).status).toBe(200);
    expect((await post(40)).status).toBe(200);
    const refused = await post(22);
    expect(refusalOf(refused)).toEqual(EXCEEDED);
    expect(refused.body).toMatchObject({
      message: 'The API client may move ₦100.00 per day, of which ₦20.00 is left; ₦22.00 was requested.',
      data: { limitName: 'per day', limit: 100, left: 20, asked: 22 },
    });
    expect((await post(20)).status).toBe(200);
    expect(await usedBy(client)).toBe('10000');
  });

  it('are never passed by a kobo by twenty calls at once', async () => {
    const client = await create({ perDayLimit: 1_000.01 });
    const bearer = await tokenOf(client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(bearer, 100)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 422).map(refusalOf)).toEqual(Array(10).fill(EXCEEDED));
    expect((await pay(bearer, 0.02)).status).toBe(422);
    expect((await pay(bearer, 0.01)).status).toBe(200);
    expect(await usedBy(client)).toBe('100001');
  });

  it('begin anew at midnight of the institution', async () => {
    const client = await create({ perDayLimit: 100 });
    const bearer = await tokenOf(client);
    const setZone = (zone: string): Promise<unknown> =>
      app.rows('UPDATE institution SET time_zone = $1 WHERE institution_id = $2', [zone, app.institutionId]);
    try {
      await setZone(FOREMOST_ZONE);
      expect((await pay(bearer, 100)).status).toBe(200);
      expect(refusalOf(await pay(bearer, 1))).toEqual(EXCEEDED);
      await setZone(HINDMOST_ZONE);
      expect((await pay(bearer, 100)).status).toBe(200);
      expect(refusalOf(await pay(bearer, 1))).toEqual(EXCEEDED);
    } finally {
      await setZone('Africa/Lagos');
    }
  });

  it('count a movement that waited for approval when it is executed, and refuse it then', async () => {
    const client = await create({ perDayLimit: 100 });
    const bearer = await tokenOf(client);
    dataOf(
      await app.approved(
        app.post('/api/admin/v1/approval-policies', { operation: 'local-transfer', requiredCheckers: 1 }, { token }),
      ),
    );
    const queued = [await pay(bearer, 60), await pay(bearer, 60)];
    expect(queued.map(({ status }) => status)).toEqual([202, 202]);
    expect(await usedBy(client)).toBe('0');
    const checker = await app.staff('checker');
    for (const { body } of queued)
      dataOf(await app.post(`/api/admin/v1/approvals/${body.data.approvalId}/approve`, {}, { token: checker }));
    const states = async (): Promise<unknown[]> =>
      app.rows(`SELECT status, failure_code FROM posting WHERE maker = $1 ORDER BY status`, [
        `api-client:${client.clientId}`,
      ]);
    await eventually(async () =>
      expect(await states()).toEqual([
        { status: 'Failed', failure_code: 'CLIENT_LIMIT_EXCEEDED' },
        { status: 'Posted', failure_code: null },
      ]),
    );
    expect(await usedBy(client)).toBe('6000');
  });
});
