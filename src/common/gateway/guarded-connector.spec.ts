import type { lookup, LookupAddress } from 'node:dns';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Agent, request } from 'undici';
import { AddressRefusedError, guardedConnector } from './guarded-connector';

/** A resolver that answers differently each time, as an attacker's does. */
function resolver(...answers: string[][]): { resolve: typeof lookup; asked: () => number } {
  let asked = 0;
  const resolve = (_host: string, _options: object, callback: (error: null, all: LookupAddress[]) => void): void => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve: resolve as unknown as typeof lookup, asked: () => asked };
}

function connect(resolve: typeof lookup, hostname = 'provider.example'): Promise<Error | null> {
  const connector = guardedConnector({ allowPrivateAddresses: false, timeoutMs: 50, resolve });
  return new Promise((settle) =>
    connector({ hostname, host: hostname, protocol: 'https:', port: '1' }, (...[error]) => settle(error)),
  );
}

describe('guardedConnector', () => {
  it.each([['127.0.0.1'], ['169.254.169.254'], ['::1'], ['::ffff:10.0.0.1']])(
    'refuses a name that resolves to %s',
    async (address) => {
      expect(await connect(resolver([address]).resolve)).toBeInstanceOf(AddressRefusedError);
    },
  );

  it('queries the DNS once and connects to that address', async () => {
    const dns = resolver(['203.0.113.1', '10.0.0.1'], ['8.8.8.8']);
    expect(await connect(dns.resolve)).toBeInstanceOf(AddressRefusedError);
    expect(dns.asked()).toBe(1);
  });

  it('refuses a name whose next answer is private, after a connection to its public address', async () => {
    const dns = resolver(['192.88.98.1'], ['127.0.0.1'], ['::ffff:169.254.169.254']);
    const connector = guardedConnector({ allowPrivateAddresses: false, timeoutMs: 50, resolve: dns.resolve });
    const errors: unknown[] = [];
    for (let connection = 0; connection < 3; connection += 1)
      errors.push(
        await new Promise((settle) =>
          connector({ hostname: 'a.example', host: 'a.example', protocol: 'https:', port: '1' }, (...[error]) =>
            settle(error instanceof AddressRefusedError),
          ),
        ),
      );
    expect(errors).toEqual([false, true, true]);
    expect(dns.asked()).toBe(3);
  });

  it('keeps only the public ones of several addresses', async () => {
    const error = await connect(resolver(['10.0.0.1', '192.88.98.1']).resolve);
    expect(error).not.toBeNull();
    expect(error).not.toBeInstanceOf(AddressRefusedError);
  });
});

describe('a real request to an inner address', () => {
  let server: Server;
  let reached: number;
  const agents: Agent[] = [];
  beforeEach(async () => {
    reached = 0;
    // All addresses of this machine, of both families.
    server = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  });
  afterEach(async () => {
    for (const agent of agents.splice(0)) await agent.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /** @returns the error of a request to the host, at the port of the server */
  async function errorOf(url: string, isAllowedPrivate?: (address: string) => boolean): Promise<unknown> {
    const options = isAllowedPrivate ? { isAllowedPrivate } : {};
    const agent = new Agent({
      connect: guardedConnector({ allowPrivateAddresses: false, timeoutMs: 500, ...options }),
    });
    agents.push(agent);
    const { port } = server.address() as AddressInfo;
    return request(url.replace('PORT', String(port)), { dispatcher: agent, signal: AbortSignal.timeout(2_000) }).then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  it.each([
    ...['https://127.0.0.1:PORT/', 'https://127.1:PORT/', 'https://2130706433:PORT/', 'https://0x7f000001:PORT/'],
    ...['https://0177.0.0.1:PORT/', 'https://127.0.0.1.:PORT/', 'https://0.0.0.0:PORT/', 'https://0:PORT/'],
    ...[
      'https://[::1]:PORT/',
      'https://[::]:PORT/',
      'https://[::ffff:127.0.0.1]:PORT/',
      'https://[::ffff:7f00:1]:PORT/',
    ],
    ...['https://[0:0:0:0:0:0:0:1]:PORT/', 'https://[::127.0.0.1]:PORT/', 'https://１２７.0.0.1:PORT/'],
    ...['https://localhost:PORT/', 'https://LOCALHOST:PORT/'],
    ...['https://user:word@localhost:PORT/', 'https://8.8.8.8@localhost:PORT/', 'http://localhost:PORT/'],
  ])('reaches nothing at %s', async (url) => {
    expect(await errorOf(url)).toBeInstanceOf(AddressRefusedError);
    expect(reached).toBe(0);
  });

  it('reaches nothing at a name with a dot at its end, whether it resolves or not', async () => {
    expect(await errorOf('https://localhost.:PORT/')).toBeDefined();
    expect(reached).toBe(0);
  });

  it('reaches nothing at an address beside the one that is allowed, by its number or by a name', async () => {
    const onlyOther = (address: string): boolean => address === '127.0.0.9';
    for (const scheme of ['http', 'https'])
      for (const host of ['127.0.0.1', 'localhost', '[::1]'])
        expect(await errorOf(`${scheme}://${host}:PORT/`, onlyOther)).toBeInstanceOf(AddressRefusedError);
    expect(reached).toBe(0);
    await errorOf('http://127.0.0.9:PORT/', onlyOther);
    expect(reached).toBe(1);
  });
});
