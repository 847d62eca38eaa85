import type { AppError } from '../../common/errors/app-error';
import type { AccountStatus } from '../../ledger/engine/account-status';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { statusErrors } from './status.errors';

/** What is done to the status of an account by hand or by an AML rule. Opening and closing have rules of their own. */
export const ACCOUNT_ACTIONS = ['activate', 'deactivate', 'freeze', 'unfreeze'] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

interface Transition {
  from: readonly AccountStatus[];
  to: AccountStatus;
}

/**
 * The one table of transitions (contract, Accounts: accountStatus). An inactive account is not frozen: it has fewer rights
 * than a frozen one.
 */
const TRANSITIONS: Record<AccountAction, Transition> = {
  activate: { from: ['Inactive', 'Dormant'], to: 'Active' },
  deactivate: { from: ['Active'], to: 'Inactive' },
  freeze: { from: ['Active', 'Dormant'], to: 'Frozen' },
  unfreeze: { from: ['Frozen'], to: 'Active' },
};

/** What the action makes of an account; undefined when its status forbids the action. */
export function statusAfterAction(status: AccountStatus, action: AccountAction): AccountStatus | undefined {
  const { from, to } = TRANSITIONS[action];
  return from.includes(status) ? to : undefined;
}

/** The same for a caller. @throws ACCOUNT_CLOSED, ACCOUNT_PENDING_APPROVAL, STATUS_CHANGE_NOT_ALLOWED (409) */
export function assertStatusTransition(status: AccountStatus, action: AccountAction): AccountStatus {
  const after = statusAfterAction(status, action);
  if (after === undefined) throw refusalOf(status, action);
  return after;
}

function refusalOf(status: AccountStatus, action: AccountAction): AppError {
  if (status === 'Closed') return ledgerErrors.ACCOUNT_CLOSED();
  if (status === 'PendingApproval') return ledgerErrors.ACCOUNT_PENDING_APPROVAL();
  const { from } = TRANSITIONS[action];
  return statusErrors.STATUS_CHANGE_NOT_ALLOWED(
    `The account is ${status}; ${action} is for accounts that are ${from.join(' or ')}.`,
    { accountStatus: status },
  );
}
