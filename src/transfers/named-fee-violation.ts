import type { AppError } from '../common/errors/app-error';
import { decimal, rounded, times, whole } from '../common/money/fraction';
import { formatNaira, koboToNaira } from '../common/money/naira';
import { transfersErrors } from './transfers.errors';

/**
 * Refuses a fee that the caller names above the share of the amount that the institution allows
 * (docs/api/transfers.md#fees-and-taxes).
 * @param maxRate fraction from 0 to 1 as decimal text, such as `0.05`; a share of a kobo is dropped.
 */
export function namedFeeViolation(amountKobo: bigint, feeKobo: bigint, maxRate: string): AppError | undefined {
  if (feeKobo === 0n) return undefined;
  const maximumKobo = rounded(times(whole(amountKobo), decimal(maxRate)), 'DOWN');
  if (feeKobo <= maximumKobo) return undefined;
  return transfersErrors.FEE_TOO_HIGH(
    `The fee of ${formatNaira(feeKobo)} is above ${formatNaira(maximumKobo)}, the largest fee for this amount.`,
    { maximumFee: koboToNaira(maximumKobo), field: 'feeCharge' },
  );
}
