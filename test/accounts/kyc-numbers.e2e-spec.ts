import type { Response } from 'supertest';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import {
  CLOSE_ACCOUNT,
  companyOf,
  CREATE_ACCOUNT,
  CREATE_CUSTOMER_ACCOUNT,
  newCustomer,
  UPDATE_CUSTOMER,
} from './sandbox-accounts';

const UPDATE_ACCOUNT = '/api/account/v1/updatecustomeraccount';
const MISSING = { status: 422, code: 'KYC_NUMBERS_MISSING' };

interface Opened {
  accountNumber: string;
  customerID: string;
}

describe('the identity numbers that KYC tiers need', () => {
  let app: TestApp;
  let lastNumber = 22_300_000_000;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(() => require('true'));
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const require = (value: string): Promise<void> => app.configure({ KYC_NUMBERS_REQUIRED: value });
  const number = (): string => String((lastNumber += 1));
  const create = (fields: object): Promise<Response> =>
    app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), ...fields });
  const opened = async (fields: object): Promise<Opened> => dataOf(await create(fields));
  const openFurther = (customerID: string, kycTier: number): Promise<Response> => {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    return app.post(CREATE_ACCOUNT, { customerID, branchCode, productCode, accountOfficerStaffID, kycTier });
  };
  const idOf = async ({ accountNumber }: Opened): Promise<number> =>
    (
      await app.rows<{ id: number }>('SELECT id::float8 AS id FROM deposit_account WHERE account_number = $1', [
        accountNumber,
      ])
    )[0]!.id;
  const setTier = async (account: Opened, kycTier: number): Promise<Response> =>
    app.put(UPDATE_ACCOUNT, { id: await idOf(account), kycTier });
  const update = ({ customerID }: Opened, fields: object): Promise<Response> =>
    app.put(UPDATE_CUSTOMER, { customerID, ...fields });

  it('are not asked for until the institution switches it on', async () => {
    await require('false');
    const account = await opened({ kycTier: 3 });
    expect((await openFurther(account.customerID, 2)).status).toBe(200);
    const known = await opened({ kycTier: 3, bvn: number(), nin: number() });
    expect((await update(known, { bvn: null, nin: null })).status).toBe(200);
  });

  it('are a BVN or a NIN for tier 1, which is the default, and both for the tiers above', async () => {
    const before = await app.rows('SELECT count(*) FROM customer');
    for (const fields of [{}, { kycTier: 2, bvn: number() }, { kycTier: 2, nin: number() }, { kycTier: 3 }])
      expect(refusalOf(await create(fields))).toEqual(MISSING);
    const refused = await create({ kycTier: 3, bvn: number() });
    expect(refused.body).toMatchObject({
      message: 'An account of KYC tier 3 needs a BVN and a NIN of its customer; record what data.missing names first.',
      data: { kycTier: 3, missing: ['nin'] },
    });
    expect(await app.rows('SELECT count(*) FROM customer')).toEqual(before);
    for (const fields of [{ bvn: number() }, { nin: number() }, { kycTier: 3, bvn: number(), nin: number() }])
      expect((await create(fields)).status).toBe(200);
  });

  it('are needed by a further account and by a higher tier too, also where the first was opened without', async () => {
    const account = await opened({ bvn: number() });
    expect(refusalOf(await openFurther(account.customerID, 2))).toEqual(MISSING);
    expect(refusalOf(await setTier(account, 2))).toEqual(MISSING);
    expect((await openFurther(account.customerID, 1)).status).toBe(200);
    dataOf(await update(account, { nin: number() }));
    expect((await setTier(account, 3)).status).toBe(200);
  });

  it('let an account of before keep its tier, be lowered and be updated', async () => {
    await require('false');
    const account = await opened({ kycTier: 3 });
    await require('true');
    const id = await idOf(account);
    expect((await app.put(UPDATE_ACCOUNT, { id, kycTier: 3, accountName: 'Other' })).status).toBe(200);
    expect((await setTier(account, 2)).status).toBe(200);
    expect(refusalOf(await setTier(account, 3))).toEqual(MISSING);
    expect((await update(account, { address: '1 Marina', bvn: null })).status).toBe(200);
  });

  it('cannot be cleared while an open account needs them', async () => {
    const account = await opened({ kycTier: 2, bvn: number(), nin: number() });
    for (const fields of [{ bvn: null }, { nin: null }, { bvn: number(), nin: null }])
      expect(refusalOf(await update(account, fields))).toEqual(MISSING);
    expect((await update(account, { bvn: number() })).status).toBe(200);
    expect((await setTier(account, 1)).status).toBe(200);
    expect((await update(account, { nin: null })).status).toBe(200);
    expect(refusalOf(await update(account, { bvn: null }))).toEqual(MISSING);
    dataOf(await app.post(CLOSE_ACCOUNT, { accountNumber: account.accountNumber, closureReason: 'Asked for' }));
    expect((await update(account, { bvn: null })).status).toBe(200);
  });

  it('are not needed by companies', async () => {
    const { customerID } = await companyOf(app);
    expect((await openFurther(customerID, 3)).status).toBe(200);
  });

  it('are there for every tier when rises, openings and clearings meet', async () => {
    const persons: Opened[] = [];
    for (let count = 0; count < 8; count += 1) persons.push(await opened({ bvn: number(), nin: number() }));
    const requests = persons.flatMap((person, index) => [
      index % 2 === 0 ? setTier(person, 3) : openFurther(person.customerID, 3),
      update(person, { nin: null }),
    ]);
    const answers = await Promise.all(requests);
    for (const { status } of answers) expect([200, 422]).toContain(status);
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(persons.length);
    const without = await app.rows(
      `SELECT a.account_number FROM deposit_account a JOIN customer c ON c.id = a.customer_id
        WHERE c.customer_number = ANY($1) AND a.kyc_tier > 1 AND c.nin_index IS NULL`,
      [persons.map(({ customerID }) => customerID)],
    );
    expect(without).toEqual([]);
  });
});
