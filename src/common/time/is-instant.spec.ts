import { isInstantText } from './is-instant';

describe('isInstantText', () => {
  it.each([
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00.250+01:00',
    '2026-11-21T10:00',
    '2026-11-21',
    '2028-02-29T00:00:00Z',
  ])('takes %s, which names a time', (text) => {
    expect(isInstantText(text)).toBe(true);
  });

  it.each([
    ['a time behind the end of the day', '2026-11-21T24:0030Z'],
    ['a part of a minute behind the end of the day', '2026-11-21T24:00.5Z'],
    ['a day of the year', '2026-325'],
    ['a day that does not exist', '2026-02-30T10:00:00Z'],
    ['a week', '2026-W47'],
    ['a date without dashes', '20261121'],
    ['words', 'yesterday'],
    ['nothing', ''],
    ['a number', 1_795_000_000],
    ['null', null],
  ])('refuses %s', (_, text) => {
    expect(isInstantText(text)).toBe(false);
  });
});
