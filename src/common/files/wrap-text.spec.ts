import * as fc from 'fast-check';
import { wrapText } from './wrap-text';

/** Every character is one wide. */
const measure = (text: string): number => Array.from(text).length;

describe('wrapText', () => {
  it.each([
    ['', 5, []],
    ['one', 5, ['one']],
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 3, ['one', 'two', 'thr', 'ee']],
    ['a abcdefgh b', 4, ['a', 'abcd', 'efgh', 'b']],
    ['x', 0, ['x']],
  ])('wraps %j at %d into %j', (text, width, lines) => {
    expect(wrapText(text, width, measure, 10)).toEqual(lines);
  });

  it('ends with dots where it cuts', () => {
    expect(wrapText('one two three four', 6, measure, 2)).toEqual(['one', 'two...']);
    expect(wrapText('abcdefghij', 5, measure, 1)).toEqual(['ab...']);
  });

  it('loses no character and exceeds no width', () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'b', 'W', 'ọ') }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 20 }), (parts, width) => {
        const lines = wrapText(parts.join(' '), width, measure, 1_000);
        expect(lines.join('').replaceAll(' ', '')).toBe(parts.join(''));
        expect(lines.every((line) => measure(line) <= width)).toBe(true);
      }),
    );
  });
});
