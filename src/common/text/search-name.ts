/** Hooked letters of Hausa and Fula names, and a few of other languages, that have no decomposition in Unicode. */
const UNDECOMPOSED: Record<string, string> = {
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ŋ: 'n',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const UNDECOMPOSED_LETTER = new RegExp(`[${Object.keys(UNDECOMPOSED).join('')}]`, 'g');

/** Sorts after every text that starts with the same characters, as PostgreSQL compares UTF-8 byte by byte. */
export const AFTER_ANY_CHARACTER = '\u{10FFFF}';

/**
 * The form of a name that is stored beside it and searched: lower case, without accents, white space folded to single
 * spaces.
 *
 * @param maxLength length of the column that stores it; the form may be longer than the name and is then cut.
 */
export function searchName(name: string, maxLength = 250): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(UNDECOMPOSED_LETTER, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, maxLength);
}

/**
 * The bounds of a prefix search over stored search names: `column ~>=~ from AND column ~<~ to`. These operators use an
 * index with `text_pattern_ops` under row-level security, and LIKE does not (`docs/ARCHITECTURE.md#tenancy`).
 */
export function prefixRange(prefix: string, maxLength = 250): { from: string; to: string } {
  const from = searchName(prefix, maxLength);
  return { from, to: `${from}${AFTER_ANY_CHARACTER}` };
}

/** Apostrophes join what stands beside them, so that "O'Neil" is found as "oneil". */
const APOSTROPHES = /['’ʼ`]/g;
const SEPARATORS = /[\][ .,;:/&()"+*_|{}<>-]+/;
const WORD_MAX_LENGTH = 60;

/**
 * The different words of a name in their stored form. The database cuts stored names in the same way (`name_words` in
 * the migrations).
 */
export function nameWords(name: string): string[] {
  const words = searchName(name)
    .replace(APOSTROPHES, '')
    .split(SEPARATORS)
    .map((word) => word.slice(0, WORD_MAX_LENGTH));
  return [...new Set(words.filter((word) => word !== ''))];
}
