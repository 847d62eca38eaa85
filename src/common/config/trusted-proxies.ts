import { isIP } from 'node:net';

/** Names that stand for ranges of addresses, as the HTTP server knows them. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isTrustable(entry: string): boolean {
  if (NAMED_RANGES.includes(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  // A range of everything would let every caller choose his own address.
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 8 && Number(prefix) <= (version === 4 ? 32 : 128);
}

/**
 * Reads the list of proxies whose `X-Forwarded-…` headers are believed: addresses, ranges such as 10.0.0.0/8, or loopback,
 * linklocal and uniquelocal, separated by commas. `false` is nobody.
 *
 * @returns undefined when the text is no such list; `true` is none, because it would let every caller name an address.
 */
export function readTrustedProxies(text: string | undefined): string[] | undefined {
  if (text === undefined || text === 'false') return [];
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isTrustable) ? entries : undefined;
}
