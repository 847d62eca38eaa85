import { type Alignment, alignNames, type Pairing } from './alignment';
import type { NamePart, PreparedName } from './named-party';
import { areDistinctNames, isGivenName } from './words';

/** How like two names are, and what the comparison found. */
export interface NameScore {
  /** 0 to 1. */
  readonly value: number;
  readonly reasons: readonly string[];
  /** The names are equal after preparation. */
  readonly isEqual: boolean;
  /** Parts that stand alone are given names known to be different, as twins bear them. */
  readonly areTwins: boolean;
  /** Only a family name differs, as after a wedding. */
  readonly mayHaveMarried: boolean;
}

/** Weight of parts that contradict each other, by type. */
const CONFLICT = { person: 1.4, company: 1.7, vessel: 2 } as const;

/** What a part that only one name has costs, by type. */
const MISSING = { person: 0.05, company: 0.24, vessel: 0.24 } as const;
const MISSING_MOST = { person: 0.15, company: 0.5, vessel: 0.5 } as const;

/** The most that one full name in common is worth, beside initials, beside nothing, and where no name is left over. */
const ONE_NAME_AND_INITIAL_MOST = 0.87;
const ONE_NAME_OF_MORE_MOST = 0.62;
const ONE_NAME_MOST = 0.9;
const NO_NAME_MOST = 0.4;

const WHY: Record<Pairing['likeness']['why'], string> = {
  equal: 'is in both names',
  spelling: 'are spellings of one name',
  short: 'are long and short forms of one name',
  pet: 'are used for one another',
  sound: 'sound alike',
  part: 'are long and short forms of one name',
  typing: 'differ by a small error of typing',
  initial: 'agree as name and initial',
  joined: 'are one name, joined and split',
};

function pairReason({ left, right, likeness }: Pairing): string {
  return likeness.why === 'equal' ? `“${left}” is in both names.` : `“${left}” and “${right}” ${WHY[likeness.why]}.`;
}

const weightOf = (parts: readonly NamePart[]): number => parts.reduce((sum, { weight }) => sum + weight, 0);

const quoted = (parts: readonly NamePart[]): string => parts.map(({ text }) => `“${text}”`).join(', ');

function leftOverReasons({ onlyLeft, onlyRight }: Alignment): string[] {
  const reasons: string[] = [];
  if (onlyLeft.length > 0) reasons.push(`Only the first name has ${quoted(onlyLeft)}.`);
  if (onlyRight.length > 0) reasons.push(`Only the second name has ${quoted(onlyRight)}.`);
  return reasons;
}

/** A part that its own name has twice says little when it is left over. */
function withoutRepeats(parts: readonly NamePart[], all: readonly NamePart[]): number {
  return parts.reduce((sum, part) => {
    const isRepeat = all.filter(({ text }) => text === part.text).length > 1;
    return sum + part.weight * (isRepeat ? 0.3 : 1);
  }, 0);
}

function personMost(alignment: Alignment): number {
  const names = alignment.pairings.filter(({ weight, isInitial }) => !isInitial && weight >= 0.5);
  if (names.some(({ likeness, weight }) => likeness.why === 'joined' && weight > 1)) return 1;
  if (names.length >= 2) return 1;
  const isLeftOver = weightOf([...alignment.onlyLeft, ...alignment.onlyRight]) >= 0.5;
  if (names.length === 0) return NO_NAME_MOST;
  // A full name beside the initial that the other lacks: `Leo H. Kingsbury` is not `Leo Hargreaves`.
  const isForeign = (side: 'left' | 'right', parts: readonly NamePart[]): boolean =>
    weightOf(parts) >= 0.5 && alignment.pairings.some(({ initialOf }) => initialOf === side);
  if (isForeign('left', alignment.onlyLeft) || isForeign('right', alignment.onlyRight)) return ONE_NAME_OF_MORE_MOST;
  if (alignment.pairings.some(({ isInitial, weight }) => isInitial || (weight >= 0.2 && weight < 0.5))) {
    return ONE_NAME_AND_INITIAL_MOST;
  }
  return isLeftOver ? ONE_NAME_OF_MORE_MOST : ONE_NAME_MOST;
}

/** Numbers that contradict each other or that one name lacks make two companies or two ships. */
function numbersDiffer({ onlyLeft, onlyRight }: Alignment): boolean {
  return [...onlyLeft, ...onlyRight].some(({ kind }) => kind === 'number');
}

function companyMost(alignment: Alignment, left: PreparedName, right: PreparedName): number {
  if (numbersDiffer(alignment)) return 0.6;
  const names = alignment.pairings.filter(({ weight }) => weight >= 0.5);
  const hasNames = (name: PreparedName): boolean => name.parts.some(({ kind }) => kind === 'name');
  return names.length === 0 && hasNames(left) && hasNames(right) ? NO_NAME_MOST : 1;
}

function marriedOrTwins({ onlyLeft, onlyRight, pairings }: Alignment): { areTwins: boolean; mayHaveMarried: boolean } {
  const areTwins = onlyLeft.some((a) => onlyRight.some((b) => areDistinctNames(a, b) || isOtherGiven(a, b)));
  const names = onlyLeft.filter(({ weight }) => weight >= 0.5);
  const others = onlyRight.filter(({ weight }) => weight >= 0.5);
  const mayHaveMarried =
    names.length === 1 &&
    others.length === 1 &&
    ![names[0]!, others[0]!].some(({ text }) => isGivenName(text)) &&
    pairings.some(({ left, isInitial }) => !isInitial && isGivenName(left));
  return { areTwins, mayHaveMarried };
}

const isOtherGiven = (a: NamePart, b: NamePart): boolean => isGivenName(a.text) && isGivenName(b.text);

/** Compares two prepared names of one type. */
export function scoreNames(left: PreparedName, right: PreparedName): NameScore {
  const type = left.type;
  if (left.text === right.text && left.text !== '') return equalScore(left);
  const acronym = type === 'company' ? acronymScore(left, right) : undefined;
  if (acronym) return acronym;
  const alignment = alignNames(left.parts, right.parts);
  const agreed = alignment.pairings.reduce((sum, { likeness, weight }) => sum + likeness.value * weight, 0);
  const paired = alignment.pairings.reduce((sum, { weight }) => sum + weight, 0);
  const alone = [
    withoutRepeats(alignment.onlyLeft, left.parts),
    withoutRepeats(alignment.onlyRight, right.parts),
  ] as const;
  const conflict = Math.min(...alone);
  const missing = Math.min(MISSING_MOST[type], Math.abs(alone[0] - alone[1]) * MISSING[type]);
  const raw = paired === 0 ? 0 : agreed / (paired + CONFLICT[type] * conflict) - missing;
  const most = type === 'person' ? personMost(alignment) : companyMost(alignment, left, right);
  const reasons = [...alignment.pairings.map(pairReason), ...leftOverReasons(alignment)];
  const value = Math.max(0, Math.min(raw, most) - formConflict(left, right, reasons));
  return { value, reasons, isEqual: false, ...marriedOrTwins(alignment) };
}

function equalScore(name: PreparedName): NameScore {
  const isOneName = name.type === 'person' && name.parts.filter(({ kind }) => kind === 'name').length < 2;
  const value = isOneName ? ONE_NAME_MOST : 1;
  return { value, reasons: ['The names are equal.'], isEqual: true, areTwins: false, mayHaveMarried: false };
}

/** A small doubt where a company has one legal form here and another there. */
function formConflict(left: PreparedName, right: PreparedName, reasons: string[]): number {
  if (left.forms.length === 0 || right.forms.length === 0) return 0;
  const kindOf = (form: string): string => FORM_KINDS.get(form) ?? form;
  if (left.forms.some((form) => right.forms.some((other) => kindOf(form) === kindOf(other)))) return 0;
  reasons.push(`The legal forms are different: ${left.forms.join(' ')} and ${right.forms.join(' ')}.`);
  return 0.04;
}

const FORM_KINDS: ReadonlyMap<string, string> = new Map([
  ['limited', 'ltd'],
  ['pte', 'ltd'],
  ['pty', 'ltd'],
  ['incorporated', 'inc'],
  ['corp', 'inc'],
  ['corporation', 'inc'],
  ['company', 'co'],
  ['cie', 'co'],
  ['aktiengesellschaft', 'ag'],
  ['oao', 'jsc'],
  ['ojsc', 'jsc'],
  ['zao', 'jsc'],
  ['cjsc', 'jsc'],
  ['pao', 'jsc'],
  ['pjsc', 'jsc'],
  ['ao', 'jsc'],
  ['ooo', 'llc'],
  ['limitada', 'ltda'],
]);

/** `NNPC` for the first letters of a name of at least four words; three letters are too few to say anything. */
function acronymScore(left: PreparedName, right: PreparedName): NameScore | undefined {
  const [short, long] = left.parts.length <= right.parts.length ? [left, right] : [right, left];
  const letters = short.parts[0]?.text ?? '';
  if (short.parts.length !== 1 || letters.length < 4 || long.parts.length < 3) return undefined;
  const withForms = [...long.parts.map(({ text }) => text), ...long.forms];
  const initials = withForms.map((word) => word[0]).join('');
  if (letters !== initials.slice(0, letters.length) || initials.length - letters.length > 1) return undefined;
  const reasons = [`“${letters}” has the first letters of “${long.text}”.`];
  return { value: 0.84, reasons, isEqual: false, areTwins: false, mayHaveMarried: false };
}
