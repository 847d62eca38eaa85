import {
  COMPANY_FORMS,
  COMPANY_STOP_WORDS,
  companyWordOf,
  GENERIC_COMPANY_WORDS,
  LEGAL_PHRASES,
  numberWordOf,
  VESSEL_PREFIXES,
} from './company-words';
import { PARTICLES, TITLE_GENDERS, TITLES, TITLES_OR_NAMES } from './titles';
import { plainText } from './transliteration';
import { isFrequentName, type Word, wordOf } from './words';

/** What bears a name. */
export const PARTY_TYPES = ['person', 'company', 'vessel'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];

/** One word of a prepared name. */
export interface NamePart extends Word {
  readonly kind: 'name' | 'initial' | 'particle' | 'title' | 'generic' | 'number';
  /** How much the word says, 0 to 1. */
  readonly weight: number;
}

/** A name that is ready to be compared (docs/domain/watch-lists.md#preparation). */
export interface PreparedName {
  readonly type: PartyType;
  readonly parts: readonly NamePart[];
  /** The parts in order, for equality. */
  readonly text: string;
  /** Legal forms of a company, such as `ltd`. */
  readonly forms: readonly string[];
  /** From a title before the name. */
  readonly titleGender: 'male' | 'female' | undefined;
}

/** More words of one name are not compared. */
const PARTS_MAX = 12;

const WEIGHTS = { name: 1, initial: 0.35, particle: 0.12, title: 0.25, generic: 0.3, number: 1 } as const;
const FREQUENT_WEIGHT = 0.85;

/** Known words are prepared once: lists and customers repeat them. */
const known = new Map<string, NamePart>();
const KNOWN_MAX = 50_000;

function partOf(text: string, kind: NamePart['kind']): NamePart {
  const key = `${kind} ${text}`;
  const found = known.get(key);
  if (found) return found;
  const weight = kind === 'name' && isFrequentName(text) ? FREQUENT_WEIGHT : WEIGHTS[kind];
  const part: NamePart = { ...wordOf(text), kind, weight };
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, part);
  return part;
}

/** Figures in a word of letters are what a scanner made of letters. */
function asLetters(word: string): string {
  if (!/[a-z]/.test(word) || !/\d/.test(word)) return word;
  return word
    .replace(/0/g, 'o')
    .replace(/1/g, 'i')
    .replace(/5/g, 's')
    .replace(/3/g, 'e')
    .replace(/4/g, 'a')
    .replace(/9/g, 'g')
    .replace(/8/g, 'b');
}

const SERVANT = /^(?:abd|abdul|abdel|abdal|abdoul|abdou|abdu|abdur|abdus|abdush|abdun|abdud|abdut|abduz|abdir)$/;
/** `Abd Allah` is Abdullah. */
const GOD = /^(?:a|i|u)?llah$/;
const ARTICLE = /^(?:al|el|ul|ur|ar|as|ash|ad|an|at|az|us|er|es)$/;

/** `Abd al-Rahman`, `Abdul Rahman` and `Abdur-Rahman` are one word, so is `Abu Bakr`; `Nur al-Din` is `Nuraldin`. */
function joinServants(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const afterArticle = SERVANT.test(word) && ARTICLE.test(words[at + 1] ?? '') ? at + 2 : at + 1;
    const next = words[afterArticle];
    if (SERVANT.test(word) && next !== undefined && next.length > 2 && !PARTICLES.has(next)) {
      joined.push(GOD.test(next) ? 'abdullah' : `abdul${next.replace(/^(?:al|el)(?=.{4})/, '')}`);
      at = afterArticle;
    } else if (word === 'abu' && next !== undefined && /^bak[aei]?r[iu]?$/.test(next)) {
      joined.push('abubakar');
      at += 1;
    } else if (/^(?:din|deen|dine|eddine|uddin|eldin|aldin)$/.test(word) && joined.length > 0) {
      const before = joined.pop()!;
      joined.push(ARTICLE.test(before) && joined.length > 0 ? `${joined.pop()!}aldin` : `${before}uddin`);
    } else {
      joined.push(word);
    }
  }
  return joined;
}

/** The words of a person's name without titles, which stay where nothing else would. */
function personParts(words: readonly string[]): NamePart[] {
  const bare = words.filter((word) => !TITLES.has(word));
  const kept = bare.some((word) => word.length > 1 && !PARTICLES.has(word)) ? bare : [...words];
  return joinServants(kept.map(asLetters)).map((word, at, all) => {
    if (word.length === 1 && /[a-z]/.test(word)) return partOf(word, 'initial');
    if (PARTICLES.has(word)) return partOf(word, 'particle');
    // A title stands before other names: the last word is a family name.
    return partOf(word, TITLES_OR_NAMES.has(word) && kept.length > 2 && at < all.length - 1 ? 'title' : 'name');
  });
}

/** Letters that stand alone one after the other are one word: `A. B. C.` is `ABC`. */
function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isLetter = word.length === 1 && /[a-z]/.test(word);
    if (isLetter && isOpen) joined.push(joined.pop()! + word);
    else joined.push(word);
    isOpen = isLetter;
  }
  return joined;
}

function companyParts(words: readonly string[], forms: string[]): NamePart[] {
  const parts: NamePart[] = [];
  for (const word of words) {
    const written = companyWordOf(word);
    if (COMPANY_STOP_WORDS.has(written) || written === 'and') continue;
    if (COMPANY_FORMS.has(written)) forms.push(written);
    else if (/^\d+$/.test(written)) parts.push(partOf(String(Number(written)), 'number'));
    else parts.push(partOf(written, GENERIC_COMPANY_WORDS.has(written) ? 'generic' : 'name'));
  }
  // A name of nothing but common words or forms is compared by them.
  if (parts.every(({ kind }) => kind === 'generic')) return parts.map(({ text }) => partOf(text, 'name'));
  return parts;
}

function vesselParts(words: readonly string[]): NamePart[] {
  const bare = words.filter((word, at) => at > 1 || !VESSEL_PREFIXES.has(word));
  return (bare.length > 0 ? bare : words).map((word) => {
    const written = numberWordOf(word);
    return /^\d+$/.test(written) ? partOf(String(Number(written)), 'number') : partOf(written, 'name');
  });
}

const COMPANY_SIGNS = new Set(
  (
    'ltd limited plc inc incorporated llc llp corp corporation company gmbh ooo oao zao jsc pjsc ventures enterprises ' +
    'enterprise industries holdings group bank trading foundation association organisation organization resources ' +
    'services international petroleum construction investment investments logistics technologies nig'
  ).split(' '),
);

/** The type that a name suggests where none is given: a company where a word of companies stands in it. */
export function typeOfName(name: string): PartyType {
  return plainText(name)
    .split(' ')
    .some((word) => COMPANY_SIGNS.has(word))
    ? 'company'
    : 'person';
}

/** Prepares a name of the type for comparisons. Of a name of more than 12 words only the first 12 count. */
export function prepareName(name: string, type: PartyType): PreparedName {
  let plain = plainText(name);
  const forms: string[] = [];
  let titleGender: PreparedName['titleGender'];
  let parts: NamePart[];
  if (type === 'person') {
    const words = plain.split(' ').filter(Boolean);
    for (const word of words) titleGender ??= Object.hasOwn(TITLE_GENDERS, word) ? TITLE_GENDERS[word] : undefined;
    parts = personParts(words);
  } else {
    if (type === 'company') for (const [pattern, form] of LEGAL_PHRASES) plain = plain.replace(pattern, form);
    const words = joinLetters(plain.split(' ').filter(Boolean));
    parts = type === 'company' ? companyParts(words, forms) : vesselParts(words);
    if (parts.length === 0) parts = words.map((word) => partOf(word, 'name'));
  }
  parts = parts.slice(0, PARTS_MAX);
  return { type, parts, text: parts.map((part) => part.text).join(' '), forms, titleGender };
}
