import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  companyOf,
  CREATE_CUSTOMER_ACCOUNT,
  GET_ACCOUNT,
  newCustomer,
  SEARCH_ACCOUNT,
  SEARCH_INDIVIDUALS,
  tokenOf,
  UPDATE_CUSTOMER,
} from './sandbox-accounts';

interface Opened {
  accountNumber: string;
  customerID: string;
}

interface Person {
  customerID: string;
  name: string;
  updatedAt: string;
}

const PERSONAL = {
  otherNames: 'Ngozi',
  title: 'Mrs',
  gender: 'Female',
  dateOfBirth: '1990-04-23',
  phoneNumber: '+2348039990001',
  email: 'ifeoma@example.com',
  address: '12 Marina',
  tin: '12345678-0001',
  nationality: 'Nigerian',
  state: 'Lagos',
  lga: 'Eti-Osa',
  maritalStatus: '1',
  religion: 'Christianity',
  homeTown: 'Nnewi',
  identificationType: 'Passport',
  identificationNumber: 'A01234567',
  nextOfKinName: 'Emeka',
  nextOfKinPhoneNumber: '+2348039990002',
  nextOfKinRelationship: 'Brother',
  nextOfKinAddress: '13 Marina',
};

describe('PUT /api/account/v1/updatecustomerinformation', () => {
  let app: TestApp;
  let numbers = 0;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const open = async (fields: object = {}): Promise<Opened> =>
    dataOf<Opened>(await app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), ...fields }));
  const update = (customerID: string, fields: object, options = {}): ReturnType<TestApp['put']> =>
    app.put(UPDATE_CUSTOMER, { customerID, ...fields }, options);
  const read = async (customerID: string): Promise<Person> =>
    dataOf<{ data: Person[] }>(await app.get(SEARCH_INDIVIDUALS, { CustomerID: customerID })).data[0]!;
  /** Eleven digits that no customer has yet. */
  const elevenDigits = (): string => String(22_300_000_000 + (numbers += 1));

  it('updates every personal field', async () => {
    const { customerID } = await open();
    const fields = {
      ...PERSONAL,
      bvn: elevenDigits(),
      nin: elevenDigits(),
      lastName: ' Bello ',
      firstName: 'Ada',
      branchCode: '002',
    };
    const updated = dataOf(
      await update(customerID, {
        ...fields,
        phoneNumber: '0803 999 0001',
        email: 'IFEOMA@example.com',
        maritalStatus: 1,
      }),
    );
    expect(updated).toMatchObject({
      ...fields,
      lastName: 'Bello',
      name: 'Bello Ada Ngozi',
      branchName: 'Ikeja',
      customerType: 'Individual',
    });
    expect(await read(customerID)).toEqual(updated);
  });

  it('changes only the fields that are sent', async () => {
    const { customerID } = await open({ ...PERSONAL, bvn: elevenDigits(), nin: elevenDigits() });
    const before = await read(customerID);
    expect(dataOf(await update(customerID, { address: '1 New Road' }))).toEqual({
      ...before,
      address: '1 New Road',
      updatedAt: expect.any(String),
    });
    expect((await read(customerID)).updatedAt > before.updatedAt).toBe(true);
  });

  it('clears optional fields that are null', async () => {
    const { customerID } = await open({ ...PERSONAL, bvn: elevenDigits(), nin: elevenDigits() });
    const nothing = Object.fromEntries([...Object.keys(PERSONAL), 'bvn', 'nin'].map((field) => [field, null]));
    expect(dataOf(await update(customerID, nothing))).toMatchObject({
      ...nothing,
      name: 'Okonkwo Ifeoma',
      lastName: 'Okonkwo',
    });
  });

  it('shows and finds a renamed person under the new name only, and the account under its own name', async () => {
    const { customerID, accountNumber } = await open({ otherNames: 'Ngozi' });
    expect(dataOf(await update(customerID, { firstName: 'Zainab' }))).toMatchObject({ name: 'Okonkwo Zainab Ngozi' });
    expect(dataOf(await update(customerID, { lastName: 'Ọlá', otherNames: null }))).toMatchObject({
      name: 'Ọlá Zainab',
    });
    const found = async (Name: string): Promise<number> =>
      dataOf<{ recordCount: number }>(await app.get(SEARCH_INDIVIDUALS, { Name, CustomerID: customerID })).recordCount;
    expect([await found('ola z'), await found('okonkwo')]).toEqual([1, 0]);
    expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber }))).toMatchObject({
      customerName: 'Ọlá Zainab',
      accountName: 'Ifeoma Okonkwo',
    });
  });

  it('finds accounts by the new BVN and NIN', async () => {
    const [former, bvn] = [elevenDigits(), elevenDigits()];
    const { customerID, accountNumber } = await open({ bvn: former });
    dataOf(await update(customerID, { bvn, phoneNumber: '08038880001' }));
    for (const filter of [{ BVN: bvn }, { PhoneNumber: '+2348038880001' }] as Record<string, string>[])
      expect(dataOf(await app.get(SEARCH_ACCOUNT, filter))).toMatchObject({ data: [{ accountNumber }] });
    expect(dataOf(await app.get(SEARCH_ACCOUNT, { BVN: former }))).toMatchObject({ recordCount: 0 });
    // The former BVN can be used again.
    await open({ bvn: former });
  });

  it.each(['bvn', 'nin'])('gives a %s to one of 10 customers in parallel requests', async (field) => {
    const customers = [];
    for (let index = 0; index < 10; index += 1) customers.push(await open());
    const number = elevenDigits();
    const responses = await Promise.all(
      customers.map(({ customerID }) => update(customerID, { [field]: number, address: 'changed' })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status !== 200).map(refusalOf);
    expect(refused).toEqual(
      Array.from({ length: 9 }, () => ({ status: 409, code: field === 'bvn' ? 'DUPLICATE_BVN' : 'DUPLICATE_NIN' })),
    );
    const people = await Promise.all(customers.map(({ customerID }) => read(customerID)));
    expect(
      people.filter((person) => (person as unknown as { address: string | null }).address === 'changed'),
    ).toHaveLength(1);
  });

  it('keeps parallel changes of different fields', async () => {
    const { customerID } = await open();
    const fields = [
      { firstName: 'Zainab' },
      { lastName: 'Bello' },
      { otherNames: 'Uche' },
      { address: '1 Road' },
      { state: 'Kano' },
    ];
    for (const response of await Promise.all(fields.map((change) => update(customerID, change)))) dataOf(response);
    expect(await read(customerID)).toMatchObject({ name: 'Bello Zainab Uche', address: '1 Road', state: 'Kano' });
  });

  it('answers a repeated request from its claim, and distinguishes null from left out', async () => {
    const { customerID } = await open({ address: '12 Marina' });
    const reference = freshReference();
    const first = await update(customerID, { address: null }, { reference });
    const second = await update(customerID, { address: null }, { reference });
    expect(second.body).toEqual(first.body);
    expect(refusalOf(await update(customerID, {}, { reference }))).toEqual({
      status: 409,
      code: 'DUPLICATE_REFERENCE',
    });
  });

  it('writes the names of changed fields, not their values, to the audit log', async () => {
    const { customerID } = await open();
    dataOf(await update(customerID, { bvn: elevenDigits(), address: null }));
    const entries = await app.rows(`SELECT details FROM audit_log WHERE subject = $1 AND action = 'customer.update'`, [
      `customer:${customerID}`,
    ]);
    expect(entries).toEqual([{ details: { fields: ['bvn', 'address'] } }]);
  });

  it.each([
    ['no customer', { customerID: undefined }, 'customerID'],
    ['a null last name', { lastName: null }, 'lastName'],
    ['a null first name', { firstName: null }, 'firstName'],
    ['a null branch', { branchCode: null }, 'branchCode'],
    ['a blank name', { firstName: ' ' }, 'firstName'],
    ['a short BVN', { bvn: '123' }, 'bvn'],
    ['a NIN that is a number', { nin: 70123456789 }, 'nin'],
    ['a telephone number that is none', { phoneNumber: '' }, 'phoneNumber'],
    ['an e-mail address that is none', { email: 'x' }, 'email'],
    ['a birth in the future', { dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
    ['an account name', { accountName: 'X' }, 'accountName'],
    ['a tier', { kycTier: 3 }, 'kycTier'],
    ['documents', { documents: [] }, 'documents'],
    ['an unknown field', { middleName: 'X' }, 'middleName'],
  ])('refuses %s', async (_, fields, field) => {
    const { customerID } = await open();
    const before = await read(customerID);
    const response = await update(customerID, fields);
    expect(refusalOf(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(response)).toContain(field);
    expect(await read(customerID)).toEqual(before);
  });

  it.each<{ name: string; fields: () => Promise<object>; httpStatus: number; code: string }>([
    {
      name: 'an unknown customer',
      fields: async () => ({ customerID: '99999999' }),
      httpStatus: 404,
      code: 'CUSTOMER_NOT_FOUND',
    },
    {
      name: 'a company',
      fields: async () => ({ customerID: (await companyOf(app)).customerID }),
      httpStatus: 422,
      code: 'CUSTOMER_NOT_INDIVIDUAL',
    },
    {
      name: 'an unknown branch',
      fields: async () => ({ branchCode: 'NOPE' }),
      httpStatus: 404,
      code: 'BRANCH_NOT_FOUND',
    },
  ])('refuses $name', async ({ fields, httpStatus, code }) => {
    const { customerID } = await open();
    expect(refusalOf(await update(customerID, { address: 'changed', ...(await fields()) }))).toEqual({
      status: httpStatus,
      code,
    });
    expect(await read(customerID)).toMatchObject({ address: null });
  });

  it("answers for another institution's customer like for an unknown customer", async () => {
    await addSecondInstitution(app);
    const { customerID } = await open();
    await app.rows(`UPDATE customer SET institution_id = 2 WHERE customer_number = $1`, [customerID]);
    const [theirs, nobodys] = [await update(customerID, { address: 'x' }), await update('99999999', { address: 'x' })];
    expect(refusalOf(theirs)).toEqual({ status: 404, code: 'CUSTOMER_NOT_FOUND' });
    expect(theirs.text.replaceAll(customerID, 'ID')).toBe(nobodys.text.replaceAll('99999999', 'ID'));
  });

  it('allows the same person as a customer of two institutions', async () => {
    const token = await tokenOf(app, (await addSecondInstitution(app, 3)).client);
    const bvn = elevenDigits();
    const [ours, theirs] = [await open({ bvn }), await open()];
    await app.rows(
      `UPDATE customer SET institution_id = 3, branch_id = (SELECT id FROM branch WHERE institution_id = 3)
         WHERE customer_number = $1`,
      [theirs.customerID],
    );
    expect(dataOf(await update(theirs.customerID, { bvn }, { token }))).toMatchObject({
      bvn,
      customerID: theirs.customerID,
    });
    const found = async (options?: object): Promise<string[]> =>
      dataOf<{ data: Person[] }>(await app.get(SEARCH_INDIVIDUALS, { BVN: bvn }, options)).data.map(
        ({ customerID }) => customerID,
      );
    expect(await found()).toEqual([ours.customerID]);
    expect(await found({ token })).toEqual([theirs.customerID]);
  });
});
