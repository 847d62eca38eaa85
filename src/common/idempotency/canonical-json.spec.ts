import Decimal from 'decimal.js';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json';

class Transfer {
  narration: string | undefined = undefined;
  amount = 5n;
}

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
  return Object.fromEntries(members.reverse());
}

describe('canonicalJson', () => {
  it.each<[unknown, string]>([
    [null, 'null'],
    [true, 'true'],
    ['a"₦\n', '"a\\"₦\\n"'],
    [-0, '0'],
    [1e21, '1e+21'],
    [0.1, '0.1'],
    [12_345_678_901_234_567_890n, '"12345678901234567890"'],
    [[3, [2], {}], '[3,[2],{}]'],
    [{ b: 1, a: { d: [], c: null } }, '{"a":{"c":null,"d":[]},"b":1}'],
    [{ b: undefined, a: 1 }, '{"a":1}'],
    [{ 10: 'ten', 9: 'nine', a: 0, A: 1 }, '{"10":"ten","9":"nine","A":1,"a":0}'],
    // RFC 8785, section 3.2.3: order by UTF-16 code units, so the emoji (d83d…) comes before U+FB33.
    [{ '\ufb33': 1, '😀': 2, é: 3 }, '{"é":3,"😀":2,"\ufb33":1}'],
    [new Transfer(), '{"amount":"5"}'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  ])('writes %p as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each([
    ['undefined', undefined],
    ['undefined in an array', [undefined]],
    ['a hole in an array', new Array(1)],
    ['NaN', Number.NaN],
    ['infinity', { a: Number.POSITIVE_INFINITY }],
    ['a function', { a: () => 1 }],
    ['a symbol', Symbol('s')],
    ['a date', new Date(0)],
    ['a map', { a: new Map([[1, 2]]) }],
    ['bytes', Buffer.from('a')],
    ['a decimal', new Decimal(1)],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('preserves the value and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });
});
