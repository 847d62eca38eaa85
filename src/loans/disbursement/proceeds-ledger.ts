import { validationFailed } from '../../common/http/validation.pipe';
import type { Product } from '../../products/product.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import { loansErrors } from '../loans.errors';
import { assertUsableLedger } from '../origination/loan-offers';

/** What a disbursement says about where the proceeds go. */
export interface ProceedsChoice {
  allowDisbursementToGL?: boolean | null | undefined;
  disbursementGLID?: number | null | undefined;
}

/**
 * The ledger that the proceeds of a loan go to, or null for its linked account: as the disbursement says, else as the loan does.
 * @throws VALIDATION_FAILED (400) for a ledger without leave, LOAN_LEDGER_REFUSED (422) for one that may not be named, or none
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
      'Send disbursementGLID: neither the request nor the loan names a ledger to pay out to.',
    );
  return ledgerId;
}
