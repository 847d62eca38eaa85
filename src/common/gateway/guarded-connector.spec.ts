import type { lookup, LookupAddress } from 'node:dns';
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
