import type { AppError, ErrorFactory } from '../common/errors/app-error';
import { ledgerErrors } from '../ledger/ledger.errors';

/**
 * The refusal as the caller shall see it: a configured ledger that takes no entries is the institution's mistake, not the
 * caller's. A 4xx would tell a provider never to send the transaction again.
 */
export function orNotConfigured(refusal: AppError, notConfigured: ErrorFactory): AppError {
  return refusal.code === ledgerErrors.CONTROL_LEDGER.code ? notConfigured() : refusal;
}
