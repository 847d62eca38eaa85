import { isIP } from 'node:net';
import { allowedTargets } from './allowed-targets';
import { isPublicAddress } from './public-address';

/**
 * Tells whether the program may call an address: without a user or password, by https, and by plain http only private
 * addresses that the operator allows. What a name resolves to is looked at when a connection is made
 * (`guardedConnector`).
 *
 * @param privateRanges the private addresses and ranges that the operator allows
 */
export function allowedUrls(privateRanges: readonly string[]): (url: string) => boolean {
  const isAllowedPrivate = allowedTargets(privateRanges);
  const allowsPlain = privateRanges.length > 0;
  return (text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, username, password } = new URL(text);
    if (username !== '' || password !== '') return false;
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const isNumber = isIP(host) !== 0;
    if (protocol === 'http:') return allowsPlain && (!isNumber || isAllowedPrivate(host));
    return protocol === 'https:' && (!isNumber || isPublicAddress(host) || isAllowedPrivate(host));
  };
}
