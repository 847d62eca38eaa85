import type { AppError } from '../common/errors/app-error';
import { formatNaira, koboToNaira } from '../common/money/naira';
import type { BillerPackage } from './biller';
import { billsErrors } from './bills.errors';

/**
 * The reason why a package cannot be bought for this amount; undefined when it can. A fixed price must be paid exactly,
 * any other package from the customer's minimum on.
 */
export function vendAmountViolation(
  amountKobo: bigint,
  offered: Pick<BillerPackage, 'packageName' | 'amountKobo' | 'isFixedAmount'>,
  minimumAmountKobo: bigint,
): AppError | undefined {
  if (offered.isFixedAmount) {
    if (amountKobo === offered.amountKobo) return undefined;
    return billsErrors.BILL_AMOUNT_NOT_ALLOWED(
      `${offered.packageName} costs ${formatNaira(offered.amountKobo)}; send exactly this amount.`,
      { fixedAmount: koboToNaira(offered.amountKobo) },
    );
  }
  if (amountKobo >= minimumAmountKobo) return undefined;
  return billsErrors.BILL_AMOUNT_NOT_ALLOWED(
    `The biller accepts ${formatNaira(minimumAmountKobo)} or more from this customer.`,
    { minimumAmount: koboToNaira(minimumAmountKobo) },
  );
}
