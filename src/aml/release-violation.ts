import type { AppError } from '../common/errors/app-error';
import { commonErrors } from '../common/errors/common.errors';
import { hasFingerprint } from '../common/idempotency/claims';
import { ledgerErrors } from '../ledger/ledger.errors';
import type { ReleaseRetry } from '../ledger/movements/movement-gates';
import type { AmlHold } from './aml-hold.entity';

type PresentedHold = Pick<
  AmlHold,
  'actor' | 'endpoint' | 'fingerprint' | 'status' | 'resumesBy' | 'decidedAt' | 'executedRequestReference'
>;

const DAY_MS = 86_400_000;

/**
 * The reason why a client's retry may not execute this hold; undefined when it may. A refusal leaves the hold as it is
 * (docs/api/aml-holds.md#rejections).
 */
export function releaseViolation(
  hold: PresentedHold,
  retry: ReleaseRetry,
  now: Date,
  validityDays: number,
): AppError | undefined {
  const rejected = (message: string, rejection: string): AppError =>
    ledgerErrors.AML_REFERENCE_REJECTED(`${message} No funds moved.`, { rejection });
  if (hold.actor !== retry.actor)
    return rejected('The AML approval reference belongs to another client.', 'OTHER_CLIENT');
  if (hold.resumesBy === 'system')
    return rejected(
      'The held transaction is executed automatically once it is released; do not send it again.',
      'RESUMES_BY_ITSELF',
    );
  if (hold.endpoint !== retry.endpoint)
    return rejected('The AML approval reference was issued for another endpoint.', 'OTHER_ENDPOINT');
  if (!hasFingerprint(retry, hold.fingerprint))
    return rejected('The request differs from the held request; send it unchanged.', 'PAYLOAD_CHANGED');
  switch (hold.status) {
    case 'Held':
      return rejected('The held transaction still waits for review.', 'PENDING');
    case 'Declined':
      return rejected('The held transaction was declined.', 'DECLINED');
    case 'Used':
      // Another process executed the same retry while this one waited for the hold; the client can fetch its answer.
      if (hold.executedRequestReference === retry.requestReference) return commonErrors.REQUEST_IN_PROGRESS();
      return ledgerErrors.AML_REFERENCE_REJECTED('The AML approval reference has been used and works only once.', {
        rejection: 'USED',
      });
    case 'Withdrawn':
      return rejected('The release was withdrawn.', 'WITHDRAWN');
    case 'Expired':
      return rejected('The release has expired.', 'EXPIRED');
    case 'Approved':
      return hold.decidedAt !== null && now > releaseExpiresAt(hold.decidedAt, validityDays)
        ? rejected(`The release expired after ${validityDays} days.`, 'EXPIRED')
        : undefined;
  }
}

/** The last moment at which a release can be used: whole days of 24 hours after the decision. */
export function releaseExpiresAt(decidedAt: Date, validityDays: number): Date {
  return new Date(decidedAt.getTime() + validityDays * DAY_MS);
}
