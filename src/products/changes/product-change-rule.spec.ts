import { keepsTerms, sentFields } from './product-change-rule';

describe('keepsTerms', () => {
  it.each([
    ['another name', { before: {}, after: { name: 'Other' } }, true],
    ['a deactivation', { before: {}, after: { status: 'Inactive' } }, true],
    ['a deactivation under another name', { before: {}, after: { name: 'Other', status: 'Inactive' } }, true],
    ['a reactivation', { before: {}, after: { status: 'Active' } }, false],
    ['another rate', { before: {}, after: { interestRate: 0 } }, false],
    ['another rate beside a deactivation', { before: {}, after: { status: 'Inactive', interestRate: 0 } }, false],
    ['the name of another kind of record', { before: {}, after: { productName: 'Other' } }, false],
    ['something new', { before: null, after: { name: 'Other' } }, false],
  ])('of %s is right', (_, change, expected) => {
    expect(keepsTerms(change, 'name')).toBe(expected);
  });
});

describe('sentFields', () => {
  it('leaves out what is null or undefined, and keeps 0, false and empty lists', () => {
    expect(sentFields({ a: null, b: undefined, c: 0, d: false, e: [] })).toEqual({ c: 0, d: false, e: [] });
  });
});
