import { signatoryNames } from './account-signatories';

describe('the names in a list of signatories', () => {
  it.each<[string, unknown, string[]]>([
    [
      'are those of its rows',
      { mandate: [{ name: 'Ada Obi', role: 'Secretary' }, { name: 'Musa Bello' }] },
      ['Ada Obi', 'Musa Bello'],
    ],
    ['leave out what is no name', { mandate: [{ name: 7 }, { name: ' . ' }, null, 'Ada', {}] }, []],
    ['are none without a list', { mandate: { name: 'Ada Obi' } }, []],
    ['are none in a text', 'mandate', []],
    ['are none in nothing', null, []],
    [
      'are a hundred at most',
      { mandate: Array.from({ length: 101 }, (_, at) => ({ name: `Ada ${at}` })) },
      Array.from({ length: 100 }, (_, at) => `Ada ${at}`),
    ],
  ])('%s', (_, content, names) => expect(signatoryNames(content)).toEqual(names));
});
