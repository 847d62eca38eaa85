import rows from './data/nip-response-codes.json';
import { type NipMeaning, nipMeaning, nipText } from './nip-response-codes';

/** Every code of the table, written down once more by hand: a change of the data file must not change money unseen. */
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
    '91',
    '92',
    '99',
  ],
  refusal: ['34', '35', '63'],
  'not-found': ['25'],
  pending: ['01', '02', '09', '26', '68', '94', '96', '97', '98'],
};

describe('nipMeaning', () => {
  it.each(Object.entries(EXPECTED).flatMap(([meaning, codes]) => codes.map((code) => [code, meaning] as const)))(
    'of %s is %s',
    (code, meaning) => {
      expect(nipMeaning(code)).toBe(meaning);
    },
  );

  it('is expected of every code of the table', () => {
    expect(Object.values(EXPECTED).flat().sort()).toEqual(rows.map(({ code }) => code).sort());
  });

  it.each(['', '0', '000', '11', 'X9', '００', 'constructor', '__proto__'])(
    'of the unknown code "%s" is pending',
    (code) => {
      expect(nipMeaning(code)).toBe('pending');
    },
  );

  it('moves money for no other code of two digits', () => {
    const known = new Set(rows.map(({ code }) => code));
    const all = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
    for (const code of all.filter((each) => !known.has(each))) expect(nipMeaning(code)).toBe('pending');
  });
});

describe('nipText', () => {
  it('says a code in words', () => {
    expect(nipText('57')).toBe('Transaction not permitted to sender');
    expect(nipText('X9')).toBeUndefined();
  });
});
