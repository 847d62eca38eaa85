import fc from 'fast-check';
import type { Response } from 'supertest';
import { PermissionCatalogue } from '../../../src/institutions/staff/permission-catalogue';
import { TestApp } from '../../support/app';
import { hire } from '../../support/hire';

interface Page {
  data: Record<string, unknown>[];
  recordCount: number;
  nextAfter: string | null;
}

type Query = Record<string, string | number>;

const RUNS = 12;

describe('cursors of lists', () => {
  let app: TestApp;
  let token: string;
  let movements: string;
  let inserted = 0;

  const ask = (path: string, query: Query): Promise<Response> => app.get(`/api/admin/v1/${path}`, query, { token });
  const read = async (path: string, query: Query): Promise<Page> => {
    const answer = await ask(path, query);
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body as { data: Page }).data;
  };
  /** Every row of a list by cursors; `between` runs after each page. */
  async function walk(
    path: string,
    query: Query,
    between = (): Promise<unknown> => Promise.resolve(),
  ): Promise<object[]> {
    const rows: object[] = [];
    for (let After: string | null = '', pages = 0; After !== null; pages += 1) {
      if (pages > 500) throw new Error('The walk does not end.');
      const page = await read(path, After === '' ? query : { ...query, After });
      rows.push(...page.data);
      After = page.nextAfter;
      await between();
    }
    return rows;
  }
  /** Messages at few different times, so that many have the same. */
  const send = (count: number): Promise<unknown> =>
    app.rows(
      `INSERT INTO message (institution_id, id, channel, status, recipient, body, sealed, is_html, attachments, attempts, requested_by, created_at)
       SELECT $1::bigint, $2::bigint + n, 'sms', CASE WHEN n % 3 = 0 THEN 'Failed' ELSE 'Sent' END, '+2348030000000', 'Text', false, false, '{}', 1, 'system:test',
              timestamptz '2026-11-20 10:00:00Z' + n % 7 * interval '1 hour'
         FROM generate_series(1, $3::int) n`,
      [app.institutionId, 900_000 + (inserted += 1_000), count],
    );

  beforeAll(async () => {
    app = await TestApp.start();
    ({ token } = await hire(app, 'WALKER', app.app.get(PermissionCatalogue, { strict: false }).list()));
    await send(60);
    const customer = `INSERT INTO customer (institution_id, id, record_id, customer_number, customer_type, name, search_name, branch_id, created_by, created_at, updated_at)
       SELECT $1::bigint, 800000 + n, gen_random_uuid(), (80000000 + n)::text, 'Individual', 'Walk ' || n % 4, 'walk ' || n % 4,
              (SELECT id FROM branch WHERE institution_id = $1 LIMIT 1), 'system:test', now(), now() FROM generate_series(1, 30) n`;
    await app.rows(customer, [app.institutionId]);
    await app.rows(
      `INSERT INTO approval (institution_id, id, operation, title, status, maker, amount_kobo, summary, required_checkers, created_at)
       SELECT $1::bigint, 700000 + n, 'post-transaction', 'Post', 'Canceled', 'staff:X', CASE WHEN n % 3 = 0 THEN NULL ELSE n % 5 * 100 END, 'Walk', 1, now()
         FROM generate_series(1, 25) n`,
      [app.institutionId],
    );
    const from = await app.openAccount(1_000);
    const to = await app.openAccount();
    for (let n = 1; n <= 9; n += 1)
      await app.post('/api/transfer/v1/localfundtransfer', {
        debitAccount: from,
        creditAccount: to,
        amount: n,
        narration: 'Walk',
        postingsTransactionType: 3,
      });
    movements = `accounts/${from}/movements`;
  });
  afterAll(() => app.close());

  it.each([
    ['approvals', { SortColumn: 'amount' }],
    ['approvals', { SortColumn: 'createdAt' }],
    ['audit-log', {}],
    ['customers/individuals', { SortColumn: 'name' }],
    ['customers/individuals', { SortColumn: 'customerID' }],
    ['customers/individuals', {}],
    ['accounts', { SortColumn: 'accountName' }],
    ['accounts', { SortColumn: 'dateOpened' }],
    ['ledgers', {}],
    ['messages', {}],
    ['transfers', {}],
    ['reports/call-over', {}],
    ['staff', {}],
    ['roles', {}],
  ])('of %s with %p give the rows of the whole list in its order, whatever the size', async (path, query: Query) => {
    for (const Direction of ['Asc', 'Desc']) {
      const whole = await read(path, { ...query, Direction, PageSize: 200 });
      expect(whole.data.length).toBeGreaterThan(4);
      expect(whole.data.length).toBeLessThan(200);
      expect(whole.nextAfter).toBeNull();
      for (const PageSize of [1, 7]) expect(await walk(path, { ...query, Direction, PageSize })).toEqual(whole.data);
    }
  });

  it('of movements give each movement once, by either date', async () => {
    for (const DateBasis of ['BookingDate', 'ValueDate'])
      for (const Direction of ['Asc', 'Desc']) {
        const whole = await read(movements, { DateBasis, Direction, PageSize: 200 });
        expect(whole.data).toHaveLength(10);
        expect(await walk(movements, { DateBasis, Direction, PageSize: 3 })).toEqual(whole.data);
      }
  });

  it('give each row that was there once, while rows are inserted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          PageSize: fc.integer({ min: 5, max: 40 }),
          Direction: fc.constantFrom('Asc', 'Desc'),
          Status: fc.constantFrom('Sent', 'Failed'),
          inserts: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 }),
        }),
        async ({ inserts, ...query }) => {
          const before = await app.rows<{ id: string }>('SELECT id FROM message WHERE status = $1', [query.Status]);
          const left = [...inserts];
          const rows = (await walk('messages', query, async () => send(left.pop() ?? 0))) as { id: number }[];
          const ids = rows.map(({ id }) => String(id));
          expect(new Set(ids).size).toBe(ids.length);
          expect(before.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
        },
      ),
      { numRuns: RUNS, seed: 20_261_124 },
    );
  });

  it.each([
    ['a text that is none', {}, 'abc'],
    ['another order', { Direction: 'Asc' }, undefined],
    ['another filter', { Status: 'Failed' }, undefined],
    ['another list', undefined, undefined],
  ])('are refused with %s', async (_, query: Query | undefined, own?: string) => {
    const { nextAfter } = await read('messages', { PageSize: 2 });
    const After = own ?? nextAfter!;
    const { status, body } = await (query ? ask('messages', { ...query, After }) : ask('audit-log', { After }));
    expect([status, body.data.errors[0].field]).toEqual([400, 'After']);
  });

  it('are refused beside the number of a page', async () => {
    const { nextAfter } = await read('messages', { PageSize: 2 });
    const { status, body } = await ask('messages', { After: nextAfter!, PageNumber: 2 });
    expect([status, body.data.errors[0].field]).toEqual([400, 'PageNumber']);
  });

  it('fit another size of the page', async () => {
    const { nextAfter } = await read('messages', { PageSize: 2 });
    const next = await read('messages', { After: nextAfter!, PageSize: 5 });
    expect(next.data).toEqual((await read('messages', { PageSize: 7 })).data.slice(2));
  });

  it('show no row of another institution, whatever they name', async () => {
    const { nextAfter } = await read('messages', { PageSize: 2 });
    const elements = JSON.parse(Buffer.from(nextAfter!, 'base64url').toString()) as string[];
    elements[2] = '2999-01-01T00:00:00.000Z';
    const After = Buffer.from(JSON.stringify(elements)).toString('base64url');
    expect((await read('messages', { After, PageSize: 2 })).data).toEqual(
      (await read('messages', { PageSize: 2 })).data,
    );
  });
});
