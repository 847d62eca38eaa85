import fc from 'fast-check';
import { parseJsonStrictly } from './json-text';
import { JsonTextError } from './json-text-error';

const NESTED = 'is nested deeper than 64 levels';
const NOT_JSON = 'is not valid JSON';
const TWICE = 'appears twice in one object';
const KEY = 'is not allowed as a key';
const CHARACTER = 'has a character that cannot be stored';
const LARGE = 'is too large a number';
const DIGITS = 'has more digits than can be read exactly';
const MANY = 'has more than the 10000 keys and elements that this request can have';

function refusalOf(text: string): JsonTextError {
  try {
    parseJsonStrictly(text);
  } catch (error) {
    if (error instanceof JsonTextError) return error;
    throw error;
  }
  throw new Error(`Accepted: ${text}`);
}

describe('parseJsonStrictly', () => {
  it.each([
    ['{}'],
    ['[]'],
    ['null'],
    ['"text"'],
    [' {"a" : 1 , "b" : [ true , null , -1.5e3 ] } '],
    ['{"a":{"a":{"a":1}},"b":{"a":1}}'],
    ['[{"a":1},{"a":2}]'],
    ['{"a":"a","b":"a\\":1,\\"a"}'],
    ['{"a:b":":","{":"}","[":"]",",":","}'],
    ['{"a\\\\":1,"a\\\\\\\\":2,"a\\"":3}'],
    ['{"A":1,"a":2,"":3}'],
    ['{"1":1,"0":2,"toString":3,"__proto":4}'],
    ['{"a":"\\u0061\\uD83D\\uDE00 😀 \\\\u0000 \\\\ud800"}'],
    ['[1e308,-1e308,5e-324,9007199254740992,0.30000000000000004,1.10,100000000000000000000000]'],
    ['['.repeat(64) + ']'.repeat(64)],
    ['{"a":'.repeat(63) + '[]' + '}'.repeat(63)],
  ])('reads %s as JSON.parse does', (text) => {
    expect(parseJsonStrictly(text)).toEqual(JSON.parse(text));
  });

  it.each<[string, string, string | undefined]>([
    ['', NOT_JSON, undefined],
    ['{"pin":1234', NOT_JSON, undefined],
    ["{'a':1}", NOT_JSON, undefined],
    ['{"a":1,}', NOT_JSON, undefined],
    ['{"a":NaN}', NOT_JSON, undefined],
    ['{"a":"\u0000"}', NOT_JSON, undefined],
    ['\ufeff{}', NOT_JSON, undefined],
    ['{"a":1,"a":1}', TWICE, 'a'],
    ['{"a":1,"\\u0061":2}', TWICE, 'a'],
    ['{"a" : 1 , "b":[1,{"c":0},{"x":[[],["\\"",{"d":{}, "d"\n:1}]]}]}', TWICE, 'b[2].x[1][1].d'],
    ['{"amount":{"x":1},"amount":{"y":2}}', TWICE, 'amount'],
    ['{"":1,"":2}', TWICE, '?'],
    ['{"0":1,"0":2}', TWICE, '?'],
    ['{"a\\\\":1,"a\\\\":2}', TWICE, '?'],
    ['{"<script>":1,"<script>":2}', TWICE, '?'],
    [`{"a":${'['.repeat(9999)}${']'.repeat(9999)},"a":1}`, NESTED, undefined],
    [`{"a":${'['.repeat(60)}{"b":1,"b":2}${']'.repeat(60)},"c":1}`, TWICE, `a${'[0]'.repeat(60)}.b`],
    ['{"__proto__":{"admin":true}}', KEY, '__proto__'],
    ['{"a":[{"\\u005f_proto__":1}]}', KEY, 'a[0].__proto__'],
    ['{"constructor":1}', KEY, 'constructor'],
    ['{"prototype":1}', KEY, 'prototype'],
    ['['.repeat(65) + ']'.repeat(65), NESTED, undefined],
    ['{"a":'.repeat(64) + '{}' + '}'.repeat(64), NESTED, undefined],
    ['['.repeat(200_000) + ']'.repeat(200_000), NESTED, undefined],
    ['"\\ud800"', CHARACTER, undefined],
    ['{"a":"\\udc00\\ud800"}', CHARACTER, 'a'],
    ['{"a":"\ud800"}', CHARACTER, 'a'],
    ['{"a":["x","\\u0000"]}', CHARACTER, 'a[1]'],
    ['{"a\\u0000":1}', CHARACTER, '?'],
    ['{"\\ud800":1}', CHARACTER, '?'],
    ['{"amount":1e400}', LARGE, 'amount'],
    ['[-1e309]', LARGE, '[0]'],
    [`[${'9'.repeat(400)}]`, LARGE, '[0]'],
    ['{"amount":1.000000000000000000001}', DIGITS, 'amount'],
    ['{"a":[1,{"b":-9007199254740993}]}', DIGITS, 'a[1].b'],
    ['[0.1,1e-400]', DIGITS, '[1]'],
    [`[${'{},'.repeat(5_000)}{}]`, MANY, undefined],
    [`[${'1,'.repeat(10_000)}1]`, MANY, undefined],
    [`{${'"a":1,'.repeat(10_000)}"a":1}`, MANY, undefined],
    ['['.repeat(64), NOT_JSON, undefined],
    ['['.repeat(65), NESTED, undefined],
  ])('refuses %.60s', (text, message, path) => {
    const refusal = refusalOf(text);
    expect(refusal.message).toBe(message);
    expect(refusal.path).toBe(path);
    expect(refusal.cause).toBeUndefined();
  });

  it('refuses an object of more keys than it can have, however few are in the others', () => {
    const rules = { valuesMax: 10_000, keysMax: 3, depthMax: 9, isRead: () => true };
    const rows = `[${'{"a":1,"b":{"c":2},"d":3},'.repeat(100)}{"e":4}]`;
    expect(parseJsonStrictly(`{"rows":${rows},"x":5,"y":6}`, rules)).toHaveProperty('rows.length', 101);
    const message = 'has an object with more than the 3 keys that it can have';
    for (const text of ['{"a":{},"b":[{}],"c":3,"d":4}', `[{"a":{"b":1,"c":2,"d":3,"e":4}}]`])
      expect(() => parseJsonStrictly(text, rules)).toThrow(message);
  });

  it('leaves numbers alone that nobody reads', () => {
    const rules = {
      valuesMax: 100,
      keysMax: 100,
      depthMax: 9,
      isRead: ([first]: readonly unknown[]) => first !== 'kept',
    };
    const inexact = '1.000000000000000000001';
    expect(parseJsonStrictly(`{"kept":{"a":[${inexact}]},"amount":1}`, rules)).toEqual({ kept: { a: [1] }, amount: 1 });
    expect(() => parseJsonStrictly(`{"kept":1,"amount":${inexact}}`, rules)).toThrow(DIGITS);
  });

  it('agrees with JSON.parse on everything JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        fc.pre(!/__proto__|constructor|prototype|\\ud[89a-f]|\\u0000/i.test(text));
        expect(parseJsonStrictly(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('finds a repeated key at any place and in any spelling', () => {
    const member = (key: string, value: unknown): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    const escaped = (key: string): string =>
      `"${Array.from(key, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
    fc.assert(
      fc.property(fc.constantFrom('a', 'key', 'é'), fc.jsonValue(), fc.jsonValue(), (key, first, second) => {
        const text = `[{${member(key, first)},"z":0,${escaped(key)}:${JSON.stringify(second)}}]`;
        expect(() => parseJsonStrictly(text)).toThrow(JsonTextError);
      }),
    );
  });
});
