import { isIP } from 'node:net';

/** Names of address ranges, as the HTTP server defines them. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isTrustable(entry: string): boolean {
  if (NAMED_RANGES.includes(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  // With a range of all addresses every caller could choose the address that is recorded.
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 8 && Number(prefix) <= (version === 4 ? 32 : 128);
}

/**
 * Reads the list of proxies whose `X-Forwarded-…` headers are trusted: addresses, ranges such as 10.0.0.0/8, or
 * loopback, linklocal and uniquelocal, separated by commas. `false` trusts none.
 *
 * @returns undefined when the text is no such list. `true` is refused, because it would let every caller choose an
 * address.
 */
export function readTrustedProxies(text: string | undefined): string[] | undefined {
  if (text === undefined || text === 'false') return [];
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isTrustable) ? entries : undefined;
}
