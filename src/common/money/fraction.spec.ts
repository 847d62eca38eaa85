import Decimal from 'decimal.js';
import fc from 'fast-check';
import { decimal, decimalText, fraction, percent, plus, rounded, roundedToDecimals } from './fraction';

describe('decimal', () => {
  it.each([
    { text: '0', numerator: 0n, denominator: 1n },
    { text: '-0.0500', numerator: -5n, denominator: 100n },
    { text: '24.0000', numerator: 24n, denominator: 1n },
    { text: '9.4822', numerator: 94_822n, denominator: 10_000n },
    { text: '1e-3', numerator: 1n, denominator: 1_000n },
    { text: '.5', numerator: 5n, denominator: 10n },
  ])('reads $text exactly', ({ text, numerator, denominator }) => {
    expect(decimal(text)).toEqual({ numerator, denominator });
  });

  it.each(['', 'five', 'NaN', 'Infinity'])('throws for %p, which is no number', (text) => {
    expect(() => decimal(text)).toThrow();
  });
});

describe('percent', () => {
  it('is a fraction of one', () => {
    expect(percent('9.50')).toEqual({ numerator: 95n, denominator: 1_000n });
  });
});

describe('rounding', () => {
  it('goes half to even unless another rounding is given', () => {
    expect(rounded(fraction(5, 2))).toBe(2n);
    expect(rounded(fraction(5, 2), 'HALF_UP')).toBe(3n);
    expect(roundedToDecimals(fraction(1, 3), 4)).toEqual({ numerator: 3_333n, denominator: 10_000n });
  });
});

describe('decimalText', () => {
  it.each([
    { value: fraction(0, 1), text: '0.0000' },
    { value: fraction(-1, 3), text: '-0.3333' },
    { value: fraction(2, 3), text: '0.6667' },
    { value: fraction(-1, 100_000), text: '0.0000' },
    { value: fraction(123, 1), text: '123.0000' },
  ])('writes $text', ({ value, text }) => {
    expect(decimalText(value, 4)).toBe(text);
  });

  it('writes what decimal reads, for every amount with 12 decimals', () => {
    fc.assert(
      // decimal.js keeps 20 digits.
      fc.property(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), (digits) => {
        const text = new Decimal(digits.toString()).times('1e-12').toFixed(12);
        expect(decimalText(decimal(text), 12)).toBe(text);
      }),
    );
  });
});

describe('plus', () => {
  it('adds fractions of either sign', () => {
    expect(plus(fraction(-1, 2), fraction(1, 3))).toEqual(fraction(-1, 6));
    expect(plus(fraction(-1, 2), fraction(2, 4))).toEqual(fraction(0, 1));
  });
});
