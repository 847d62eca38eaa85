import { editCost } from './sound';
import { areDistinctNames, type Word } from './words';

/** How like two words are, 0 to 1, and why. */
export interface Likeness {
  readonly value: number;
  readonly why: 'equal' | 'spelling' | 'short' | 'pet' | 'sound' | 'part' | 'typing';
}

/** Below this, two words are taken for two names. */
export const LIKENESS_MIN = 0.78;

/** A masculine name and the feminine one made from it: `Kabiru` and `Kabira`, `Petrov` and `Petrova`. */
function differInGenderOnly(a: string, b: string): boolean {
  return isFeminineOf(a, b) || isFeminineOf(b, a);
}

function isFeminineOf(feminine: string, masculine: string): boolean {
  const stem = masculine.replace(/[ui]$/, '');
  if (stem.length < 3 || !feminine.startsWith(stem)) return false;
  return /^(?:a|ah|at|atu|ata|aya|ina|la|le|ette|ella|elle|ine)$/.test(feminine.slice(stem.length));
}

/** The most that an error of typing may cost in a word of so many letters. */
function typingBudget(letters: number): number {
  if (letters <= 3) return 0.35;
  // In four letters another vowel makes another name: Wole and Wale, Tola and Tolu.
  if (letters === 4) return 0.6;
  if (letters === 5) return 1;
  return letters <= 8 ? 1.25 : 2;
}

/** A name and its longer form: `Olushola` and `Sola`, `Nkiruchukwu` and `Nkiru`, `Alhassan` and `Hassan`. */
function isPartOf(a: Word, b: Word): boolean {
  const [short, long] = a.text.length <= b.text.length ? [a, b] : [b, a];
  if (short.text.length < 4 || long.text.length - short.text.length < 2) return false;
  return long.cores.includes(short.text) || long.cores.includes(short.sound);
}

/** False for short forms of two parts of a name: Deji and Ayo of Ayodeji, Temi and Tope of Temitope are two persons. */
function areOneShortForm(a: Word, b: Word): boolean {
  const [short, long] = a.sound.length <= b.sound.length ? [a.sound, b.sound] : [b.sound, a.sound];
  if (long.startsWith(short) || long.endsWith(short)) return true;
  if (a.consonants.slice(0, 2) === b.consonants.slice(0, 2)) return true;
  return typingLikeness(a.text, b.text) >= LIKENESS_MIN;
}

function groupLikeness(a: Word, b: Word): Likeness | undefined {
  let best: Likeness | undefined;
  for (const [group, role] of a.groups) {
    const other = b.groups.get(group);
    if (!other) continue;
    const roles = new Set([role, other]);
    if (role === 'short' && other === 'short' && !areOneShortForm(a, b)) continue;
    const likeness: Likeness = roles.has('pet')
      ? { value: 0.83, why: 'pet' }
      : roles.has('short')
        ? { value: 0.9, why: 'short' }
        : { value: 0.96, why: 'spelling' };
    if (!best || likeness.value > best.value) best = likeness;
  }
  return best;
}

/** How two names of persons that differ in letters are alike; undefined where they are two names. */
export function wordLikeness(a: Word, b: Word): Likeness | undefined {
  if (a.text === b.text) return { value: 1, why: 'equal' };
  const grouped = groupLikeness(a, b);
  if (grouped) return grouped;
  if (areDistinctNames(a, b)) return undefined;
  if (a.compound && b.compound) {
    return a.compound[0] === b.compound[0] && a.compound[1] === b.compound[1]
      ? { value: 0.95, why: 'spelling' }
      : undefined;
  }
  const letters = Math.min(a.sound.length, b.sound.length);
  if (a.sound === b.sound && letters >= 3) return { value: letters > 3 ? 0.95 : 0.9, why: 'sound' };
  if (isPartOf(a, b)) return { value: 0.87, why: 'part' };
  if ((a.isKnown && b.isKnown) || differInGenderOnly(a.text, b.text)) return undefined;
  return strangeLikeness(a, b, letters);
}

/** Two words of which at least one is no known name: an unknown spelling, or an error of typing. */
function strangeLikeness(a: Word, b: Word, letters: number): Likeness | undefined {
  const typed = mayDifferByTyping(a.textLetters, b.textLetters) ? typingLikeness(a.text, b.text) : 0;
  const isNear = letters >= 4 && Math.abs(a.sound.length - b.sound.length) <= 2;
  const heard = isNear && mayDifferByTyping(a.soundLetters, b.soundLetters) ? typingLikeness(a.sound, b.sound) : 0;
  const isSameFrame = a.consonants === b.consonants && a.consonants.length >= 4 && letters >= 5;
  const value = Math.max(
    typed,
    heard - 0.02,
    isSameFrame && a.text[0] === b.text[0] ? 0.86 : 0,
    isVowelless(a, b) || isVowelless(b, a) ? 0.84 : 0,
  );
  return value >= LIKENESS_MIN ? { value, why: heard - 0.02 > typed ? 'sound' : 'typing' } : undefined;
}

/** Two errors change at most four letters of the set of letters that a word has. */
function mayDifferByTyping(a: number, b: number): boolean {
  let difference = a ^ b;
  for (let bits = 0; bits <= 4; bits += 1) {
    if (difference === 0) return true;
    difference &= difference - 1;
  }
  return false;
}

/** A word of Arabic or Hebrew letters, which leave short vowels out, against the same consonants with vowels. */
function isVowelless(bare: Word, full: Word): boolean {
  const consonants = full.consonants.replace('^', '');
  return (
    consonants.length >= 3 && !/[aiu]/.test(bare.sound.slice(1)) && bare.consonants.replace('^', '') === consonants
  );
}

const FIRST_LETTER_COST = 0.25;

/** 1 less the cost of the errors for the length of the word; 0 where there are too many. */
export function typingLikeness(a: string, b: string): number {
  const letters = Math.max(a.length, b.length);
  const budget = typingBudget(letters);
  const cost = editCost(a, b, budget) + (a[0] === b[0] ? 0 : FIRST_LETTER_COST);
  return cost > budget ? 0 : 1 - (cost * 0.9) / letters;
}
