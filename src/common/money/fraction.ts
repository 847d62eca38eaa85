import Decimal from 'decimal.js';

/**
 * An exact quotient; the denominator is above 0. Day counts and rates are fractions, so that nothing is lost before
 * rounding to money.
 */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Enough digits for any written rate or balance; results are rounded to money long before. */
const Wide = Decimal.clone({ precision: 100 });

export const NOTHING: Fraction = { numerator: 0n, denominator: 1n };

/** A quotient of two whole numbers. @param denominator above 0. */
export function fraction(numerator: number, denominator: number): Fraction {
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

/** A percentage, written as a decimal such as `9.4822`, as a fraction of one. */
export function percent(text: string): Fraction {
  const value = new Wide(text);
  const decimals = value.decimalPlaces();
  return {
    numerator: BigInt(value.times(new Wide(10).pow(decimals)).toFixed(0)),
    denominator: 100n * 10n ** BigInt(decimals),
  };
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  const numerator = a.numerator * b.denominator + b.numerator * a.denominator;
  const denominator = a.denominator * b.denominator;
  // Years of 365 and 366 days alternate in long loans, so the terms would grow with every period if they were not
  // reduced.
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** @param a may be 0. @param b above 0. */
function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [b, a];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
