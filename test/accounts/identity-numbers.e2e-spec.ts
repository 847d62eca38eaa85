import type { Response } from 'supertest';
import { CLIENT_SCOPES, type ClientScope } from '../../src/common/http/client-scopes';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { hire } from '../support/hire';
import {
  CLOSE_VIRTUAL_ACCOUNT,
  companyOf,
  CREATE_CUSTOMER_ACCOUNT,
  CREATE_GROUP,
  CREATE_VIRTUAL_ACCOUNT,
  GET_ACCOUNT,
  NEW_VIRTUAL_ACCOUNT,
  newCustomer,
  SEARCH_ACCOUNT,
  SEARCH_GROUPS,
  SEARCH_INDIVIDUALS,
  tokenOf,
  UPDATE_CUSTOMER,
  UPDATE_GROUP,
} from './sandbox-accounts';

const WHOLE = { bvn: '22281726354', nin: '70827364519', tin: '84736251-0908', identificationNumber: 'B8172635' };
const MASKED = {
  bvn: '*******6354',
  nin: '*******4519',
  tin: '*********0908',
  identificationNumber: '********',
};
const PROXY = { payer: { bvn: '22241302917' } };
const MASKED_PROXY = { payer: { bvn: '*******2917' } };
const CLIENTS = '/api/admin/v1/api-clients';
const REVEAL = 'reveal-personal-data';

interface Page<Row> {
  data: Row[];
  recordCount: number;
}

describe('who sees identity numbers', () => {
  let app: TestApp;
  let customerID: string;
  let groupID: string;
  let virtual: string;
  /** A client that may do everything but see identity numbers. */
  let limited: { clientId: string; clientSecret: string };
  let blind: string;
  const updateReference = freshReference('UPDATE');

  beforeAll(async () => {
    app = await TestApp.start();
    limited = dataOf(
      await app.post(CLIENTS, { name: 'Limited', scopes: without('customers:identity') }, { token: await admin() }),
    );
    blind = await tokenOf(app, limited);
    ({ customerID } = dataOf<{ customerID: string }>(
      await app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), ...WHOLE }),
    ));
    ({ customerID: groupID } = dataOf<{ customerID: string }>(
      await app.post(CREATE_GROUP, { name: 'Umoja', branchCode: app.sandbox.branchCode, tin: WHOLE.tin }),
    ));
    virtual = dataOf<{ accountNumber: string }>(await createVirtual()).accountNumber;
  });
  afterAll(() => app.close());

  const without = (scope: ClientScope): ClientScope[] => CLIENT_SCOPES.filter((other) => other !== scope);
  const admin = (): Promise<string> => app.staff('administrator');
  const createVirtual = async (token?: string): Promise<Response> =>
    app.post(
      CREATE_VIRTUAL_ACCOUNT,
      {
        ...NEW_VIRTUAL_ACCOUNT,
        parentAccountNumber: (await companyOf(app)).accountNumber,
        ...WHOLE,
        enhancedVirutalProxyPaymentDetails: PROXY,
      },
      { token },
    );
  const setScopes = async (scopes: readonly ClientScope[]): Promise<void> =>
    void dataOf(await app.patch(`${CLIENTS}/${limited.clientId}`, { scopes }, { token: await admin() }));
  const found = async (path: string, query: Record<string, string>, token?: string): Promise<unknown[]> =>
    dataOf<Page<unknown>>(await app.get(path, query, { token })).data;

  const READS: [string, () => [string, Record<string, string>], object, object][] = [
    ['the search of persons', () => [SEARCH_INDIVIDUALS, { CustomerID: customerID }], WHOLE, MASKED],
    ['the search of groups', () => [SEARCH_GROUPS, { CustomerID: groupID }], { tin: WHOLE.tin }, { tin: MASKED.tin }],
    [
      'the search of a virtual account',
      () => [SEARCH_ACCOUNT, { AccountNumber: virtual }],
      { ...WHOLE, enhancedVirutalProxyPaymentDetails: PROXY },
      { ...MASKED, enhancedVirutalProxyPaymentDetails: MASKED_PROXY },
    ],
  ];
  it.each(READS)('%s shows them whole with the scope and masked without it', async (_, request, whole, masked) => {
    const [path, query] = request();
    expect(await found(path, query)).toMatchObject([whole]);
    const answer = await app.get(path, query, { token: blind });
    expect(dataOf<Page<unknown>>(answer).data).toMatchObject([masked]);
    for (const number of [...Object.values(WHOLE), PROXY.payer.bvn]) expect(answer.text).not.toContain(number);
  });

  it('the record of a virtual account shows them whole with the scope and masked without it', async () => {
    const query = { AccountNumber: virtual };
    expect(dataOf(await app.get(GET_ACCOUNT, query))).toMatchObject(WHOLE);
    expect(dataOf(await app.get(GET_ACCOUNT, query, { token: blind }))).toMatchObject(MASKED);
  });

  it('answers to writes show them whole with the scope and masked without it', async () => {
    const body = { customerID, homeTown: 'Nnewi' };
    expect(dataOf(await app.put(UPDATE_CUSTOMER, body))).toMatchObject(WHOLE);
    expect(dataOf(await app.put(UPDATE_CUSTOMER, body, { token: blind }))).toMatchObject(MASKED);
    expect(
      dataOf(await app.put(UPDATE_GROUP, { customerID: groupID, email: 'u@u.example' }, { token: blind })),
    ).toMatchObject({
      tin: MASKED.tin,
    });
    const created = dataOf(await createVirtual(blind));
    expect(created).toMatchObject({ ...MASKED, enhancedVirutalProxyPaymentDetails: MASKED_PROXY });
  });

  it('a client that lost the scope does not get them from a repeated request, and gets them back with the scope', async () => {
    const repeat = async (): Promise<unknown> =>
      dataOf(await app.put(UPDATE_CUSTOMER, { customerID, ...WHOLE }, { token: blind, reference: updateReference }));
    await setScopes(CLIENT_SCOPES);
    expect(await repeat()).toMatchObject(WHOLE);
    await setScopes(without('customers:identity'));
    expect(await repeat()).toMatchObject(MASKED);
    await setScopes(CLIENT_SCOPES);
    expect(await repeat()).toMatchObject(WHOLE);
    await setScopes(without('customers:identity'));
  });

  it('a repeated reference with another BVN is refused', async () => {
    const body = { customerID, ...WHOLE, bvn: '22281726355' };
    const refused = await app.put(UPDATE_CUSTOMER, body, { token: blind, reference: updateReference });
    expect(codeOf(refused)).toEqual([409, 'DUPLICATE_REFERENCE']);
  });

  it('metadata shows them by the names of its fields', async () => {
    const [row] = await app.rows<{ id: string }>('SELECT id FROM customer WHERE customer_number = $1', [customerID]);
    const path = `/api/entity-additional-metadata/v1/customer/${row!.id}`;
    const value = { z: 1, BVN: '22241302917', kyc: [{ nin_number: 70_241_302_917 }], note: '22241302917' };
    expect(dataOf(await app.put(path, { additionalMetadata: value }))).toMatchObject({ additionalMetadata: value });
    const whole = await app.get(path);
    expect(whole.text).toContain(JSON.stringify(value));
    const masked = { ...value, BVN: '*******2917', kyc: [{ nin_number: '*******2917' }] };
    expect(dataOf(await app.get(path, {}, { token: blind }))).toMatchObject({ additionalMetadata: masked });
    expect(dataOf(await app.put(path, { additionalMetadata: value }, { token: blind }))).toMatchObject({
      additionalMetadata: masked,
    });
    expect(dataOf(await app.get(path))).toMatchObject({ additionalMetadata: value });
  });

  it('staff see them masked', async () => {
    const { token } = await hire(app, 'VAM1', ['manage-virtual-accounts']);
    const { accountNumber } = dataOf<{ accountNumber: string }>(await createVirtual());
    const closed = await app.post(CLOSE_VIRTUAL_ACCOUNT, { accountNumber, reason: 'moved' }, { token });
    expect(dataOf(closed)).toMatchObject({ ...MASKED, enhancedVirutalProxyPaymentDetails: MASKED_PROXY });
  });

  it.each([SEARCH_INDIVIDUALS, SEARCH_ACCOUNT])('%s finds exactly the person by BVN and NIN', async (path) => {
    const count = async (query: Record<string, string>): Promise<number> => (await found(path, query, blind)).length;
    expect([
      await count({ BVN: WHOLE.bvn }),
      await count({ NIN: WHOLE.nin }),
      await count({ BVN: WHOLE.bvn, NIN: WHOLE.nin }),
      await count({ BVN: WHOLE.nin }),
      await count({ BVN: '22281726355' }),
    ]).toEqual([1, 1, 1, 0, 0]);
  });

  describe('reveal', () => {
    const path = (id = customerID): string => `/api/admin/v1/customers/${id}/reveal`;
    const body = { fields: ['bvn', 'tin'], reason: ' Complaint 114 ' };
    const rows = (staffID: string): Promise<unknown[]> =>
      app.rows(`SELECT subject, details FROM audit_log WHERE action = 'customer.reveal' AND actor = $1`, [
        `staff:${staffID}`,
      ]);

    it('shows the asked numbers and writes who asked and why, without the numbers', async () => {
      const { token } = await hire(app, 'REV1', [REVEAL]);
      expect(dataOf(await app.post(path(), body, { token }))).toEqual({
        customerID,
        bvn: WHOLE.bvn,
        tin: WHOLE.tin,
      });
      expect(await rows('REV1')).toEqual([
        { subject: `customer:${customerID}`, details: { fields: ['bvn', 'tin'], reason: 'Complaint 114' } },
      ]);
    });

    it('shows them once for a request reference', async () => {
      const { token } = await hire(app, 'REV2', [REVEAL]);
      const reference = freshReference('REVEAL');
      const ask = (): Promise<Response> => app.post(path(), body, { token, reference });
      expect(dataOf(await ask())).toMatchObject({ bvn: WHOLE.bvn });
      expect(dataOf(await ask())).toEqual({ customerID, bvn: MASKED.bvn, tin: MASKED.tin });
      expect(await rows('REV2')).toHaveLength(1);
    });

    it('is refused without the permission, to API clients, and for the customers of another institution', async () => {
      const { token: viewer } = await hire(app, 'REV3', ['view-liens']);
      const statuses = [await app.post(path(), body, { token: viewer }), await app.post(path(), body)];
      expect(statuses.map(({ status }) => status)).toEqual([403, 401]);
      const { institutionId, manager } = await addSecondInstitution(app);
      expect(institutionId).toBe(2);
      const { accessToken } = (
        await app.post('/api/admin/v1/login', { email: manager.email, password: manager.password })
      ).body as { accessToken: string };
      const foreign = await app.post(path(), body, { token: accessToken });
      expect(codeOf(foreign)).toEqual([404, 'CUSTOMER_NOT_FOUND']);
      expect(await rows('REV3')).toEqual([]);
    });

    it.each([
      ['no field', { fields: [] }],
      ['another field', { fields: ['phoneNumber'] }],
      ['a field twice', { fields: ['bvn', 'bvn'] }],
      ['no reason', { reason: undefined }],
      ['a blank reason', { reason: '  ' }],
      ['a long reason', { reason: 'x'.repeat(501) }],
    ])('is refused with %s', async (name, change) => {
      const { token } = await hire(app, `REV-${name}`.replaceAll(' ', '-'), [REVEAL]);
      const refused = await app.post(path(), { ...body, ...change }, { token });
      expect(codeOf(refused)).toEqual([400, 'VALIDATION_FAILED']);
    });
  });
});
