import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import {
  type Company,
  companyOf,
  CREATE_CUSTOMER_ACCOUNT,
  newCustomer,
  openVirtualAccount,
  SEARCH_ACCOUNT,
  withRows,
} from './sandbox-accounts';

interface Found {
  data: { id: number; accountNumber: string; accountName: string; dateOpened: string }[];
  recordCount: number;
  pageNumber: number;
  pageSize: number;
}

describe('GET /api/account/v1/searchaccount', () => {
  let app: TestApp;
  let company: Company;
  /** Account numbers of Ọlá, Ola and Olu, oldest first. */
  const numbers: string[] = [];
  let customerIDs: string[];

  beforeAll(async () => {
    app = await TestApp.start();
    company = await companyOf(app);
    const people = [
      {
        accountName: 'Ọlámidé  Ẹniọlá',
        firstName: 'Olamide',
        lastName: 'Eniola',
        phoneNumber: '08037770001',
        bvn: '22177770001',
        nin: '70177770001',
      },
      {
        accountName: 'OLAMIDE Bello',
        firstName: 'Olamide',
        lastName: 'Bello',
        phoneNumber: '08037770002',
        productCode: 'CUR001',
        branchCode: '002',
        accountOfficerStaffID: 'STF002',
        referenceNumber: 'SEARCH-1',
      },
      { accountName: 'Olumide Cole', firstName: 'Olumide', lastName: 'Cole', phoneNumber: '+234 803 777 0002' },
    ];
    const opened = [];
    for (const person of people)
      opened.push(
        dataOf<{ accountNumber: string; customerID: string }>(
          await app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), ...person }),
        ),
      );
    numbers.push(...opened.map(({ accountNumber }) => accountNumber));
    customerIDs = opened.map(({ customerID }) => customerID);
    const dates = ['2020-01-01', '2020-01-02', '2020-01-03'];
    for (const [index, number] of numbers.entries())
      await app.rows('UPDATE deposit_account SET date_opened = $2 WHERE account_number = $1', [number, dates[index]]);
    await app.rows(`UPDATE ledger_account SET status = 'Frozen' WHERE number = $1`, [numbers[2]]);
  });
  afterAll(() => app.close());

  const search = async (query: Record<string, string | number>): Promise<Found> =>
    dataOf<Found>(await app.get(SEARCH_ACCOUNT, query));
  const numbersOf = ({ data }: Found): string[] => data.map(({ accountNumber }) => accountNumber);
  /** The found accounts among the three, by index, latest first. */
  const foundOf = (found: Found): number[] => numbersOf(found).map((number) => numbers.indexOf(number));

  it('lists all accounts of the institution, newest first', async () => {
    const found = await search({});
    const [{ count }] = (await app.rows<{ count: number }>('SELECT count(*)::int AS count FROM deposit_account')) as [
      { count: number },
    ];
    expect(found).toMatchObject({ recordCount: count, pageNumber: 1, pageSize: 20 });
    expect(foundOf(found).slice(0, 3)).toEqual([2, 1, 0]);
    expect(found.data.map(({ id }) => id)).toEqual([...found.data.map(({ id }) => id)].sort((a, b) => b - a));
  });

  it('shows the whole account record', async () => {
    const [account] = (await search({ AccountNumber: numbers[1]! })).data;
    expect(account).toEqual({
      id: expect.any(Number),
      recordId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      accountNumber: numbers[1],
      accountName: 'OLAMIDE Bello',
      customerID: customerIDs[1],
      customerName: 'Bello Olamide',
      productCode: 'CUR001',
      productName: 'Business Current',
      branchCode: '002',
      branchName: 'Ikeja',
      accountOfficerStaffID: 'STF002',
      accountOfficerName: 'Musa Maker',
      accountStatus: 'Active',
      accountType: 'Current',
      currency: 'NGN',
      availableBalance: 0,
      ledgerBalance: 0,
      kycTier: 1,
      pendingApprovalId: null,
      isVirtualAccount: false,
      settlementAccountNumber: null,
      referenceNumber: 'SEARCH-1',
      dateOpened: '2020-01-02',
      dateClosed: null,
    });
  });

  it.each<[string, () => Record<string, string>, number[]]>([
    ['a name by its beginning', () => ({ AccountName: 'olami' }), [1, 0]],
    ['a name with accents and spaces', () => ({ AccountName: ' ÓLÁMIDÉ ENI' }), [0]],
    ['a name written in full', () => ({ AccountName: 'Olumide Cole' }), [2]],
    ['nothing by the middle of a name', () => ({ AccountName: 'amide' }), []],
    ['nothing by a pattern', () => ({ AccountName: 'ol%' }), []],
    ['a number', () => ({ AccountNumber: numbers[0]! }), [0]],
    ['nothing by part of a number', () => ({ AccountNumber: numbers[0]!.slice(0, 9) }), []],
    ['a customer', () => ({ CustomerID: customerIDs[2]! }), [2]],
    ['a telephone number of two, written locally', () => ({ PhoneNumber: '0803-777-0002' }), [2, 1]],
    ['a telephone number with its country code', () => ({ PhoneNumber: '+2348037770001' }), [0]],
    ['nobody by what is no telephone number', () => ({ PhoneNumber: '777' }), []],
    ['a BVN', () => ({ BVN: '22177770001' }), [0]],
    ['a NIN', () => ({ NIN: '70177770001' }), [0]],
    ['nobody by BVN and NIN of different people', () => ({ BVN: '22177770001', NIN: '70100000000' }), []],
    ['a branch', () => ({ BranchCode: '002', AccountName: 'ol' }), [1]],
    ['an unknown branch', () => ({ BranchCode: 'NOPE' }), []],
    ['a product', () => ({ ProductCode: 'CUR001', AccountName: 'ol' }), [1]],
    ['an unknown product', () => ({ ProductCode: 'NOPE' }), []],
    ['an officer', () => ({ AccountOfficerStaffID: 'STF002' }), [1]],
    ['a status', () => ({ AccountStatus: 'Frozen' }), [2]],
    ['a status that none has', () => ({ AccountStatus: 'Dormant' }), []],
    ['dates, both ends included', () => ({ DateFrom: '2020-01-01', DateTo: '2020-01-02' }), [1, 0]],
    ['one day', () => ({ DateFrom: '2020-01-03', DateTo: '2020-01-03' }), [2]],
    [
      'all filters together',
      () => ({
        AccountNumber: numbers[0]!,
        AccountName: 'ola',
        CustomerID: customerIDs[0]!,
        PhoneNumber: '08037770001',
        BVN: '22177770001',
        NIN: '70177770001',
        ProductCode: 'SAV001',
        BranchCode: '001',
        AccountStatus: 'Active',
        AccountOfficerStaffID: 'STF001',
        DateFrom: '2020-01-01',
        DateTo: '2020-01-01',
      }),
      [0],
    ],
    ['names of parameters in any case', () => ({ accountname: 'olumide' }), [2]],
    ['listed words in any case', () => ({ AccountName: 'olumide', AccountStatus: 'fROZEN' }), [2]],
  ])('finds %s', async (_, query, expected) => {
    const found = await search(query());
    expect(foundOf(found)).toEqual(expected);
    expect(found.recordCount).toBe(expected.length);
  });

  it.each([
    ['id', 'Asc', [0, 1, 2]],
    ['id', 'Desc', [2, 1, 0]],
    ['accountNumber', 'Asc', [0, 1, 2]],
    ['accountName', 'Asc', [1, 0, 2]],
    ['accountName', 'Desc', [2, 0, 1]],
    ['dateOpened', 'Desc', [2, 1, 0]],
    ['AccountName', 'asc', [1, 0, 2]],
    ['ACCOUNTNAME', 'DESC', [2, 0, 1]],
  ])('sorts by %s %s', async (SortColumn, Direction, expected) => {
    expect(foundOf(await search({ AccountName: 'ol', SortColumn, Direction }))).toEqual(expected);
  });

  it('shows every account on exactly one page', async () => {
    const pages = [];
    for (const PageNumber of [1, 2, 3]) pages.push(await search({ AccountName: 'ol', PageNumber, PageSize: 1 }));
    expect(pages.flatMap(foundOf)).toEqual([2, 1, 0]);
    for (const page of pages) expect(page.recordCount).toBe(3);
    expect(await search({ AccountName: 'ol', PageNumber: 4, PageSize: 1 })).toEqual({
      data: [],
      recordCount: 3,
      pageNumber: 4,
      pageSize: 1,
      nextAfter: null,
    });
    expect(await search({ AccountName: 'ol', PageNumber: 2, PageSize: 2 })).toMatchObject({
      recordCount: 3,
      data: [{ accountNumber: numbers[0] }],
    });
  });

  describe('when the number is a virtual account', () => {
    let accountNumber: string;
    beforeAll(async () => {
      accountNumber = await openVirtualAccount(app, company.accountNumber);
    });

    it('answers the virtual account', async () => {
      const found = await search({ AccountNumber: accountNumber });
      const [virtual] = await app.rows<{ id: string }>('SELECT id FROM virtual_account WHERE account_number = $1', [
        accountNumber,
      ]);
      expect(found).toMatchObject({
        recordCount: 1,
        data: [
          {
            id: Number(virtual!.id),
            accountNumber,
            settlementAccountNumber: company.accountNumber,
            isVirtualAccount: true,
            accountName: `Till 4/${company.name}`,
          },
        ],
      });
    });

    it.each([
      [{ CustomerID: '' }, 1],
      [{ AccountName: 'till 4/zuma' }, 1],
      [{ AccountStatus: 'Active', ProductCode: 'CUR001', BranchCode: '001' }, 1],
      [{ AccountStatus: 'Frozen' }, 0],
      [{ BVN: '22177770001' }, 0],
    ])('applies %j to the virtual account too', async (filters, count) => {
      const query = 'CustomerID' in filters ? { CustomerID: company.customerID } : filters;
      expect((await search({ AccountNumber: accountNumber, ...query })).recordCount).toBe(count);
    });

    it('shows the virtual account on the first page only', async () => {
      expect(await search({ AccountNumber: accountNumber, PageNumber: 2 })).toEqual({
        data: [],
        recordCount: 1,
        pageNumber: 2,
        pageSize: 20,
        nextAfter: null,
      });
    });

    it('does not mix virtual accounts into other searches', async () => {
      expect((await search({ AccountName: 'till 4' })).recordCount).toBe(0);
    });
  });

  it.each([
    [{ AccountStatus: 'Open' }, 'AccountStatus'],
    [{ SortColumn: 'bvn' }, 'SortColumn'],
    [{ SortColumn: 'id; DROP TABLE customer' }, 'SortColumn'],
    [{ Direction: 'Up' }, 'Direction'],
    [{ PageSize: 201 }, 'PageSize'],
    [{ PageNumber: 0 }, 'PageNumber'],
    [{ PageNumber: '' }, 'PageNumber'],
    [{ DateFrom: '2020-02-30' }, 'DateFrom'],
    [{ DateTo: '01/02/2020' }, 'DateTo'],
    [{ DateFrom: '2020-01-03', DateTo: '2020-01-02' }, 'DateTo'],
    [{ Name: 'x' }, 'Name'],
    [{ AccountName: 'x'.repeat(251) }, 'AccountName'],
  ])('refuses %j', async (query, field) => {
    const response = await app.get(SEARCH_ACCOUNT, query);
    expect(refusalOf(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(response)).toContain(field);
  });

  it("does not see another institution's accounts", async () => {
    const move = (from: number, to: number): string =>
      ['deposit_account', 'customer']
        .map(
          (table) =>
            `UPDATE ${table} SET institution_id = ${to} WHERE institution_id = ${from} AND search_name LIKE 'ol%'`,
        )
        .join('; ');
    const found = await withRows(app, move(1, 2), move(2, 1), () => search({ AccountName: 'ol' }));
    expect(found.recordCount).toBe(0);
  });
});
