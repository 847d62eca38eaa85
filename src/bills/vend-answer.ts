import { Outcome } from '../common/http/outcome';
import { billsErrors } from './bills.errors';
import { type VendRecord, vendView } from './vend-record';

const MESSAGES = {
  Pending: 'The outcome of the bill payment is not known yet; query it with tsq.',
  Successful: 'The bill is paid.',
  Failed: 'The bill payment failed.',
  Reversed: 'The bill payment failed; the money is back on the account.',
  ConfirmManually:
    'The provider does not tell the outcome of the bill payment; staff will settle it. Query it with tsq.',
} as const;

/** How a vend stands, in words. */
export function vendMessage({
  vendStatus,
  requireReversal,
}: Pick<VendRecord, 'vendStatus' | 'requireReversal'>): string {
  return requireReversal ? 'The bill payment failed; the money will go back to the account.' : MESSAGES[vendStatus];
}

/**
 * What a vend answers: 200 while it is paid or open, 422 with the same facts once it failed.
 * @param replayed whether it answers a repeated request.
 */
export function vendAnswer(record: VendRecord, replayed: boolean): Outcome {
  const meta = replayed ? { replayed } : {};
  const failed = record.vendStatus === 'Failed' || record.vendStatus === 'Reversed';
  if (!failed) return Outcome.done(vendView(record), vendMessage(record), meta);
  const { code, httpStatus } = billsErrors.VEND_FAILED;
  return new Outcome(httpStatus, false, vendMessage(record), { statusCode: code, ...vendView(record) }, meta);
}
