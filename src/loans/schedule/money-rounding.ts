import { type Rounding, roundQuotient } from '../../common/money/rounding';

/** Rounds the amounts of a schedule, in two ways. Both take an exact quotient of minor units. */
export interface MoneyRounding {
  /** Rounds to the smallest unit of the currency, or to `currencyMultiple` if it is set. */
  money(numerator: bigint, denominator: bigint): bigint;
  /** Rounds to `installmentMultiple`, or as `money` without one. */
  instalment(numerator: bigint, denominator: bigint): bigint;
}

/** The rounding terms of a loan. Both multiples are in minor units. */
export interface RoundingTerms {
  rounding: Rounding;
  currencyMultiple: bigint | null;
  installmentMultiple: bigint | null;
}

/** The rounding for the terms of a loan (docs/domain/loans.md#1-numbers-and-rounding). */
export function moneyRounding({ rounding, currencyMultiple, installmentMultiple }: RoundingTerms): MoneyRounding {
  // Systems that support currencies without small coins round to the coin half up, whatever the rounding of interest
  // is.
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
