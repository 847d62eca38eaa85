import { nameWords, prefixRange, searchName } from './search-name';

describe('searchName', () => {
  it.each([
    ['Adébáyọ̀ Ọlúwaṣeun', 'adebayo oluwaseun'],
    ['  OKAFOR \t  Chinedu\n', 'okafor chinedu'],
    ['Ɗanjuma Ɓello Ƙano', 'danjuma bello kano'],
    ["O'Brien-Smith", "o'brien-smith"],
    ['İstanbul', 'istanbul'],
    ['Société Générale № 5', 'societe generale no 5'],
    ['Straße', 'strasse'],
    ['ＦＵＬＬ　ＷＩＤＴＨ', 'full width'],
    ['', ''],
  ])('turns %p into %p', (name, expected) => {
    expect(searchName(name)).toBe(expected);
  });

  it('does not change a search name', () => {
    const once = searchName('Ọ̀ṣun  ẸGBẸ́ Ltd.');
    expect(searchName(once)).toBe(once);
  });

  it('fits its column even when the form is longer than the name', () => {
    expect(searchName('ﷺ'.repeat(250))).toHaveLength(250);
    expect(searchName('a'.repeat(600), 500)).toHaveLength(500);
  });
});

describe('prefixRange', () => {
  const inRange = (name: string, prefix: string): boolean => {
    const { from, to } = prefixRange(prefix);
    const bytes = Buffer.from(searchName(name));
    return Buffer.compare(bytes, Buffer.from(from)) >= 0 && Buffer.compare(bytes, Buffer.from(to)) < 0;
  };

  it.each([
    ['Okafor Chinedu', 'OKA', true],
    ['Okafor', 'okafor', true],
    ['Ọkafor', 'oka', true],
    ['Oka😀', 'oka', true],
    ['Okb', 'oka', false],
    ['Ok', 'oka', false],
    ['Anokafor', 'oka', false],
  ])('%p starts with %p: %p', (name, prefix, expected) => {
    expect(inRange(name, prefix)).toBe(expected);
  });
});

describe('nameWords', () => {
  it.each([
    ['Okafor Adaeze', ['okafor', 'adaeze']],
    ["O'Neil-Bello & Sons (Nig.) Ltd", ['oneil', 'bello', 'sons', 'nig', 'ltd']],
    ['Ọláwálé  Olawale', ['olawale']],
    [' - ', []],
  ])('of %p are %p', (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });
});
