import { withRows } from '../accounts/sandbox-accounts';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';

const PRODUCTS = '/api/admin/v1/products';
const RATE = { name: 'Festive rate', interestRate: 21.5 };
const FEE = { name: 'Legal fee', kind: 'Flat', amount: 1_500.5, incomeLedgerCode: '4030', charged: 'Upfront' };

interface Priced {
  version: string;
  id: number;
  name: string;
  status: string;
}

describe.each([
  { kind: 'rates', body: RATE, otherProduct: 'FD001', unfitProduct: 'SAV001', code: 'PRODUCT_RATE' },
  { kind: 'fees', body: FEE, otherProduct: 'GLN001', unfitProduct: 'FD001', code: 'PRODUCT_FEE' },
] as const)('$kind of products', ({ kind, body, otherProduct, unfitProduct, code }) => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
  });
  afterAll(() => app.close());

  const add = (fields: object, product = 'LN001', token = administrator): ReturnType<TestApp['post']> =>
    app.post(`${PRODUCTS}/${product}/${kind}`, { ...body, ...fields }, { token });
  const change = (id: number | string, fields: object, product = 'LN001'): ReturnType<TestApp['put']> =>
    app.put(`${PRODUCTS}/${product}/${kind}/${id}`, fields, { token: administrator });
  const list = async (product = 'LN001'): Promise<{ data: Priced[]; recordCount: number }> =>
    dataOf(await app.get(`${PRODUCTS}/${product}/${kind}`, {}, { token: administrator }));
  const shown = async (product = 'LN001'): Promise<Priced[]> =>
    dataOf<{ data: Record<string, Priced[]>[] }>(
      await app.get('/api/product/v1/searchproducts', { ProductCode: product }),
    ).data[0]![kind]!;

  it('are added, listed, shown with the product, and hidden from clients once inactive', async () => {
    const added = dataOf<Priced>(await add({}));
    expect(added).toMatchObject({ ...body, id: expect.any(Number), status: 'Active' });
    const { data, recordCount } = await list();
    expect(data.at(-1)).toEqual(added);
    expect(recordCount).toBe(data.length);
    expect(await shown()).toContainEqual(added);
    expect(dataOf(await change(added.id, { name: 'Renamed', status: 'Inactive' }))).toEqual({
      ...added,
      name: 'Renamed',
      status: 'Inactive',
      version: expect.not.stringMatching(added.version) as string,
    });
    expect((await list()).data.at(-1)).toMatchObject({ id: added.id, name: 'Renamed', status: 'Inactive' });
    expect((await shown()).map(({ id }) => id)).not.toContain(added.id);
    dataOf(await change(added.id, { name: null, status: 'Active' }));
    const { version: _, ...kept } = added;
    expect(await shown()).toContainEqual(expect.objectContaining({ ...kept, name: 'Renamed' }));
    const audit = await app.rows<{ action: string; actor: string }>(
      `SELECT action, actor FROM audit_log WHERE subject = $1 ORDER BY id`,
      [`product-${kind.slice(0, -1)}:${added.id}`],
    );
    expect(audit.map(({ action }) => action)).toEqual([
      `product-${kind.slice(0, -1)}.create`,
      `product-${kind.slice(0, -1)}.update`,
      `product-${kind.slice(0, -1)}.update`,
    ]);
    expect(audit[0]!.actor).toBe('staff:STF005');
  });

  it('are added under a name by one of 10 parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ name: 'Only one' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect(refusalOf(refused)).toEqual({ status: 409, code: `${code}_NAME_TAKEN` });
    const other = dataOf<Priced>(await add({ name: 'Another' }));
    expect(refusalOf(await change(other.id, { name: 'Only one' }))).toEqual({
      status: 409,
      code: `${code}_NAME_TAKEN`,
    });
    dataOf(await add({ name: 'Only one' }, otherProduct));
  });

  it('belong to one product of one institution', async () => {
    const { id } = dataOf<Priced>(await add({ name: 'Mine' }));
    const unknown = { status: 404, code: `${code}_NOT_FOUND` };
    expect(refusalOf(await change(id, { status: 'Inactive' }, otherProduct))).toEqual(unknown);
    expect(refusalOf(await change(9_007_199_254_740_991, {}))).toEqual(unknown);
    expect(refusalOf(await change(id, {}, 'NOPE'))).toEqual({ status: 404, code: 'PRODUCT_NOT_FOUND' });
    expect(refusalOf(await add({}, 'NOPE'))).toEqual({ status: 404, code: 'PRODUCT_NOT_FOUND' });
    expect(refusalOf(await app.get(`${PRODUCTS}/NOPE/${kind}`, {}, { token: administrator }))).toEqual({
      status: 404,
      code: 'PRODUCT_NOT_FOUND',
    });
    const table = `product_${kind.slice(0, -1)}`;
    const move = (from: number, to: number): string =>
      `UPDATE ${table} SET institution_id = ${to} WHERE institution_id = ${from} AND id = ${id}`;
    expect(refusalOf(await withRows(app, move(1, 2), move(2, 1), () => change(id, {})))).toEqual(unknown);
    expect(fieldsOf(await change('abc', {}))).toEqual([`${kind.slice(0, -1)}Id`]);
  });

  it('are refused for product types without them', async () => {
    expect(refusalOf(await add({ name: 'Unfit' }, unfitProduct))).toEqual({
      status: 422,
      code: 'PRODUCT_TYPE_NOT_ALLOWED',
    });
  });

  it('require the permission to manage products', async () => {
    const maker = await app.staff('maker');
    expect(refusalOf(await add({}, 'LN001', maker))).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
    expect((await app.get(`${PRODUCTS}/LN001/${kind}`, {}, { token: maker })).status).toBe(200);
    expect((await add({}, 'LN001', await app.client())).status).toBe(401);
  });

  if (kind === 'rates') {
    it('accept ascending tiers only', async () => {
      const tiers = [
        { fromAmount: 0, interestRate: 20 },
        { fromAmount: 100_000.5, interestRate: 18.75 },
      ];
      const added = dataOf<Priced & { tiers: object[] }>(await add({ name: 'Tiered', rateBasis: 1, tiers }));
      expect(added).toMatchObject({ tiers, rateBasis: 1 });
      const falling = [...tiers].reverse();
      expect(refusalOf(await change(added.id, { tiers: falling }))).toEqual({
        status: 422,
        code: 'PRODUCT_RATE_REFUSED',
      });
      expect(refusalOf(await add({ name: 'Falling', tiers: falling }))).toEqual({
        status: 422,
        code: 'PRODUCT_RATE_REFUSED',
      });
      expect(dataOf(await change(added.id, { tiers: [], rateBasis: 0, interestRate: 19 }))).toMatchObject({
        tiers: [],
        rateBasis: 0,
        interestRate: 19,
      });
    });

    it.each([
      ['name', { name: '' }],
      ['interestRate', { interestRate: undefined }],
      ['interestRate', { interestRate: 1_000.1 }],
      ['rateBasis', { rateBasis: 2 }],
      ['tiers[0].fromAmount', { tiers: [{ fromAmount: -1, interestRate: 1 }] }],
      ['status', { status: 'Active' }],
    ])('refuse an invalid %s', async (field, fields) => {
      const response = await add({ name: 'Unusable', ...fields });
      expect([response.status, fieldsOf(response)]).toEqual([400, expect.arrayContaining([field])]);
    });
  } else {
    it('have an amount or a rate, depending on their kind', async () => {
      const refused = { status: 422, code: 'PRODUCT_FEE_REFUSED' };
      expect(refusalOf(await add({ name: 'Both', rate: 1 }))).toEqual(refused);
      expect(refusalOf(await add({ name: 'Neither', amount: undefined }))).toEqual(refused);
      expect(refusalOf(await add({ name: 'Wrong', kind: 'Percentage' }))).toEqual(refused);
      const { id } = dataOf<Priced>(await add({ name: 'Changing' }));
      expect(refusalOf(await change(id, { kind: 'Percentage' }))).toEqual(refused);
      expect(refusalOf(await change(id, { rate: 2 }))).toEqual(refused);
      expect(
        dataOf(
          await change(id, {
            kind: 'Percentage',
            rate: 2,
            vatApplies: false,
            charged: 'PerInstalment',
            incomeLedgerCode: '4050',
          }),
        ),
      ).toMatchObject({
        kind: 'Percentage',
        rate: 2,
        amount: null,
        vatApplies: false,
        charged: 'PerInstalment',
        incomeLedgerCode: '4050',
      });
    });

    it.each([
      ['9999', 404, 'LEDGER_NOT_FOUND'],
      ['2010', 422, 'PRODUCT_LEDGER_REFUSED'],
      ['5010', 422, 'PRODUCT_LEDGER_REFUSED'],
    ])('refuse the income ledger %s', async (incomeLedgerCode, httpStatus, refusal) => {
      expect(refusalOf(await add({ name: 'Elsewhere', incomeLedgerCode }))).toEqual({
        status: httpStatus,
        code: refusal,
      });
    });

    it.each([
      ['name', { name: 'n'.repeat(101) }],
      ['kind', { kind: 'Tiered' }],
      ['amount', { amount: 0 }],
      ['rate', { rate: 100.5 }],
      ['vatApplies', { vatApplies: 'yes' }],
      ['incomeLedgerCode', { incomeLedgerCode: undefined }],
      ['charged', { charged: 'Later' }],
    ])('refuse an invalid %s', async (field, fields) => {
      const response = await add({ name: 'Unusable', ...fields });
      expect([response.status, fieldsOf(response)]).toEqual([400, expect.arrayContaining([field])]);
    });
  }
});
