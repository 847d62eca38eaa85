import { koboToNaira, nairaToKobo } from '../common/money/naira';
import { providerText } from '../common/text/provider-text';
import type { BillerView } from './bills.dto';

/** A package that a biller sells. */
export interface BillerPackage {
  packageIdentifier: string;
  packageName: string;
  /** The price; 0 when the customer chooses the amount. */
  amountKobo: bigint;
  isFixedAmount: boolean;
}

/** A company whose bills can be paid through a provider. */
export interface Biller {
  billerIdentifier: string;
  billerName: string;
  category: string;
  /** True when a vend may return a token. */
  isElectricity: boolean;
  packages: BillerPackage[];
}

const IDENTIFIER_MAX_LENGTH = 100;
const NAME_MAX_LENGTH = 200;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An identifier is sent back to the provider unchanged, so one that cannot be stored unchanged is left out. */
function identifier(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value === providerText(value, IDENTIFIER_MAX_LENGTH)
    ? value
    : undefined;
}

const name = (value: unknown, otherwise: string): string => providerText(value, NAME_MAX_LENGTH) ?? otherwise;

function readPackage(value: unknown): BillerPackage[] {
  const packageIdentifier = isRecord(value) ? identifier(value.packageId) : undefined;
  if (!isRecord(value) || packageIdentifier === undefined) return [];
  const price = value.amount ?? 0;
  const amountKobo = nairaToKobo(price) ?? 0n;
  // Without its price, a package that has one would be sold for any amount.
  if (value.isFixedAmount === true && nairaToKobo(price) === undefined) return [];
  // A price of 0 cannot be paid, so the package has no fixed amount.
  return [
    {
      packageIdentifier,
      packageName: name(value.packageName, packageIdentifier),
      amountKobo,
      isFixedAmount: value.isFixedAmount === true && amountKobo > 0n,
    },
  ];
}

function readBiller(value: unknown): Biller[] {
  const billerIdentifier = isRecord(value) ? identifier(value.billerId) : undefined;
  if (!isRecord(value) || billerIdentifier === undefined) return [];
  const packages = Array.isArray(value.packages) ? value.packages.flatMap(readPackage) : [];
  return [
    {
      billerIdentifier,
      billerName: name(value.billerName, billerIdentifier),
      category: name(value.category, 'other'),
      isElectricity: value.isElectricity === true,
      packages,
    },
  ];
}

/**
 * The billers of a provider's list (`openapi/gateway.json`), sorted by name. Entries without an identifier are
 * left out, and so are packages whose fixed price is no amount in Naira. Undefined when the body has no list.
 */
export function readBillers(body: Readonly<Record<string, unknown>>): Biller[] | undefined {
  if (!Array.isArray(body.billers)) return undefined;
  return body.billers
    .flatMap(readBiller)
    .sort(
      (one, other) =>
        one.billerName.localeCompare(other.billerName) || one.billerIdentifier.localeCompare(other.billerIdentifier),
    );
}

/** The view of a biller for clients; amounts in Naira. */
export function billerView(
  { billerIdentifier, billerName, category, isElectricity, packages }: Biller,
  provider: string,
): BillerView {
  return {
    billerIdentifier,
    billerName,
    category,
    provider,
    isElectricity,
    packages: packages.map(({ packageIdentifier, packageName, amountKobo, isFixedAmount }) => ({
      packageIdentifier,
      packageName,
      amount: koboToNaira(amountKobo),
      isFixedAmount,
    })),
  };
}
