import type { Response } from 'supertest';
import { codeOf, dataOf, fieldsOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';

const ME = '/api/admin/v1/me';

interface View {
  id: number;
  name: string;
  isShared: boolean;
  owner: string;
}

describe("staff's own preferences and views", () => {
  let app: TestApp;
  let maker: string;
  let checker: string;
  let administrator: string;
  beforeAll(async () => {
    app = await TestApp.start();
    [maker, checker, administrator] = [
      await app.staff('maker'),
      await app.staff('checker'),
      await app.staff('administrator'),
    ];
  });
  afterAll(() => app.close());

  const preferences = { theme: 'dark', density: 'compact', pageSize: 50, singleKeys: false };
  const set = (body: object, token = maker): Promise<Response> => app.put(`${ME}/preferences`, body, { token });
  const view = (fields: object = {}): object => ({
    page: 'aml-holds',
    name: 'Large',
    search: 'MinAmount=5',
    ...fields,
  });
  const create = (fields: object, token: string): Promise<Response> => app.post(`${ME}/views`, view(fields), { token });
  const list = async (token: string, Page?: string): Promise<View[]> =>
    dataOf<{ data: View[] }>(await app.get(`${ME}/views`, Page === undefined ? {} : { Page }, { token })).data;

  describe('preferences', () => {
    it('are the usual ones at first, then those of the member, and of nobody else', async () => {
      const usual = { theme: 'system', density: 'comfortable', pageSize: 20, singleKeys: true, columns: [] };
      expect(dataOf(await app.get(`${ME}/preferences`, {}, { token: maker }))).toEqual(usual);
      const own = { ...preferences, columns: [{ page: 'aml-holds', columns: ['heldAt', 'amount'] }] };
      expect(dataOf(await set(own))).toEqual(own);
      expect(dataOf(await app.get(`${ME}/preferences`, {}, { token: maker }))).toEqual(own);
      expect(dataOf(await app.get(`${ME}/preferences`, {}, { token: checker }))).toEqual(usual);
    });

    it('hold nothing but what is listed, and at most 16 KB', async () => {
      expect(fieldsOf(await set({ ...preferences, columns: [], token: 'x' }))).toEqual(['token']);
      expect(fieldsOf(await set({ ...preferences, columns: [], theme: 'pink' }))).toEqual(['theme']);
      expect(fieldsOf(await set({ ...preferences, columns: [], pageSize: 201 }))).toEqual(['pageSize']);
      const odd = [{ page: 'aml-holds', columns: ['<script>'] }];
      expect(fieldsOf(await set({ ...preferences, columns: odd }))).toEqual(['columns[0].columns']);
      const many = Array.from({ length: 50 }, (_, page) => ({
        page: `page-${page}`,
        columns: Array.from({ length: 40 }, (__, column) => `aLongNameOfOneColumn${column}`),
      }));
      expect(fieldsOf(await set({ ...preferences, columns: many }))).toEqual(['columns']);
    });
  });

  describe('views', () => {
    it('of one member are seen, changed and removed by nobody else', async () => {
      const { id } = dataOf<View>(await create({ name: 'Mine' }, maker));
      expect((await list(maker)).map(({ name }) => name)).toEqual(['Mine']);
      expect(await list(checker)).toEqual([]);
      for (const token of [checker, administrator]) {
        expect(codeOf(await app.patch(`${ME}/views/${id}`, { name: 'Yours' }, { token }))).toStrictEqual([
          404,
          'VIEW_NOT_FOUND',
        ]);
        expect(codeOf(await app.delete(`${ME}/views/${id}`, { token }))).toStrictEqual([404, 'VIEW_NOT_FOUND']);
      }
      const changed = await app.patch(`${ME}/views/${id}`, { search: 'MinAmount=9' }, { token: maker });
      expect(dataOf(changed)).toMatchObject({ name: 'Mine', search: 'MinAmount=9', owner: 'STF002' });
      expect((await app.delete(`${ME}/views/${id}`, { token: maker })).status).toBe(200);
      expect(await list(maker)).toEqual([]);
    });

    it('are shared only with the permission, and then shown to all', async () => {
      expect(codeOf(await create({ isShared: true }, maker))).toStrictEqual([403, 'PERMISSION_DENIED']);
      const { id } = dataOf<View>(await create({ name: 'All', isShared: true }, administrator));
      expect((await list(maker, 'aml-holds')).map((one) => one.id)).toEqual([id]);
      expect(await list(maker, 'approvals')).toEqual([]);
      const path = `${ME}/views/${id}`;
      expect(codeOf(await app.patch(path, { name: 'X' }, { token: maker }))).toStrictEqual([403, 'PERMISSION_DENIED']);
      expect(codeOf(await app.delete(path, { token: maker }))).toStrictEqual([403, 'PERMISSION_DENIED']);
      const own = dataOf<View>(await create({ name: 'Own' }, maker));
      const shared = await app.patch(`${ME}/views/${own.id}`, { isShared: true }, { token: maker });
      expect(codeOf(shared)).toStrictEqual([403, 'PERMISSION_DENIED']);
      const audited = await app.rows('SELECT action FROM audit_log WHERE subject = $1', [`saved-view:${id}`]);
      expect(audited).toEqual([{ action: 'saved-view.share' }]);
    });

    it('are at most 100 for each member, also when asked for at once', async () => {
      const { token } = await hire(app, 'VIEWER', ['view-aml']);
      await app.rows(
        `INSERT INTO saved_view (institution_id, id, owner, page, name, search, is_shared, updated_at)
         SELECT $1, 900000000 + n, 'VIEWER', 'p', 'n', '', false, now() FROM generate_series(1, 99) n`,
        [app.institutionId],
      );
      const answers = await Promise.all([1, 2, 3].map(() => create({}, token)));
      expect(answers.map((answer) => codeOf(answer)[1] ?? 'made').sort()).toEqual([
        'TOO_MANY_VIEWS',
        'TOO_MANY_VIEWS',
        'made',
      ]);
    });

    it('are search strings of pages', async () => {
      expect(fieldsOf(await create({ search: 'https://x?y' }, maker))).toEqual(['search']);
      expect(fieldsOf(await create({ page: '../x' }, maker))).toEqual(['page']);
      expect(fieldsOf(await create({ name: ' ' }, maker))).toEqual(['name']);
    });
  });
});
