import Decimal from 'decimal.js';

/** Holds the interest of a whole bank to the last decimal. */
const Wide = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });

/** What an account is paid or charged, in kobo. */
export interface InterestAmounts {
  grossKobo: bigint;
  /** Withholding tax on it. */
  taxKobo: bigint;
}

/** Accrued interest as decimal text in kobo, rounded half-even to the kobo that can be posted. */
export function wholeKobo(accruedKobo: string): bigint {
  return BigInt(new Wide(accruedKobo).toDecimalPlaces(0).toFixed(0));
}

/**
 * What accrued interest comes to when it is posted. Both are rounded half-even, the tax on the rounded interest.
 * @param taxPercent percent of the interest, as decimal text.
 */
export function interestAmounts(accruedKobo: string, taxPercent: string): InterestAmounts {
  const grossKobo = wholeKobo(accruedKobo);
  const taxKobo = wholeKobo(new Wide(grossKobo.toString()).times(taxPercent).div(100).toFixed());
  return { grossKobo, taxKobo };
}
