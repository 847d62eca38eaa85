import { isEmptied, losesValues } from './lost-values';

describe('isEmptied', () => {
  it.each([[null], [undefined], [''], ['  '], ['\n\t'], ['\u200b']])('of %j is true', (value) => {
    expect(isEmptied(value)).toBe(true);
  });
  it.each([[0], [false], ['x'], ['1 Marina\nLagos'], [{}], [[]]])('of %j is false', (value) => {
    expect(isEmptied(value)).toBe(false);
  });
});

describe('losesValues', () => {
  it.each<[string, unknown, unknown]>([
    ['a member that is gone', { a: 1, b: 2 }, { a: 1 }],
    ['a member that is null', { a: 1 }, { a: null }],
    ['a member that is blank', { a: 'x' }, { a: ' ' }],
    ['a member of a member that is gone', { a: { b: [{ c: 1 }] } }, { a: { b: [{}] } }],
    ['a shorter list', { a: [1, 2] }, { a: [1] }],
    ['a list in the place of an object', { a: 1 }, []],
    ['an object in the place of a list', [1], { 0: 1 }],
    ['a number in the place of an object', { a: { b: 1 } }, { a: 1 }],
    ['everything', { a: 1 }, {}],
    ['a member that only the prototype has', { toString: 'x' }, {}],
  ])('finds %s', (_, before, after) => expect(losesValues(before, after)).toBe(true));

  it.each<[string, unknown, unknown]>([
    ['the same value', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ['another value', { a: 'x', b: false }, { a: 'y', b: true }],
    ['a further member', { a: 1 }, { a: 1, b: 2 }],
    ['a longer list', [1], [1, 2]],
    ['a member that was null', { a: null, b: '' }, {}],
    ['a first value', {}, { a: 1 }],
    ['an object in the place of a number', { a: 1 }, { a: { b: 1 } }],
    ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
  ])('does not find %s', (_, before, after) => expect(losesValues(before, after)).toBe(false));
});
