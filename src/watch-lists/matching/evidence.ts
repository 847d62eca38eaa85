import { birthRelation, type BirthSpan, birthSpanOf } from './birth-spans';
import { countryCodeOf } from './countries';
import type { PartyType } from './named-party';

/** What is known of a party beside its names. */
export interface IdentityEvidence {
  readonly births: readonly BirthSpan[];
  readonly countries: readonly string[];
  readonly gender: 'male' | 'female' | undefined;
  readonly bvn: string | undefined;
  readonly nin: string | undefined;
}

/** One fact that speaks for or against a match. */
export interface Evidence {
  readonly fact: 'birth' | 'country' | 'gender' | 'bvn' | 'nin';
  /** Added to the score of the names. */
  readonly change: number;
  readonly reason: string;
}

const asTexts = (value: unknown): string[] => {
  const values = Array.isArray(value) ? value : [value];
  return values
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map(String)
    .slice(0, 20);
};

function genderOf(value: unknown): 'male' | 'female' | undefined {
  const text = (asTexts(value)[0] ?? '').trim().toLowerCase();
  if (/^(?:m|male|man|masculine)$/.test(text)) return 'male';
  return /^(?:f|female|woman|feminine)$/.test(text) ? 'female' : undefined;
}

const elevenFigures = (value: unknown): string | undefined => asTexts(value).find((text) => /^\d{11}$/.test(text));

/** Reads facts as callers give them; what cannot be read is no evidence. */
export function factsOf(given: Readonly<Record<string, unknown>>): IdentityEvidence {
  return {
    births: asTexts(given['birthDate'] ?? given['birthDates']).flatMap((text) => birthSpanOf(text) ?? []),
    countries: asTexts(given['country'] ?? given['countries']).flatMap((text) => countryCodeOf(text) ?? []),
    gender: genderOf(given['gender']),
    bvn: elevenFigures(given['bvn']),
    nin: elevenFigures(given['nin']),
  };
}

const BIRTH_CHANGES = {
  'same day': [0.1, 'The birth dates are equal.'],
  compatible: [0.04, 'The birth dates agree as far as they are known.'],
  'day and month swapped': [-0.02, 'The birth dates are equal when day and month change places.'],
  near: [-0.1, 'The years of birth are next to each other.'],
  'one figure': [-0.19, 'The birth dates differ in one figure.'],
  different: [-0.4, 'The birth dates are different.'],
} as const;

const RELATIONS = Object.keys(BIRTH_CHANGES) as (keyof typeof BIRTH_CHANGES)[];

function birthEvidence(a: IdentityEvidence, b: IdentityEvidence): Evidence | undefined {
  const relations = a.births.flatMap((left) => b.births.map((right) => birthRelation(left, right)));
  if (relations.length === 0) return undefined;
  const best = RELATIONS.find((relation) => relations.includes(relation))!;
  const [change, reason] = BIRTH_CHANGES[best];
  return { fact: 'birth', change, reason };
}

const COUNTRY_AGAINST: Record<PartyType, number> = { person: -0.12, company: -0.22, vessel: -0.05 };

function countryEvidence(a: IdentityEvidence, b: IdentityEvidence, type: PartyType): Evidence | undefined {
  if (a.countries.length === 0 || b.countries.length === 0) return undefined;
  const shared = a.countries.find((code) => b.countries.includes(code));
  if (shared) return { fact: 'country', change: 0.02, reason: `Both are connected with ${shared}.` };
  const reason = `The countries are different: ${a.countries.join(', ')} and ${b.countries.join(', ')}.`;
  return { fact: 'country', change: COUNTRY_AGAINST[type], reason };
}

const sameNumberReason = (fact: 'bvn' | 'nin'): string => `The ${fact.toUpperCase()} is the same.`;

/** True for the reason that one BVN or NIN gives, which proves a match whatever the names say. */
export const isSameNumberReason = (reason: string): boolean =>
  reason === sameNumberReason('bvn') || reason === sameNumberReason('nin');

function numberEvidence(fact: 'bvn' | 'nin', a: IdentityEvidence, b: IdentityEvidence): Evidence | undefined {
  const [left, right] = [a[fact], b[fact]];
  if (!left || !right) return undefined;
  return left === right
    ? { fact, change: 0.5, reason: sameNumberReason(fact) }
    : { fact, change: -0.6, reason: `The ${fact.toUpperCase()} is different.` };
}

/** What speaks for and against a match beside the names, strongest first. */
export function evidenceOf(a: IdentityEvidence, b: IdentityEvidence, type: PartyType): Evidence[] {
  const found = [
    numberEvidence('bvn', a, b),
    numberEvidence('nin', a, b),
    birthEvidence(a, b),
    countryEvidence(a, b, type),
  ];
  if (type === 'person' && a.gender && b.gender) {
    found.push(
      a.gender === b.gender
        ? { fact: 'gender', change: 0.01, reason: 'The gender is the same.' }
        : { fact: 'gender', change: -0.25, reason: 'The gender is different.' },
    );
  }
  return found.flatMap((each) => each ?? []);
}
