import rows from './data/nip-response-codes.json';
import { type NipMeaning, nipMeaning, nipText } from './nip-response-codes';

/** Every code of the table, written by hand, so that a change of the data file cannot change a meaning unnoticed. */
const EXPECTED: Record<NipMeaning, string[]> = {
  success: ['00'],
  failure: [
    '03',
    '05',
    '06',
    '07',
    '08',
    '12',
    '13',
    '14',
    '15',
    '16',
    '17',
    '18',
    '21',
    '30',
    '51',
    '57',
    '58',
    '61',
    '65',
    '69',
    '70',
    '71',
  ],
  refusal: ['34', '35', '63'],
  'not-found': ['25'],
  pending: ['01', '02', '09', '26', '68', '91', '92', '94', '96', '97', '98', '99'],
};

describe('nipMeaning', () => {
  it.each(Object.entries(EXPECTED).flatMap(([meaning, codes]) => codes.map((code) => [code, meaning] as const)))(
    'reads code %s as %s',
    (code, meaning) => {
      expect(nipMeaning(code)).toBe(meaning);
    },
  );

  it('covers every code of the table', () => {
    expect(Object.values(EXPECTED).flat().sort()).toEqual(rows.map(({ code }) => code).sort());
  });

  it.each(['', '0', '000', '11', 'X9', '００', 'constructor', '__proto__'])(
    'reads the unknown code "%s" as pending',
    (code) => {
      expect(nipMeaning(code)).toBe('pending');
    },
  );

  it('reads every other code of two digits as pending', () => {
    const known = new Set(rows.map(({ code }) => code));
    const all = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
    for (const code of all.filter((each) => !known.has(each))) expect(nipMeaning(code)).toBe('pending');
  });
});

describe('nipText', () => {
  it('gives the text of a code, and nothing for an unknown code', () => {
    expect(nipText('57')).toBe('Transaction not permitted to sender');
    expect(nipText('X9')).toBeUndefined();
  });
});
