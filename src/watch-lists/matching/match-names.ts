import { type Evidence, evidenceOf, type IdentityEvidence } from './evidence';
import { type NameScore, scoreNames } from './name-score';
import type { PartyType, PreparedName } from './named-party';

/**
 * From this score on, two parties are taken for one. It was set before the labelled pairs were measured and does not
 * change by institution (docs/adr/0037-names-are-matched-by-evidence.md).
 */
export const MATCH_THRESHOLD = 0.8;

/**
 * Raised by a change after which two parties may match that did not, an index finds more, or more names of a customer
 * are compared: customers are compared anew with the entries that they were compared with before, at the next version
 * of a list.
 */
export const MATCHER_REVISION = 9;

/** A party whose names are prepared. */
export interface PreparedParty {
  readonly type: PartyType;
  readonly isTypeGiven: boolean;
  readonly names: readonly { readonly name: PreparedName; readonly isWeak: boolean }[];
  readonly facts: IdentityEvidence;
}

/** The result of a comparison. */
export interface NameMatch {
  /** 0 to 1, three decimals. */
  readonly score: number;
  readonly match: boolean;
  /** In plain English: the names first, then what else speaks for or against. */
  readonly reasons: readonly string[];
}

/** The most that a weak alias is worth by itself, below the threshold: it never makes a match alone. */
const WEAK_ALIAS_MOST = 0.75;
const WEAK_ALIAS_SUPPORTED = 0.85;
/** The names must agree so far before a shared birth date counts in favour. */
const SUPPORT_MIN = 0.62;
const MARRIED_SCORE = 0.84;
const SAME_NUMBER_SCORE = 0.97;
const OTHER_NUMBER_MOST = 0.3;
const OTHER_TYPE_MOST = 0.2;

const rounded = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * 1000) / 1000;

const answer = (score: number, reasons: readonly string[]): NameMatch => {
  const shown = rounded(score);
  return { score: shown, match: shown >= MATCH_THRESHOLD, reasons };
};

/** Compares two parties: the best of their names, then what else is known (docs/domain/watch-lists.md#score). */
export function matchParties(a: PreparedParty, b: PreparedParty): NameMatch {
  if (a.type !== b.type) {
    return answer(OTHER_TYPE_MOST, [`The types are different: ${a.type} and ${b.type}.`]);
  }
  const evidence = evidenceOf(withTitleGender(a), withTitleGender(b), a.type);
  let best: NameMatch | undefined;
  for (const left of a.names) {
    for (const right of b.names) {
      const found = judge(scoreNames(left.name, right.name), left.isWeak || right.isWeak, evidence, [a, b]);
      if (!best || found.score > best.score) best = found;
    }
  }
  return best ?? answer(0, ['There is no name to compare.']);
}

/** A title tells the gender where no field does. */
function withTitleGender({ facts, names }: PreparedParty): IdentityEvidence {
  return facts.gender ? facts : { ...facts, gender: names[0]?.name.titleGender };
}

function judge(
  names: NameScore,
  isWeak: boolean,
  evidence: readonly Evidence[],
  [a, b]: readonly [PreparedParty, PreparedParty],
): NameMatch {
  const reasons = [...names.reasons];
  let score = names.value;
  const birth = evidence.find(({ fact }) => fact === 'birth');
  const isBornTogether = birth?.change === 0.1;
  if (isWeak) {
    reasons.push('The alias is weak: it counts only where it is equal and something else agrees.');
    score = Math.min(score, names.isEqual && (birth?.change ?? 0) > 0 ? WEAK_ALIAS_SUPPORTED : WEAK_ALIAS_MOST);
  }
  if (names.mayHaveMarried && isBornTogether && [a, b].some((party) => withTitleGender(party).gender === 'female')) {
    reasons.push('Only a family name differs, as after a wedding, and the birth dates are equal.');
    score = Math.max(score, MARRIED_SCORE);
  }
  for (const { fact, change, reason } of evidence) {
    reasons.push(reason);
    // Twins share the birth date, so it does not speak for them; a weak alias has used it already.
    const counts = change < 0 || (names.value >= SUPPORT_MIN && !names.areTwins && !isWeak);
    if (fact !== 'bvn' && fact !== 'nin' && counts) score += change;
  }
  return answer(byNumbers(score, evidence), reasons);
}

/** A BVN or NIN belongs to one person: the same one makes a match whatever the name, another one refutes it. */
function byNumbers(score: number, evidence: readonly Evidence[]): number {
  const numbers = evidence.filter(({ fact }) => fact === 'bvn' || fact === 'nin');
  const isSame = numbers.some(({ change }) => change > 0);
  const isOther = numbers.some(({ change }) => change < 0);
  if (isSame && !isOther) return Math.max(score, SAME_NUMBER_SCORE);
  return isOther && !isSame ? Math.min(score, OTHER_NUMBER_MOST) : score;
}
