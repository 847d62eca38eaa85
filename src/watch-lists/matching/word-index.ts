import { NumbersByKey } from './numbers-by-key';
import { LIKENESS_MIN, wordLikeness } from './word-likeness';
import { type Word, wordOf } from './words';

/** A word of an index that is like a word that was asked for. */
export interface LikeWord {
  /** Number of the word in the index. */
  readonly word: number;
  readonly value: number;
}

/** Words that were asked for last, with their results. */
const ASKED_MAX = 50_000;

/** A text without one of its letters, for each letter; words that differ by one error share one of them. */
function withoutOne(text: string): string[] {
  return Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1));
}

/** Everything under which a word can be found: two words that are alike share one of these. */
export function wordKeysOf(word: Word): string[] {
  const { text, sound, consonants, cores, groups } = word;
  const keys = new Set<string>([`t${text}`, `s${sound}`]);
  for (const core of cores) keys.add(`t${core}`).add(`s${core}`);
  for (const group of groups.keys()) keys.add(`g${group}`);
  if (consonants.replace('^', '').length >= 3) keys.add(`c${consonants.replace('^', '')}`);
  if (text.length >= 5) for (const shorter of withoutOne(text)) keys.add(`t${shorter}`);
  if (sound.length >= 4) for (const shorter of withoutOne(sound)) keys.add(`d${shorter}`).add(`d${sound}`);
  return [...keys];
}

/** The different words of an index, found by likeness (docs/domain/watch-lists.md#index). */
export class WordIndex {
  private readonly numbers = new Map<string, number>();
  private readonly words: Word[] = [];
  private readonly byKey = new NumbersByKey();
  private readonly asked = new Map<string, readonly LikeWord[]>();

  get size(): number {
    return this.words.length;
  }

  /** The number of a word, which is added if it is new. */
  add(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const word = wordOf(text);
    const number = this.words.push(word) - 1;
    this.numbers.set(text, number);
    for (const key of wordKeysOf(word)) this.byKey.add(key, number);
    return number;
  }

  /** The words of the index of this very sound. */
  ofSound(sound: string): readonly number[] {
    return this.byKey.of(`s${sound}`);
  }

  /** The words of the index that are like this one, which need not be in it. */
  like(text: string): readonly LikeWord[] {
    const known = this.asked.get(text);
    if (known) return known;
    const word = wordOf(text);
    const numbers = new Set<number>();
    for (const key of wordKeysOf(word)) for (const number of this.byKey.of(key)) numbers.add(number);
    const found: LikeWord[] = [];
    for (const number of numbers) {
      const likeness = wordLikeness(word, this.words[number]!);
      if (likeness && likeness.value >= LIKENESS_MIN) found.push({ word: number, value: likeness.value });
    }
    if (this.asked.size >= ASKED_MAX) this.asked.clear();
    this.asked.set(text, found);
    return found;
  }
}
