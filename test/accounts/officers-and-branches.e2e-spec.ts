import { dataOf, fieldsOf } from '../support/answers';
import { TestApp } from '../support/app';
import { withRows } from './sandbox-accounts';

interface List<Row> {
  data: Row[];
  recordCount: number;
}

describe('GET /api/account/v1/searchaccountofficers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await app.rows(
      `UPDATE staff SET branch_id = (SELECT id FROM branch WHERE branch_code = '002'), status = 'Suspended'
         WHERE staff_code = 'STF003'`,
    );
  });
  afterAll(() => app.close());

  const search = async (query: Record<string, string | number>): Promise<List<{ staffID: string }>> =>
    dataOf(await app.get('/api/account/v1/searchaccountofficers', query));
  const idsOf = ({ data }: List<{ staffID: string }>): string[] => data.map(({ staffID }) => staffID);

  it('shows account officers with branch and status', async () => {
    const found = await search({ StaffID: 'STF003' });
    expect(found.data).toEqual([
      {
        id: expect.any(Number),
        staffID: 'STF003',
        name: 'Chidi Checker',
        branchCode: '002',
        branchName: 'Ikeja',
        status: 'Suspended',
      },
    ]);
    expect(found.recordCount).toBe(1);
  });

  it.each([
    [{ Name: 'MUSA' }, ['STF002']],
    [{ Name: 'maker' }, []],
    [{ BranchCode: '002' }, ['STF003']],
    [{ BranchCode: 'NOPE' }, []],
    [
      { BranchCode: '001', SortColumn: 'name', Direction: 'Asc' },
      ['STF005', 'STF007', 'STF004', 'STF006', 'STF002', 'STF001'],
    ],
    [{ PageSize: 2, PageNumber: 2 }, ['STF003', 'STF004']],
    [{ Direction: 'Desc', PageSize: 1 }, ['STF007']],
  ])('finds rows by %j', async (query, expected) => {
    expect(idsOf(await search(query))).toEqual(expected);
  });

  it('shows no sign-in data of staff', async () => {
    expect(JSON.stringify(await search({}))).not.toMatch(/argon|password|@/i);
  });

  it('refuses an unknown filter', async () => {
    expect(fieldsOf(await app.get('/api/account/v1/searchaccountofficers', { Email: 'x' }))).toEqual(['Email']);
  });

  describe('GET /api/account/v1/listbranches', () => {
    const list = async (query = {}): Promise<List<{ branchCode: string }>> =>
      dataOf(await app.get('/api/account/v1/listbranches', query));

    it('lists the branches', async () => {
      const branches = await list();
      expect(branches).toMatchObject({ recordCount: 2, pageNumber: 1, pageSize: 20 });
      expect(branches.data).toEqual([
        {
          id: expect.any(Number),
          branchCode: '001',
          branchName: 'Head Office',
          address: '1 Marina, Lagos Island, Lagos',
          status: 'Active',
        },
        {
          id: expect.any(Number),
          branchCode: '002',
          branchName: 'Ikeja',
          address: '12 Allen Avenue, Ikeja, Lagos',
          status: 'Active',
        },
      ]);
      expect((await list({ Direction: 'Desc', PageSize: 1, PageNumber: 2 })).data).toMatchObject([
        { branchCode: '001' },
      ]);
    });

    it('leaves inactive branches out', async () => {
      const set = (status: string): string => `UPDATE branch SET status = '${status}' WHERE branch_code = '002'`;
      const branches = await withRows(app, set('Inactive'), set('Active'), () => list());
      expect(branches).toMatchObject({ recordCount: 1, data: [{ branchCode: '001' }] });
    });
  });

  describe('GET /api/account/v1/searchbranches', () => {
    const find = async (query = {}): Promise<List<{ branchCode: string }>> =>
      dataOf(await app.get('/api/account/v1/searchbranches', query));
    const codesOf = ({ data }: List<{ branchCode: string }>): string[] => data.map(({ branchCode }) => branchCode);
    const set = (status: string): string => `UPDATE branch SET status = '${status}' WHERE branch_code = '002'`;

    it('shows branches of any status', async () => {
      const branches = await withRows(app, set('Inactive'), set('Active'), () => find({ BranchCode: '002' }));
      expect(branches).toEqual({
        data: [
          {
            id: expect.any(Number),
            branchCode: '002',
            branchName: 'Ikeja',
            address: '12 Allen Avenue, Ikeja, Lagos',
            status: 'Inactive',
          },
        ],
        recordCount: 1,
        pageNumber: 1,
        pageSize: 20,
        nextAfter: null,
      });
    });

    it.each([
      [{}, ['001', '002']],
      [{ Status: 'Active' }, ['001']],
      [{ Status: 'Inactive' }, ['002']],
      [{ BranchName: 'HEAD' }, ['001']],
      [{ BranchName: 'office' }, []],
      [{ BranchCode: 'NOPE' }, []],
      [{ branchname: 'ik', status: 'Inactive' }, ['002']],
      [{ SortColumn: 'BranchName', Direction: 'Desc' }, ['002', '001']],
      [{ PageSize: 1, PageNumber: 2 }, ['002']],
    ])('finds rows by %j', async (query, expected) => {
      expect(codesOf(await withRows(app, set('Inactive'), set('Active'), () => find(query)))).toEqual(expected);
    });

    it.each([
      [{ Status: 'Open' }, 'Status'],
      [{ SortColumn: 'id' }, 'SortColumn'],
      [{ City: 'Lagos' }, 'City'],
    ])('refuses %j', async (query, field) => {
      expect(fieldsOf(await app.get('/api/account/v1/searchbranches', query))).toContain(field);
    });

    it('refuses staff', async () => {
      expect((await app.get('/api/account/v1/searchbranches', {}, { token: await app.staff('maker') })).status).toBe(
        401,
      );
    });
  });
});
