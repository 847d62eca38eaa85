import { normalisePhoneNumber } from '../../common/text/phone-number';
import { nameWords, searchName } from '../../common/text/search-name';
import { postingIdFrom } from '../../ledger/engine/posting.entity';

/** More words narrow a name no further. */
const WORDS_MAX = 5;
/** One letter is the beginning of too many words to look them up. */
const WORD_MIN_LENGTH = 2;

/** A query of the search, read in every way in which it may name a record. */
export interface SearchText {
  /** The query without white space around it: a number, a code or a reference. */
  text: string;
  /** The number of a record, for a query of digits alone. */
  id: number | undefined;
  /** E.164. */
  phoneNumber: string | undefined;
  /** Lower case. */
  email: string | undefined;
  /** The id of a posting, for `PST…`. */
  postingId: number | undefined;
  /** The beginning of a whole name, in its stored form; undefined for a query without letters. */
  name: string | undefined;
  /** The beginnings of words of a name, in their stored form. */
  words: string[];
}

/** Reads a query (docs/api/enquiries.md#search). */
export function readSearchText(query: string): SearchText {
  const text = query.trim();
  const id = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  const isName = /\p{L}/u.test(text) && !text.includes('@');
  return {
    text,
    id: id === 0 ? undefined : id,
    phoneNumber: normalisePhoneNumber(text),
    email: text.includes('@') ? text.toLowerCase() : undefined,
    postingId: postingIdFrom(text.toUpperCase()),
    name: isName ? searchName(text) : undefined,
    words: isName
      ? nameWords(text)
          .filter((word) => word.length >= WORD_MIN_LENGTH)
          .slice(0, WORDS_MAX)
      : [],
  };
}
