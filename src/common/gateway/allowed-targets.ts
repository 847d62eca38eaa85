import { BlockList, isIP } from 'node:net';

/**
 * Reads the operator's list of private addresses that the program may call: addresses and ranges such as 10.2.0.0/16,
 * separated by commas.
 *
 * @returns undefined when the text is no such list. A range of everything is refused.
 */
export function readAllowedTargets(text: string | undefined): string[] | undefined {
  if (text === undefined) return [];
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isTarget) ? entries : undefined;
}

function isTarget(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 8 && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** Tells whether an address is in one of the ranges; none is when there are no ranges. */
export function allowedTargets(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const version = isIP(address);
    list.addSubnet(
      address,
      prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix),
      version === 4 ? 'ipv4' : 'ipv6',
    );
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
