import { Outcome } from '../common/http/outcome';
import { billsErrors } from './bills.errors';
import { type VendRecord, vendView } from './vend-record';

const MESSAGES = {
  Pending: 'The outcome of the bill payment is unknown; query it with tsq.',
  Successful: 'The bill is paid.',
  Failed: 'The bill payment failed.',
  Reversed: 'The bill payment failed; the money was returned to the account.',
  ConfirmManually: 'The outcome of the bill payment is unknown; staff will confirm it. Query it with tsq.',
} as const;

/** The message for the status of a vend. */
export function vendMessage({
  vendStatus,
  requireReversal,
}: Pick<VendRecord, 'vendStatus' | 'requireReversal'>): string {
  return requireReversal ? 'The bill payment failed; the money will be returned to the account.' : MESSAGES[vendStatus];
}

/**
 * The answer to a vend: 200 while it is paid or open, 422 with the same fields once it failed.
 * @param replayed true for the answer to a repeated request.
 */
export function vendAnswer(record: VendRecord, replayed: boolean): Outcome {
  const meta = replayed ? { replayed } : {};
  const failed = record.vendStatus === 'Failed' || record.vendStatus === 'Reversed';
  if (!failed) return Outcome.done(vendView(record), vendMessage(record), meta);
  const { code, httpStatus } = billsErrors.VEND_FAILED;
  return new Outcome(httpStatus, false, vendMessage(record), { statusCode: code, ...vendView(record) }, meta);
}
