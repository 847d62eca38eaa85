import { readFileSync } from 'node:fs';
import type { Response } from 'supertest';
import type {
  ImportedWatchListVersionView,
  WatchListMatchesView,
  WatchListVersionView,
  WatchListView,
} from '../../src/watch-lists/desk/watch-lists.dto';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';

const LISTS = '/api/admin/v1/watch-lists';
const encoded = (text: Buffer | string): string => Buffer.from(text).toString('base64url');
/** A file with the numbers `from` to `to` - 1, which name different companies. */
const fileOf = (from: number, to: number): string =>
  ['id,type,name', ...range(from, to).map((at) => `OWN-${at},company,Tamarind${at} Ventures Ltd`), ''].join('\n');
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

describe('Watch-lists', () => {
  let app: TestApp;
  let officer: Hired;
  let second: Hired;
  let lists = 0;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'WL001', ['view-watch-lists', 'manage-watch-lists', 'view-approvals']);
    second = await hire(app, 'WL002', ['view-watch-lists', 'manage-watch-lists', 'view-approvals']);
  });
  afterAll(() => app.close());

  const post = (path: string, body: object, { token } = officer): Promise<Response> =>
    app.post(`${LISTS}${path}`, body, { token });
  const get = (path: string, query = {}, { token } = officer): Promise<Response> =>
    app.get(`${LISTS}${path}`, query, { token });
  async function newList(format = 'own-csv'): Promise<string> {
    const code = `list-${(lists += 1)}`;
    dataOf(await post('', { code, name: 'A list', kind: 'own', format }));
    return code;
  }
  const send = (code: string, text: Buffer | string): Promise<Response> =>
    post(`/${code}/versions`, { fileName: 'list.csv', content: encoded(text) });
  const sent = async (code: string, text: Buffer | string): Promise<ImportedWatchListVersionView> =>
    dataOf<ImportedWatchListVersionView>(await send(code, text));
  const activate = (code: string, version: number): Promise<Response> => post(`/${code}/activate`, { version });
  const listOf = async (code: string): Promise<WatchListView> => dataOf<WatchListView>(await get(`/${code}`));
  const search = async (code: string, Name: string): Promise<WatchListMatchesView> =>
    dataOf<WatchListMatchesView>(await get(`/${code}/matches`, { Name }));

  it('imports a file as a version that is not in use, and searches it after its activation', async () => {
    const code = await newList();
    const version = await sent(code, readFileSync('test/data/watch-lists/own.csv'));
    expect(version).toMatchObject({ version: 1, status: 'imported', entries: 2, added: 2, importedBefore: false });
    expect(await listOf(code)).toMatchObject({ latestVersion: 1, activeVersion: null });
    expect(await search(code, 'Rockstone Tamarind Ventures')).toEqual({ version: null, matches: [] });
    expect(dataOf(await activate(code, 1))).toMatchObject({ activeVersion: 1 });
    const { matches } = await search(code, 'Rockstone Tamarind Ventures');
    expect(matches).toMatchObject([{ reference: 'OWN-2', name: 'Rockstone Tamarind Ventures Ltd' }]);
    expect((await search(code, 'Duruoha Nnaemeka Onyejekwe')).matches).toMatchObject([{ reference: 'OWN-1' }]);
    expect((await search(code, 'Chidinma Okonkwo')).matches).toEqual([]);
  });

  it.each([
    ['un-xml', 'un.xml'],
    ['ofac-xml', 'ofac-sdn.xml'],
    ['ofac-advanced-xml', 'ofac-advanced.xml'],
    ['eu-xml', 'eu.xml'],
    ['uk-csv', 'uk.csv'],
    ['nigsac-csv', 'nigsac.csv'],
    ['pep-csv', 'pep.csv'],
  ])('imports a file in the format %s, and activates it', async (format, file) => {
    const code = await newList(format);
    const { entries } = await sent(code, readFileSync(`test/data/watch-lists/${file}`));
    expect(entries).toBeGreaterThan(0);
    expect(dataOf(await activate(code, 1))).toMatchObject({ activeVersion: 1 });
  });

  it('the BVN of a listed party is stored sealed, and no answer has it', async () => {
    const code = await newList();
    await sent(code, readFileSync('test/data/watch-lists/own.csv'));
    await activate(code, 1);
    const stored = await app.rows<{ text: string }>(`SELECT e::text AS text FROM watch_list_entry e`);
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter(({ text }) => text.includes('22200000017'))).toEqual([]);
    expect(JSON.stringify(await search(code, 'Nnaemeka Onyejekwe Duruoha'))).not.toContain('22200000017');
  });

  it.each([
    ['a row without a name', 'id,name\nOWN-1,Musa Bello\nOWN-2,\n', 3],
    ['a number twice', 'id,name\nOWN-1,Musa Bello\nOWN-1,Ali Sani\n', 0],
  ])('refuses a file with %s, names the line and stores nothing', async (_, text, line) => {
    const code = await newList();
    const answer = await send(code, text);
    expect(codeOf(answer)).toStrictEqual([422, 'WATCH_LIST_FILE_REFUSED']);
    const { problems } = (answer.body as { data: { problems: object[] } }).data;
    expect(problems).toMatchObject([{ line, reason: expect.any(String) as string }]);
    expect(await listOf(code)).toMatchObject({ latestVersion: 0, activeVersion: null });
  });

  it('refuses a truncated file, and the active version stays', async () => {
    const code = await newList('un-xml');
    const whole = readFileSync('test/data/watch-lists/un.xml');
    await sent(code, whole);
    await activate(code, 1);
    const truncated = await send(code, whole.subarray(0, whole.length - 200));
    expect(codeOf(truncated)).toStrictEqual([422, 'WATCH_LIST_FILE_REFUSED']);
    expect(await listOf(code)).toMatchObject({ latestVersion: 1, activeVersion: 1 });
  });

  it('a failure between the rows of an import leaves no row, and the active version as it was', async () => {
    const code = await newList();
    await sent(code, fileOf(0, 20));
    await activate(code, 1);
    await app.rows(`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.reference = 'OWN-1500' THEN RAISE 'refused'; END IF; RETURN NEW; END $$`);
    await app.rows(`CREATE TRIGGER refuse_entry BEFORE INSERT ON watch_list_entry
      FOR EACH ROW EXECUTE FUNCTION refuse_entry()`);
    const [before] = await app.rows(`SELECT count(*) FROM watch_list_entry`);
    expect((await send(code, fileOf(0, 2_000))).status).toBe(500);
    await app.rows('DROP TRIGGER refuse_entry ON watch_list_entry');
    await app.rows('DROP FUNCTION refuse_entry');
    expect(await app.rows(`SELECT count(*) FROM watch_list_entry`)).toEqual([before]);
    expect(await listOf(code)).toMatchObject({ latestVersion: 1, activeVersion: 1 });
    expect((await search(code, 'Tamarind7 Ventures Ltd')).version).toBe(1);
  });

  it('counts what a version adds, changes and removes beside the active one', async () => {
    const code = await newList();
    await sent(code, 'id,name,bvn\nA,Musa Bello,22200000017\nB,Ali Sani,\nC,Ada Eze,\n');
    await activate(code, 1);
    const next = await sent(code, 'id,name,bvn\nA,Musa Bello,22200000018\nB,Ali Sani,\nD,Uche Obi,\n');
    expect(next).toMatchObject({ version: 2, added: 1, changed: 1, removed: 1 });
    const listed = dataOf<{ data: WatchListVersionView[] }>(await get(`/${code}/versions`));
    expect(listed.data.map(({ version, status }) => [version, status])).toEqual([
      [2, 'imported'],
      [1, 'active'],
    ]);
  });

  it('lists are found by kind, and versions by status', async () => {
    const code = await newList();
    await sent(code, fileOf(0, 3));
    const count = async (path: string, query: object): Promise<number> =>
      dataOf<{ data: object[] }>(await get(path, query)).data.length;
    expect(await count('', { Kind: 'own', PageSize: 200 })).toBe(lists);
    expect(await count('', { Kind: 'pep' })).toBe(0);
    expect(await count(`/${code}/versions`, { Status: 'imported' })).toBe(1);
    expect(await count(`/${code}/versions`, { Status: 'active' })).toBe(0);
  });

  it('the file of the latest version a second time imports nothing', async () => {
    const code = await newList();
    await sent(code, fileOf(0, 3));
    expect(await sent(code, fileOf(0, 3))).toMatchObject({ version: 1, importedBefore: true });
  });

  it('a version that loses a tenth is active at once, and the one before is superseded', async () => {
    const code = await newList();
    await sent(code, fileOf(0, 20));
    await activate(code, 1);
    await sent(code, fileOf(2, 20));
    expect((await activate(code, 2)).status).toBe(200);
    const found = (await search(code, 'Tamarind1 Ventures Ltd')).matches.map(({ reference }) => reference);
    expect(found).toContain('OWN-2');
    expect(found).not.toContain('OWN-1');
    const { data } = dataOf<{ data: WatchListVersionView[] }>(await get(`/${code}/versions`));
    expect(data.map(({ status }) => status)).toEqual(['active', 'superseded']);
  });

  it('a version that loses more than a tenth waits, and only another person makes it active', async () => {
    const code = await newList();
    await sent(code, fileOf(0, 20));
    await activate(code, 1);
    await sent(code, fileOf(3, 20));
    const asked = await activate(code, 2);
    expect(codeOf(asked)).toStrictEqual([202, 'PENDING_APPROVAL']);
    expect(await listOf(code)).toMatchObject({ activeVersion: 1 });
    const { approvalId } = (asked.body as { data: { approvalId: number } }).data;
    const approve = ({ token }: Hired): Promise<Response> =>
      app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token });
    expect(codeOf(await approve(officer))[1]).toBe('MAKER_CANNOT_APPROVE');
    expect(await listOf(code)).toMatchObject({ activeVersion: 1 });
    expect((await approve(second)).status).toBe(200);
    expect(await listOf(code)).toMatchObject({ activeVersion: 2 });
  });

  it('the loss counts from the version that is active, not from the one that was active at the import', async () => {
    const code = await newList();
    await sent(code, fileOf(0, 20));
    expect(await sent(code, fileOf(0, 5))).toMatchObject({ removed: 0 });
    await activate(code, 1);
    expect((await activate(code, 2)).status).toBe(202);
    expect(await listOf(code)).toMatchObject({ activeVersion: 1 });
  });

  it('of imports at once each gets its own number, and of activations at once one version is active', async () => {
    const code = await newList();
    const versions = await Promise.all(range(0, 4).map((at) => sent(code, fileOf(0, 40 + at))));
    expect(versions.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4]);
    await Promise.all(range(1, 5).map((version) => activate(code, version)));
    const { data } = dataOf<{ data: WatchListVersionView[] }>(await get(`/${code}/versions`));
    const active = data.filter(({ status }) => status === 'active');
    expect(active.map(({ version }) => version)).toEqual([(await listOf(code)).activeVersion]);
  });

  it('refuses a code that is taken, an unknown list and an unknown version', async () => {
    const code = await newList();
    const body = { code, name: 'A list', kind: 'own', format: 'own-csv' };
    expect(codeOf(await post('', body))).toStrictEqual([409, 'WATCH_LIST_CODE_TAKEN']);
    expect(codeOf(await get('/no-list/matches', { Name: 'x' }))).toStrictEqual([404, 'WATCH_LIST_NOT_FOUND']);
    expect(codeOf(await send('no-list', fileOf(0, 1)))).toStrictEqual([404, 'WATCH_LIST_NOT_FOUND']);
    expect(codeOf(await activate(code, 1))).toStrictEqual([404, 'WATCH_LIST_VERSION_NOT_FOUND']);
  });

  it('staff who may only view lists import and activate nothing', async () => {
    const viewer = await hire(app, 'WL003', ['view-watch-lists']);
    const code = await newList();
    expect((await get(`/${code}`, {}, viewer)).status).toBe(200);
    const file = { fileName: 'list.csv', content: encoded(fileOf(0, 1)) };
    expect((await post(`/${code}/versions`, file, viewer)).status).toBe(403);
    expect((await post(`/${code}/activate`, { version: 1 }, viewer)).status).toBe(403);
  });
});
