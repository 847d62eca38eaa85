import { connect, type Socket } from 'node:net';
import { documentIdOf, LIST, MEBIBYTE, pdfOf, UPLOAD, uploadOf } from '../documents/files';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { RawConnection } from './raw-connection';

const ME = '/api/admin/v1/me';
const ACCOUNTS = '/api/account/v1/searchaccount';
/** More than the system keeps for a reader that takes nothing. */
const FILE_BYTES = 9 * MEBIBYTE;
const IN_PROGRESS = 12;
const SILENT = 100;
const PIPELINED = 2_000;
const ANSWERED_WITHIN_MS = 12_000;

/** Connections that no client of ours makes, several kinds of them at once. */
describe('hostile connections', () => {
  let app: TestApp;
  let token: string;
  let documentId: number;
  const opened: Socket[] = [];

  beforeAll(async () => {
    app = await TestApp.start({
      HEADERS_TIMEOUT_MS: '1500',
      REQUEST_TIMEOUT_MS: '4000',
      KEEP_ALIVE_TIMEOUT_MS: '1000',
      CALLER_REQUESTS_IN_PROGRESS: String(IN_PROGRESS),
    });
    token = await app.staff('checker');
    documentId = documentIdOf(await app.post(UPLOAD, uploadOf(app, pdfOf(FILE_BYTES))));
  });
  afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => app.close());

  function open(text = ''): RawConnection {
    const connection = new RawConnection(app.url);
    opened.push(connection.socket);
    if (text !== '') connection.socket.write(text);
    return connection;
  }
  const asked = (path: string, by: string): string =>
    `GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${by}\r\n\r\n`;
  /** Asks for a large file and reads nothing of it, not even that the connection has ended. */
  function askWithoutReading(by: string): void {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(asked(`${LIST}/${documentId}/content`, by));
    opened.push(socket);
  }
  const openOnes = (connections: readonly RawConnection[]): number =>
    connections.filter(({ closed }) => !closed).length;

  it('that send nothing or two letters a second are ended, and other callers are answered meanwhile', async () => {
    const silent = Array.from({ length: SILENT }, () => open());
    const secondHeads = Array.from({ length: 20 }, () => open(asked(ME, token)));
    await eventually(async () => expect(secondHeads.filter(({ received }) => received !== '')).toHaveLength(20));
    for (const { socket } of secondHeads) socket.write('GET / HTTP/1.1\r\nx-slow: ');
    const drip = setInterval(() => secondHeads.forEach(({ socket }) => socket.writable && socket.write('x')), 500);
    try {
      const startedAt = performance.now();
      for (let round = 0; round < 20; round += 1) expect((await app.get(ACCOUNTS)).status).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(ANSWERED_WITHIN_MS);
      await eventually(async () => expect([openOnes(silent), openOnes(secondHeads)]).toEqual([0, 0]));
    } finally {
      clearInterval(drip);
    }
  }, 60_000);

  it('that send thousands of requests before they read get one answer to each, in order', async () => {
    const many = open(
      Array.from({ length: PIPELINED }, (_, number) =>
        asked(ME, token).replace('host: a', `host: a\r\nx-correlation-id: pipelined-${number}`),
      ).join(''),
    );
    const startedAt = performance.now();
    for (let round = 0; round < 20; round += 1) expect((await app.get(ACCOUNTS)).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(ANSWERED_WITHIN_MS);
    const numbers = (): number[] =>
      [...many.received.matchAll(/x-correlation-id: pipelined-(\d+)/g)].map(([, number]) => Number(number));
    await eventually(async () => expect(numbers()).toHaveLength(PIPELINED));
    expect(numbers()).toEqual(Array.from({ length: PIPELINED }, (_, number) => number));
    const statuses = new Set([...many.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status));
    expect([...statuses].filter((status) => status !== '200' && status !== '429')).toEqual([]);
  }, 60_000);

  it('that read nothing of a large file are ended, and then no longer count as requests of their caller', async () => {
    const server = app.app.getHttpServer() as { timeout: number };
    const usualMs = server.timeout;
    expect(usualMs).toBeGreaterThan(0);
    server.timeout = 1_500;
    try {
      for (let readers = 0; readers < IN_PROGRESS; readers += 1) askWithoutReading(token);
      await eventually(async () => expect((await app.get(ME, {}, { token })).status).toBe(429));
      expect((await app.get(ACCOUNTS)).status).toBe(200);
      await eventually(async () => expect((await app.get(ME, {}, { token })).status).toBe(200));
    } finally {
      server.timeout = usualMs;
    }
  }, 60_000);
});
