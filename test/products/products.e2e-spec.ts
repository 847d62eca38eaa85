import { withRows } from '../accounts/sandbox-accounts';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';

const SEARCH = '/api/product/v1/searchproducts';
const ADMIN = '/api/admin/v1/products';

interface List {
  data: { productCode: string; id: number }[];
  recordCount: number;
}

const NEW_PRODUCT = {
  productCode: 'SAV900',
  productName: 'Ọ̀dọ́ Savings',
  productType: 'Savings',
  controlLedgerCode: '2010',
};

describe('products', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
  });
  afterAll(() => app.close());

  const create = (fields: object = {}, token = administrator): ReturnType<TestApp['post']> =>
    app.post(ADMIN, { ...NEW_PRODUCT, ...fields }, { token });
  const update = (code: string, fields: object): ReturnType<TestApp['put']> =>
    app.put(`${ADMIN}/${code}`, fields, { token: administrator });
  const search = async (query: Record<string, string | number>): Promise<List> => dataOf(await app.get(SEARCH, query));
  const codesOf = ({ data }: List): string[] => data.map(({ productCode }) => productCode);

  it('answers the health check of an integration with status true', async () => {
    const response = await app.get(SEARCH, { PageNumber: 1, PageSize: 1 });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: true,
      data: { recordCount: 5, pageNumber: 1, pageSize: 1, data: [{}] },
    });
  });

  it('lets staff create a product, which clients then find', async () => {
    const fields = {
      productCode: 'SAV905',
      productName: 'Market Savings',
      interestRate: 4.25,
      minimumBalance: 100.5,
      glAccountCodes: ['2030', '1010'],
    };
    const created = dataOf(await create(fields));
    const [found] = (await search({ ProductCode: 'SAV905' })).data;
    expect(found).toEqual(created);
    expect(found).toEqual({
      id: expect.any(Number),
      productCode: 'SAV905',
      productName: 'Market Savings',
      productType: 'Savings',
      status: 'Active',
      interestRate: 4.25,
      minimumBalance: 100.5,
      controlLedgerID: expect.any(Number),
      controlLedgerCode: '2010',
      glAccounts: [
        { id: expect.any(Number), code: '2030', name: 'Collections' },
        { id: expect.any(Number), code: '1010', name: 'Vault cash' },
      ],
      loanTerms: null,
      fixedDepositTerms: null,
      savingsTerms: null,
      rates: [],
      fees: [],
      version: expect.any(String),
    });
    const [audit] = await app.rows(`SELECT actor, action FROM audit_log WHERE subject = 'product:SAV905'`);
    expect(audit).toEqual({ actor: 'staff:STF005', action: 'product.create' });
  });

  it.each([
    [{ ProductName: 'odo' }, ['SAV900']],
    [{ ProductName: 'Savings' }, []],
    [{ ProductType: 'Current' }, ['CUR001']],
    [{ ProductCode: 'sav001' }, []],
    [{ ProductType: 'GroupLoan' }, ['GLN001']],
    [{ ProductType: 'FixedDeposit', ProductName: 'fixed' }, ['FD001']],
    [{ ProductType: 'Savings', SortColumn: 'productCode', Direction: 'Asc' }, ['SAV001', 'SAV900', 'SAV905']],
    [{ ProductType: 'Savings', SortColumn: 'productName', Direction: 'Asc' }, ['SAV905', 'SAV900', 'SAV001']],
    [{ ProductType: 'Savings', SortColumn: 'productCode', Direction: 'Desc', PageSize: 1, PageNumber: 2 }, ['SAV900']],
  ])('finds products by %j', async (query, expected) => {
    await create();
    expect(codesOf(await search(query))).toEqual(expected);
  });

  it('lets staff update and deactivate a product', async () => {
    await create({ productCode: 'SAV901' });
    const changes = {
      productName: 'Other',
      interestRate: 1.25,
      minimumBalance: 5,
      glAccountCodes: ['1010'],
      status: 'Inactive',
    };
    const { glAccountCodes, ...shown } = changes;
    expect(dataOf(await update('SAV901', changes))).toMatchObject({
      ...shown,
      glAccounts: [{ code: '1010' }],
      productCode: 'SAV901',
      productType: 'Savings',
    });
    expect(dataOf(await update('SAV901', { interestRate: 0 }))).toMatchObject({ ...shown, interestRate: 0 });
    expect(codesOf(await search({ ProductName: 'other' }))).toEqual(['SAV901']);
    expect(dataOf(await app.get(ADMIN, { ProductCode: 'SAV901' }, { token: administrator }))).toMatchObject({
      recordCount: 1,
      data: [{ status: 'Inactive' }],
    });
  });

  it('accepts a product code in one of 20 parallel requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ productCode: 'SAV902' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of responses.filter(({ status }) => status !== 200))
      expect(refusalOf(refused)).toEqual({ status: 409, code: 'PRODUCT_CODE_TAKEN' });
  });

  it.each([
    {
      name: 'a ledger that is no control ledger',
      fields: { controlLedgerCode: '1010' },
      httpStatus: 422,
      code: 'CONTROL_LEDGER_REQUIRED',
    },
    {
      name: 'an unknown control ledger',
      fields: { controlLedgerCode: '9999' },
      httpStatus: 404,
      code: 'LEDGER_NOT_FOUND',
    },
    {
      name: 'a control ledger of another category',
      fields: { controlLedgerCode: '1100' },
      httpStatus: 422,
      code: 'PRODUCT_LEDGER_REFUSED',
    },
    {
      name: 'a control ledger that requests might name',
      fields: { glAccountCodes: ['1010', '2020'] },
      httpStatus: 422,
      code: 'PRODUCT_LEDGER_REFUSED',
    },
    {
      name: 'an unknown usable ledger',
      fields: { glAccountCodes: ['9999'] },
      httpStatus: 404,
      code: 'LEDGER_NOT_FOUND',
    },
  ])('refuses $name', async ({ fields, httpStatus, code }) => {
    expect(refusalOf(await create({ productCode: 'SAV903', ...fields }))).toEqual({ status: httpStatus, code });
    expect((await search({ ProductCode: 'SAV903' })).recordCount).toBe(0);
  });

  it.each([
    ['productCode', { productCode: 'a b' }],
    ['productCode', { productCode: 'a'.repeat(21) }],
    ['productName', { productName: '' }],
    ['productType', { productType: 'Wallet' }],
    ['interestRate', { interestRate: 4.00001 }],
    ['interestRate', { interestRate: -1 }],
    ['interestRate', { interestRate: '4' }],
    ['minimumBalance', { minimumBalance: 0.001 }],
    ['controlLedgerCode', { controlLedgerCode: undefined }],
    ['glAccountCodes', { glAccountCodes: ['1010', '1010'] }],
    ['terms', { terms: {} }],
    ['status', { status: 'Active' }],
  ])('refuses an invalid %s', async (field, fields) => {
    const response = await create({ productCode: 'SAV904', ...fields });
    expect(response.status).toBe(400);
    expect(fieldsOf(response)).toContain(field);
  });

  it('refuses to change an unknown product, a product type or a control ledger', async () => {
    expect(refusalOf(await update('NOPE', {}))).toEqual({ status: 404, code: 'PRODUCT_NOT_FOUND' });
    expect(fieldsOf(await update('SAV001', { productType: 'Loan' }))).toEqual(['productType']);
    expect(fieldsOf(await update('SAV001', { controlLedgerCode: '2020' }))).toEqual(['controlLedgerCode']);
  });

  it('refuses clients on staff routes and staff on client routes', async () => {
    const maker = await app.staff('maker');
    expect(refusalOf(await create({}, maker))).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
    expect((await app.get(ADMIN, {}, { token: maker })).status).toBe(200);
    expect((await create({}, await app.client())).status).toBe(401);
    expect((await app.get(SEARCH, {}, { token: administrator })).status).toBe(401);
    expect((await app.get(SEARCH, {}, { token: 'nonsense' })).status).toBe(401);
  });

  it("does not see another institution's products", async () => {
    const move = (from: number, to: number): string =>
      `UPDATE product SET institution_id = ${to} WHERE institution_id = ${from} AND code = 'CUR001'`;
    expect(await withRows(app, move(1, 2), move(2, 1), () => search({ ProductCode: 'CUR001' }))).toMatchObject({
      recordCount: 0,
      data: [],
    });
  });
});
