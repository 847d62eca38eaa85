import type { ErrorFactory } from '../common/errors/app-error';
import { ledgerErrors } from '../ledger/ledger.errors';

/** The errors that the accounts of a movement can cause, for the OpenAPI document. */
export const accountStateErrors: ErrorFactory[] = [
  ledgerErrors.ACCOUNT_NOT_FOUND,
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.ACCOUNT_INACTIVE,
  ledgerErrors.ACCOUNT_FROZEN,
  ledgerErrors.ACCOUNT_DORMANT,
  ledgerErrors.ACCOUNT_PENDING_APPROVAL,
  ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
  ledgerErrors.SAME_ACCOUNT,
  ledgerErrors.CONTROL_LEDGER,
  ledgerErrors.LEDGER_NOT_ALLOWED,
  ledgerErrors.INSUFFICIENT_FUNDS,
];
