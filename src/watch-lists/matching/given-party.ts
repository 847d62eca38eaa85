import { factsOf } from './evidence';
import { matchParties, type NameMatch, type PreparedParty } from './match-names';
import { type PartyType, prepareName, typeOfName } from './named-party';

/** A party as callers give it; facts that cannot be read are no evidence. */
export interface GivenParty {
  readonly name: string;
  readonly type?: string | null;
  readonly birthDate?: string | readonly string[] | null;
  readonly country?: string | readonly string[] | null;
  readonly gender?: string | null;
  readonly bvn?: string | null;
  readonly nin?: string | null;
  readonly aliases?: readonly (string | GivenAlias)[] | null;
}

/** Another name of a party. A weak one is a nickname, or so common that its list does not vouch for it. */
export interface GivenAlias {
  readonly name: string;
  readonly weak?: boolean;
  /** Words of lists for the same: `low` and `weak`, `good` and `strong`. */
  readonly quality?: string;
}

/** Aliases after these are not compared; a party of a list has no more. */
const ALIASES_MAX = 200;

const TYPES: Readonly<Record<string, PartyType>> = {
  person: 'person',
  individual: 'person',
  people: 'person',
  human: 'person',
  p: 'person',
  natural: 'person',
  company: 'company',
  entity: 'company',
  organisation: 'company',
  organization: 'company',
  corporate: 'company',
  business: 'company',
  legalentity: 'company',
  publicbody: 'company',
  group: 'company',
  enterprise: 'company',
  e: 'company',
  vessel: 'vessel',
  ship: 'vessel',
  boat: 'vessel',
  aircraft: 'vessel',
  v: 'vessel',
};

/** The type in a caller's word for it; undefined where none or an unknown one is given. */
export function partyTypeOf(type: unknown): PartyType | undefined {
  const word = typeof type === 'string' ? type.toLowerCase().replace(/[^a-z]/g, '') : '';
  return Object.hasOwn(TYPES, word) ? TYPES[word] : undefined;
}

const isWeakAlias = ({ weak, quality }: GivenAlias): boolean =>
  weak === true || /^(?:low|weak|poor)/i.test(String(quality ?? ''));

/** Prepares a party for comparisons. Without a type, the name or `otherType` decides. */
export function prepareParty(given: GivenParty, otherType?: PartyType): PreparedParty {
  const givenType = partyTypeOf(given.type);
  const type = givenType ?? otherType ?? typeOfName(given.name);
  const aliases = (given.aliases ?? []).slice(0, ALIASES_MAX).flatMap((alias) => {
    const full: GivenAlias = typeof alias === 'string' ? { name: alias } : alias;
    return typeof full?.name === 'string' && full.name.trim() !== ''
      ? [{ name: full.name, isWeak: isWeakAlias(full) }]
      : [];
  });
  const names = [{ name: given.name, isWeak: false }, ...aliases].map(({ name, isWeak }) => ({
    name: prepareName(name, type),
    isWeak,
  }));
  return {
    type,
    isTypeGiven: givenType !== undefined,
    names: names.filter(({ name }) => name.parts.length > 0),
    facts: factsOf(given as unknown as Record<string, unknown>),
  };
}

/** Compares two parties as callers give them. A type that one side lacks is taken from the other. */
export function matchGiven(a: GivenParty, b: GivenParty): NameMatch {
  const type =
    partyTypeOf(a.type) ?? partyTypeOf(b.type) ?? (typeOfName(a.name) === 'company' ? 'company' : typeOfName(b.name));
  return matchParties(prepareParty(a, type), prepareParty(b, type));
}
