import type { ErrorFactory } from '../common/errors/app-error';
import type { AccountStatus } from '../ledger/engine/account-status';
import type { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../ledger/ledger.errors';

const REFUSALS: Record<Exclude<AccountStatus, 'Active'>, ErrorFactory> = {
  Closed: ledgerErrors.ACCOUNT_CLOSED,
  Inactive: ledgerErrors.ACCOUNT_INACTIVE,
  Frozen: ledgerErrors.ACCOUNT_FROZEN,
  Dormant: ledgerErrors.ACCOUNT_DORMANT,
  PendingApproval: ledgerErrors.ACCOUNT_PENDING_APPROVAL,
};

/**
 * Refuses an account that is neither active nor in one of the other statuses an operation allows.
 * @param account locked, so that the status stays what it is.
 * @throws ACCOUNT_CLOSED, ACCOUNT_INACTIVE, ACCOUNT_FROZEN, ACCOUNT_DORMANT, ACCOUNT_PENDING_APPROVAL (409)
 */
export function assertAccountStatus(
  { number, status }: Pick<LedgerAccount, 'number' | 'status'>,
  alsoAllowed: readonly AccountStatus[] = [],
): void {
  if (status === 'Active' || alsoAllowed.includes(status)) return;
  throw REFUSALS[status](
    `The account ${number} is ${status}; for this it must be ${['Active', ...alsoAllowed].join(' or ')}.`,
  );
}
