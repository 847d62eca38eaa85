import { decimal, percent, rounded, times, whole } from './fraction';
import type { Rounding } from './rounding';

/**
 * VAT on a fee, rounded half up to the kobo.
 * @param rate a fraction, such as `0.075`.
 */
export function vatKobo(feeKobo: bigint, rate: string): bigint {
  return rounded(times(whole(feeKobo), decimal(rate)), 'HALF_UP');
}

/**
 * A percentage of an amount, rounded to the kobo. Fees round half up; interest, its tax and penalties half even.
 * @param percentText such as `1.5` for 1.5 %.
 */
export function percentageKobo(amountKobo: bigint, percentText: string, rounding: Rounding = 'HALF_UP'): bigint {
  return rounded(times(whole(amountKobo), percent(percentText)), rounding);
}
