export const ROUNDINGS = ['HALF_EVEN', 'HALF_UP', 'HALF_DOWN', 'UP', 'DOWN', 'CEILING', 'FLOOR'] as const;
/** How a part of the smallest unit is rounded; the names and meanings of Java's `RoundingMode`. */
export type Rounding = (typeof ROUNDINGS)[number];

/** The two ways in which amounts of one schedule are rounded. Both take an exact quotient of minor units. */
export interface MoneyRounding {
  /** To the currency's smallest unit, or to its multiple where the currency has one. */
  money(numerator: bigint, denominator: bigint): bigint;
  /** To the multiple that instalments are quoted in; to money where there is none. */
  instalment(numerator: bigint, denominator: bigint): bigint;
}

/** What a loan's terms say of rounding. Both multiples are in minor units. */
export interface RoundingTerms {
  rounding: Rounding;
  currencyMultiple: bigint | null;
  installmentMultiple: bigint | null;
}

/** Rounding as the terms of a loan say. */
export function moneyRounding({ rounding, currencyMultiple, installmentMultiple }: RoundingTerms): MoneyRounding {
  // Systems that know currencies without small coins round to the coin half up, whatever the rounding of interest is.
  const money = (numerator: bigint, denominator: bigint): bigint =>
    currencyMultiple === null
      ? roundQuotient(numerator, denominator, rounding)
      : roundQuotient(numerator, denominator * currencyMultiple, 'HALF_UP') * currencyMultiple;
  const instalment = (numerator: bigint, denominator: bigint): bigint =>
    installmentMultiple === null
      ? money(numerator, denominator)
      : money(roundQuotient(numerator, denominator * installmentMultiple, rounding) * installmentMultiple, 1n);
  return { money, instalment };
}

/**
 * The whole number for a quotient.
 *
 * @param denominator above 0.
 */
export function roundQuotient(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  // BigInt division cuts towards zero, and the rest has the sign of the numerator.
  const cut = numerator / denominator;
  const rest = numerator - cut * denominator;
  if (rest === 0n) return cut;
  const away = numerator < 0n ? cut - 1n : cut + 1n;
  return isRoundedAway(numerator < 0n ? -rest : rest, denominator, rounding, cut, numerator < 0n) ? away : cut;
}

function isRoundedAway(rest: bigint, denominator: bigint, rounding: Rounding, cut: bigint, isNegative: boolean): boolean {
  const twice = 2n * rest;
  switch (rounding) {
    case 'HALF_EVEN':
      return twice > denominator || (twice === denominator && cut % 2n !== 0n);
    case 'HALF_UP':
      return twice >= denominator;
    case 'HALF_DOWN':
      return twice > denominator;
    case 'UP':
      return true;
    case 'DOWN':
      return false;
    case 'CEILING':
      return !isNegative;
    case 'FLOOR':
      return isNegative;
  }
}
