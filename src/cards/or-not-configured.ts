import type { AppError, ErrorFactory } from '../common/errors/app-error';
import { ledgerErrors } from '../ledger/ledger.errors';

/**
 * Turns the refusal of a configured control ledger into the given 503, because the mistake is the institution's and not
 * the caller's. After a 4xx a provider would never send the transaction again.
 */
export function orNotConfigured(refusal: AppError, notConfigured: ErrorFactory): AppError {
  return refusal.code === ledgerErrors.CONTROL_LEDGER.code ? notConfigured() : refusal;
}
