import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Response } from 'supertest';
import request from 'supertest';
import type { WatchListVersionView, WatchListView } from '../../src/watch-lists/desk/watch-lists.dto';
import { ListDownloads } from '../../src/watch-lists/sources/list-downloads';
import type { WatchListSourceView } from '../../src/watch-lists/sources/watch-list-sources.dto';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';
import { addressOf, closeServer, listenOnLoopback } from '../support/loopback';

const LISTS = '/api/admin/v1/watch-lists';
const MANAGE = ['view-watch-lists', 'manage-watch-lists', 'view-approvals'];
const fileOf = (from: number, to: number): string =>
  ['id,type,name', ...range(from, to).map((at) => `OWN-${at},company,Tamarind${at} Ventures Ltd`), ''].join('\n');
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

describe('Sources of watch-lists', () => {
  let app: TestApp;
  let officer: Hired;
  let second: Hired;
  let lists = 0;
  const servers: Server[] = [];
  const logged: string[] = [];
  beforeAll(async () => {
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
    app = await TestApp.start({ SANDBOX: 'true', WATCH_LIST_PRIVATE_ADDRESSES: '127.0.0.1', LOG_LEVEL: 'trace' });
    officer = await hire(app, 'WS001', MANAGE);
    second = await hire(app, 'WS002', MANAGE);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    for (const server of servers) await closeServer(server);
    await app.close();
  });

  const path = (code: string, rest = ''): string => `${LISTS}/${code}${rest}`;
  const listOf = async (code: string): Promise<WatchListView> =>
    dataOf<WatchListView>(await app.get(path(code), {}, { token: officer.token }));
  const sourceOf = async (code: string): Promise<WatchListSourceView> => (await listOf(code)).source!;
  const versionsOf = async (code: string): Promise<WatchListVersionView[]> =>
    dataOf<{ data: WatchListVersionView[] }>(await app.get(path(code, '/versions'), {}, { token: officer.token })).data;
  const set = (code: string, body: object, { token } = officer): Promise<Response> =>
    app.put(path(code, '/source'), body, { token });
  const fetchNow = (code: string, { token } = officer): Promise<Response> =>
    app.post(path(code, '/source/fetch'), {}, { token });
  const activate = (code: string, version: number): Promise<Response> =>
    app.post(path(code, '/activate'), { version }, { token: officer.token });

  async function newList(format = 'own-csv'): Promise<string> {
    const code = `source-${(lists += 1)}`;
    dataOf(await app.post(LISTS, { code, name: 'A list', kind: 'own', format }, { token: officer.token }));
    return code;
  }

  /** A publisher whose answer the test can change. @returns its address and the answer */
  async function publisher(answer: RequestListener): Promise<{ url: string; answer: RequestListener }> {
    const published = { url: '', answer };
    const server = createServer((asked, response) => published.answer(asked, response));
    servers.push(server);
    published.url = `${await listenOnLoopback(server)}/lists/own-2026.csv?key=of-the-bank`;
    return published;
  }
  const gives =
    (text: string | Buffer, headers = {}): RequestListener =>
    (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(200, headers).end(text);

  /** Waits until so many fetches have ended. */
  async function ended(code: string, before: string | null): Promise<WatchListSourceView> {
    await eventually(async () => {
      const { lastAttemptAt, isFetching } = await sourceOf(code);
      expect([lastAttemptAt !== before, isFetching]).toEqual([true, false]);
    });
    return sourceOf(code);
  }
  /** A list with a source, after its first fetch. */
  async function sourced(url: string, format?: string): Promise<string> {
    const code = await newList(format);
    expect((await app.approved(set(code, { url }), second.token)).status).toBe(200);
    await ended(code, null);
    return code;
  }
  async function fetched(code: string): Promise<WatchListSourceView> {
    const { lastAttemptAt } = await sourceOf(code);
    dataOf(await fetchNow(code));
    return ended(code, lastAttemptAt);
  }

  it('are fetched at once when a second person has approved them, and the version is in use', async () => {
    const { url } = await publisher(gives(fileOf(0, 20)));
    const code = await newList();
    expect(codeOf(await set(code, { url }))).toStrictEqual([202, 'PENDING_APPROVAL']);
    expect((await listOf(code)).source).toBeNull();
    expect((await app.approved(set(code, { url, everyHours: 6 }), second.token)).status).toBe(200);
    expect(await ended(code, null)).toMatchObject({
      ...{ url, everyHours: 6, outcome: 'imported', errorCode: null, error: null, failures: 0, isLate: false },
    });
    expect(await listOf(code)).toMatchObject({ latestVersion: 1, activeVersion: 1 });
    expect(await versionsOf(code)).toMatchObject([
      { fileName: 'own-2026.csv', sourceUrl: url, added: 20, importedBy: 'system:watch-list-source' },
    ]);
    const matches = await app.get(path(code, '/matches'), { Name: 'Tamarind7 Ventures' }, { token: officer.token });
    expect(dataOf<{ version: number }>(matches).version).toBe(1);
  });

  it('send the marks of the file back, and 304 changes nothing but the time of the check', async () => {
    const marks: unknown[] = [];
    const published = await publisher((asked, response) => {
      marks.push([asked.headers['if-none-match'], asked.headers['if-modified-since']]);
      const isKnown = asked.headers['if-none-match'] === '"v1"';
      response
        .writeHead(isKnown ? 304 : 200, { etag: '"v1"', 'last-modified': 'Thu, 26 Nov 2026 10:00:00 GMT' })
        .end(isKnown ? undefined : fileOf(0, 3));
    });
    const code = await sourced(published.url);
    const { lastGoodAt } = await sourceOf(code);
    const source = await fetched(code);
    expect(source).toMatchObject({ outcome: 'unchanged', failures: 0, errorCode: null });
    expect(source.lastGoodAt! > lastGoodAt!).toBe(true);
    expect(marks).toEqual([
      [undefined, undefined],
      ['"v1"', 'Thu, 26 Nov 2026 10:00:00 GMT'],
    ]);
    expect(await listOf(code)).toMatchObject({ latestVersion: 1, activeVersion: 1 });
  });

  it('the same file without marks is no further version', async () => {
    const { url } = await publisher(gives(fileOf(0, 3)));
    const code = await sourced(url);
    expect(await fetched(code)).toMatchObject({ outcome: 'unchanged' });
    expect(await listOf(code)).toMatchObject({ latestVersion: 1, activeVersion: 1 });
  });

  it('a version that lost a tenth is in use at once, with its difference', async () => {
    const published = await publisher(gives(fileOf(0, 20)));
    const code = await sourced(published.url);
    published.answer = gives(fileOf(2, 21));
    expect(await fetched(code)).toMatchObject({ outcome: 'imported' });
    expect(await listOf(code)).toMatchObject({ activeVersion: 2 });
    expect((await versionsOf(code))[0]).toMatchObject({ version: 2, added: 1, removed: 2, status: 'active' });
  });

  it('a version that lost more than a tenth waits for two people, who need no further fetch', async () => {
    const published = await publisher(gives(fileOf(0, 20)));
    const code = await sourced(published.url);
    published.answer = gives(fileOf(3, 20));
    expect(await fetched(code)).toMatchObject({ outcome: 'waiting', failures: 0 });
    expect(await fetched(code)).toMatchObject({ outcome: 'waiting' });
    expect(await listOf(code)).toMatchObject({ latestVersion: 2, activeVersion: 1 });
    published.answer = (_, response) => void response.writeHead(500).end();
    const asked = await activate(code, 2);
    expect(codeOf(asked)).toStrictEqual([202, 'PENDING_APPROVAL']);
    expect((await app.approved(asked, second.token)).status).toBe(200);
    expect(await listOf(code)).toMatchObject({ activeVersion: 2 });
  });

  it('put no version in use that staff have sent and not activated, and none that staff have gone back from', async () => {
    const published = await publisher(gives(fileOf(0, 20)));
    const code = await sourced(published.url);
    const content = Buffer.from(fileOf(0, 21)).toString('base64url');
    dataOf(await app.post(path(code, '/versions'), { fileName: 'sent.csv', content }, { token: officer.token }));
    published.answer = (_, response) => void response.writeHead(304).end();
    await app.rows(`UPDATE watch_list_source SET etag = '"x"' WHERE url = $1`, [published.url]);
    expect(await fetched(code)).toMatchObject({ outcome: 'unchanged' });
    expect(await listOf(code)).toMatchObject({ latestVersion: 2, activeVersion: 1 });
    published.answer = gives(fileOf(0, 22));
    expect(await fetched(code)).toMatchObject({ outcome: 'imported' });
    expect((await app.approved(activate(code, 1), second.token)).status).toBe(200);
    expect(await fetched(code)).toMatchObject({ outcome: 'unchanged' });
    expect(await listOf(code)).toMatchObject({ latestVersion: 3, activeVersion: 1 });
  });

  describe('a failure leaves the active version, is shown, and is counted until the next good fetch:', () => {
    const unXml = readFileSync('test/data/watch-lists/un.xml');

    it.each<[string, RequestListener, string, RegExp]>([
      ['truncated', gives(unXml.subarray(0, unXml.length - 200)), 'FILE_REFUSED', /^Line \d+: The XML is malformed/],
      ['of another format', gives(fileOf(0, 20)), 'FILE_REFUSED', /^Line \d+: The XML is malformed/],
      ['empty', gives(''), 'FILE_REFUSED', /^Line \d+: /],
      ['not found', (_, response) => void response.writeHead(404).end('no'), 'HTTP_STATUS', /status 404/],
      ['larger than it may be', gives('', { 'content-length': '999999999' }), 'TOO_LARGE', /more than 268,435,456/],
      [
        'broken off',
        (_, response) =>
          void response
            .writeHead(200, { 'content-length': String(unXml.length) })
            .write(unXml.subarray(0, 500), () => response.socket!.destroy()),
        'INTERRUPTED',
        /did not arrive whole/,
      ],
      [
        'at a redirect to a private address',
        (_, response) => void response.writeHead(302, { location: 'http://127.0.0.9/list.xml' }).end(),
        'ADDRESS_NOT_ALLOWED',
        /private/,
      ],
    ])('a list that is %s', async (_, answer, errorCode, words) => {
      const published = await publisher(gives(unXml, { etag: '"whole"' }));
      const code = await sourced(published.url, 'un-xml');
      const { lastGoodAt } = await sourceOf(code);
      const entries = await app.rows(`SELECT count(*) FROM watch_list_entry`);
      published.answer = answer;
      const failed = await fetched(code);
      expect(failed).toMatchObject({ outcome: 'failed', errorCode, failures: 1, lastGoodAt });
      expect(failed.error).toMatch(words);
      expect(new Date(failed.nextAttemptAt).getTime() - new Date(failed.lastAttemptAt!).getTime()).toBe(3_600_000);
      expect(await fetched(code)).toMatchObject({ failures: 2 });
      expect(await listOf(code)).toMatchObject({ latestVersion: 1, activeVersion: 1 });
      expect(await app.rows(`SELECT count(*) FROM watch_list_entry`)).toEqual(entries);
      published.answer = gives(unXml);
      expect(await fetched(code)).toMatchObject({ outcome: 'unchanged', errorCode: null, error: null, failures: 0 });
    });

    it('a list that arrives too slowly', async () => {
      const published = await publisher(gives(fileOf(0, 3)));
      const code = await sourced(published.url);
      const downloads = app.app.get(ListDownloads, { strict: false });
      const { limits } = downloads;
      downloads.limits = { ...limits, totalMs: 300 };
      published.answer = (_, response) => void response.writeHead(200).write('id,name\n');
      expect(await fetched(code)).toMatchObject({ outcome: 'failed', errorCode: 'TIMED_OUT' });
      downloads.limits = limits;
      expect(await listOf(code)).toMatchObject({ activeVersion: 1 });
    });

    it('a list that the database does not take', async () => {
      const published = await publisher(gives(fileOf(0, 3)));
      const code = await sourced(published.url);
      await app.rows(`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.reference = 'OWN-1500' THEN RAISE 'refused'; END IF; RETURN NEW; END $$`);
      await app.rows(`CREATE TRIGGER refuse_entry BEFORE INSERT ON watch_list_entry
        FOR EACH ROW EXECUTE FUNCTION refuse_entry()`);
      const entries = await app.rows(`SELECT count(*) FROM watch_list_entry`);
      published.answer = gives(fileOf(0, 2_000));
      expect(await fetched(code)).toMatchObject({ outcome: 'failed', errorCode: 'IMPORT_FAILED' });
      await app.rows('DROP TRIGGER refuse_entry ON watch_list_entry');
      await app.rows('DROP FUNCTION refuse_entry');
      expect(await app.rows(`SELECT count(*) FROM watch_list_entry`)).toEqual(entries);
      expect(await listOf(code)).toMatchObject({ latestVersion: 1, activeVersion: 1 });
    });
  });

  it('reach no private address that the operator does not allow, whatever the stored address has become', async () => {
    let reached = 0;
    const server = createServer((_, response) => {
      reached += 1;
      response.end(fileOf(0, 3));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.9', resolve));
    servers.push(server);
    const { port } = new URL(addressOf(server));
    const { url } = await publisher(gives(fileOf(0, 3)));
    const code = await sourced(url);
    for (const target of [`https://127.0.0.9:${port}/`, `http://127.0.0.9:${port}/`]) {
      await app.rows(
        `UPDATE watch_list_source SET url = $2 WHERE url <> $2 AND job_id IN
        (SELECT job_id FROM watch_list_source s JOIN watch_list l ON l.id = s.list_id WHERE l.code = $1)`,
        [code, target],
      );
      expect(await fetched(code)).toMatchObject({ outcome: 'failed', errorCode: 'ADDRESS_NOT_ALLOWED' });
    }
    expect(reached).toBe(0);
  });

  it.each(['http://publisher.example:80/list.xml', 'https://10.0.0.1/list.xml', 'http://127.0.0.9/', 'https://[::1]/'])(
    'the address %s is refused, unless it is only a name that resolves later',
    async (url) => {
      const code = await newList();
      const answer = await set(code, { url });
      if (url.includes('publisher')) expect(answer.status).toBe(202);
      else expect(codeOf(answer)).toStrictEqual([422, 'WATCH_LIST_ADDRESS_NOT_ALLOWED']);
    },
  );

  it.each([
    ...['ftp://publisher.example/', 'https://user:word@publisher.example/', 'https://publisher.example/#part', 'x'],
    'https://\\/user:word@publisher.example/',
  ])('the address %s is malformed', async (url) => expect((await set(await newList(), { url })).status).toBe(400));

  it('are fetched once at a time, however often staff ask', async () => {
    let [open, most, count] = [0, 0, 0];
    let release: () => void = () => undefined;
    const published = await publisher(gives(fileOf(0, 3)));
    const code = await sourced(published.url);
    published.answer = (_, response) => {
      count += 1;
      open += 1;
      most = Math.max(most, open);
      release = () => {
        open -= 1;
        response.writeHead(200).end(fileOf(0, 4));
      };
    };
    const { lastAttemptAt } = await sourceOf(code);
    const asked = await Promise.all(range(0, 4).map(() => fetchNow(code)));
    expect(asked.map(({ status }) => [200, 409].includes(status))).toEqual([true, true, true, true]);
    await eventually(async () => expect((await sourceOf(code)).isFetching).toBe(true));
    await eventually(() => Promise.resolve(expect(count).toBe(1)));
    expect(codeOf(await fetchNow(code))).toStrictEqual([409, 'WATCH_LIST_FETCH_IN_PROGRESS']);
    release();
    expect(await ended(code, lastAttemptAt)).toMatchObject({ outcome: 'imported' });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect([most, count]).toEqual([1, 1]);
    expect(await listOf(code)).toMatchObject({ latestVersion: 2 });
  });

  it('a file that arrives after the source was removed changes nothing', async () => {
    let release: () => void = () => undefined;
    const published = await publisher(gives(fileOf(0, 3)));
    const code = await sourced(published.url);
    let hasArrived = false;
    published.answer = (_, response) => {
      hasArrived = true;
      release = () => void response.writeHead(200).end(fileOf(0, 4));
    };
    dataOf(await fetchNow(code));
    await eventually(() => Promise.resolve(expect(hasArrived).toBe(true)));
    const removal = app.delete(path(code, '/source'), { token: officer.token });
    expect((await app.approved(removal, second.token)).status).toBe(200);
    release();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await listOf(code)).toMatchObject({ source: null, latestVersion: 1, activeVersion: 1 });
    expect(codeOf(await fetchNow(code))).toStrictEqual([404, 'WATCH_LIST_SOURCE_NOT_FOUND']);
    const again = await app.delete(path(code, '/source'), { token: officer.token });
    expect(codeOf(again)).toStrictEqual([404, 'WATCH_LIST_SOURCE_NOT_FOUND']);
  });

  it('one person may have the list fetched more often, and needs a second one for less often', async () => {
    const { url } = await publisher(gives(fileOf(0, 3)));
    const code = await sourced(url);
    const { lastAttemptAt } = await sourceOf(code);
    expect((await set(code, { url, everyHours: 2 })).status).toBe(200);
    const { everyHours, nextAttemptAt } = await sourceOf(code);
    expect(everyHours).toBe(2);
    expect(new Date(nextAttemptAt).getTime() - new Date(lastAttemptAt!).getTime()).toBe(7_200_000);
    const asked = await set(code, { url, everyHours: 3 });
    expect(codeOf(asked)).toStrictEqual([202, 'PENDING_APPROVAL']);
    expect(await sourceOf(code)).toMatchObject({ everyHours: 2, nextAttemptAt });
    expect((await app.approved(asked, second.token)).status).toBe(200);
    expect(await sourceOf(code)).toMatchObject({ everyHours: 3, outcome: 'imported', lastAttemptAt });
    for (const hours of [0, 169, 1.5]) expect((await set(code, { url, everyHours: hours })).status).toBe(400);
  });

  it('staff without the permission set, remove and fetch nothing, and see the source with the list', async () => {
    const viewer = await hire(app, 'WS003', ['view-watch-lists']);
    const { url } = await publisher(gives(fileOf(0, 3)));
    const code = await sourced(url);
    expect((await set(code, { url }, viewer)).status).toBe(403);
    expect((await app.delete(path(code, '/source'), { token: viewer.token })).status).toBe(403);
    expect((await fetchNow(code, viewer)).status).toBe(403);
    expect(dataOf<WatchListView>(await app.get(path(code), {}, { token: viewer.token })).source).toMatchObject({ url });
  });

  it('another institution neither sees nor fetches a source', async () => {
    const { url } = await publisher(gives(fileOf(0, 3)));
    const code = await sourced(url);
    const { email, password } = (await addSecondInstitution(app, 2)).manager;
    const { body } = await request(app.url).post('/api/admin/v1/login').send({ email, password });
    const { accessToken: token } = body as { accessToken: string };
    expect(codeOf(await app.get(path(code), {}, { token }))).toStrictEqual([404, 'WATCH_LIST_NOT_FOUND']);
    const answers = [
      await app.put(path(code, '/source'), { url }, { token }),
      await app.delete(path(code, '/source'), { token }),
      await app.post(path(code, '/source/fetch'), {}, { token }),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => [404, 'WATCH_LIST_NOT_FOUND']));
    expect(await sourceOf(code)).toMatchObject({ url });
  });

  it('no line of the log has an address, or the key in it', () => {
    expect(logged.some((line) => line.includes('A list was not fetched.'))).toBe(true);
    expect(logged.filter((line) => line.includes('of-the-bank'))).toEqual([]);
  });

  it('are fetched by themselves when the clock of the institution has come so far, and are late when that fails', async () => {
    // A process fetches one list at a time, and some of the tests' publishers never answer.
    await app.rows('DELETE FROM watch_list_source');
    await app.rows(`DELETE FROM job_due WHERE kind = 'fetch-watch-list'`);
    const published = await publisher(gives(fileOf(0, 20)));
    const code = await sourced(published.url);
    published.answer = gives(fileOf(0, 22));
    const before = await sourceOf(code);
    const move = async (days: number): Promise<void> => {
      const clock = dataOf<{ calendarDate: string }>(await app.get('/api/sandbox/v1/clock'));
      const date = new Date(Date.parse(clock.calendarDate) + days * 86_400_000).toISOString().slice(0, 10);
      dataOf(await app.post('/api/sandbox/v1/clock', { date }));
      await eventually(async () =>
        expect(dataOf<{ status: string }>(await app.get('/api/sandbox/v1/clock')).status).toBe('Standing'),
      );
    };
    await move(1);
    await ended(code, before.lastAttemptAt);
    expect(await listOf(code)).toMatchObject({ latestVersion: 2, activeVersion: 2, source: { outcome: 'imported' } });
    published.answer = (_, response) => void response.writeHead(503).end();
    const good = await sourceOf(code);
    await move(4);
    await ended(code, good.lastAttemptAt);
    expect(await sourceOf(code)).toMatchObject({ outcome: 'failed', isLate: true, lastGoodAt: good.lastGoodAt });
    const { text } = await request(app.url).get('/metrics');
    const late = new RegExp(`corebank_watch_list_sources_late_seconds\\{institution="${app.institutionId}"\\} (\\d+)`);
    expect(Number(late.exec(text)?.[1])).toBeGreaterThan(2 * 86_400);
  }, 60_000);
});
