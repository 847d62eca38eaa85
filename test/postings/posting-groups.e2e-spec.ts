import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const PATH = '/api/admin/v1/posting-groups';

describe('posting groups', () => {
  let app: TestApp;
  let maker: string;
  let account: string;

  const body = (
    debit: string,
    credit: string,
    amount: number,
    referenceNumber = freshReference('PG'),
  ): Record<string, unknown> => ({
    referenceNumber,
    narration: 'Accruals',
    entries: [
      { account: debit, side: 'Debit', amount },
      { account: credit, side: 'Credit', amount, narration: 'Own words' },
    ],
  });
  const groups = async (
    query: Record<string, string | number> = {},
  ): Promise<{ id: number; referenceNumber: string; status: string }[]> =>
    (await app.get(PATH, query, { token: maker })).body.data.data;

  beforeAll(async () => {
    app = await TestApp.start();
    maker = await app.staff('maker');
    account = await app.openAccount(3_000_000);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('are posted for a maker, also on ledgers that API clients may not use', async () => {
    const { status, body: answer } = await app.post(PATH, body('3020', '2030', 250), { token: maker });
    expect(status).toBe(200);
    const [row] = await groups({ ReferenceNumber: answer.data.referenceNumber });
    const { body: read } = await app.get(`${PATH}/${row!.id}`, {}, { token: maker });
    expect(read.data).toMatchObject({
      id: row!.id,
      status: 'Posted',
      amlHold: false,
      warning: null,
      amount: 250,
      maker: expect.stringMatching(/^staff:/),
      entries: [
        { account: '3020', accountName: 'Retained earnings', side: 'Debit', amount: 250, narration: 'Accruals' },
        { account: '2030', accountName: 'Collections', side: 'Credit', amount: 250, narration: 'Own words' },
      ],
    });
  });

  it('show as Pending Approval with a warning while AML holds them, and are posted automatically once released', async () => {
    const held = await app.post(PATH, body(account, '2030', 1_200_000), { token: maker });
    expect([held.status, held.body.data.statusCode]).toEqual([202, 'AML_HOLD']);
    const [row] = await groups({ Status: 'Pending Approval' });
    expect(row).toMatchObject({
      status: 'Pending Approval',
      amlHold: true,
      warning: expect.stringContaining('No funds have moved'),
    });
    const waiting = await app.get(`${PATH}/${row!.id}`, {}, { token: maker });
    expect(waiting.body.data.entries).toHaveLength(2);
    expect(await app.balance(account)).toBe(3_000_000);

    const approved = await app.post(
      `/api/admin/v1/aml/holds/${held.body.data.approvalId}/approve`,
      { note: 'Known payment' },
      { token: await app.staff('amlOfficer') },
    );
    expect(approved.status).toBe(200);
    await eventually(async () =>
      expect((await app.get(`${PATH}/${row!.id}`, {}, { token: maker })).body.data).toMatchObject({
        status: 'Posted',
        warning: null,
      }),
    );
    expect(await app.balance(account)).toBe(1_800_000);
  });

  it('show as Declined when AML staff decline them', async () => {
    const held = await app.post(PATH, body(account, '2030', 1_100_000), { token: maker });
    await app.post(
      `/api/admin/v1/aml/holds/${held.body.data.approvalId}/decline`,
      { note: 'Unknown payment' },
      { token: await app.staff('amlOfficer') },
    );
    await eventually(async () => expect((await groups({ Status: 'Declined' })).length).toBe(1));
    expect(await app.balance(account)).toBe(1_800_000);
  });

  it('can be reversed like any posting', async () => {
    const { body: answer } = await app.post(PATH, body('3020', '2030', 10), { token: maker });
    expect(
      (
        await app.post('/api/postings/v1/reversetransaction', {
          referenceNumber: answer.data.postingReferenceNumber,
          reason: 'Error',
        })
      ).status,
    ).toBe(200);
    expect(await groups({ ReferenceNumber: answer.data.postingReferenceNumber })).toMatchObject([{ isReversed: true }]);
  });

  it('are refused when they do not balance', async () => {
    const unbalanced = {
      ...body(account, '2030', 10),
      entries: [
        { account, side: 'Debit', amount: 10 },
        { account: '2030', side: 'Credit', amount: 9 },
      ],
    };
    expect((await app.post(PATH, unbalanced, { token: maker })).body.data.statusCode).toBe('UNBALANCED_POSTING');
  });

  it('need the permission to create them and a request reference', async () => {
    expect((await app.post(PATH, body(account, '2030', 10), { token: await app.staff('checker') })).status).toBe(403);
    expect((await app.post(PATH, body(account, '2030', 10))).status).toBe(401);
    expect((await app.post(PATH, body(account, '2030', 10), { token: maker, reference: null })).status).toBe(400);
  });

  it.each([
    ['unknown', '999999999', 404],
    ['no number', 'x', 400],
  ])('are not found under an id that is %s', async (_, id, status) => {
    expect((await app.get(`${PATH}/${id}`, {}, { token: maker })).status).toBe(status);
  });

  it('are listed newest first, by reference, status and maker', async () => {
    const all = await groups({ PageSize: 200 });
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
    expect(await groups({ MakerStaffID: 'nobody' })).toEqual([]);
    expect((await groups({ Status: 'Posted' })).every(({ status }) => status === 'Posted')).toBe(true);
  });
});
