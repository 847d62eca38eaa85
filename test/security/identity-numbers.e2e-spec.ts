import { createHash } from 'node:crypto';
import type { Response } from 'supertest';
import { holderOf } from '../../src/sandbox/people';
import {
  companyOf,
  CREATE_CUSTOMER_ACCOUNT,
  CREATE_GROUP,
  CREATE_VIRTUAL_ACCOUNT,
  NEW_VIRTUAL_ACCOUNT,
  newCustomer,
  SEARCH_ACCOUNT,
  SEARCH_INDIVIDUALS,
  UPDATE_CUSTOMER,
  UPDATE_GROUP,
} from '../accounts/sandbox-accounts';
import { storeLoan } from '../loans/stored-loans';
import { OutwardApp } from '../payouts/outward-app';
import { dataOf } from '../support/answers';
import { freshReference } from '../support/app';
import { storedTexts } from './stored-texts';

/** Numbers that no other row contains by accident. */
const PERSON = {
  bvn: '22290817263',
  nin: '70918273645',
  tin: '83726154-0907',
  identificationNumber: 'A90817263P',
};
const NEW_NUMBERS = {
  bvn: '22281726354',
  nin: '70827364519',
  tin: '84736251-0908',
  identificationNumber: 'B81726354Q',
};
const PAYER = { bvn: '22271635243', nin: '70716253849', tin: '85746352-0909', identificationNumber: 'C71635243R' };
const GROUP_TINS = ['86756453-0910', '87766554-0911'];
const METADATA = { customer: { BVN: '22261524137', nin_number: '70615243817' }, members: [{ bvn: 22_251_413_026 }] };
const PROXY = { payerBvn: '22241302917' };
const BENEFICIARIES = { sent: '3000091001', held: '3000091002', waiting: '3000091003', enquired: '3000091004' };

const SEEDED = [
  ...[PERSON, NEW_NUMBERS, PAYER].flatMap((numbers) => Object.values(numbers)),
  ...GROUP_TINS,
  METADATA.customer.BVN,
  METADATA.customer.nin_number,
  String(METADATA.members[0]!.bvn),
  PROXY.payerBvn,
  ...Object.values(BENEFICIARIES).map((account) => holderOf(account).bvn),
];

/** The number as text, as bytes, in base64, and as a digest that anybody can compute. */
function formsOf(number: string): string[] {
  const base64 = Buffer.from(number).toString('base64').replace(/.=*$/, '');
  const digests = ['md5', 'sha1', 'sha256'].map((algorithm) => createHash(algorithm).update(number));
  return [
    number,
    Buffer.from(number).toString('hex'),
    base64,
    Buffer.from(base64).toString('hex'),
    ...digests.map((digest) => digest.digest('hex')),
  ];
}

describe('identity numbers in the database', () => {
  let outward: OutwardApp;
  let customerID: string;
  let accountNumber: string;
  const update = { reference: freshReference('UPDATE') };

  beforeAll(async () => {
    outward = await OutwardApp.start();
  });
  afterAll(() => outward.close());

  const updateCustomer = (): Promise<Response> =>
    outward.app.put(UPDATE_CUSTOMER, { customerID, ...NEW_NUMBERS, homeTown: 'Nnewi' }, update);

  /** Sends the numbers to the routes that store persons. */
  async function seedPeople(): Promise<void> {
    const { app } = outward;
    ({ customerID, accountNumber } = dataOf<{ customerID: string; accountNumber: string }>(
      await app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), ...PERSON }),
    ));
    await app.payIn(accountNumber, 900_000);
    dataOf(await updateCustomer());
    const group = { name: 'Umoja', branchCode: app.sandbox.branchCode, tin: GROUP_TINS[0] };
    const { customerID: groupID } = dataOf<{ customerID: string }>(
      await app.post(CREATE_GROUP, { ...group, members: [{ customerID, role: 'Chair' }] }),
    );
    dataOf(await app.put(UPDATE_GROUP, { customerID: groupID, tin: GROUP_TINS[1] }));
    const virtual = { ...NEW_VIRTUAL_ACCOUNT, parentAccountNumber: (await companyOf(app)).accountNumber };
    dataOf(await app.post(CREATE_VIRTUAL_ACCOUNT, { ...virtual, ...PAYER, enhancedVirutalProxyPaymentDetails: PROXY }));
  }

  async function seedMetadata(): Promise<void> {
    const [row] = await outward.app.rows<{ id: string }>('SELECT id FROM customer WHERE customer_number = $1', [
      customerID,
    ]);
    const path = `/api/entity-additional-metadata/v1/customer/${row!.id}`;
    dataOf(await outward.app.put(path, { additionalMetadata: METADATA }));
  }

  /** A transfer that is sent, one that AML holds and one that waits for approval. */
  async function seedTransfers(): Promise<void> {
    const { app } = outward;
    const body = await outward.bodyTo(BENEFICIARIES.sent, accountNumber);
    expect((await outward.send(body)).status).toBe(200);
    expect(outward.record(String(body.transactionReference))!.request).toMatchObject({
      beneficiaryBankVerificationNumber: holderOf(BENEFICIARIES.sent).bvn,
      originatorBankVerificationNumber: NEW_NUMBERS.bvn,
    });
    const policy = { operation: 'outward-transfer', amountFloor: 100, requiredCheckers: 1, active: true };
    const asked = await app.post('/api/admin/v1/approval-policies', policy, {
      token: await app.staff('administrator'),
    });
    expect((await app.approved(asked)).status).toBe(200);
    const waiting = await outward.send(await outward.bodyTo(BENEFICIARIES.waiting, accountNumber, { amount: 200 }));
    expect(waiting.body.data).toMatchObject({ statusCode: 'PENDING_APPROVAL' });
    const rule = { name: 'Outflow', direction: 'outflow', threshold: 5_000, accountNumber };
    const token = await app.staff('amlOfficer');
    expect((await app.approved(app.post('/api/admin/v1/aml/rules', rule, { token }))).status).toBe(200);
    const held = await outward.send(await outward.bodyTo(BENEFICIARIES.held, accountNumber, { amount: 6_000 }));
    expect(held.body.data).toMatchObject({ statusCode: 'AML_HOLD' });
  }

  async function seedEnquiries(): Promise<void> {
    const { app } = outward;
    expect((await outward.enquire(BENEFICIARIES.enquired)).status).toBe(200);
    const { loanAccountNumber } = await storeLoan(app, accountNumber);
    dataOf(await app.get('/api/loanaccount/v1/loancreditbureau', { loanAccountNumber }));
    for (const path of [SEARCH_ACCOUNT, SEARCH_INDIVIDUALS])
      expect(dataOf<{ recordCount: number }>(await app.get(path, { BVN: NEW_NUMBERS.bvn })).recordCount).toBe(1);
  }

  it('are in no row of any table, in no form that can be read or computed without the key', async () => {
    await seedPeople();
    await seedMetadata();
    await seedTransfers();
    await seedEnquiries();
    expect(dataOf(await updateCustomer())).toMatchObject(NEW_NUMBERS);
    const found: string[] = [];
    for (const [table, text] of await storedTexts(outward.app))
      for (const number of SEEDED)
        if (formsOf(number).some((form) => text.includes(form))) found.push(`${table}: ${number}`);
    expect(found).toEqual([]);
  }, 60_000);

  it('are masked in the payload of a held request that staff read', async () => {
    const { app } = outward;
    await app.rows(`UPDATE aml_hold SET movement = jsonb_set(movement, '{payload,bvn}', to_jsonb($1::text))`, [
      NEW_NUMBERS.bvn,
    ]);
    const holds = await app.get('/api/admin/v1/aml/holds', {}, { token: await app.staff('amlOfficer') });
    expect(dataOf<{ data: unknown[] }>(holds).data).toMatchObject([{ payload: { bvn: '*******6354' } }]);
    expect(holds.text).not.toContain(NEW_NUMBERS.bvn);
  });
});
