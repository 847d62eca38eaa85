import Decimal from 'decimal.js';
import { type Rounding, roundQuotient } from './rounding';

/**
 * An exact quotient; the denominator is above 0. Code computes with fractions wherever an amount can have parts of a
 * kobo: rates, parts of a year, and interest before it is rounded to money. Columns keep such amounts as decimal text;
 * `decimal` reads it and `decimalText` writes it (docs/domain/loans.md#numbers-and-rounding).
 */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const NOTHING: Fraction = { numerator: 0n, denominator: 1n };

/** A quotient of two whole numbers. @param denominator above 0. */
export function fraction(numerator: number, denominator: number): Fraction {
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A number written as a decimal such as `9.4822`, exactly. @throws when the text is no number. */
export function decimal(text: string): Fraction {
  // Columns hold plain decimals; other writings of a number, such as `1e3`, come from requests.
  const plain = PLAIN_DECIMAL.test(text) ? text : new Decimal(text).toFixed();
  const [whole = '', decimals = ''] = plain.split('.');
  const digits = decimals.replace(/0+$/, '');
  return { numerator: BigInt(whole + digits), denominator: 10n ** BigInt(digits.length) };
}

/** A percentage, written as a decimal such as `9.4822`, as a fraction of one. @throws when the text is no number. */
export function percent(text: string): Fraction {
  const { numerator, denominator } = decimal(text);
  return { numerator, denominator: denominator * 100n };
}

/** A whole number, such as an amount in kobo, as a fraction. */
export function whole(value: bigint): Fraction {
  return { numerator: value, denominator: 1n };
}

/** Rounds to a whole number, such as an amount in kobo. */
export function rounded({ numerator, denominator }: Fraction, rounding: Rounding = 'HALF_EVEN'): bigint {
  return roundQuotient(numerator, denominator, rounding);
}

/** Rounds to a number of decimals, such as those that a column keeps. */
export function roundedToDecimals(value: Fraction, decimals: number, rounding: Rounding = 'HALF_EVEN'): Fraction {
  const denominator = 10n ** BigInt(decimals);
  return { numerator: roundQuotient(value.numerator * denominator, value.denominator, rounding), denominator };
}

/** Writes a fraction as a decimal with exactly so many decimals (1 or more), rounded. */
export function decimalText(value: Fraction, decimals: number, rounding: Rounding = 'HALF_EVEN'): string {
  const { numerator } = roundedToDecimals(value, decimals, rounding);
  const digits = (numerator < 0n ? -numerator : numerator).toString().padStart(decimals + 1, '0');
  return `${numerator < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
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

/** @param a may be 0 or negative. @param b above 0. @returns above 0. */
function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [b, a < 0n ? -a : a];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
