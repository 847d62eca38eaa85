import request, { type Response } from 'supertest';
import { changeOf } from '../../src/common/audit/change-of';
import type { PlacementView } from '../../src/placements/placements.dto';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';

const PATH = '/api/admin/v1/placements';
const TERMS = {
  counterparty: 'Zenith Bank',
  amount: 50_000_000.25,
  rate: 21.5,
  startDate: '2026-01-05',
  maturityDate: '2999-12-31',
};
const NOT_FOUND = {
  status: false,
  message: 'There is no placement with this id.',
  data: { statusCode: 'PLACEMENT_NOT_FOUND' },
};

describe('placements', () => {
  let app: TestApp;
  let token: string;
  let businessDate: string;

  const create = (fields: object = {}, reference = freshReference(), as = token): Promise<Response> =>
    app.post(PATH, { ...TERMS, ...fields }, { token: as, reference });
  const created = async (fields: object = {}): Promise<PlacementView> => dataOf<PlacementView>(await create(fields));
  const replace = (id: number, body: object, as = token): Promise<Response> =>
    app.put(`${PATH}/${id}`, body, { token: as });
  const close = (id: number, as = token): Promise<Response> =>
    app.post(`${PATH}/${id}/close`, { reason: 'Money received' }, { token: as });
  const get = (id: number | string, as = token): Promise<Response> => app.get(`${PATH}/${id}`, {}, { token: as });
  const ids = async (query: Record<string, string | number>): Promise<number[]> =>
    dataOf<{ data: PlacementView[] }>(await app.get(PATH, query, { token })).data.map(({ id }) => id);

  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    businessDate = (
      await app.rows<{ date: string }>(
        'SELECT business_date::text AS date FROM institution WHERE institution_id = $1',
        [app.institutionId],
      )
    )[0]!.date;
  });
  afterAll(() => app?.close());

  it('creates, updates and closes a placement without moving money', async () => {
    const before = await app.rows('SELECT count(*) FROM posting');
    const placement = await created({ referenceNumber: 'PLC-1', notes: 'Call after 30 days' });
    expect(placement).toStrictEqual({
      id: expect.any(Number),
      ...TERMS,
      referenceNumber: 'PLC-1',
      notes: 'Call after 30 days',
      status: 'Active',
      dateClosed: null,
      closureReason: null,
      createdBy: expect.stringMatching(/^staff:/),
      createdAt: expect.any(String),
      updatedAt: placement.createdAt,
      version: expect.any(String),
    });
    expect(dataOf(await get(placement.id))).toEqual(placement);
    const replaced = dataOf<PlacementView>(
      await replace(placement.id, { ...TERMS, amount: 1, rate: 0, counterparty: 'GTBank' }),
    );
    expect(replaced).toEqual({
      ...placement,
      version: expect.any(String),
      amount: 1,
      rate: 0,
      counterparty: 'GTBank',
      referenceNumber: null,
      notes: null,
      updatedAt: expect.any(String),
    });
    const closed = dataOf<PlacementView>(await close(placement.id));
    expect(closed).toEqual({
      ...replaced,
      status: 'Closed',
      dateClosed: businessDate,
      closureReason: 'Money received',
      updatedAt: expect.any(String),
      version: expect.any(String),
    });
    expect(closed.version).not.toBe(replaced.version);
    expect(dataOf(await get(placement.id))).toEqual(closed);
    expect(await app.rows('SELECT count(*) FROM posting')).toEqual(before);
    const log = await app.rows<{ actor: string; action: string; details: object }>(
      `SELECT actor, action, details FROM audit_log WHERE subject = $1 ORDER BY id`,
      [`placement:${placement.id}`],
    );
    expect(log).toEqual([
      {
        actor: placement.createdBy,
        action: 'placement.create',
        details: { ...TERMS, referenceNumber: 'PLC-1', notes: 'Call after 30 days' },
      },
      { actor: placement.createdBy, action: 'placement.update', details: changeOf(placement, replaced) },
      {
        actor: placement.createdBy,
        action: 'placement.close',
        details: changeOf(replaced, closed),
      },
    ]);
  });

  it('shows a placement as Matured from the maturity date on', async () => {
    const dayAfter = new Date(Date.parse(businessDate) + 86_400_000).toISOString().slice(0, 10);
    const [due, tomorrow] = [await created({ maturityDate: businessDate }), await created({ maturityDate: dayAfter })];
    const early = await created({ maturityDate: dayAfter });
    dataOf(await close(early.id));
    const range = {
      MaturityDateFrom: businessDate,
      MaturityDateTo: dayAfter,
      SortColumn: 'maturityDate',
      Direction: 'Asc',
    };
    expect([due.status, tomorrow.status]).toEqual(['Matured', 'Active']);
    expect(await ids({ ...range, Status: 'Matured' })).toEqual([due.id]);
    expect(await ids({ ...range, Status: 'Active' })).toEqual([tomorrow.id]);
    expect(await ids({ ...range, Status: 'Closed' })).toEqual([early.id]);
    await app.rows('UPDATE institution SET business_date = $2 WHERE institution_id = $1', [
      app.institutionId,
      dayAfter,
    ]);
    try {
      expect(dataOf(await get(tomorrow.id))).toMatchObject({ status: 'Matured' });
      expect(await ids({ ...range, Status: 'Matured' })).toEqual([due.id, tomorrow.id]);
    } finally {
      await app.rows('UPDATE institution SET business_date = $2 WHERE institution_id = $1', [
        app.institutionId,
        businessDate,
      ]);
    }
  });

  it('lists placements by counterparty, reference and page', async () => {
    const [one, two] = [
      await created({ counterparty: 'Ọlá Microfinance', referenceNumber: 'PLC-OLA' }),
      await created({ counterparty: 'Ola Trust' }),
    ];
    expect(await ids({ Counterparty: 'OLA' })).toEqual([two.id, one.id]);
    expect(await ids({ counterparty: 'ola', direction: 'Asc', pagesize: 1, pagenumber: 2 })).toEqual([two.id]);
    expect(await ids({ ReferenceNumber: 'PLC-OLA' })).toEqual([one.id]);
    expect(await ids({ Counterparty: 'microfinance' })).toEqual([]);
  });

  it('accepts a referenceNumber once, and answers a repeated request from its claim', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ referenceNumber: 'PLC-RACE' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.data).toEqual({
      statusCode: 'DUPLICATE_REFERENCE',
      field: 'referenceNumber',
    });
    const other = await created();
    expect(refusalOf(await replace(other.id, { ...TERMS, referenceNumber: 'PLC-RACE' }))).toEqual({
      status: 409,
      code: 'DUPLICATE_REFERENCE',
    });
    const reference = freshReference();
    const [first, second] = [await create({}, reference), await create({}, reference)];
    expect([second.headers['idempotent-replayed'], second.body]).toEqual(['true', first.body]);
  });

  it('lets one of several parallel requests close a placement, which then cannot be changed', async () => {
    const { id } = await created();
    const answers = await Promise.all(Array.from({ length: 6 }, () => close(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(refusalOf(await replace(id, TERMS))).toEqual({ status: 409, code: 'PLACEMENT_CLOSED' });
  });

  it.each([
    ['no counterparty', { counterparty: undefined }, 'counterparty'],
    ['a blank counterparty', { counterparty: ' ' }, 'counterparty'],
    ['no amount', { amount: undefined }, 'amount'],
    ['an amount of nothing', { amount: 0 }, 'amount'],
    ['an amount with three decimals', { amount: 1.005 }, 'amount'],
    ['an amount that is a text', { amount: '100' }, 'amount'],
    ['a rate below zero', { rate: -1 }, 'rate'],
    ['a rate with five decimals', { rate: 1.00001 }, 'rate'],
    ['a day that does not exist', { startDate: '2026-02-30' }, 'startDate'],
    ['no maturity', { maturityDate: undefined }, 'maturityDate'],
    ['a status', { status: 'Closed' }, 'status'],
  ])('refuses %s', async (_, fields, field) => {
    for (const answer of [await create(fields), await replace(1, { ...TERMS, ...fields })]) {
      expect(refusalOf(answer)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(fieldsOf(answer)).toEqual([field]);
    }
  });

  it.each(['2026-01-05', '2026-01-04'])(
    'refuses a maturity date on or before the start date: %s',
    async (maturityDate) => {
      const { id } = await created();
      for (const answer of [await create({ maturityDate }), await replace(id, { ...TERMS, maturityDate })]) {
        expect(refusalOf(answer)).toEqual({ status: 422, code: 'PLACEMENT_DATES_REFUSED' });
      }
    },
  );

  it('refuses a closure without a reason and an id that is not a number', async () => {
    const { id } = await created();
    expect((await app.post(`${PATH}/${id}/close`, {}, { token })).status).toBe(400);
    expect((await get('PLC-1')).status).toBe(400);
  });

  it('requires the view permission to read and the manage permission to change, and refuses API clients', async () => {
    const { id } = await created();
    const maker = await app.staff('maker');
    expect((await get(id, maker)).status).toBe(200);
    for (const answer of [
      await create({}, freshReference(), maker),
      await replace(id, TERMS, maker),
      await close(id, maker),
    ]) {
      expect(refusalOf(answer)).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
    }
    expect(refusalOf(await get(id, await app.client())).status).toBe(401);
  });

  it('answers for placements of another institution like for unknown placements', async () => {
    const { id } = await created();
    const { manager } = await addSecondInstitution(app);
    const other = (
      await request(app.url).post('/api/admin/v1/login').send({ email: manager.email, password: manager.password })
    ).body.accessToken as string;
    for (const answer of [
      await get(id, other),
      await replace(id, TERMS, other),
      await close(id, other),
      await get(9_007_199_254_740_000, other),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
    expect(dataOf<{ recordCount: number }>(await app.get(PATH, {}, { token: other })).recordCount).toBe(0);
    expect(dataOf(await get(id))).toMatchObject({ id, status: 'Active' });
  });
});
