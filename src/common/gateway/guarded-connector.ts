import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-address';

/** The configuration does not allow a connection to this address. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

interface ConnectorOptions {
  allowPrivateAddresses: boolean;
  timeoutMs: number;
  /** The resolver; another one in tests. */
  resolve?: typeof lookup;
}

/**
 * A look-up that returns only public addresses. The connection goes to the returned address, so a different second DNS
 * answer changes nothing.
 */
function publicLookup(resolve: typeof lookup): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (!first) return callback(new AddressRefusedError(`${hostname} has no public address.`), '', 0);
      if (options.all === true)
        return (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

function refusal(protocol: string, hostname: string): AddressRefusedError | undefined {
  if (protocol !== 'https:') return new AddressRefusedError('Only https is allowed to public addresses.');
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  // A look-up happens only for names.
  return isIP(host) !== 0 && !isPublicAddress(host)
    ? new AddressRefusedError(`${host} is not a public address.`)
    : undefined;
}

/**
 * Opens connections for a pool. Unless private addresses are allowed, it connects over TLS and to public addresses
 * only, and checks the very address of the connection; otherwise the request fails with `AddressRefusedError`.
 */
export function guardedConnector({
  allowPrivateAddresses,
  timeoutMs,
  resolve = lookup,
}: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    timeout: timeoutMs,
    ...(allowPrivateAddresses ? {} : { lookup: publicLookup(resolve) }),
  });
  return (options, callback) => {
    const refused = allowPrivateAddresses ? undefined : refusal(options.protocol, options.hostname);
    if (refused) callback(refused, null);
    else connect(options, callback);
  };
}
