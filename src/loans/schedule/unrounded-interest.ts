import { decimalText, type Fraction } from '../../common/money/fraction';

/** Decimals of a kobo that the columns of unrounded interest keep (docs/domain/loans.md#numbers-and-rounding). */
export const INTEREST_DECIMALS = 10;

/** Unrounded interest in kobo as its columns keep it. */
export function interestText(kobo: Fraction): string {
  return decimalText(kobo, INTEREST_DECIMALS);
}
