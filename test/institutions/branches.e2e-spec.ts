import request, { type Response } from 'supertest';
import { addSecondInstitution } from '../auth/second-institution';
import { freshReference, TestApp } from '../support/app';

const PATH = '/api/admin/v1/branches';

describe('branches', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
  });
  afterAll(() => app.close());

  const create = (body: object, reference = freshReference()): Promise<Response> =>
    app.post(PATH, body, { token, reference });
  const update = (code: string, body: object, as = token): Promise<Response> =>
    Promise.resolve(request(app.url).patch(`${PATH}/${code}`).auth(as, { type: 'bearer' }).send(body));
  const list = async (query: Record<string, string | number>): Promise<string[]> =>
    (await app.get(PATH, query, { token })).body.data.data.map(({ branchCode }: { branchCode: string }) => branchCode);

  it('creates, renames, deactivates and reactivates a branch', async () => {
    const created = await create({ branchCode: 'KAN', branchName: 'Kano', address: '3 Bompai Road' });
    const branch = {
      version: expect.any(String) as unknown,
      id: expect.any(Number),
      branchCode: 'KAN',
      branchName: 'Kano',
      address: '3 Bompai Road',
      status: 'Active',
    };
    expect([created.status, created.body.data]).toStrictEqual([200, branch]);
    expect((await update('KAN', { branchName: 'Kano Main', status: 'Inactive' })).body.data).toStrictEqual({
      ...branch,
      branchName: 'Kano Main',
      status: 'Inactive',
    });
    expect((await update('KAN', { status: 'Active' })).body.data).toStrictEqual({ ...branch, branchName: 'Kano Main' });
    expect(await list({ BranchName: 'kano m' })).toStrictEqual(['KAN']);
  });

  it('replays a repeated request and refuses a used code', async () => {
    const [body, reference] = [{ branchCode: 'TWICE', branchName: 'Twice' }, freshReference()];
    const [first, second] = [await create(body, reference), await create(body, reference)];
    expect([second.headers['idempotent-replayed'], second.body]).toStrictEqual(['true', first.body]);
    expect((await create(body)).body.data).toStrictEqual({ statusCode: 'BRANCH_CODE_TAKEN' });
    expect((await create({ ...body, branchName: 'Other' }, reference)).body.data).toStrictEqual({
      statusCode: 'DUPLICATE_REFERENCE',
    });
  });

  it('creates a code once when requests are simultaneous', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ branchCode: 'RACE', branchName: 'Race' })),
    );
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });

  it('lists them page by page, found by the beginning of the name whatever its accents', async () => {
    for (const [branchCode, branchName] of [
      ['IB1', 'Ìbàdàn Dugbe'],
      ['IB2', 'Ibadan  Bodija'],
      ['IB3', 'New Ibadan'],
    ])
      await create({ branchCode: branchCode!, branchName: branchName! });
    expect(await list({ BranchName: 'IBADAN' })).toStrictEqual(['IB1', 'IB2']);
    expect(await list({ BranchName: 'ibadan', SortColumn: 'BranchName' })).toStrictEqual(['IB2', 'IB1']);
    expect(await list({ branchname: 'ibadan', direction: 'Desc', pagesize: 1, pagenumber: 2 })).toStrictEqual(['IB1']);
    await update('IB1', { status: 'Inactive' });
    expect(await list({ BranchName: 'ibadan', Status: 'Active' })).toStrictEqual(['IB2']);
    expect((await app.get(PATH, { BranchCode: 'IB3' }, { token })).body.data).toMatchObject({
      recordCount: 1,
      pageNumber: 1,
      pageSize: 20,
    });
    expect(await list({ BranchName: '%' })).toStrictEqual([]);
  });

  it('keeps institutions apart', async () => {
    const { manager } = await addSecondInstitution(app);
    const other = (
      await request(app.url).post('/api/admin/v1/login').send({ email: manager.email, password: manager.password })
    ).body.accessToken as string;
    expect(
      (await app.get(PATH, {}, { token: other })).body.data.data.map(
        ({ branchCode }: { branchCode: string }) => branchCode,
      ),
    ).toStrictEqual(['B2']);
    expect((await update('001', { branchName: 'Taken over' }, other)).body.data).toStrictEqual({
      statusCode: 'BRANCH_NOT_FOUND',
    });
    expect((await app.post(PATH, { branchCode: '001', branchName: 'Its own' }, { token: other })).status).toBe(200);
    expect((await app.get(PATH, { BranchCode: '001' }, { token })).body.data.data[0].branchName).toBe('Head Office');
  });

  it.each([
    ['no code', { branchName: 'A' }, 400],
    ['a code with a space', { branchCode: 'A B', branchName: 'A' }, 400],
    ['a code of 21 characters', { branchCode: 'A'.repeat(21), branchName: 'A' }, 400],
    ['a number for a name', { branchCode: 'A', branchName: 7 }, 400],
    ['a status', { branchCode: 'A', branchName: 'A', status: 'Inactive' }, 400],
    ['a blank name', { branchCode: 'A', branchName: ' ' }, 400],
    ['two lines for a name', { branchCode: 'A', branchName: 'A\nB' }, 400],
    ['a NUL in the name', { branchCode: 'A', branchName: 'A\0' }, 400],
  ])('refuses %s', async (_, body, status) => {
    expect((await create(body)).status).toBe(status);
  });

  it('refuses an unknown status and an unknown branch', async () => {
    expect((await update('001', { status: 'Closed' })).status).toBe(400);
    expect((await update('nowhere', { status: 'Inactive' })).body.data).toStrictEqual({
      statusCode: 'BRANCH_NOT_FOUND',
    });
  });
});
