export const ROUNDINGS = ['HALF_EVEN', 'HALF_UP', 'HALF_DOWN', 'UP', 'DOWN', 'CEILING', 'FLOOR'] as const;
/** The rounding of a part of the smallest unit; the names and meanings of Java's `RoundingMode`. */
export type Rounding = (typeof ROUNDINGS)[number];

/**
 * Rounds a quotient to a whole number.
 *
 * @param denominator above 0.
 */
export function roundQuotient(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  // BigInt division cuts towards zero, and the remainder has the sign of the numerator.
  const cut = numerator / denominator;
  const rest = numerator - cut * denominator;
  if (rest === 0n) return cut;
  const away = numerator < 0n ? cut - 1n : cut + 1n;
  return isRoundedAway(numerator < 0n ? -rest : rest, denominator, rounding, cut, numerator < 0n) ? away : cut;
}

function isRoundedAway(
  rest: bigint,
  denominator: bigint,
  rounding: Rounding,
  cut: bigint,
  isNegative: boolean,
): boolean {
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
