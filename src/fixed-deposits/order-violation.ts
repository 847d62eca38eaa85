import type { AppError } from '../common/errors/app-error';
import type { FixedDeposit } from './fixed-deposit.entity';
import { fixedDepositsErrors } from './fixed-deposits.errors';

/**
 * The reason for which a deposit takes no top-up or liquidation now; undefined when it takes one.
 * @param approvalId the approval of the order itself, when staff have approved it.
 */
export function orderViolation(
  { status, approvalId: waitsFor }: Pick<FixedDeposit, 'status' | 'approvalId'>,
  approvalId: number | null = null,
): AppError | undefined {
  if (status !== 'PendingApproval' && status !== 'Active')
    return fixedDepositsErrors.FIXED_DEPOSIT_NOT_ACTIVE(`The deposit is ${status}; name one that is Active.`);
  if (status === 'PendingApproval' || waitsFor !== approvalId)
    return fixedDepositsErrors.FIXED_DEPOSIT_PENDING_APPROVAL(undefined, { approvalId: waitsFor });
  return undefined;
}
