import type { AppError } from '../common/errors/app-error';
import { commonErrors } from '../common/errors/common.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import type { ReleaseRetry } from '../ledger/movements/movement-gates';
import type { AmlHold } from './aml-hold.entity';

type PresentedHold = Pick<
  AmlHold,
  'actor' | 'endpoint' | 'fingerprint' | 'status' | 'resumesBy' | 'decidedAt' | 'executedRequestReference'
>;

const DAY_MS = 86_400_000;

/** Why a client's retry may not execute this hold, if so. Whatever it is, the hold stays as it was. */
export function releaseViolation(
  hold: PresentedHold,
  retry: ReleaseRetry,
  now: Date,
  validityDays: number | undefined,
): AppError | undefined {
  const refuse = (message: string, rejection: string): AppError =>
    ledgerErrors.AML_REFERENCE_REJECTED(`${message} No funds moved.`, { rejection });
  if (hold.actor !== retry.actor)
    return refuse('The AML approval reference belongs to another client.', 'OTHER_CLIENT');
  if (hold.resumesBy === 'system')
    return refuse('The held transaction goes on by itself once it is released.', 'RESUMES_BY_ITSELF');
  if (hold.endpoint !== retry.endpoint)
    return refuse('The AML approval reference was issued for another endpoint.', 'OTHER_ENDPOINT');
  if (hold.fingerprint !== retry.fingerprint)
    return refuse('The request differs from the held one; send it unchanged.', 'PAYLOAD_CHANGED');
  switch (hold.status) {
    case 'Held':
      return refuse('The held transaction still waits for review.', 'PENDING');
    case 'Declined':
      return refuse('The held transaction was declined.', 'DECLINED');
    case 'Used':
      // The same retry was executed by another process while this one waited for the hold; its answer can be fetched.
      if (hold.executedRequestReference === retry.requestReference) return commonErrors.REQUEST_IN_PROGRESS();
      return ledgerErrors.AML_REFERENCE_REJECTED('The AML approval reference has been used; it works once.', {
        rejection: 'USED',
      });
    case 'Approved':
      return isExpired(hold, now, validityDays)
        ? refuse(`The release expired after ${validityDays} days.`, 'EXPIRED')
        : undefined;
  }
}

function isExpired({ decidedAt }: PresentedHold, now: Date, validityDays: number | undefined): boolean {
  return (
    validityDays !== undefined && decidedAt !== null && now.getTime() > decidedAt.getTime() + validityDays * DAY_MS
  );
}
