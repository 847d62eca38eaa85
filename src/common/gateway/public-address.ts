import { BlockList, isIP } from 'node:net';

/**
 * IPv4 ranges without public hosts (RFC 6890): private, loopback, link-local with the clouds' metadata, multicast, test
 * nets.
 */
const NOT_PUBLIC_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Ranges inside 2000::/3 without public hosts, or with an IPv4 address that a router unwraps (6to4, Teredo). */
const NOT_PUBLIC_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

function listOf(ranges: [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

const notPublicV4 = listOf(NOT_PUBLIC_V4, 'ipv4');
const notPublicV6 = listOf(NOT_PUBLIC_V6, 'ipv6');
/** All other IPv6 addresses are local, mapped or unassigned. */
const globalUnicastV6 = listOf([['2000::', 3]], 'ipv6');

/** @returns true when an IP address belongs to a host on the public internet; false for a text that is no address. */
export function isPublicAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  switch (isIP(plain)) {
    case 4:
      return !notPublicV4.check(plain, 'ipv4');
    case 6:
      return globalUnicastV6.check(plain, 'ipv6') && !notPublicV6.check(plain, 'ipv6');
    default:
      return false;
  }
}
