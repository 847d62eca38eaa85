import { actor, inSentence, label, plural } from './words';

describe('label', () => {
  it.each([
    ['accountNumber', 'Account number'],
    ['customerID', 'Customer ID'],
    ['PendingTSQ', 'Pending TSQ'],
    ['local-transfer', 'Local transfer'],
    ['AMLHoldStatus', 'AML hold status'],
    ['bvn', 'BVN'],
  ])('of %s is %s', (name, text) => expect(label(name)).toBe(text));
});

describe('actor', () => {
  it.each([
    ['staff:ST0002', 'ST0002'],
    ['api-client:demo', 'Client demo'],
    ['system:aml', 'System'],
    [null, '–'],
  ])('of %s is %s', (name, text) => expect(actor(name)).toBe(text));
});

describe('plural', () => {
  it('counts one and many', () => {
    expect(plural(1, 'row')).toBe('1 row');
    expect(plural(1200, 'branch', 'branches')).toBe('1,200 branches');
  });
});

it.each([
  ['Loan products', 'loan products'],
  ['NFIU reports', 'NFIU reports'],
])('the title %s is %s inside a sentence', (title, inside) => expect(inSentence(title)).toBe(inside));
