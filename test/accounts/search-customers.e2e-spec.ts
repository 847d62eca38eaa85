import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import {
  companyOf,
  CREATE_CUSTOMER_ACCOUNT,
  CREATE_GROUP,
  newCustomer,
  SEARCH_GROUPS,
  SEARCH_INDIVIDUALS,
  withRows,
} from './sandbox-accounts';

interface Found {
  data: { id: number; customerID: string }[];
  recordCount: number;
  recordCountIsCapped?: true;
}

const PEOPLE = [
  {
    lastName: 'Ẹniọlá',
    firstName: 'Ọlámidé',
    otherNames: 'Ada',
    phoneNumber: '08037770001',
    bvn: '22177770001',
    nin: '70177770001',
    email: 'Ola@Example.com',
    kycTier: 2,
  },
  { lastName: 'ENIOLA', firstName: 'Bello', phoneNumber: '08037770002', branchCode: '002', nextOfKinName: 'Uche' },
  { lastName: 'Enitan', firstName: 'Cole', phoneNumber: '+234 803 777 0002', email: 'cole@example.com' },
];
const GROUPS = [
  { name: 'Éko Traders Ltd', registrationNumber: 'RC 900-001', referenceNumber: 'SG-1' },
  { name: 'EKO Farmers', customerType: 'Group', tin: '1234567890' },
  { name: 'Ekpe Holdings', registrationNumber: 'BN900001' },
];

describe('customer searches', () => {
  let app: TestApp;
  let people: string[];
  let groups: string[];
  beforeAll(async () => {
    app = await TestApp.start();
    people = [];
    groups = [];
    for (const person of PEOPLE)
      people.push(
        dataOf<{ customerID: string }>(await app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), ...person }))
          .customerID,
      );
    for (const group of GROUPS) {
      const members = [{ customerID: people[0], role: 'Chair' }];
      groups.push(
        dataOf<{ customerID: string }>(await app.post(CREATE_GROUP, { branchCode: '001', members, ...group }))
          .customerID,
      );
    }
  });
  afterAll(() => app.close());

  const search = async (path: string, query: Record<string, string | number>): Promise<Found> =>
    dataOf<Found>(await app.get(path, query));
  const placesIn = (known: string[], { data }: Found): number[] =>
    data.map(({ customerID }) => known.indexOf(customerID));

  it('shows all details of a person', async () => {
    expect((await search(SEARCH_INDIVIDUALS, { CustomerID: people[0]! })).data).toEqual([
      {
        id: expect.any(Number),
        recordId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        customerID: people[0],
        customerType: 'Individual',
        name: 'Ẹniọlá Ọlámidé Ada',
        lastName: 'Ẹniọlá',
        firstName: 'Ọlámidé',
        otherNames: 'Ada',
        title: null,
        gender: null,
        dateOfBirth: null,
        phoneNumber: '+2348037770001',
        email: 'ola@example.com',
        address: null,
        bvn: '22177770001',
        nin: '70177770001',
        tin: null,
        nationality: null,
        state: null,
        lga: null,
        maritalStatus: null,
        religion: null,
        homeTown: null,
        identificationType: null,
        identificationNumber: null,
        nextOfKinName: null,
        nextOfKinPhoneNumber: null,
        nextOfKinRelationship: null,
        nextOfKinAddress: null,
        branchCode: '001',
        branchName: 'Head Office',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('shows all details of a company', async () => {
    expect((await search(SEARCH_GROUPS, { CustomerID: groups[0]! })).data).toEqual([
      {
        id: expect.any(Number),
        recordId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        customerID: groups[0],
        customerType: 'Corporate',
        name: 'Éko Traders Ltd',
        branchCode: '001',
        branchName: 'Head Office',
        registrationNumber: 'RC900001',
        tin: null,
        address: null,
        phoneNumber: null,
        email: null,
        members: [{ customerID: people[0], name: 'Ẹniọlá Ọlámidé Ada', role: 'Chair' }],
        referenceNumber: 'SG-1',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it.each<[string, () => Record<string, string>, number[]]>([
    ['a name by its beginning', () => ({ Name: 'eniol' }), [1, 0]],
    ['a name with accents and spaces', () => ({ Name: ' ÉNIOLÁ  ọla' }), [0]],
    ['nobody by the middle of a name', () => ({ Name: 'niola' }), []],
    ['nobody by a pattern', () => ({ Name: 'eni%' }), []],
    ['a customer', () => ({ CustomerID: people[1]! }), [1]],
    ['nobody by part of a customer id', () => ({ CustomerID: people[1]!.slice(0, 7) }), []],
    ['a telephone number of two', () => ({ PhoneNumber: '0803 777 0002' }), [2, 1]],
    ['nobody by what is no telephone number', () => ({ PhoneNumber: '777' }), []],
    ['an e-mail address in any case', () => ({ Email: 'OLA@example.COM' }), [0]],
    ['a BVN', () => ({ BVN: '22177770001' }), [0]],
    ['a NIN', () => ({ NIN: '70177770001' }), [0]],
    ['a branch', () => ({ BranchCode: '002' }), [1]],
    ['nobody by an unknown branch', () => ({ BranchCode: 'NOPE' }), []],
    ['nobody by the facts of two', () => ({ BVN: '22177770001', PhoneNumber: '08037770002' }), []],
    [
      'all filters together',
      () => ({
        CustomerID: people[0]!,
        Name: 'eni',
        PhoneNumber: '08037770001',
        Email: 'ola@example.com',
        BVN: '22177770001',
        NIN: '70177770001',
        BranchCode: '001',
      }),
      [0],
    ],
    ['names of parameters in any case', () => ({ customerid: people[2]! }), [2]],
    ['no company by its name', () => ({ Name: 'eko' }), []],
    ['no company by its id', () => ({ CustomerID: groups[0]! }), []],
  ])('finds persons by %s', async (_, query, expected) => {
    const found = await search(SEARCH_INDIVIDUALS, query());
    expect(placesIn(people, found)).toEqual(expected);
    expect(found.recordCount).toBe(expected.length);
  });

  it.each<[string, () => Record<string, string>, number[]]>([
    ['a name by its beginning', () => ({ Name: 'ékO' }), [1, 0]],
    ['a customer', () => ({ CustomerID: groups[2]! }), [2]],
    ['a registration number in another form', () => ({ RegistrationNumber: 'rc900001' }), [0]],
    ['nothing by its digits alone', () => ({ RegistrationNumber: '900001' }), []],
    ['nothing by what is no registration number', () => ({ RegistrationNumber: '%' }), []],
    ['all filters together', () => ({ CustomerID: groups[2]!, Name: 'ekpe', RegistrationNumber: 'BN 900001' }), [2]],
    ['no person by the name', () => ({ Name: 'eni' }), []],
    ['no person by the id', () => ({ CustomerID: people[0]! }), []],
  ])('finds companies and groups by %s', async (_, query, expected) => {
    const found = await search(SEARCH_GROUPS, query());
    expect(placesIn(groups, found)).toEqual(expected);
    expect(found.recordCount).toBe(expected.length);
  });

  it.each([
    ['id', 'Asc', [0, 1, 2]],
    ['id', 'Desc', [2, 1, 0]],
    ['customerID', 'Asc', [0, 1, 2]],
    ['name', 'Asc', [1, 0, 2]],
    ['name', 'Desc', [2, 0, 1]],
  ])('sorts by %s %s', async (SortColumn, Direction, expected) => {
    expect(placesIn(people, await search(SEARCH_INDIVIDUALS, { Name: 'eni', SortColumn, Direction }))).toEqual(
      expected,
    );
    expect(placesIn(groups, await search(SEARCH_GROUPS, { Name: 'ek', SortColumn, Direction }))).toEqual(expected);
  });

  it('lists all of each kind, newest first, a page at a time', async () => {
    for (const [path, kind] of [
      [SEARCH_INDIVIDUALS, `= 'Individual'`],
      [SEARCH_GROUPS, `<> 'Individual'`],
    ] as const) {
      const all = await app.rows<{ id: string }>(
        `SELECT id FROM customer WHERE customer_type ${kind} ORDER BY id DESC`,
      );
      const pages = [
        await search(path, { PageSize: 2 }),
        await search(path, { PageSize: 2, PageNumber: 2 }),
        await search(path, { PageSize: 200, PageNumber: 2 }),
      ];
      expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(
        all.slice(0, 4).map(({ id }) => Number(id)),
      );
      for (const { recordCount } of pages) expect(recordCount).toBe(all.length);
    }
    expect((await search(SEARCH_GROUPS, {})).data.map(({ customerID }) => customerID)).toContain(
      (await companyOf(app)).customerID,
    );
  });

  it('stops the count at ten thousand', async () => {
    const many = `INSERT INTO customer (institution_id, id, record_id, customer_number, customer_type, name,
       search_name, branch_id, created_by, created_at, updated_at)
      SELECT 1, 9000000000 + n, gen_random_uuid(), 'M' || n, 'Individual', 'Many', 'many', (SELECT min(id)
      FROM branch), 'x', now(), now() FROM generate_series(1, 10001) n`;
    const found = await withRows(app, many, 'DELETE FROM customer WHERE id > 9000000000', () =>
      search(SEARCH_INDIVIDUALS, { Name: 'many', PageSize: 1 }),
    );
    expect(found).toMatchObject({ recordCount: 10_000, recordCountIsCapped: true });
  });

  it.each([
    [SEARCH_INDIVIDUALS, { SortColumn: 'bvn' }, 'SortColumn'],
    [SEARCH_INDIVIDUALS, { RegistrationNumber: 'RC1' }, 'RegistrationNumber'],
    [SEARCH_INDIVIDUALS, { PageSize: 201 }, 'PageSize'],
    [SEARCH_INDIVIDUALS, { Name: '' }, 'Name'],
    [SEARCH_INDIVIDUALS, { Email: 'x'.repeat(251) }, 'Email'],
    [SEARCH_GROUPS, { SortColumn: 'id; DROP TABLE customer' }, 'SortColumn'],
    [SEARCH_GROUPS, { BVN: '22177770001' }, 'BVN'],
    [SEARCH_GROUPS, { Direction: 'up' }, 'Direction'],
  ])('%s refuses %j', async (path, query, field) => {
    const response = await app.get(path, query);
    expect(refusalOf(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(response)).toContain(field);
  });

  it.each([SEARCH_INDIVIDUALS, SEARCH_GROUPS])("%s does not see another institution's customers", async (path) => {
    const move = (from: number, to: number): string =>
      `UPDATE customer SET institution_id = ${to} WHERE institution_id = ${from} AND search_name LIKE 'e%'`;
    const found = await withRows(app, move(1, 2), move(2, 1), () => search(path, { Name: 'e' }));
    expect(found.recordCount).toBe(0);
  });

  it.each([SEARCH_INDIVIDUALS, SEARCH_GROUPS])('%s does not answer staff', async (path) => {
    expect((await app.get(path, {}, { token: await app.staff('maker') })).status).toBe(401);
  });
});
