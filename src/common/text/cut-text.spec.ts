import { cutText } from './cut-text';

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab\u{1F30D}', 4, 'ab\u{1F30D}'],
    ['ab\u{1F30D}', 3, 'ab\ufffd'],
    ['', 3, ''],
  ])('of %j to %d is %j', (text, lengthMax, cut) => {
    expect(cutText(text, lengthMax)).toBe(cut);
  });
});
