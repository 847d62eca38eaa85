import type { AppError } from '../../common/errors/app-error';
import type { AccountStatus } from '../../ledger/engine/account-status';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { statusErrors } from './status.errors';

/** Actions of callers and AML rules on the status of an account. Opening and closing have rules of their own. */
export const ACCOUNT_ACTIONS = ['activate', 'deactivate', 'freeze', 'unfreeze'] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

const PARTICIPLES: Record<AccountAction, string> = {
  activate: 'activated',
  deactivate: 'deactivated',
  freeze: 'frozen',
  unfreeze: 'unfrozen',
};

interface Transition {
  from: readonly AccountStatus[];
  to: AccountStatus;
}

/**
 * The one table of transitions (`docs/api/accounts.md#transitions`). An inactive account can be frozen, because its
 * client could make it active again. A frozen one is frozen again for another reason.
 */
const TRANSITIONS: Record<AccountAction, Transition> = {
  activate: { from: ['Inactive', 'Dormant'], to: 'Active' },
  deactivate: { from: ['Active'], to: 'Inactive' },
  freeze: { from: ['Active', 'Dormant', 'Inactive', 'Frozen'], to: 'Frozen' },
  unfreeze: { from: ['Frozen'], to: 'Active' },
};

/** The status after the action; undefined when the present status forbids the action. */
export function statusAfterAction(status: AccountStatus, action: AccountAction): AccountStatus | undefined {
  const { from, to } = TRANSITIONS[action];
  return from.includes(status) ? to : undefined;
}

/** The status after the action. @throws ACCOUNT_CLOSED, ACCOUNT_PENDING_APPROVAL, STATUS_CHANGE_NOT_ALLOWED (409) */
export function assertStatusTransition(status: AccountStatus, action: AccountAction): AccountStatus {
  const after = statusAfterAction(status, action);
  if (after === undefined) throw transitionError(status, action);
  return after;
}

function transitionError(status: AccountStatus, action: AccountAction): AppError {
  if (status === 'Closed') return ledgerErrors.ACCOUNT_CLOSED();
  if (status === 'PendingApproval') return ledgerErrors.ACCOUNT_PENDING_APPROVAL();
  const { from } = TRANSITIONS[action];
  return statusErrors.STATUS_CHANGE_NOT_ALLOWED(
    `The account is ${status}; only accounts that are ${from.join(' or ')} can be ${PARTICIPLES[action]}.`,
    { accountStatus: status },
  );
}
