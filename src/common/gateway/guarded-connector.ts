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
  /** Private addresses to which connections are allowed, also without TLS. Default: none. */
  isAllowedPrivate?: (address: string) => boolean;
  /** The resolver; another one in tests. */
  resolve?: typeof lookup;
}

/**
 * A look-up that returns only allowed addresses. The connection goes to the returned address, so a different second DNS
 * answer changes nothing.
 */
function guardedLookup(resolve: typeof lookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(new AddressRefusedError(`${hostname} has no address that is allowed.`), '', 0);
      if (options.all === true)
        return (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

function refusal(hostname: string, isAllowed: (address: string) => boolean): AddressRefusedError | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  // A look-up happens only for names.
  return isIP(host) !== 0 && !isAllowed(host)
    ? new AddressRefusedError(`${host} is not an allowed address.`)
    : undefined;
}

/**
 * Opens connections for a pool. Unless private addresses are allowed, it connects over TLS and to public addresses
 * only, and checks the very address of the connection; otherwise the request fails with `AddressRefusedError`.
 */
export function guardedConnector({
  allowPrivateAddresses,
  timeoutMs,
  isAllowedPrivate,
  resolve = lookup,
}: ConnectorOptions): buildConnector.connector {
  if (allowPrivateAddresses) return buildConnector({ timeout: timeoutMs });
  const guarded = (isAllowed: (address: string) => boolean): buildConnector.connector => {
    const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(resolve, isAllowed) });
    return (options, callback) => {
      const refused = refusal(options.hostname, isAllowed);
      if (refused) callback(refused, null);
      else connect(options, callback);
    };
  };
  const secure = guarded((address) => isPublicAddress(address) || isAllowedPrivate?.(address) === true);
  const plain = isAllowedPrivate && guarded(isAllowedPrivate);
  return (options, callback) => {
    if (options.protocol === 'https:') secure(options, callback);
    else if (plain) plain(options, callback);
    else callback(new AddressRefusedError('Only https is allowed to public addresses.'), null);
  };
}
