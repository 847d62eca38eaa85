import { isValidNuban } from '../../src/accounts/nuban';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import {
  companyOf,
  CREATE_ACCOUNT,
  CREATE_CUSTOMER_ACCOUNT,
  DUPLICATE_REFERENCE_NUMBER,
  GET_ACCOUNT,
  newCustomer,
  rowCounts,
  withRows,
} from './sandbox-accounts';

interface Opened {
  id: string;
  accountNumber: string;
  customerID: string;
}

describe('POST /api/account/v1/createaccount', () => {
  let app: TestApp;
  let customerID: string;
  beforeAll(async () => {
    app = await TestApp.start();
    customerID = dataOf<Opened>(await app.post(CREATE_CUSTOMER_ACCOUNT, newCustomer(app))).customerID;
  });
  afterAll(() => app.close());

  const create = (fields: object = {}): ReturnType<TestApp['post']> => {
    const { branchCode, accountOfficerStaffID } = app.sandbox;
    return app.post(CREATE_ACCOUNT, {
      customerID,
      productCode: 'CUR001',
      branchCode,
      accountOfficerStaffID,
      ...fields,
    });
  };

  it("opens a further account under the customer's own name", async () => {
    const opened = dataOf<Opened>(await create());
    expect(opened).toEqual({ id: expect.any(String), accountNumber: expect.any(String), customerID });
    expect(isValidNuban(app.sandbox.institutionCode, opened.accountNumber)).toBe(true);
    const account = dataOf(await app.get(GET_ACCOUNT, { AccountNumber: opened.accountNumber }));
    expect(account).toMatchObject({
      recordId: opened.id,
      accountName: 'Okonkwo Ifeoma',
      customerID,
      productCode: 'CUR001',
      accountType: 'Current',
      accountStatus: 'Active',
    });
  });

  it('opens an account under another name, for a company too', async () => {
    const company = await companyOf(app);
    const { accountNumber } = dataOf<Opened>(
      await create({ customerID: company.customerID, accountName: 'Zuma Payroll' }),
    );
    expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber }))).toMatchObject({
      accountName: 'Zuma Payroll',
      customerName: company.name,
    });
  });

  it.each([
    [3, 3],
    [null, 1],
    [undefined, 1],
  ])('opens an account in the KYC tier that %p requests', async (kycTier, expected) => {
    const { accountNumber } = dataOf<Opened>(await create({ kycTier }));
    expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber }))).toMatchObject({ kycTier: expected });
  });

  it.each([0, 4, '2', 1.5])('refuses the KYC tier %p', async (kycTier) => {
    expect(fieldsOf(await create({ kycTier }))).toEqual(['kycTier']);
  });

  it("adds the accounts' balances up in the product's control ledger", async () => {
    const { accountNumber } = dataOf<Opened>(await create());
    const rows = await app.rows(
      `SELECT l.kind, l.normal_side, l.customer_type, l.status, g.code FROM ledger_account l
         JOIN gl_account g ON g.institution_id = l.institution_id AND g.id = l.control_account_id WHERE l.number = $1`,
      [accountNumber],
    );
    expect(rows).toEqual([
      { kind: 'customer', normal_side: 'credit', customer_type: 'Individual', status: 'Active', code: '2020' },
    ]);
  });

  it.each([
    { name: 'an unknown customer', fields: { customerID: '99999999' }, httpStatus: 404, code: 'CUSTOMER_NOT_FOUND' },
    { name: "a customer's name", fields: { customerID: 'Okonkwo' }, httpStatus: 404, code: 'CUSTOMER_NOT_FOUND' },
    { name: 'an unknown branch', fields: { branchCode: 'NOPE' }, httpStatus: 404, code: 'BRANCH_NOT_FOUND' },
    { name: 'an unknown product', fields: { productCode: 'NOPE' }, httpStatus: 404, code: 'PRODUCT_NOT_FOUND' },
    {
      name: 'an unknown officer',
      fields: { accountOfficerStaffID: 'NOPE' },
      httpStatus: 404,
      code: 'ACCOUNT_OFFICER_NOT_FOUND',
    },
  ])('refuses $name', async ({ fields, httpStatus, code }) => {
    const before = await rowCounts(app);
    expect(refusalOf(await create(fields))).toEqual({ status: httpStatus, code });
    expect(await rowCounts(app)).toEqual(before);
  });

  it.each([
    {
      name: 'a product of another type',
      change: `UPDATE product SET product_type = 'FixedDeposit'`,
      undo: `UPDATE product SET product_type = 'Current'`,
      code: 'PRODUCT_TYPE_NOT_ALLOWED',
    },
    {
      name: 'an inactive product',
      change: `UPDATE product SET status = 'Inactive'`,
      undo: `UPDATE product SET status = 'Active'`,
      code: 'PRODUCT_INACTIVE',
    },
    {
      name: 'an inactive branch',
      change: `UPDATE branch SET status = 'Inactive'`,
      undo: `UPDATE branch SET status = 'Active'`,
      code: 'BRANCH_INACTIVE',
    },
    {
      name: 'an inactive officer',
      change: `UPDATE staff SET status = 'Inactive'`,
      undo: `UPDATE staff SET status = 'Active'`,
      code: 'ACCOUNT_OFFICER_INACTIVE',
    },
  ])('refuses $name', async ({ change, undo, code }) => {
    expect(refusalOf(await withRows(app, change, undo, () => create()))).toEqual({ status: 422, code });
  });

  it.each(['customerID', 'productCode', 'branchCode', 'accountOfficerStaffID'])(
    'refuses a request without %s',
    async (field) => {
      const response = await create({ [field]: undefined });
      expect(response.status).toBe(400);
      expect(fieldsOf(response)).toContain(field);
    },
  );

  it('accepts a referenceNumber once among all deposit accounts', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ referenceNumber: 'SECOND-1' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), referenceNumber: 'SECOND-1' });
    expect([again.status, again.body.data]).toEqual([409, DUPLICATE_REFERENCE_NUMBER]);
  });

  it("answers 404 for another institution's customers", async () => {
    const insert = `INSERT INTO customer (institution_id, id, record_id, customer_number, customer_type, name,
       search_name, branch_id, created_by, created_at, updated_at)
      VALUES (2, 5, gen_random_uuid(), '77777777', 'Individual', 'X', 'x', 1, 't', now(), now())`;
    const response = await withRows(app, insert, 'DELETE FROM customer WHERE institution_id = 2', () =>
      create({ customerID: '77777777' }),
    );
    expect(refusalOf(response)).toEqual({ status: 404, code: 'CUSTOMER_NOT_FOUND' });
  });
});
