import { readIfMatch } from './if-match-header';
import { assertVersion, versionOf } from './versions';

describe('versionOf', () => {
  it('is the same for the same facts in any order, and another one for other facts', () => {
    expect(versionOf({ a: 1, b: ['x'] })).toBe(versionOf({ b: ['x'], a: 1 }));
    expect(versionOf({ a: 1 })).not.toBe(versionOf({ a: 2 }));
    expect(versionOf({ a: null })).not.toBe(versionOf({ a: '' }));
  });
});

describe('assertVersion', () => {
  it('lets the present version and no version pass, and refuses another one with the present one', () => {
    expect(() => assertVersion({ ifMatch: 'a' }, 'a')).not.toThrow();
    expect(() => assertVersion({}, 'a')).not.toThrow();
    expect(() => assertVersion({ ifMatch: 'b' }, 'a')).toThrow(
      expect.objectContaining({ code: 'CHANGED_MEANWHILE', httpStatus: 409, details: { version: 'a' } }),
    );
  });
});

describe('readIfMatch', () => {
  it.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    ['W/"abc"', 'abc'],
    ['*', undefined],
    [undefined, undefined],
  ])('reads %s as %s', (header, version) => expect(readIfMatch(header)).toBe(version));

  it.each(['', '"a", "b"', 'x'.repeat(101), 'ä'])('refuses %s', (header) =>
    expect(() => readIfMatch(header)).toThrow(/if-match/),
  );
});
