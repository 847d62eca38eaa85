import { BlockList, isIP } from 'node:net';
import { fieldRule } from '../common/openapi/documented-rule';

/** Longest prefix by the version of the protocol. */
const PREFIX_MAX: Record<number, number> = { 4: 32, 6: 128 };

const OCTET = String.raw`(25[0-5]|2[0-4]\d|1\d{2}|[1-9]?\d)`;

const GROUP = '[0-9a-fA-F]{1,4}';

/** Addresses and networks of IPv4, and those of IPv6 with all eight groups or with `::` before the last one. */
const DOCUMENTED_RANGE =
  String.raw`^(${OCTET}(\.${OCTET}){3}(/([12]?\d|3[0-2]))?|` +
  String.raw`((${GROUP}:){7}${GROUP}|(${GROUP}:){1,6}:(${GROUP})?)(/(\d{1,2}|1[01]\d|12[0-8]))?)$`;

/** An address or a network: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
interface AddressRange {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

function readRange(text: string): AddressRange | undefined {
  const [address = '', prefixText, ...rest] = text.split('/');
  const version = isIP(address);
  // A zone names an interface of one machine, so it can match no caller.
  if (version === 0 || address.includes('%') || rest.length > 0) return undefined;
  const max = PREFIX_MAX[version]!;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return undefined;
  const prefix = prefixText === undefined ? max : Number(prefixText);
  return prefix <= max ? { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined;
}

/** True for an address or a network in CIDR notation. */
export function isAddressRange(text: unknown): text is string {
  return typeof text === 'string' && readRange(text) !== undefined;
}

/** Tells whether an address is in one of the ranges; every address is when there are none. */
export function addressCheck(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => true;
  const list = new BlockList();
  for (const text of ranges) {
    const range = readRange(text);
    if (range) list.addSubnet(range.address, range.prefix, range.family);
  }
  // An IPv4 address that arrives over IPv6 (`::ffff:203.0.113.7`) is compared as what it is.
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Property decorator for a list of addresses and networks. */
export const AreAddressRanges = (): PropertyDecorator =>
  fieldRule({
    name: 'isAddressRange',
    schema: { type: 'string', pattern: DOCUMENTED_RANGE },
    validate: isAddressRange,
    expected: 'an address or a network such as 203.0.113.0/24',
    each: true,
  });
