import { decimal, rounded } from '../../../common/money/fraction';
import { percentageKobo } from '../../../common/money/percentage';

/** Interest paid to an account or charged to it, in kobo. */
export interface InterestAmounts {
  grossKobo: bigint;
  /** Withholding tax on the gross interest. */
  taxKobo: bigint;
}

/** Accrued interest as decimal text in kobo, rounded half-even to the kobo that can be posted. */
export function wholeKobo(accruedKobo: string): bigint {
  return rounded(decimal(accruedKobo));
}

/**
 * The amounts of accrued interest when it is posted. Both are rounded half-even; the tax is on the rounded interest.
 * @param taxPercent percent of the interest, as decimal text.
 */
export function interestAmounts(accruedKobo: string, taxPercent: string): InterestAmounts {
  const grossKobo = wholeKobo(accruedKobo);
  return { grossKobo, taxKobo: percentageKobo(grossKobo, taxPercent, 'HALF_EVEN') };
}
