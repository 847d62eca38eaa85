import type { GatewayAnswer } from '../common/gateway/gateway-call';
import type { Card } from './card.entity';
import { type ProviderCard, readCardAnswer } from './card-answer';

/**
 * The next step for a card that is to be linked:
 *
 * - `link`: request the link from the provider, with the same key at every attempt.
 * - `find`: look for the card in the provider's list, because the number that another request needs is not stored, or
 *   because requests have failed for a week.
 * - `fail`: end the linking, because it was never requested and cannot be any more, or could not for a week.
 * - `give-back`: return the charge of a card that the provider refused.
 */
export type LinkTask = 'link' | 'find' | 'fail' | 'give-back' | 'none';

type LinkState = Pick<
  Card,
  | 'status'
  | 'serialNumber'
  | 'linkAttempts'
  | 'chargePostingId'
  | 'chargeReversalPostingId'
  | 'statusAsOf'
  | 'lastAttemptAt'
>;

/** Pause before the worker's first step; the client's own request links at once. */
export const FIRST_STEP_AFTER_MS = 10_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** A card that the provider's list does not show this long after the last attempt was not linked. */
const NOT_LINKED_AFTER_MS = 86_400_000;
/** A serial number that was not linked by then is no longer sent: the charge must not stay with the bank for ever. */
const NO_LONGER_SENT_AFTER_MS = 7 * 86_400_000;

function owesChargeReturn({ status, chargePostingId, chargeReversalPostingId }: LinkState): boolean {
  return status === 'Failed' && chargePostingId !== null && chargeReversalPostingId === null;
}

/**
 * @param hasNumber true while the client's request runs, which has the card number.
 */
export function decideLinkTask(card: LinkState, hasNumber: boolean, now: Date): LinkTask {
  if (owesChargeReturn(card)) return 'give-back';
  if (card.status !== 'Linking') return 'none';
  const isHopeless = now.getTime() - card.statusAsOf.getTime() >= NO_LONGER_SENT_AFTER_MS;
  if ((card.serialNumber !== null && !isHopeless) || hasNumber) return 'link';
  return card.linkAttempts === 0 ? 'fail' : 'find';
}

/** The verdict on a link request. Only `linked` and `refused` are definite; `not-sent` did not reach the provider. */
export type LinkVerdict =
  | { kind: 'linked'; card: ProviderCard }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'not-sent' | 'unknown'; message: string };

/**
 * Reads the answer to a link request.
 * @param attempts number of requests so far, this one included. When an earlier attempt may have succeeded, a request
 *   that was rejected unprocessed leaves its outcome open.
 */
export function readLinkAnswer(answer: GatewayAnswer, attempts: number): LinkVerdict {
  const read = readCardAnswer(answer);
  switch (read.kind) {
    case 'done':
      return read.card
        ? { kind: 'linked', card: read.card }
        : { kind: 'unknown', message: 'The answer names no card.' };
    case 'refused':
      return { kind: 'refused', code: read.code, message: read.message };
    case 'rejected':
      return attempts === 1
        ? { kind: 'refused', code: read.code, message: read.message }
        : { kind: 'unknown', message: read.message };
    case 'not-sent':
    case 'unknown':
      return { kind: read.kind, message: read.message };
  }
}

/** True when a card that the provider's list does not show can be given up. */
export function isSurelyNotLinked({ lastAttemptAt }: LinkState, now: Date): boolean {
  return lastAttemptAt !== null && now.getTime() - lastAttemptAt.getTime() >= NOT_LINKED_AFTER_MS;
}

/**
 * The time of the worker's next step: after as long as the card has had its status, at most an hour; undefined when the
 * card is settled.
 */
export function nextLinkStepAt(card: LinkState, now: Date): Date | undefined {
  if (card.status !== 'Linking' && !owesChargeReturn(card)) return undefined;
  const waitedMs = now.getTime() - card.statusAsOf.getTime();
  return new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_STEP_AFTER_MS, waitedMs)));
}
