import fc from 'fast-check';
import { isReadExactly } from './exact-number';

describe('isReadExactly', () => {
  it.each([
    '0',
    '-0',
    '0.00',
    '1',
    '1.10',
    '1e3',
    '1E-2',
    '10e+1',
    '262144.07',
    '999999999999.99',
    '0.30000000000000004',
    '9007199254740992',
    '1e308',
    '5e-324',
    '0.1000000000000000000000',
    '100000000000000000000000',
    `1.${'0'.repeat(1_000_000)}`,
  ])('accepts %.30s', (literal) => {
    expect(isReadExactly(literal)).toBe(true);
  });

  it.each([
    '1.000000000000000000001',
    '9007199254740993',
    '-9007199254740993',
    '0.1000000000000000000001',
    '123456789012345678901',
    '1e-400',
    '1e400',
    '4e-324',
    `0.${'0'.repeat(1_000_000)}1`,
    `1.${'0'.repeat(1_000_000)}1`,
  ])('refuses %.30s', (literal) => {
    expect(isReadExactly(literal)).toBe(false);
  });

  it('accepts every double as JSON writes it', () => {
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(fc.property(doubles, (value) => isReadExactly(String(value))));
  });

  it('accepts every number of up to 15 digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), fc.nat(15), (digits, scale) =>
        isReadExactly(`${digits}e-${scale}`),
      ),
    );
  });
});
