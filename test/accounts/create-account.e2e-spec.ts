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

  it('opens one under another name, for a company too', async () => {
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
  ])('gives it the know-your-customer tier %p asks for', async (kycTier, expected) => {
    const { accountNumber } = dataOf<Opened>(await create({ kycTier }));
    expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber }))).toMatchObject({ kycTier: expected });
  });

  it.each([0, 4, '2', 1.5])('refuses the know-your-customer tier %p', async (kycTier) => {
    expect(fieldsOf(await create({ kycTier }))).toEqual(['kycTier']);
  });

  it("adds its accounts up under the product's control ledger", async () => {
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
    ['an unknown customer', { customerID: '99999999' }, 404, 'CUSTOMER_NOT_FOUND'],
    ["a customer's name", { customerID: 'Okonkwo' }, 404, 'CUSTOMER_NOT_FOUND'],
    ['an unknown branch', { branchCode: 'NOPE' }, 404, 'BRANCH_NOT_FOUND'],
    ['an unknown product', { productCode: 'NOPE' }, 404, 'PRODUCT_NOT_FOUND'],
    ['an unknown officer', { accountOfficerStaffID: 'NOPE' }, 404, 'ACCOUNT_OFFICER_NOT_FOUND'],
  ])('refuses %s', async (_, fields, httpStatus, code) => {
    const before = await rowCounts(app);
    expect(refusalOf(await create(fields))).toEqual({ status: httpStatus, code });
    expect(await rowCounts(app)).toEqual(before);
  });

  it.each([
    [
      'a product of another type',
      `UPDATE product SET product_type = 'FixedDeposit'`,
      `UPDATE product SET product_type = 'Current'`,
      'PRODUCT_TYPE_NOT_ALLOWED',
    ],
    [
      'an inactive product',
      `UPDATE product SET status = 'Inactive'`,
      `UPDATE product SET status = 'Active'`,
      'PRODUCT_INACTIVE',
    ],
    [
      'an inactive branch',
      `UPDATE branch SET status = 'Inactive'`,
      `UPDATE branch SET status = 'Active'`,
      'BRANCH_INACTIVE',
    ],
    [
      'an inactive officer',
      `UPDATE staff SET status = 'Inactive'`,
      `UPDATE staff SET status = 'Active'`,
      'ACCOUNT_OFFICER_INACTIVE',
    ],
  ])('refuses %s', async (_, change, undo, code) => {
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

  it('shares its references with the first accounts of customers', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ referenceNumber: 'SECOND-1' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), referenceNumber: 'SECOND-1' });
    expect([again.status, again.body.data]).toEqual([409, DUPLICATE_REFERENCE_NUMBER]);
  });

  it("does not see another institution's customers", async () => {
    const insert = `INSERT INTO customer (institution_id, id, record_id, customer_number, customer_type, name, search_name, branch_id, created_by, created_at, updated_at)
      VALUES (2, 5, gen_random_uuid(), '77777777', 'Individual', 'X', 'x', 1, 't', now(), now())`;
    const response = await withRows(app, insert, 'DELETE FROM customer WHERE institution_id = 2', () =>
      create({ customerID: '77777777' }),
    );
    expect(refusalOf(response)).toEqual({ status: 404, code: 'CUSTOMER_NOT_FOUND' });
  });
});
