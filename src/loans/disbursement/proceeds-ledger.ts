import { validationFailed } from '../../common/http/validation.pipe';
import type { Product } from '../../products/product.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import { loansErrors } from '../loans.errors';
import { assertUsableLedger } from '../origination/loan-offers';

/** The destination of the proceeds in a disbursement request. */
export interface ProceedsChoice {
  allowDisbursementToGL?: boolean | null | undefined;
  disbursementGLID?: number | null | undefined;
}

/**
 * The ledger that receives the proceeds of a loan, from the request or else from the loan; null for the linked account.
 * @throws VALIDATION_FAILED (400) for a ledger without `allowDisbursementToGL`, LOAN_LEDGER_REFUSED (422) for a ledger
 *   that the product does not allow, or when no ledger is named
 */
export function proceedsLedger(
  contract: Pick<LoanContract, 'allowDisbursementToGL' | 'disbursementGlAccountId'>,
  product: Product,
  choice: ProceedsChoice,
): number | null {
  const isAllowed = choice.allowDisbursementToGL ?? contract.allowDisbursementToGL;
  if (!isAllowed) {
    if (typeof choice.disbursementGLID === 'number')
      throw validationFailed([{ field: 'disbursementGLID', message: 'needs allowDisbursementToGL' }]);
    return null;
  }
  const ledgerId = choice.disbursementGLID ?? contract.disbursementGlAccountId;
  if (ledgerId !== contract.disbursementGlAccountId) assertUsableLedger(product, ledgerId);
  if (ledgerId === null && choice.allowDisbursementToGL === true)
    throw loansErrors.LOAN_LEDGER_REFUSED(
      'Neither the request nor the loan names a ledger to pay out to; send disbursementGLID.',
    );
  return ledgerId;
}
