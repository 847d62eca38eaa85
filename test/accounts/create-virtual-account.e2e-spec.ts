import { isValidNuban } from '../../src/accounts/nuban';
import { CLIENT_SCOPES } from '../../src/common/http/client-scopes';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  CLOSE_ACCOUNT,
  type Company,
  companyOf,
  CREATE_VIRTUAL_ACCOUNT,
  DUPLICATE_REFERENCE_NUMBER,
  GET_ACCOUNT,
  NEW_VIRTUAL_ACCOUNT,
  openCompanyAccount,
  openVirtualAccount,
  rowCounts,
  SEARCH_ACCOUNT,
} from './sandbox-accounts';

/** Optional fields that are answered as they were sent. */
const OPTIONAL_FIELDS = [
  ...[
    'alias',
    'otherNames',
    'bvn',
    'nin',
    'maritalStatus',
    'religion',
    'homeTown',
    'dateOfBirth',
    'nationality',
    'state',
    'lga',
    'identificationType',
    'identificationNumber',
  ],
  ...[
    'pep',
    'tin',
    'employeeID',
    'address',
    'ignorePrefix',
    'isBusinessAccount',
    'paymentAmount',
    'enhancedVirutalProxyPaymentDetails',
  ],
];

describe('POST /api/account/v1/createvirtualaccount', () => {
  let app: TestApp;
  let company: Company;
  beforeAll(async () => {
    app = await TestApp.start();
    company = await companyOf(app);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const create = (fields: object = {}, options = {}): ReturnType<TestApp['post']> =>
    app.post(
      CREATE_VIRTUAL_ACCOUNT,
      { ...NEW_VIRTUAL_ACCOUNT, parentAccountNumber: company.accountNumber, ...fields },
      options,
    );

  /** Access token of a new API client that is bound to an account. */
  async function boundClient(parentAccountNumber: string): Promise<string> {
    const created = await app.post(
      '/api/admin/v1/api-clients',
      { name: 'Bound', parentAccountNumber, scopes: CLIENT_SCOPES },
      { token: await app.staff('administrator') },
    );
    const { clientId, clientSecret } = dataOf<{ clientId: string; clientSecret: string }>(created);
    return dataOf<{ accessToken: string }>(await app.post('/api/auth/v1/authenticate', { clientId, clientSecret }))
      .accessToken;
  }

  it('creates a virtual account of the parent account', async () => {
    const created = dataOf<{ accountNumber: string; id: number }>(await create({ referenceNumber: 'VA-1' }));
    expect(created).toEqual({
      id: expect.any(Number),
      accountNumber: expect.any(String),
      accountName: `Till 4/${company.name}`,
      settlementAccountNumber: company.accountNumber,
      referenceNumber: 'VA-1',
      accountType: 0,
      lastName: 'Okonkwo',
      firstName: 'Ifeoma',
      phoneNumber: '+2348031234567',
      email: 'till4@example.com',
      ...Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, null])),
    });
    expect(isValidNuban(app.sandbox.institutionCode, created.accountNumber)).toBe(true);
    expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: created.accountNumber }))).toMatchObject({
      id: created.id,
      virtualAccountID: created.id,
      accountNumber: created.accountNumber,
      accountName: `Till 4/${company.name}`,
      settlementAccountNumber: company.accountNumber,
      isVirtualAccount: true,
      canHoldBalance: false,
      canDebit: false,
      historyMode: 'credits-only',
      accountStatus: 'Active',
      customerID: company.customerID,
      availableBalance: null,
      ledgerBalance: null,
    });
  });

  it('stores every optional field and answers it at once and in every read', async () => {
    const optional = {
      alias: 'T4',
      otherNames: 'Ngozi',
      bvn: '22155550001',
      nin: '70155550001',
      maritalStatus: 'Single',
      religion: 2,
      homeTown: 'Nnewi',
      dateOfBirth: '1990-04-23',
      nationality: 'Nigerian',
      state: 'Lagos',
      lga: 'Eti-Osa',
      identificationType: 'Passport',
      identificationNumber: 'A0123',
      pep: false,
      tin: '1234567890',
      employeeID: 42,
      address: '12 Marina',
      ignorePrefix: true,
      isBusinessAccount: true,
      paymentAmount: 5000.5,
      enhancedVirutalProxyPaymentDetails: { any: ['thing', 1] },
      accountType: 0,
    };
    const created = dataOf<{ accountNumber: string }>(await create({ ...optional, referenceNumber: 'VA-FULL' }));
    const { accountNumber } = created;
    const answered = { ...optional, religion: '2', employeeID: '42' };
    expect(created).toMatchObject(answered);
    expect(Object.keys(optional).sort()).toEqual([...OPTIONAL_FIELDS, 'accountType'].sort());
    const { accountType: sentType, ...repeated } = {
      ...answered,
      referenceNumber: 'VA-FULL',
      lastName: 'Okonkwo',
      firstName: 'Ifeoma',
      phoneNumber: '+2348031234567',
      email: 'till4@example.com',
    };
    expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber }))).toMatchObject({
      ...repeated,
      accountType: 'Virtual',
    });
    expect(dataOf(await app.get(SEARCH_ACCOUNT, { AccountNumber: accountNumber }))).toMatchObject({ data: [repeated] });
    const [stored] = await app.rows<Record<string, unknown>>(
      `SELECT alias, other_names, marital_status, religion, home_town, date_of_birth, nationality, state,
         lga, identification_type, pep,
              employee_number, address, ignore_prefix, is_business_account, payment_amount_kobo,
              proxy_payment_details, phone_number, email
         FROM virtual_account WHERE account_number = $1`,
      [accountNumber],
    );
    // The identity numbers are stored sealed.
    const { accountType, bvn, nin, tin, identificationNumber, ...kept } = {
      ...optional,
      religion: '2',
      employeeID: '42',
      paymentAmount: '500050',
    };
    expect(Object.values(stored!)).toEqual([...Object.values(kept), '+2348031234567', 'till4@example.com']);
  });

  it('treats null as left out', async () => {
    const nothing = Object.fromEntries(
      [...OPTIONAL_FIELDS, 'accountType', 'referenceNumber'].map((field) => [field, null]),
    );
    expect(dataOf(await create(nothing))).toMatchObject({ ...nothing, accountType: 0 });
  });

  it('accepts the BVN and NIN of a customer', async () => {
    expect((await create({ bvn: '22155550002', nin: '70155550002' })).status).toBe(200);
    expect((await create({ bvn: '22155550002', nin: '70155550002' })).status).toBe(200);
  });

  it('credits money paid in to the parent account', async () => {
    const accountNumber = await openVirtualAccount(app, company.accountNumber);
    const before = await app.balance(company.accountNumber);
    await app.payIn(accountNumber, 1500.25);
    expect(await app.balance(company.accountNumber)).toBe(Math.round((before + 1500.25) * 100) / 100);
  });

  describe('refuses', () => {
    it.each([
      ...['accountName', 'lastName', 'firstName', 'phoneNumber', 'email'].map((field): [string, object, string] => [
        `no ${field}`,
        { [field]: undefined },
        field,
      ]),
      ['an e-mail address that is none', { email: 'nobody' }, 'email'],
      ['a telephone number that is none', { phoneNumber: 'nobody' }, 'phoneNumber'],
      ['a name longer than its column', { accountName: 'a'.repeat(201) }, 'accountName'],
      ['a product code', { productCode: 'CUR001' }, 'productCode'],
      ['a product id', { ProductID: 5 }, 'ProductID'],
      ['a birth in the future', { dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
      ['a short BVN', { bvn: '2212' }, 'bvn'],
      ['an empty reference', { referenceNumber: '' }, 'referenceNumber'],
      [
        'payment details that are no object',
        { enhancedVirutalProxyPaymentDetails: 'x' },
        'enhancedVirutalProxyPaymentDetails',
      ],
      ['a PEP mark that is a text', { pep: 'true' }, 'pep'],
      ['a payment amount with three decimals', { paymentAmount: 1.005 }, 'paymentAmount'],
    ])('%s', async (_, fields, field) => {
      const before = await rowCounts(app);
      const response = await create(fields);
      expect(refusalOf(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(fieldsOf(response)).toContain(field);
      expect(await rowCounts(app)).toEqual(before);
    });

    it.each([1, '0', 'VirtualWallet', 'EnhancedVirtualProxy', true, {}])('the account type %p', async (accountType) => {
      expect(refusalOf(await create({ accountType }))).toEqual({ status: 422, code: 'ACCOUNT_TYPE_NOT_SUPPORTED' });
    });

    it.each([
      { name: 'no parent', parent: async () => undefined, httpStatus: 422, code: 'PARENT_ACCOUNT_REQUIRED' },
      { name: 'an unknown parent', parent: async () => '9999999999', httpStatus: 404, code: 'ACCOUNT_NOT_FOUND' },
      { name: 'a ledger as parent', parent: async () => '1010', httpStatus: 404, code: 'ACCOUNT_NOT_FOUND' },
      {
        name: "a person's account as parent",
        parent: async () => app.openAccount(),
        httpStatus: 422,
        code: 'PARENT_NOT_CORPORATE',
      },
      {
        name: 'a virtual account as parent',
        parent: async () => openVirtualAccount(app, company.accountNumber),
        httpStatus: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      },
      { name: 'a closed parent', parent: async () => closedCompanyAccount(), httpStatus: 409, code: 'ACCOUNT_CLOSED' },
    ])('$name', async ({ parent, httpStatus, code }) => {
      const parentAccountNumber = await parent();
      const before = await rowCounts(app);
      expect(refusalOf(await create({ parentAccountNumber }))).toEqual({ status: httpStatus, code });
      expect(await rowCounts(app)).toEqual(before);
    });

    async function closedCompanyAccount(): Promise<string> {
      const accountNumber = await openCompanyAccount(app);
      dataOf(await app.post(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Test' }));
      return accountNumber;
    }
  });

  describe('by a key that is bound to a parent account', () => {
    it('requires no parent in the request', async () => {
      const token = await boundClient(company.accountNumber);
      const created = dataOf(await create({ parentAccountNumber: undefined }, { token }));
      expect(created).toMatchObject({ settlementAccountNumber: company.accountNumber });
      expect((await create({}, { token })).status).toBe(200);
    });

    it('refuses another parent without details about it', async () => {
      const token = await boundClient(company.accountNumber);
      expect(refusalOf(await create({ parentAccountNumber: '9999999999' }, { token }))).toEqual({
        status: 422,
        code: 'PARENT_ACCOUNT_MISMATCH',
      });
    });

    it('refuses another account of the same company', async () => {
      const token = await boundClient(company.accountNumber);
      const parentAccountNumber = await openCompanyAccount(app);
      expect(refusalOf(await create({ parentAccountNumber }, { token }))).toEqual({
        status: 422,
        code: 'PARENT_ACCOUNT_MISMATCH',
      });
    });

    it.each([
      {
        name: "a person's account",
        parent: async () => app.openAccount(),
        httpStatus: 422,
        code: 'PARENT_NOT_CORPORATE',
      },
      {
        name: 'a virtual account',
        parent: async () => openVirtualAccount(app, company.accountNumber),
        httpStatus: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      },
      { name: 'an unknown account', parent: async () => '9999999999', httpStatus: 404, code: 'ACCOUNT_NOT_FOUND' },
    ])('cannot be bound to $name', async ({ parent, httpStatus, code }) => {
      const created = await app.post(
        '/api/admin/v1/api-clients',
        { name: 'Bound', parentAccountNumber: await parent() },
        { token: await app.staff('administrator') },
      );
      expect(refusalOf(created)).toEqual({ status: httpStatus, code });
    });
  });

  it('accepts a referenceNumber in one of 20 parallel requests', async () => {
    const before = await rowCounts(app);
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ referenceNumber: 'VA-PARALLEL' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of responses.filter(({ status }) => status !== 200))
      expect([refused.status, refused.body.data]).toEqual([409, DUPLICATE_REFERENCE_NUMBER]);
    const after = await rowCounts(app);
    expect(after).toEqual({
      ...before,
      virtual_account: before.virtual_account! + 1,
      account_number: before.account_number! + 1,
    });
  });

  it('gives parallel requests different numbers under one parent', async () => {
    const created = (await Promise.all(Array.from({ length: 30 }, () => create()))).map(
      (response) => dataOf<{ accountNumber: string }>(response).accountNumber,
    );
    expect(new Set(created).size).toBe(30);
  });

  it('answers a repeated request from its claim', async () => {
    const reference = freshReference();
    const first = await create({}, { reference });
    const second = await create({}, { reference });
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});
