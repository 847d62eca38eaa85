import {
  COMMON_FAMILY_NAMES,
  COMMON_GIVEN_NAMES,
  DISTINCT_NAMES,
  FREQUENT_NAMES,
  YORUBA_STEMS,
} from './distinct-names';
import { consonantsOf, soundOf } from './sound';
import { VARIANT_GROUPS } from './variant-groups';

/** How a word stands in a group: a spelling, a short form, or a pet name or the name of another language. */
type GroupRole = 'spelling' | 'short' | 'pet';

/** A word of a name with all that comparisons need of it. */
export interface Word {
  readonly text: string;
  readonly sound: string;
  /** A bit for each letter of the text and one for each of the sound, so that strangers are told apart at once. */
  readonly textLetters: number;
  readonly soundLetters: number;
  readonly consonants: string;
  /** The word without a usual beginning or ending, as it is written and as it sounds. */
  readonly cores: readonly string[];
  /** Groups of variants in which it stands. */
  readonly groups: ReadonlyMap<number, GroupRole>;
  /** Rows of names that are known to be different. */
  readonly distinctRows: readonly number[];
  /** It is a correctly written name in wide use. */
  readonly isKnown: boolean;
  /** For a compound Yoruba name, its beginning and its stem. */
  readonly compound: readonly [beginning: string, stem: string] | undefined;
}

const EMPTY: ReadonlyMap<number, GroupRole> = new Map();

const groupsByWord = new Map<string, Map<number, GroupRole>>();
VARIANT_GROUPS.forEach((row, group) => {
  const [, spellings, shorts, pets] = /^([^|~]*)(?:\|([^~]*))?(?:~(.*))?$/.exec(row)!;
  const add = (words: string | undefined, role: GroupRole): void => {
    for (const word of (words ?? '').trim().split(/\s+/).filter(Boolean)) {
      const groups = groupsByWord.get(word) ?? new Map<number, GroupRole>();
      if (!groups.has(group)) groups.set(group, role);
      groupsByWord.set(word, groups);
    }
  };
  add(spellings, 'spelling');
  add(shorts, 'short');
  add(pets, 'pet');
});

const rowsByWord = new Map<string, number[]>();
DISTINCT_NAMES.forEach((row, index) => {
  for (const word of row.split(' ')) rowsByWord.set(word, [...(rowsByWord.get(word) ?? []), index]);
});

/** Rows of a word, or of any spelling of it: `Hasan` differs from `Husain` as `Hassan` differs from `Hussaini`. */
function distinctRowsOf(word: string, groups: ReadonlyMap<number, GroupRole>): readonly number[] {
  const own = rowsByWord.get(word);
  if (own || groups.size !== 1) return own ?? [];
  const [[group, role]] = groups.entries() as unknown as [[number, GroupRole]];
  if (role !== 'spelling') return [];
  const head = VARIANT_GROUPS[group]!.split(/[|~]/)[0]!.trim().split(' ');
  return [...new Set(head.flatMap((spelling) => rowsByWord.get(spelling) ?? []))];
}

const KNOWN = new Set([...COMMON_GIVEN_NAMES, ...COMMON_FAMILY_NAMES, ...groupsByWord.keys(), ...rowsByWord.keys()]);
const FAMILY = new Set(COMMON_FAMILY_NAMES);
const GIVEN = new Set([...COMMON_GIVEN_NAMES, ...[...groupsByWord.keys()].filter((word) => !FAMILY.has(word))]);
const FREQUENT = new Set(FREQUENT_NAMES);
const STEMS = new Set(YORUBA_STEMS);
const COMPOUND = /^(oluwa|olu|ola|ade|ayo|omo|ife|ire|akin|ogun|oye|fola|baba|tolu)(.{3,})$/;

function compoundOf(text: string): readonly [string, string] | undefined {
  const found = COMPOUND.exec(text);
  // The sound of `ṣ` is written s or sh.
  const stem = found?.[2]!.replaceAll('sh', 's');
  if (!found || !stem || !STEMS.has(stem)) return undefined;
  return [found[1] === 'oluwa' ? 'olu' : found[1]!, stem];
}

function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) % 32);
  return letters;
}

const BEGINNINGS = /^(?:oluwa|oghene|olu|ola|ade|ayo|omo|ife|ire|chukwu|chi|nwa|abdul|abdel|abd|al|el)(?=.{4})/;
const ENDINGS = /(?<=.{4})(?:chukwuka|chukwu|chi|oluwa)$/;

function coresOf(text: string): string[] {
  const rests = [text.replace(BEGINNINGS, ''), text.replace(ENDINGS, '')].filter((rest) => rest !== text);
  return rests.flatMap((rest) => [rest, soundOf(rest)]);
}

/** All that comparisons need of one word, which has passed `plainText`. */
export function wordOf(text: string): Word {
  const sound = soundOf(text);
  const groups = groupsByWord.get(text) ?? groupsByWord.get(text.replace(/^al(?=.{5})/, '')) ?? EMPTY;
  return {
    text,
    sound,
    textLetters: lettersOf(text),
    soundLetters: lettersOf(sound),
    consonants: consonantsOf(sound),
    cores: coresOf(text),
    groups,
    distinctRows: distinctRowsOf(text, groups),
    isKnown: KNOWN.has(text),
    compound: compoundOf(text),
  };
}

/** Whether it is a given name in wide use. */
export const isGivenName = (text: string): boolean => GIVEN.has(text);

/** Whether so many people bear the name that alone it says little. */
export const isFrequentName = (text: string): boolean => FREQUENT.has(text);

/** Whether the two words are known to be two names, such as those of twins. */
export function areDistinctNames(a: Word, b: Word): boolean {
  if (a.text === b.text) return false;
  for (const group of a.groups.keys()) if (b.groups.has(group)) return false;
  return a.distinctRows.some((row) => b.distinctRows.includes(row));
}
