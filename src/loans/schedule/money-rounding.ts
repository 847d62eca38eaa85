import { type Rounding, roundQuotient } from '../../common/money/rounding';

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
