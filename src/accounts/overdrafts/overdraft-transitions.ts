import type { AppError } from '../../common/errors/app-error';
import type { Overdraft } from './overdraft.entity';
import { overdraftsErrors } from './overdrafts.errors';

/** An action of a caller on an overdraft. */
export type OverdraftAction = 'update' | 'activate' | 'deactivate';

/** The refusal of an action that the overdraft's state forbids (`docs/api/liens-overdrafts-limits.md#overdrafts`). */
export function overdraftTransitionViolation(
  { status, approvalId }: Pick<Overdraft, 'status' | 'approvalId'>,
  action: OverdraftAction,
): AppError | undefined {
  if (status === 'PendingApproval') return overdraftsErrors.OVERDRAFT_PENDING_APPROVAL(undefined, { approvalId });
  if (action === 'deactivate')
    return status === 'Active'
      ? undefined
      : overdraftsErrors.OVERDRAFT_NOT_ACTIVE(
          `The overdraft is ${status}; only an active overdraft can be deactivated.`,
        );
  if (status === 'Expired') return overdraftsErrors.OVERDRAFT_EXPIRED();
  // Staff decide a waiting change on the present terms, so these cannot change. A deactivation is allowed meanwhile.
  if (approvalId !== null) return overdraftsErrors.OVERDRAFT_PENDING_APPROVAL(undefined, { approvalId });
  return action === 'activate' && status === 'Active' ? overdraftsErrors.OVERDRAFT_ALREADY_ACTIVE() : undefined;
}
