import { createHash } from 'node:crypto';
import { isValidNuban } from '../../src/accounts/nuban';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { CREATE_CUSTOMER_ACCOUNT, GET_ACCOUNT, newCustomer, rowCounts, withRows } from './sandbox-accounts';

interface Opened {
  id: string;
  accountNumber: string;
  customerID: string;
}

const PDF = Buffer.from('%PDF-1.7\nidentity');
const MEBIBYTE = 1024 * 1024;

describe('POST /api/account/v1/createcustomeraccount', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const create = (fields: object = {}, options = {}): ReturnType<TestApp['post']> =>
    app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), ...fields }, options);

  it('creates a customer with an account from the required fields only', async () => {
    const opened = dataOf<Opened>(await create());
    expect(opened).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      accountNumber: expect.any(String),
      customerID: expect.stringMatching(/^\d{8}$/),
    });
    expect(isValidNuban(app.sandbox.institutionCode, opened.accountNumber)).toBe(true);

    const account = dataOf<object>(await app.get(GET_ACCOUNT, { AccountNumber: opened.accountNumber }));
    const [{ business_date: businessDate }] = (await app.rows<{ business_date: string }>(
      'SELECT business_date FROM institution',
    )) as [{ business_date: string }];
    expect(account).toEqual({
      id: expect.any(Number),
      recordId: opened.id,
      accountNumber: opened.accountNumber,
      accountName: 'Ifeoma Okonkwo',
      customerID: opened.customerID,
      customerName: 'Okonkwo Ifeoma',
      productCode: app.sandbox.productCode,
      productName: 'Regular Savings',
      branchCode: app.sandbox.branchCode,
      branchName: 'Head Office',
      accountOfficerStaffID: app.sandbox.accountOfficerStaffID,
      accountOfficerName: expect.any(String),
      accountStatus: 'Active',
      accountType: 'Savings',
      currency: 'NGN',
      availableBalance: 0,
      ledgerBalance: 0,
      kycTier: 1,
      pendingApprovalId: null,
      isVirtualAccount: false,
      settlementAccountNumber: null,
      referenceNumber: null,
      dateOpened: businessDate,
      dateClosed: null,
    });
  });

  it('stores every personal field, and documents with the customer', async () => {
    const personal = {
      otherNames: 'Ngozi',
      title: 'Mrs',
      gender: 'Female',
      dateOfBirth: '1990-04-23',
      phoneNumber: '0803 999 0001',
      email: 'Ifeoma@Example.COM',
      address: '12 Marina',
      bvn: '22199990001',
      nin: '70199990001',
      tin: '12345678-0001',
      nationality: 'Nigerian',
      state: 'Lagos',
      lga: 'Eti-Osa',
      maritalStatus: 1,
      religion: 'Christianity',
      homeTown: 'Nnewi',
      identificationType: 'Passport',
      identificationNumber: 'A01234567',
      nextOfKinName: 'Emeka',
      nextOfKinPhoneNumber: '08039990002',
      nextOfKinRelationship: 'Brother',
      nextOfKinAddress: '13 Marina',
    };
    const document = { documentType: 'Passport', fileName: 'passport.pdf', content: PDF.toString('base64url') };
    const opened = dataOf<Opened>(
      await create({ ...personal, kycTier: 3, referenceNumber: 'FULL-1', documents: [document] }),
    );
    const [customer] = await app.rows<Record<string, unknown>>(
      `SELECT other_names, title, gender, date_of_birth, phone_number, email, address, nationality,
         state, lga, marital_status, religion, home_town,
              identification_type, next_of_kin_name, next_of_kin_phone_number,
              next_of_kin_relationship, next_of_kin_address
         FROM customer WHERE customer_number = $1`,
      [opened.customerID],
    );
    const { bvn, nin, tin, identificationNumber, ...plain } = personal;
    expect(
      dataOf(await app.get('/api/account/v1/searchindividualcustomers', { CustomerID: opened.customerID })),
    ).toMatchObject({ data: [{ bvn, nin, tin, identificationNumber }] });
    const stored = {
      ...plain,
      phoneNumber: '+2348039990001',
      email: 'ifeoma@example.com',
      maritalStatus: '1',
      nextOfKinPhoneNumber: '+2348039990002',
    };
    expect(Object.values(customer!)).toEqual(Object.values(stored));
    const documents = await app.rows(
      `SELECT d.entity_type, d.document_type, d.file_name, d.mime_type, d.size, d.sha256, p.bytes AS content
         FROM document d
         JOIN document_chunk p ON p.institution_id = d.institution_id AND p.document_id = d.id
         JOIN customer c ON c.institution_id = d.institution_id AND c.id = d.entity_id WHERE c.customer_number = $1`,
      [opened.customerID],
    );
    const sha256 = createHash('sha256').update(PDF).digest('hex');
    expect(documents).toEqual([
      {
        entity_type: 'customer',
        document_type: 'Passport',
        file_name: 'passport.pdf',
        mime_type: 'application/pdf',
        size: PDF.length,
        sha256,
        content: PDF,
      },
    ]);
    expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: opened.accountNumber }))).toMatchObject({
      kycTier: 3,
      customerName: 'Okonkwo Ifeoma Ngozi',
    });
  });

  it('accepts a document of several megabytes up to the limit', async () => {
    const file = (bytes: number): object => {
      const content = Buffer.alloc(bytes);
      PDF.copy(content);
      return {
        documents: [{ documentType: 'Statement', fileName: 'statement.pdf', content: content.toString('base64url') }],
      };
    };
    dataOf(await create(file(10 * MEBIBYTE)));
    expect(refusalOf(await create(file(10 * MEBIBYTE + 1)))).toEqual({ status: 413, code: 'DOCUMENT_TOO_LARGE' });
    expect(refusalOf(await create(file(12 * MEBIBYTE)))).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    // Only this route has the larger limit.
    expect(
      refusalOf(await app.post('/api/account/v1/createaccount', { customerID: 'x'.repeat(2 * MEBIBYTE) })),
    ).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  describe('refuses and stores nothing for', () => {
    const malformed: [string, object, string][] = [
      ...['lastName', 'firstName', 'accountName', 'branchCode', 'productCode', 'accountOfficerStaffID'].flatMap(
        (field): [string, object, string][] => [
          [`no ${field}`, { [field]: undefined }, field],
          [`an empty ${field}`, { [field]: '' }, field],
          [`a ${field} that is no text`, { [field]: 5 }, field],
        ],
      ),
      ['a blank name', { lastName: '  ' }, 'lastName'],
      ['a name that nobody can see', { firstName: '\u200b' }, 'firstName'],
      ['a second line in a name', { otherNames: 'Ada\nObi' }, 'otherNames'],
      ['a control character in a name', { nextOfKinName: 'Ada\u0007' }, 'nextOfKinName'],
      [
        'a document of a blank type',
        { documents: [{ documentType: ' ', fileName: 'a.pdf', content: 'JVBERi0x' }] },
        'documents[0].documentType',
      ],
      ['a name that is too long', { firstName: 'a'.repeat(81) }, 'firstName'],
      ['a short BVN', { bvn: '2212345678' }, 'bvn'],
      ['a NIN with a letter', { nin: '7012345678a' }, 'nin'],
      ['a BVN that is a number', { bvn: 22123456789 }, 'bvn'],
      ['a telephone number with too few digits', { phoneNumber: '0803123' }, 'phoneNumber'],
      ['an e-mail address without a domain', { email: 'ifeoma@' }, 'email'],
      ['a day that does not exist', { dateOfBirth: '1990-02-30' }, 'dateOfBirth'],
      ['a birth in the future', { dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
      ['a tier that does not exist', { kycTier: 4 }, 'kycTier'],
      ['a tier that is a text', { kycTier: '1' }, 'kycTier'],
      ['an unknown field', { middleName: 'X' }, 'middleName'],
      ['documents that are no list', { documents: {} }, 'documents'],
      [
        'a document without a type',
        { documents: [{ fileName: 'a.pdf', content: 'JVBERi0x' }] },
        'documents[0].documentType',
      ],
    ];
    it.each(malformed)('%s', async (_, fields, field) => {
      const before = await rowCounts(app);
      const response = await create(fields);
      expect(refusalOf(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(fieldsOf(response)).toContain(field);
      expect(await rowCounts(app)).toEqual(before);
    });

    it.each([
      { name: 'an unknown branch', fields: { branchCode: 'NOPE' }, httpStatus: 404, code: 'BRANCH_NOT_FOUND' },
      { name: 'an unknown product', fields: { productCode: 'NOPE' }, httpStatus: 404, code: 'PRODUCT_NOT_FOUND' },
      {
        name: 'an unknown officer',
        fields: { accountOfficerStaffID: 'NOPE' },
        httpStatus: 404,
        code: 'ACCOUNT_OFFICER_NOT_FOUND',
      },
      {
        name: 'a document of another format',
        fields: {
          documents: [
            { documentType: 'x', fileName: 'x.pdf', content: Buffer.from('MZ program').toString('base64url') },
          ],
        },
        httpStatus: 422,
        code: 'DOCUMENT_FORMAT_NOT_SUPPORTED',
      },
      {
        name: 'a second document of another format',
        fields: {
          documents: [
            { documentType: 'x', fileName: 'x.pdf', content: PDF.toString('base64url') },
            { documentType: 'x', fileName: 'y.pdf', content: Buffer.from('MZ program').toString('base64url') },
          ],
        },
        httpStatus: 422,
        code: 'DOCUMENT_FORMAT_NOT_SUPPORTED',
      },
      {
        name: 'a document that is not base64url',
        fields: { documents: [{ documentType: 'x', fileName: 'x.pdf', content: '%PDF-1.7' }] },
        httpStatus: 400,
        code: 'DOCUMENT_UNREADABLE',
      },
    ])('$name', async ({ fields, httpStatus, code }) => {
      const before = await rowCounts(app);
      expect(refusalOf(await create(fields))).toEqual({ status: httpStatus, code });
      expect(await rowCounts(app)).toEqual(before);
    });

    it.each([
      {
        name: 'an inactive branch',
        change: `UPDATE branch SET status = 'Inactive'`,
        undo: `UPDATE branch SET status = 'Active'`,
        code: 'BRANCH_INACTIVE',
      },
      {
        name: 'an inactive product',
        change: `UPDATE product SET status = 'Inactive'`,
        undo: `UPDATE product SET status = 'Active'`,
        code: 'PRODUCT_INACTIVE',
      },
      {
        name: 'an inactive officer',
        change: `UPDATE staff SET status = 'Suspended' WHERE staff_code = 'STF001'`,
        undo: `UPDATE staff SET status = 'Active'`,
        code: 'ACCOUNT_OFFICER_INACTIVE',
      },
      {
        name: 'a product of another type',
        change: `UPDATE product SET product_type = 'Loan' WHERE code = 'SAV001'`,
        undo: `UPDATE product SET product_type = 'Savings' WHERE code = 'SAV001'`,
        code: 'PRODUCT_TYPE_NOT_ALLOWED',
      },
    ])('$name', async ({ change, undo, code }) => {
      const before = await rowCounts(app);
      expect(refusalOf(await withRows(app, change, undo, () => create()))).toEqual({ status: 422, code });
      expect(await rowCounts(app)).toEqual(before);
    });

    it('a person who is a customer already', async () => {
      dataOf(await create({ bvn: '22100000077' }));
      const before = await rowCounts(app);
      const documents = [{ documentType: 'x', fileName: 'x.pdf', content: PDF.toString('base64url') }];
      expect(refusalOf(await create({ bvn: '22100000077', documents }))).toEqual({
        status: 409,
        code: 'DUPLICATE_BVN',
      });
      expect(await rowCounts(app)).toEqual(before);
    });

    it('an account number that is already taken', async () => {
      const { accountNumber } = dataOf<Opened>(await create());
      const before = await rowCounts(app);
      // The next number is taken already.
      const occupied = Array.from(
        { length: 10 },
        (_, digit) =>
          `('${app.institutionId}', '${String(Number(accountNumber.slice(0, 9)) + 1).padStart(9, '0')}${digit}', 'deposit', 1, 1)`,
      );
      const insert = `INSERT INTO account_number (institution_id, number, kind, account_id, ledger_account_id)
         VALUES ${occupied.join(', ')}`;
      const response = await withRows(app, insert, 'DELETE FROM account_number WHERE account_id = 1', () =>
        create({ bvn: '22100000099' }),
      );
      expect(refusalOf(response)).toEqual({ status: 500, code: 'INTERNAL_ERROR' });
      expect(await rowCounts(app)).toEqual(before);
    });
  });

  describe('keeps customers and references unique', () => {
    it.each([
      ['BVN', { bvn: '22100000001' }, 'DUPLICATE_BVN'],
      ['NIN', { nin: '70100000001' }, 'DUPLICATE_NIN'],
      ['referenceNumber', { referenceNumber: 'ACC-1' }, 'DUPLICATE_REFERENCE'],
    ])('by %s, in one of 20 parallel requests', async (_, fields, code) => {
      const before = await rowCounts(app);
      const responses = await Promise.all(Array.from({ length: 20 }, () => create(fields)));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = responses.filter(({ status }) => status !== 200).map(refusalOf);
      expect(refused).toEqual(Array.from({ length: 19 }, () => ({ status: 409, code })));
      const after = await rowCounts(app);
      expect(after).toEqual({
        ...before,
        customer: before.customer! + 1,
        deposit_account: before.deposit_account! + 1,
        ledger_account: before.ledger_account! + 1,
        account_number: before.account_number! + 1,
      });
    });

    it('gives 40 parallel requests 40 numbers', async () => {
      const opened = (await Promise.all(Array.from({ length: 40 }, () => create()))).map((response) =>
        dataOf<Opened>(response),
      );
      for (const key of ['id', 'accountNumber', 'customerID'] as const)
        expect(new Set(opened.map((one) => one[key])).size).toBe(40);
    });
  });

  describe('with a request reference', () => {
    it('answers a repeated request from its claim', async () => {
      const reference = freshReference();
      const first = await create({}, { reference });
      const before = await rowCounts(app);
      const second = await create({}, { reference });
      expect(second.body).toEqual(first.body);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(refusalOf(await create({ firstName: 'Other' }, { reference }))).toEqual({
        status: 409,
        code: 'DUPLICATE_REFERENCE',
      });
      expect(await rowCounts(app)).toEqual(before);
    });

    it('replays a 422 but not a 404', async () => {
      const reference = freshReference();
      const refused = (): ReturnType<TestApp['post']> =>
        withRows(app, `UPDATE branch SET status = 'Inactive'`, `UPDATE branch SET status = 'Active'`, () =>
          create({}, { reference }),
        );
      expect(refusalOf(await refused()).code).toBe('BRANCH_INACTIVE');
      expect(refusalOf(await create({}, { reference })).code).toBe('BRANCH_INACTIVE');
      const another = freshReference();
      expect((await create({ branchCode: '002x' }, { reference: another })).status).toBe(404);
      expect((await create({}, { reference: another })).status).toBe(200);
    });

    it('creates an account without a request reference too', async () => {
      expect((await create({}, { reference: null })).status).toBe(200);
    });
  });

  it('refuses requests without the token of an API client', async () => {
    expect((await create({}, { token: 'nonsense' })).status).toBe(401);
    expect(refusalOf(await create({}, { token: await app.staff('maker') }))).toEqual({
      status: 401,
      code: 'INVALID_API_TOKEN_CLAIMS',
    });
  });
});
