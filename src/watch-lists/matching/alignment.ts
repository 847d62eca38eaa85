import type { NamePart } from './named-party';
import { type Likeness, LIKENESS_MIN, typingLikeness, wordLikeness } from './word-likeness';
import { wordOf } from './words';

/** Two parts of names, or runs of parts that make one word together, that stand for each other. */
export interface Pairing {
  readonly left: string;
  readonly right: string;
  readonly likeness: Likeness | { readonly value: number; readonly why: 'initial' | 'joined' };
  /** How much the pair says. */
  readonly weight: number;
  readonly isInitial: boolean;
  /** The name that has the initial where the other has the full part. */
  readonly initialOf?: 'left' | 'right';
}

/** Which parts of two names stand for each other, and which are alone. */
export interface Alignment {
  readonly pairings: readonly Pairing[];
  readonly onlyLeft: readonly NamePart[];
  readonly onlyRight: readonly NamePart[];
}

interface Candidate {
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly pairing: Pairing;
}

const INITIAL_VALUE = 0.92;
const JOINED_VALUE_MIN = 0.88;

/** How like two parts are. Numbers are equal or different, initials begin the other part. */
function partLikeness(a: NamePart, b: NamePart): Pairing['likeness'] | undefined {
  if (a.kind === 'number' || b.kind === 'number') return a.text === b.text ? { value: 1, why: 'equal' } : undefined;
  if (a.kind === 'initial' || b.kind === 'initial') {
    if (a.text === b.text) return { value: 1, why: 'equal' };
    if (a.kind === b.kind || a.kind === 'particle' || b.kind === 'particle') return undefined;
    return a.text[0] === b.text[0] ? { value: INITIAL_VALUE, why: 'initial' } : undefined;
  }
  if (a.kind === 'particle' && b.kind === 'particle') return a.text === b.text ? { value: 1, why: 'equal' } : undefined;
  return wordLikeness(a, b);
}

function singles(left: readonly NamePart[], right: readonly NamePart[]): Candidate[] {
  const found: Candidate[] = [];
  left.forEach((a, i) => {
    right.forEach((b, j) => {
      const likeness = partLikeness(a, b);
      if (!likeness) return;
      const isInitial = a.kind === 'initial' || b.kind === 'initial';
      const initialOf = a.kind === b.kind ? undefined : a.kind === 'initial' ? ('left' as const) : ('right' as const);
      const weight = Math.min(a.weight, b.weight);
      found.push({
        left: [i],
        right: [j],
        pairing: {
          left: a.text,
          right: b.text,
          likeness,
          weight,
          isInitial,
          ...(isInitial && initialOf ? { initialOf } : {}),
        },
      });
    });
  });
  return found;
}

/** Runs of two or three parts of one name that are written as one part of the other: `Sea Star` and `Seastar`. */
function runs(whole: readonly NamePart[], split: readonly NamePart[], isLeftWhole: boolean): Candidate[] {
  const found: Candidate[] = [];
  whole.forEach((part, at) => {
    if (part.text.length < 4 || part.kind === 'number') return;
    for (let from = 0; from < split.length - 1; from += 1) {
      let text = split[from]!.text;
      for (let to = from + 1; to < split.length && to < from + 3; to += 1) {
        text += split[to]!.text;
        if (Math.abs(text.length - part.text.length) > 2) continue;
        const value = joinedLikeness(part, text);
        if (value < JOINED_VALUE_MIN) continue;
        const run = split.slice(from, to + 1);
        // An initial or a number beside a word is a part of its own, not a piece of the word.
        if (run.some(({ kind }) => kind === 'initial' || kind === 'number')) continue;
        const places = run.map((_, offset) => from + offset);
        const words = run.map((each) => each.text).join(' ');
        const weight = Math.max(
          part.weight,
          Math.min(
            1.6,
            run.reduce((sum, each) => sum + each.weight, 0),
          ),
        );
        const likeness = { value, why: 'joined' as const };
        found.push(
          isLeftWhole
            ? {
                left: [at],
                right: places,
                pairing: { left: part.text, right: words, likeness, weight, isInitial: false },
              }
            : {
                left: places,
                right: [at],
                pairing: { left: words, right: part.text, likeness, weight, isInitial: false },
              },
        );
      }
    }
  });
  return found;
}

function joinedLikeness(part: NamePart, text: string): number {
  if (part.text === text) return 0.98;
  if (text.length < 5) return 0;
  const typed = typingLikeness(part.text, text);
  if (typed >= JOINED_VALUE_MIN) return typed - 0.02;
  return (wordLikeness(part, wordOf(text))?.value ?? 0) - 0.02;
}

/**
 * Pairs the parts of two names, each at most once, best pairs first; the order of the parts does not count. Costs at
 * most 12 × 12 comparisons of parts.
 */
export function alignNames(left: readonly NamePart[], right: readonly NamePart[]): Alignment {
  const candidates = [...singles(left, right), ...runs(left, right, true), ...runs(right, left, false)];
  // A run counts more than the pair that one of its parts could make, but equal parts stay together.
  const rank = ({ pairing, left: l, right: r }: Candidate): number =>
    pairing.likeness.value * pairing.weight + (l.length === r.length ? 0 : -0.03) - (pairing.isInitial ? 0.5 : 0);
  // Ties are broken without regard to which name is left, so that the score is the same in either order.
  const distance = ({ left: l, right: r }: Candidate): number => Math.abs(l[0]! - r[0]!) * 100 + l[0]! + r[0]!;
  candidates.sort((a, b) => rank(b) - rank(a) || distance(a) - distance(b));
  const takenLeft = new Set<number>();
  const takenRight = new Set<number>();
  const pairings: Pairing[] = [];
  for (const { left: l, right: r, pairing } of candidates) {
    if (l.some((place) => takenLeft.has(place)) || r.some((place) => takenRight.has(place))) continue;
    if (pairing.likeness.value < LIKENESS_MIN) continue;
    for (const place of l) takenLeft.add(place);
    for (const place of r) takenRight.add(place);
    pairings.push(pairing);
  }
  return {
    pairings,
    onlyLeft: left.filter((_, place) => !takenLeft.has(place)),
    onlyRight: right.filter((_, place) => !takenRight.has(place)),
  };
}
