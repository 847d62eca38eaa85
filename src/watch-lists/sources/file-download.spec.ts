import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { closeServer, listenOnLoopback } from '../../../test/support/loopback';
import { allowedUrls } from '../../common/gateway/allowed-urls';
import { download, DownloadError, type DownloadLimits, type FileMarks } from './file-download';

const LIMITS: DownloadLimits = { totalMs: 2_000, silentMs: 1_000, sizeBytes: 1_000, redirects: 2 };
const NO_MARKS: FileMarks = { etag: null, lastModified: null };

describe('the download of a list', () => {
  const agent = new Agent();
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await closeServer(server);
  });
  afterAll(() => agent.destroy());

  async function listen(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    return listenOnLoopback(server);
  }

  /** Fetches and reads a file. @returns its text; undefined where it has not changed */
  async function textAt(
    url: string,
    marks = NO_MARKS,
    limits: Partial<DownloadLimits> = {},
    isAllowed: (url: string) => boolean = () => true,
  ): Promise<string | undefined> {
    const way = { dispatcher: agent, isAllowed, limits: { ...LIMITS, ...limits } };
    const file = await download(url, marks, way);
    if (!file) return undefined;
    const pieces: Uint8Array[] = [];
    for await (const piece of file.content) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }

  const codeOf = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => 'none',
      (error: unknown) => (error instanceof DownloadError ? error.code : String(error)),
    );

  it('brings the bytes and the marks of the file', async () => {
    const url = await listen((_, response) =>
      response.writeHead(200, { etag: '"1"', 'last-modified': 'Thu, 26 Nov 2026 10:00:00 GMT' }).end('id,name'),
    );
    const file = await download(url, NO_MARKS, { dispatcher: agent, isAllowed: () => true, limits: LIMITS });
    expect(file).toMatchObject({ etag: '"1"', lastModified: 'Thu, 26 Nov 2026 10:00:00 GMT' });
    expect(await textAt(url)).toBe('id,name');
  });

  it('sends the marks back, and takes 304 for an unchanged file only then', async () => {
    const asked: unknown[] = [];
    const url = await listen(({ headers }, response) => {
      asked.push([headers['if-none-match'], headers['if-modified-since']]);
      response.writeHead(304).end();
    });
    expect(await textAt(url, { etag: '"1"', lastModified: 'yesterday' })).toBeUndefined();
    expect(await codeOf(textAt(url))).toBe('HTTP_STATUS');
    expect(asked).toEqual([
      ['"1"', 'yesterday'],
      [undefined, undefined],
    ]);
  });

  it('leaves out a mark that could not be sent back', async () => {
    const url = await listen((_, response) => response.writeHead(200, { etag: `"${'x'.repeat(600)}"` }).end('x'));
    const file = await download(url, NO_MARKS, { dispatcher: agent, isAllowed: () => true, limits: LIMITS });
    expect(file?.etag).toBeNull();
    for await (const _ of file!.content);
  });

  it('unpacks gzip', async () => {
    const url = await listen((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('id,name')),
    );
    expect(await textAt(url)).toBe('id,name');
  });

  it('refuses another compression', async () => {
    const url = await listen((_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'));
    expect(await codeOf(textAt(url))).toBe('ENCODING_UNKNOWN');
  });

  it('refuses a file that says it is too large, before a byte of it is read', async () => {
    const url = await listen((_, response) => response.writeHead(200, { 'content-length': '1001' }).write('x'));
    const way = { dispatcher: agent, isAllowed: () => true, limits: LIMITS };
    expect(await codeOf(download(url, NO_MARKS, way))).toBe('TOO_LARGE');
  });

  it.each([
    ['as it arrives', {}, Buffer.alloc(1_001, 'x')],
    ['after unpacking', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(1_001, 'x'))],
  ])('stops a file that is too large %s, without a stated length', async (_, headers, body) => {
    const url = await listen((_asked, response) => {
      response.writeHead(200, headers).write(body);
      response.end();
    });
    expect(await codeOf(textAt(url))).toBe('TOO_LARGE');
  });

  it('takes a file of exactly the most bytes', async () => {
    const url = await listen((_, response) => response.end(Buffer.alloc(1_000, 'x')));
    expect(await textAt(url)).toHaveLength(1_000);
  });

  it('gives up an answer that does not begin in time', async () => {
    const url = await listen(() => undefined);
    expect(await codeOf(textAt(url, NO_MARKS, { silentMs: 200 }))).toBe('TIMED_OUT');
  });

  it('gives up a file that drips longer than a download may last', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await codeOf(textAt(url, NO_MARKS, { totalMs: 300 }))).toBe('TIMED_OUT');
  });

  it.each([
    ['a stated length', { 'content-length': '500' }],
    ['no stated length', {}],
  ])('tells a file that breaks off, with %s', async (_, headers) => {
    const url = await listen((_asked, response) => {
      response.writeHead(200, headers).write('id,name', () => response.socket!.destroy());
    });
    expect(await codeOf(textAt(url))).toBe('INTERRUPTED');
  });

  it('tells a compressed file that breaks off', async () => {
    const packed = gzipSync('id,name\nOWN-1,Rockstone');
    const url = await listen((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length - 9)),
    );
    expect(await codeOf(textAt(url))).toBe('INTERRUPTED');
  });

  it('refuses a file of which neither a length nor pieces tell the end', async () => {
    const url = await listen((_, response) => {
      response.socket!.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nid,name\nOWN-1,Rockstone\n');
    });
    expect(await codeOf(textAt(url))).toBe('INTERRUPTED');
  });

  it('follows redirects, and no more than it may', async () => {
    const url = await listen((asked, response) => {
      const step = Number(asked.url!.slice(1));
      if (step === 3) response.end('id,name');
      else response.writeHead(302, { location: `/${step + 1}` }).end();
    });
    expect(await textAt(`${url}/1`)).toBe('id,name');
    expect(await codeOf(textAt(`${url}/0`))).toBe('TOO_MANY_REDIRECTS');
  });

  it.each(['http://10.0.0.1/list.xml', 'http://user:word@publisher.example/', 'http://'])(
    'does not follow a redirect to %s',
    async (location) => {
      const url = await listen((_, response) => response.writeHead(302, { location }).end());
      expect(await codeOf(textAt(url, NO_MARKS, {}, allowedUrls(['127.0.0.1'])))).toBe('ADDRESS_NOT_ALLOWED');
    },
  );

  it.each([404, 500, 401])('brings nothing from an answer of %i', async (status) => {
    const url = await listen((_, response) => response.writeHead(status).end('no list'));
    expect(await codeOf(textAt(url))).toBe('HTTP_STATUS');
  });

  it('says in words without the address that the connection was refused', async () => {
    const url = await listen(() => undefined);
    await closeServer(servers.pop()!);
    const error: unknown = await textAt(url).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'UNREACHABLE', message: 'The connection was refused.' });
  });
});
