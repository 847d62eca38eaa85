import { nameWords } from '../../common/text/search-name';

/**
 * True where two names of accounts are those of one person or company: the words of one are among those of the other,
 * in any order, since banks leave out middle names and put the family name first or last. One word says this only
 * where it is the whole of both.
 */
export function isSamePerson(one: string, other: string): boolean {
  const [shorter, longer] = [nameWords(one), nameWords(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (shorter.length === 0 || (shorter.length === 1 && longer.length > 1)) return false;
  return shorter.every((word) => longer.includes(word));
}
