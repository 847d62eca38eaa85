import { createHash } from 'node:crypto';
import request, { type Response } from 'supertest';
import type { EntityMetadataView } from '../../src/metadata/metadata.dto';
import { companyOf, openCompanyAccount, openVirtualAccount, withRows } from '../accounts/sandbox-accounts';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';

const PATH = '/api/entity-additional-metadata/v1';
const TYPES = [
  'account',
  'casa-product',
  'corporate-customer',
  'customer',
  'fixed-deposit',
  'fixed-deposit-product',
  'loan',
  'loan-product',
  'ledger',
  'placement',
];
const NOT_FOUND = {
  status: false,
  message: 'There is no entity of this entityType with this entityId.',
  data: { statusCode: 'ENTITY_NOT_FOUND' },
};
const NOBODY = 9_007_199_254_740_000;
const MAX_BYTES = 65_536;

/** The keys of a record: numeric id, number and GUID. */
interface Keys {
  id: number;
  number: string;
  recordId: string;
}

describe('entity additional metadata', () => {
  let app: TestApp;
  let account: Keys;
  let person: Keys;
  let company: Keys;

  const put = (type: string, id: number | string, additionalMetadata: unknown, token?: string): Promise<Response> =>
    app.put(`${PATH}/${type}/${id}`, { additionalMetadata }, { token });
  /** A PUT with exactly this text as the value. */
  const putText = (text: string, id: number | string = account.id): Promise<Response> =>
    app.put(`${PATH}/account/${id}`, `{"additionalMetadata":${text}}`);
  const get = (type: string, id: number | string, token?: string): Promise<Response> =>
    app.get(`${PATH}/${type}/${id}`, {}, { token });
  const clear = (type: string, id: number | string, token?: string): Promise<Response> =>
    app.delete(`${PATH}/${type}/${id}`, { token });
  const kept = async (type: string, id: number | string): Promise<unknown> =>
    dataOf<EntityMetadataView>(await get(type, id)).additionalMetadata;
  const one = async <Row>(sql: string, ...values: unknown[]): Promise<Row> => (await app.rows<Row>(sql, values))[0]!;
  const customer = (type: string): Promise<Keys> =>
    one(
      `SELECT id::float8 AS id, customer_number AS number, record_id AS "recordId" FROM customer
         WHERE customer_type = $1 ORDER BY id LIMIT 1`,
      type,
    );
  const idOf = async (table: string, condition = 'true'): Promise<number> =>
    (await one<{ id: number }>(`SELECT id::float8 AS id FROM ${table} WHERE ${condition} ORDER BY id LIMIT 1`)).id;
  /** A product like the savings one, but of another type. */
  const addProduct = async (type: string): Promise<void> => {
    await app.rows(`CREATE TEMP TABLE copied AS SELECT * FROM product WHERE code = $1`, [app.sandbox.productCode]);
    await app.rows(
      `UPDATE copied SET id = (SELECT greatest(max(id) + 1, 9000000000000000)
         FROM product), code = $1, product_type = $1`,
      [type],
    );
    await app.rows(`INSERT INTO product SELECT * FROM copied`);
    await app.rows(`DROP TABLE copied`);
  };
  const productOf = (type: string): Promise<number> => idOf('product', `product_type = '${type}'`);

  beforeAll(async () => {
    app = await TestApp.start();
    const number = await app.openAccount();
    account = await one(
      `SELECT id::float8 AS id, account_number AS number, record_id AS "recordId" FROM deposit_account
         WHERE account_number = $1`,
      number,
    );
    [person, company] = [await customer('Individual'), await customer('Corporate')];
  });
  afterAll(() => app?.close());

  it('lists the supported types in order', async () => {
    expect(dataOf(await app.get(`${PATH}/supported-entity-types`))).toStrictEqual({ data: TYPES, recordCount: 10 });
  });

  it('stores a value, replaces it as a whole and clears it', async () => {
    const first = { grade: 'B', limits: [{ day: 5 }, null], nested: { deep: { true: false } } };
    const view = {
      entityType: 'account',
      entityId: account.id,
      additionalMetadata: first,
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    const answer = dataOf(await put('account', account.id, first));
    expect(answer).toStrictEqual(view);
    expect(dataOf(await get('account', account.id))).toStrictEqual(answer);
    await put('account', account.id, ['other']);
    expect(await kept('account', account.id)).toStrictEqual(['other']);
    const nothing = { entityType: 'account', entityId: account.id, additionalMetadata: null, updatedAt: null };
    for (let time = 1; time <= 2; time += 1) expect(dataOf(await clear('account', account.id))).toStrictEqual(nothing);
    expect(dataOf(await get('account', account.id))).toStrictEqual(nothing);
    for (const empty of [{}, []]) {
      await put('account', account.id, empty);
      expect(await kept('account', account.id)).toStrictEqual(empty);
    }
  });

  it('writes size and digest of each value and each removal to the audit log', async () => {
    const id = await idOf('deposit_account', `id <> ${account.id}`);
    await put('account', id, { name: 'Adé' });
    for (let time = 1; time <= 2; time += 1) await clear('account', id);
    const sha256 = createHash('sha256').update('{"name":"Adé"}').digest('hex');
    expect(
      await app.rows(`SELECT actor, action, details FROM audit_log WHERE subject = $1 ORDER BY id`, [`account:${id}`]),
    ).toEqual([
      {
        actor: expect.stringMatching(/^api-client:/),
        action: 'entity-metadata.set',
        details: { sizeBytes: 15, sha256 },
      },
      { actor: expect.stringMatching(/^api-client:/), action: 'entity-metadata.clear', details: {} },
    ]);
  });

  it('answers a repeated request from its claim and changes nothing', async () => {
    const reference = freshReference();
    const send = (value: object): Promise<Response> =>
      app.put(`${PATH}/account/${account.id}`, { additionalMetadata: value }, { reference });
    const first = await send({ a: 1 });
    await put('account', account.id, { a: 2 });
    const second = await send({ a: 1 });
    expect([second.headers['idempotent-replayed'], second.body]).toEqual(['true', first.body]);
    expect(await kept('account', account.id)).toEqual({ a: 2 });
    expect(refusalOf(await send({ a: 3 }))).toEqual({ status: 409, code: 'DUPLICATE_REFERENCE' });
    const elsewhere = await app.put(
      `${PATH}/account/${account.number}`,
      { additionalMetadata: { a: 1 } },
      { reference },
    );
    expect(refusalOf(elsewhere).code).toBe('DUPLICATE_REFERENCE');
  });

  it('stores the value of one of several parallel requests', async () => {
    const values = Array.from({ length: 12 }, (_, index) => ({ writer: index, filler: 'x'.repeat(index) }));
    const answers = await Promise.all(values.map((value) => put('customer', person.id, value)));
    expect(answers.map(({ status }) => status)).toEqual(values.map(() => 200));
    expect(values).toContainEqual(await kept('customer', person.id));
    expect((await app.rows('SELECT 1 FROM entity_metadata WHERE id = $1', [person.id])).length).toBe(1);
  });

  describe('keys of entities', () => {
    it.each([
      ['account', () => account],
      ['customer', () => person],
      ['corporate-customer', () => company],
    ])('find an %s by id, number and GUID', async (type, keys) => {
      const { id, number, recordId } = keys();
      for (const key of [id, number, recordId, recordId.toUpperCase()]) {
        await put(type, key, { key });
        for (const same of [id, number, recordId])
          expect(dataOf(await get(type, same))).toMatchObject({ entityId: id, additionalMetadata: { key } });
        await clear(type, key);
        expect(await kept(type, id)).toBeNull();
      }
    });

    it('find products, ledgers and placements by id only', async () => {
      const placement = { counterparty: 'X', amount: 1, rate: 1, startDate: '2026-01-01', maturityDate: '2026-02-01' };
      const { id: placementId } = dataOf<{ id: number }>(
        await app.post('/api/admin/v1/placements', placement, { token: await app.staff('administrator') }),
      );
      for (const type of ['Loan', 'GroupLoan', 'FixedDeposit']) await addProduct(type);
      const owners: [string, number][] = [
        ['casa-product', await productOf('Savings')],
        ['casa-product', await productOf('Current')],
        ['loan-product', await productOf('Loan')],
        ['loan-product', await productOf('GroupLoan')],
        ['fixed-deposit-product', await productOf('FixedDeposit')],
        ['ledger', await idOf('gl_account')],
        ['placement', placementId],
        ['account', account.id],
        ['customer', person.id],
      ];
      for (const [owner, id] of owners) {
        dataOf(await put(owner, id, { owner }));
        for (const type of TYPES) {
          const answer = await get(type, id);
          if (type === owner) expect(dataOf(answer)).toMatchObject({ entityId: id, additionalMetadata: { owner } });
          else expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
        }
      }
      expect((await get('ledger', '1010')).body).toEqual(NOT_FOUND);
      expect((await get('casa-product', 'SAV001')).body).toEqual(NOT_FOUND);
    });

    it('find a company as customer and corporate-customer, with the same value', async () => {
      await put('corporate-customer', company.id, { known: true });
      expect(await kept('customer', company.number)).toEqual({ known: true });
      await clear('customer', company.id);
      expect(await kept('corporate-customer', company.id)).toBeNull();
    });

    it('find no virtual account as an account by any key', async () => {
      const number = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
      const virtual = await one<Keys>(
        `SELECT id::float8 AS id, account_number AS number, record_id AS "recordId" FROM virtual_account
           WHERE account_number = $1`,
        number,
      );
      for (const key of [virtual.id, virtual.number, virtual.recordId]) {
        for (const answer of [await get('account', key), await put('account', key, {}), await clear('account', key)])
          expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
      }
    });

    it('find nothing by a key of two accounts', async () => {
      const number = await openCompanyAccount(app);
      const answer = await withRows(
        app,
        `UPDATE deposit_account SET account_number = '${account.id}' WHERE account_number = '${number}'`,
        `UPDATE deposit_account SET account_number = '${number}' WHERE account_number = '${account.id}'`,
        () => get('account', account.id),
      );
      expect(refusalOf(answer)).toEqual({ status: 409, code: 'ENTITY_ID_AMBIGUOUS' });
      expect((await get('account', account.id)).status).toBe(200);
    });

    it.each([
      '0',
      '-5',
      '1.5',
      'abc',
      '1 OR 1=1',
      '00000000-0000-0000-0000-000000000000',
      '99999999999999999999',
      '9007199254740993',
    ])('find nothing by %s', async (key) => {
      for (const type of TYPES) {
        const answer = await get(type, encodeURIComponent(key));
        expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
      }
    });

    it.each(['Account', 'accounts', 'agent', '__proto__', 'constructor', 'toString'])(
      'no entity type %s',
      async (type) => {
        for (const answer of [
          await get(type, account.id),
          await put(type, account.id, {}),
          await clear(type, account.id),
        ]) {
          expect(refusalOf(answer)).toEqual({ status: 400, code: 'ENTITY_TYPE_NOT_SUPPORTED' });
          expect(answer.body.data.supportedEntityTypes).toEqual(TYPES);
        }
      },
    );
  });

  it('answers for entities of another institution like for unknown entities', async () => {
    const { client } = await addSecondInstitution(app);
    const other = (await request(app.url).post('/api/auth/v1/authenticate').send(client)).body.accessToken as string;
    await put('account', account.id, { secret: true });
    const keys: [string, number | string][] = [account.id, account.number, account.recordId].map((key) => [
      'account',
      key,
    ]);
    keys.push(
      ['customer', person.number],
      ['corporate-customer', company.recordId],
      ['casa-product', await productOf('Savings')],
      ['ledger', await idOf('gl_account')],
      ['loan', NOBODY],
      ['account', NOBODY],
    );
    for (const [type, key] of keys) {
      for (const answer of [
        await get(type, key, other),
        await put(type, key, { taken: 'over' }, other),
        await clear(type, key, other),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
      }
    }
    expect(await kept('account', account.id)).toEqual({ secret: true });
  });

  describe('stored values', () => {
    it('keep numbers as doubles', async () => {
      await putText('[0.1,1e21,5e-324,1.7976931348623157e308,9007199254740993,-123456789.123456789,100.00]');
      expect(await kept('account', account.id)).toEqual([
        0.1,
        1e21,
        5e-324,
        Number.MAX_VALUE,
        9007199254740992,
        -123456789.12345679,
        100,
      ]);
      expect(refusalOf(await putText('[1e400]'))).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    });

    it('keep text and the order of keys', async () => {
      const value = { zebra: 'é€😀\n\u007f\\"/\u2028', 'ключ 😀': '', a: '\u0001', '': ' ' };
      await put('account', account.id, value);
      const answer = await get('account', account.id);
      expect(dataOf<EntityMetadataView>(answer).additionalMetadata).toEqual(value);
      expect(answer.text).toContain(JSON.stringify(value));
    });

    it.each(['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"'])('refuse text that cannot be stored: %s', async (text) => {
      await putText('{"before":true}');
      for (const value of [`[${text}]`, `{"a":{${text}:1}}`])
        expect(refusalOf(await putText(value))).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(await kept('account', account.id)).toEqual({ before: true });
    });

    it.each(['__proto__', 'constructor', 'prototype', '\\u005f_proto__'])('refuse the key %s', async (key) => {
      for (const value of [`{"${key}":{"polluted":true}}`, `{"a":[{"${key}":1}]}`])
        expect(refusalOf(await putText(value))).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });

    it('read a dangerous key from the database like any other key', async () => {
      await putText('{}');
      const stored = '{"__proto__":{"polluted":true},"a":{"constructor":{"prototype":{"polluted":true}},"toJSON":1}}';
      await app.rows('UPDATE entity_metadata SET content = $2 WHERE id = $1', [account.id, stored]);
      const answer = await get('account', account.id);
      expect(answer.text).toContain(stored);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect((await put('account', account.id, { a: 1 })).status).toBe(200);
    });
  });

  describe('limits', () => {
    /** A value of this many bytes, mostly characters of two, three and four bytes. */
    const valueOf = (bytes: number): { text: string; tail: string } => {
      const text = 'é€😀'.repeat(7_000);
      return { text, tail: 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify({ text, tail: '' }))) };
    };

    it('accept at most 65,536 bytes of UTF-8', async () => {
      const value = valueOf(MAX_BYTES);
      expect(Buffer.byteLength(JSON.stringify(value))).toBe(MAX_BYTES);
      expect(JSON.stringify(value).length).toBeLessThan(MAX_BYTES / 2);
      dataOf(await put('account', account.id, value));
      expect(await kept('account', account.id)).toEqual(value);
      expect(
        await one('SELECT octet_length(content::text) AS bytes FROM entity_metadata WHERE id = $1', account.id),
      ).toEqual({ bytes: MAX_BYTES });
      const answer = await put('account', account.id, valueOf(MAX_BYTES + 1));
      expect([answer.status, answer.body.data]).toEqual([
        413,
        { statusCode: 'METADATA_TOO_LARGE', sizeBytes: MAX_BYTES + 1, maxBytes: MAX_BYTES },
      ]);
      expect(await kept('account', account.id)).toEqual(value);
    });

    it('do not count white space or unnecessary escapes', async () => {
      const letters = (count: number): string => `["${'\\u0061'.repeat(count)}"]`;
      dataOf(await putText(letters(MAX_BYTES - 4)));
      expect(await kept('account', account.id)).toEqual(['a'.repeat(MAX_BYTES - 4)]);
      expect(refusalOf(await putText(letters(MAX_BYTES - 3)))).toEqual({ status: 413, code: 'METADATA_TOO_LARGE' });
      dataOf(await putText(`[${' '.repeat(300_000)}1]`));
    });

    it('accept a body of six times the value, but not of megabytes', async () => {
      expect(refusalOf(await putText(`[${' '.repeat(400_000)}1]`))).toEqual({
        status: 413,
        code: 'PAYLOAD_TOO_LARGE',
      });
    });

    it('accept at most 32 levels, with a clear message', async () => {
      const nested = (levels: number): string => '{"a":'.repeat(levels - 1) + '[]' + '}'.repeat(levels - 1);
      dataOf(await putText(nested(32)));
      for (const levels of [33, 60, 5_000]) {
        const answer = await putText(nested(levels));
        expect(refusalOf(answer)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      }
      const answer = await putText(nested(33));
      expect(answer.body.data.errors).toEqual([
        { field: 'additionalMetadata', message: 'must be an object or array with at most 32 levels of nesting' },
      ]);
    });
  });

  it.each([
    ['no value', {}],
    ['null', { additionalMetadata: null }],
    ['a text', { additionalMetadata: '{}' }],
    ['a number', { additionalMetadata: 5 }],
    ['a boolean', { additionalMetadata: true }],
  ])('refuses %s', async (_, body) => {
    const answer = await app.put(`${PATH}/account/${account.id}`, body);
    expect(refusalOf(answer)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(answer)).toEqual(['additionalMetadata']);
  });

  it('refuses an unknown field, a bare value and a duplicate key', async () => {
    for (const body of [
      '{"additionalMetadata":{},"a":1}',
      '[]',
      '"x"',
      '{"additionalMetadata":{"a":1,"\\u0061":2}}',
      '{"additionalMetadata":{}',
    ]) {
      expect(refusalOf(await app.put(`${PATH}/account/${account.id}`, body))).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
    }
  });

  it('accepts API clients only', async () => {
    expect(refusalOf(await get('account', account.id, await app.staff('administrator')))).toEqual({
      status: 401,
      code: 'INVALID_API_TOKEN_CLAIMS',
    });
  });
});
