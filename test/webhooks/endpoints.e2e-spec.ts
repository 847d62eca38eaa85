import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { createEndpoint, WEBHOOKS } from './webhook-app';

const SETTINGS = { BACKGROUND_WORK: 'false', WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1,10.2.0.0/16' };
const TYPES = ['transfer.completed'];

describe('webhook endpoints', () => {
  let app: TestApp;
  let first: string;
  let second: string;
  let clientId: string;
  beforeAll(async () => {
    app = await TestApp.start(SETTINGS);
    first = await app.staff('administrator');
    second = await app.staff('secondAdministrator');
    ({ clientId } = app.sandbox.client);
  });
  afterAll(() => app.close());

  const create = (fields: object): ReturnType<TestApp['post']> =>
    app.post(WEBHOOKS, { clientId, eventTypes: TYPES, ...fields }, { token: first });
  const change = (id: number, fields: object): ReturnType<TestApp['patch']> =>
    app.patch(`${WEBHOOKS}/${id}`, fields, { token: first });
  const wanted = async (): Promise<string[]> =>
    (
      await app.rows<{ wanted_events: string[] }>('SELECT wanted_events FROM institution WHERE institution_id = $1', [
        app.institutionId,
      ])
    )[0]!.wanted_events;

  it('wait for a second person, who alone gets the secret', async () => {
    const asked = await create({ url: 'https://integrator.example/events' });
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    expect(await wanted()).toEqual([]);
    const path = `/api/admin/v1/approvals/${approvalId}`;
    expect(codeOf(await app.post(`${path}/approve`, {}, { token: first }))).toStrictEqual([
      403,
      'MAKER_CANNOT_APPROVE',
    ]);
    const { result } = dataOf<{ result: { id: number; secret: string } }>(
      await app.post(`${path}/approve`, {}, { token: second }),
    );
    expect(result.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await wanted()).toEqual(TYPES);
    for (const table of ['webhook_endpoint', 'approval', 'audit_log', 'request_claim'])
      expect([
        table,
        await app.rows(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [result.secret]),
      ]).toEqual([table, []]);
    const listed = await app.get(WEBHOOKS, {}, { token: first });
    expect(listed.text).not.toContain('whsec_');
    expect(listed.text).not.toContain('ecret"');
  });

  it('change their address and get further types only with a second person', async () => {
    const { id } = await createEndpoint(app, { url: 'https://integrator.example/a', eventTypes: TYPES });
    for (const fields of [{ url: 'https://integrator.example/b' }, { eventTypes: [...TYPES, 'loan.closed'] }])
      expect(codeOf(await change(id, fields))).toStrictEqual([202, 'PENDING_APPROVAL']);
    expect(await wanted()).toEqual(TYPES);
    expect((await app.approved(change(id, { eventTypes: [...TYPES, 'loan.closed'] }))).status).toBe(200);
    expect(await wanted()).toEqual(['loan.closed', ...TYPES]);
    expect((await change(id, { eventTypes: TYPES, description: 'Less' })).status).toBe(200);
    expect(await wanted()).toEqual(TYPES);
  });

  it.each([
    'http://integrator-without-tls.example@127.0.0.1/',
    'ftp://integrator.example/',
    'https://user:password@integrator.example/',
    'https://integrator.example/#part',
    'https://intеgrator.example/with-a-cyrillic-letter',
    'https://１２７.0.0.1/',
    'https://integrator.example/\u202Egpj.events',
    'integrator.example',
  ])('refuse %s as no address of an endpoint', async (url) =>
    expect(codeOf(await create({ url }))).toStrictEqual([400, 'VALIDATION_FAILED']),
  );

  it.each([
    'http://8.8.8.8/events',
    'https://10.3.0.1/events',
    'https://169.254.169.254/latest',
    'https://[::1]/events',
    'https://127.0.0.2/events',
    'https://2130706434/events',
    'https://0x7f.0.0.2/events',
    'https://[::ffff:192.168.0.1]/events',
  ])('refuse the address %s, which is private or not protected', async (url) =>
    expect(codeOf(await create({ url }))).toStrictEqual([422, 'WEBHOOK_ADDRESS_NOT_ALLOWED']),
  );

  it.each([
    'http://127.0.0.1:9000/events',
    'http://10.2.3.4/events',
    'https://10.2.3.4/events',
    'https://xn--intgrator-x1a.example:8443/events?of=a%20b&c=[1]',
  ])('take %s, which is allowed', async (url) =>
    expect(codeOf(await create({ url }))).toStrictEqual([202, 'PENDING_APPROVAL']),
  );

  it.each([
    [{ eventTypes: [] }, 400, 'VALIDATION_FAILED'],
    [{ eventTypes: ['transfer.imagined'] }, 400, 'VALIDATION_FAILED'],
    [{ clientId: 'nobody' }, 404, 'API_CLIENT_NOT_FOUND'],
  ])('refuse %j', async (fields, status, code) => expect(codeOf(await create(fields))).toStrictEqual([status, code]));

  it('keep their types, which cannot be cleared', async () => {
    const { id } = await createEndpoint(app, { url: 'https://integrator.example/a', eventTypes: TYPES });
    expect(codeOf(await change(id, { eventTypes: null }))).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(dataOf(await change(id, { url: null, description: null, noticeEmail: null }))).toMatchObject({
      url: null,
      eventTypes: TYPES,
    });
  });

  it('that are removed get nothing, cannot be changed, and want no events', async () => {
    const { id } = await createEndpoint(app, { eventTypes: ['deposit.matured'] });
    expect(await wanted()).toContain('deposit.matured');
    expect((await app.delete(`${WEBHOOKS}/${id}`, { token: first })).status).toBe(200);
    expect(await wanted()).not.toContain('deposit.matured');
    for (const answer of [
      await change(id, { description: 'Again' }),
      await app.post(`${WEBHOOKS}/${id}/resume`, {}, { token: first }),
      await app.post(`${WEBHOOKS}/${id}/rotate-secret`, {}, { token: first }),
    ])
      expect(codeOf(answer)).toStrictEqual([404, 'WEBHOOK_ENDPOINT_NOT_FOUND']);
  });

  it('without an address cannot be sent events again', async () => {
    const { id } = await createEndpoint(app, { eventTypes: TYPES });
    const body = { fromSequence: 1, toSequence: 2 };
    expect(codeOf(await app.post(`${WEBHOOKS}/${id}/replay`, body, { token: first }))).toStrictEqual([
      422,
      'WEBHOOK_WITHOUT_ADDRESS',
    ]);
  });

  it('created by several people at once all have their types wanted', async () => {
    const types = ['loan.approved', 'loan.rejected', 'loan.overdue', 'card.blocked'];
    await Promise.all(types.map((type) => createEndpoint(app, { eventTypes: [type] })));
    expect(await wanted()).toEqual(expect.arrayContaining(types));
  });
});
