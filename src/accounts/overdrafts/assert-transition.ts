import type { AppError } from '../../common/errors/app-error';
import type { Overdraft } from './overdraft.entity';
import { overdraftsErrors } from './overdrafts.errors';

/** What callers do to an overdraft. */
export type OverdraftAction = 'update' | 'activate' | 'deactivate';

/** Why the overdraft's state forbids the action; undefined when it does not. The one table of its transitions. */
export function assertOverdraftTransition(
  { status, approvalId }: Pick<Overdraft, 'status' | 'approvalId'>,
  action: OverdraftAction,
): AppError | undefined {
  if (status === 'PendingApproval') return overdraftsErrors.OVERDRAFT_PENDING_APPROVAL(undefined, { approvalId });
  if (action === 'deactivate')
    return status === 'Active' ? undefined : overdraftsErrors.OVERDRAFT_NOT_ACTIVE(`The overdraft is ${status}.`);
  if (status === 'Expired') return overdraftsErrors.OVERDRAFT_EXPIRED();
  // A change that waits was decided on the terms of now, so they stay; credit may be taken away all the same.
  if (approvalId !== null) return overdraftsErrors.OVERDRAFT_PENDING_APPROVAL(undefined, { approvalId });
  return action === 'activate' && status === 'Active' ? overdraftsErrors.OVERDRAFT_ALREADY_ACTIVE() : undefined;
}
