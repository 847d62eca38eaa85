import { createServer, type RequestListener, type Server } from 'node:http';
import { closeServer, listenOnLoopback } from '../../../test/support/loopback';
import type { AppConfig } from '../../common/config/app-config';
import { ListDownloads } from './list-downloads';

const NO_MARKS = { etag: null, lastModified: null };

describe('the downloads of lists', () => {
  let reached = 0;
  const servers: Server[] = [];
  const started: ListDownloads[] = [];
  afterEach(async () => {
    for (const downloads of started.splice(0)) await downloads.onModuleDestroy();
    for (const server of servers.splice(0)) await closeServer(server);
    reached = 0;
  });

  const downloadsWith = (watchListPrivateAddresses: string[]): ListDownloads => {
    started.push(new ListDownloads({ watchListPrivateAddresses } as AppConfig));
    return started.at(-1)!;
  };

  /** @returns the address of a publisher, by the name of this machine */
  async function listen(answer: RequestListener = (_, response) => response.end('id,name')): Promise<string> {
    const server = createServer(answer).on('connection', () => (reached += 1));
    servers.push(server);
    return (await listenOnLoopback(server)).replace('127.0.0.1', 'localhost');
  }

  it.each([
    ['https', []],
    ['https', ['10.0.0.0/8']],
    ['http', ['10.0.0.0/8']],
  ])('by %s do not reach a name whose address is private, where the operator allows %j', async (protocol, ranges) => {
    const url = (await listen()).replace('http', protocol);
    await expect(downloadsWith(ranges).fetch(url, NO_MARKS)).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' });
    expect(reached).toBe(0);
  });

  it('reach a name whose private address the operator allows', async () => {
    const file = await downloadsWith(['127.0.0.1', '::1']).fetch(await listen(), NO_MARKS);
    for await (const piece of file!.content) expect(Buffer.from(piece).toString()).toBe('id,name');
  });

  it('break off at once when the process stops', async () => {
    let hasAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (hasAsked = resolve));
    const downloads = downloadsWith(['127.0.0.1', '::1']);
    const fetched = downloads.fetch(await listen(() => hasAsked()), NO_MARKS).catch((error: unknown) => error);
    await asked;
    expect(downloads.haveStopped).toBe(false);
    await downloads.onModuleDestroy();
    expect(await fetched).toBeInstanceOf(Error);
    expect(downloads.haveStopped).toBe(true);
  });
});
