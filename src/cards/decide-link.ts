import type { GatewayAnswer } from '../common/gateway/gateway-call';
import type { Card } from './card.entity';
import { type ProviderCard, readCardAnswer } from './card-answer';

/**
 * What to do next for a card that is to be linked:
 *
 * - `link`: ask the provider to link it, under the same key at every attempt.
 * - `find`: look for it in the provider's list, because the number that a repetition needs is kept nowhere.
 * - `fail`: it was never asked for and cannot be any more, so it is over.
 * - `give-back`: the provider refused it, and the charge is still with us.
 */
export type LinkTask = 'link' | 'find' | 'fail' | 'give-back' | 'none';

type LinkState = Pick<
  Card,
  | 'status'
  | 'serialNumber'
  | 'linkAttempts'
  | 'chargePostingId'
  | 'chargeReversalPostingId'
  | 'createdAt'
  | 'lastAttemptAt'
>;

/** The first look of the worker; the client's own request links at once. */
export const FIRST_LOOK_AFTER_MS = 10_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** A link that the provider's list does not show so long after the last attempt was never made. */
const NOT_LINKED_AFTER_MS = 86_400_000;

export function owesCharge({ status, chargePostingId, chargeReversalPostingId }: LinkState): boolean {
  return status === 'Failed' && chargePostingId !== null && chargeReversalPostingId === null;
}

/** @param hasNumber whether the card number is at hand, as it is while the client's request runs. */
export function decideLinkTask(card: LinkState, hasNumber: boolean): LinkTask {
  if (owesCharge(card)) return 'give-back';
  if (card.status !== 'Linking') return 'none';
  if (card.serialNumber !== null || hasNumber) return 'link';
  return card.linkAttempts === 0 ? 'fail' : 'find';
}

/** What the answer to a link means. Only `linked` and `refused` are definite; `not-sent` is as if nobody had asked. */
export type LinkVerdict =
  | { kind: 'linked'; card: ProviderCard }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'not-sent' | 'unknown'; message: string };

/**
 * @param attempts how often the provider may have been asked by now, this time included. When an earlier attempt may have
 *   been carried out, a request that was turned down unread says nothing about that one.
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

/** Whether a card that the provider's list does not show can be given up. */
export function isSurelyNotLinked({ lastAttemptAt }: LinkState, now: Date): boolean {
  return lastAttemptAt !== null && now.getTime() - lastAttemptAt.getTime() >= NOT_LINKED_AFTER_MS;
}

/** When the worker should look again: after as long as the card has waited so far, at most an hour; undefined when it is settled. */
export function nextLinkLookAt(card: LinkState, now: Date): Date | undefined {
  if (card.status !== 'Linking' && !owesCharge(card)) return undefined;
  const waitedMs = now.getTime() - card.createdAt.getTime();
  return new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_LOOK_AFTER_MS, waitedMs)));
}
