import { REFERENCE } from '../openapi/text-patterns';
import { isOwnReference } from './reference-rule';

const ACCEPTED = ['A', 'TRF-20261121-0001', 'PAY 12 / MAY', 'Ọjà-7', '€'.repeat(100)];
const REFUSED: [string, unknown][] = [
  ['an empty text', ''],
  ['a blank', ' '],
  ['blanks alone', '   '],
  ['a tab alone', '\t'],
  ['a leading blank', ' TRF-1'],
  ['a trailing blank', 'TRF-1 '],
  ['a trailing line end', 'TRF-1\n'],
  ['a line end within', 'TRF\n1'],
  ['a tab within', 'TRF\t1'],
  ['a control character', 'TRF-1\u0007'],
  ['a control character of the second block', 'TRF\u0085'],
  ['a leading no-break space', '\u00a0TRF-1'],
  ['a separator of lines within', 'TRF\u20281'],
  ['101 characters', 'x'.repeat(101)],
];
/** Characters without width, which the pattern of the documents cannot name. */
const INVISIBLE: [string, string][] = [
  ['a space without width', 'TRF-1\u200b'],
  ['a mark that turns the text', 'TRF\u202e1'],
  ['a soft hyphen', 'TRF\u00ad1'],
  ['a byte order mark', '\ufeffTRF-1'],
];

describe('a reference of a caller', () => {
  it.each(ACCEPTED)('may be %s', (text) => {
    expect(isOwnReference(text)).toBe(true);
    expect(new RegExp(REFERENCE, 'u').test(text)).toBe(true);
  });

  it.each(REFUSED)('is refused with %s', (_, text) => {
    expect(isOwnReference(text)).toBe(false);
    if ((text as string).length <= 100) expect(new RegExp(REFERENCE, 'u').test(text as string)).toBe(false);
  });

  it.each(INVISIBLE)('is refused with %s', (_, text) => expect(isOwnReference(text)).toBe(false));

  it('is a text', () =>
    expect([1, null, undefined, ['A']].map((value) => isOwnReference(value))).toEqual(Array(4).fill(false)));
});
