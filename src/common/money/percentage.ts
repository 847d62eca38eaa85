import Decimal from 'decimal.js';

/**
 * VAT on a fee, rounded half up to the kobo.
 * @param rate a fraction, such as `0.075`.
 */
export function vatKobo(feeKobo: bigint, rate: string): bigint {
  return roundedHalfUp(new Decimal(feeKobo.toString()).times(rate));
}

/**
 * A percentage of an amount, rounded half up to the kobo.
 * @param percent such as `1.5` for 1.5 %.
 */
export function percentageKobo(amountKobo: bigint, percent: string): bigint {
  return roundedHalfUp(new Decimal(amountKobo.toString()).times(percent).dividedBy(100));
}

function roundedHalfUp(kobo: Decimal): bigint {
  return BigInt(kobo.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
}
