import type { ErrorFactory } from '../common/errors/app-error';
import type { AccountStatus } from '../ledger/engine/account-status';
import type { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../ledger/ledger.errors';

const ERROR_BY_STATUS: Record<Exclude<AccountStatus, 'Active'>, ErrorFactory> = {
  Closed: ledgerErrors.ACCOUNT_CLOSED,
  Inactive: ledgerErrors.ACCOUNT_INACTIVE,
  Frozen: ledgerErrors.ACCOUNT_FROZEN,
  Dormant: ledgerErrors.ACCOUNT_DORMANT,
  PendingApproval: ledgerErrors.ACCOUNT_PENDING_APPROVAL,
};

/**
 * Asserts that an account is active or in another status that the operation allows.
 * @param account locked by the caller, so that the status cannot change.
 * @throws ACCOUNT_CLOSED, ACCOUNT_INACTIVE, ACCOUNT_FROZEN, ACCOUNT_DORMANT, ACCOUNT_PENDING_APPROVAL (409)
 */
export function assertAccountStatus(
  { number, status }: Pick<LedgerAccount, 'number' | 'status'>,
  alsoAllowed: readonly AccountStatus[] = [],
): void {
  if (status === 'Active' || alsoAllowed.includes(status)) return;
  throw ERROR_BY_STATUS[status](
    `The account ${number} is ${status}; it must be ${['Active', ...alsoAllowed].join(' or ')} for this operation.`,
  );
}
