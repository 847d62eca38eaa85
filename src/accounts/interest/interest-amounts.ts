import Decimal from 'decimal.js';

/** Wide enough for the interest of all accounts of an institution, to the last decimal. */
const Wide = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });

/** Interest paid to an account or charged to it, in kobo. */
export interface InterestAmounts {
  grossKobo: bigint;
  /** Withholding tax on the gross interest. */
  taxKobo: bigint;
}

/** Accrued interest as decimal text in kobo, rounded half-even to the kobo that can be posted. */
export function wholeKobo(accruedKobo: string): bigint {
  return BigInt(new Wide(accruedKobo).toDecimalPlaces(0).toFixed(0));
}

/**
 * The amounts of accrued interest when it is posted. Both are rounded half-even; the tax is on the rounded interest.
 * @param taxPercent percent of the interest, as decimal text.
 */
export function interestAmounts(accruedKobo: string, taxPercent: string): InterestAmounts {
  const grossKobo = wholeKobo(accruedKobo);
  const taxKobo = wholeKobo(new Wide(grossKobo.toString()).times(taxPercent).div(100).toFixed());
  return { grossKobo, taxKobo };
}
