import type { AmlAlert } from '../cases/alerts/aml-alert.entity';
import { CONFIRMING_OUTCOMES } from '../cases/aml-case.entity';
import { isSameNumberReason } from '../watch-lists/matching/evidence';

/** An alert with one of these reasons has confirmed its hit: the pair is known, and is not raised again. */
const CONFIRMED: readonly (string | null)[] = CONFIRMING_OUTCOMES;
const DAY_MS = 24 * 3_600_000;

/**
 * True where the pair of an alert was cleared and is no longer: an alert that is closed without confirming its hit
 * clears the pair for so many days (docs/api/watch-lists.md#clearance).
 */
export function isClearanceOver(
  { status, closedAt, closeReason }: Pick<AmlAlert, 'status' | 'closedAt' | 'closeReason'>,
  days: number,
  now: Date,
): boolean {
  if (status !== 'closed' || closedAt === null || CONFIRMED.includes(closeReason)) return false;
  return now.getTime() >= closedAt.getTime() + days * DAY_MS;
}

/**
 * True where an officer has cleared the pair of an alert, and neither the time of the clearance nor an identity number
 * has ended that.
 */
export function isCleared(
  alert: Pick<AmlAlert, 'status' | 'closedAt' | 'closeReason' | 'reasons'>,
  days: number,
  now: Date,
  found: readonly string[],
): boolean {
  if (alert.status !== 'closed' || CONFIRMED.includes(alert.closeReason)) return false;
  return !isClearanceOver(alert, days, now) && !isNewlyProved(alert, found);
}

/**
 * True where a BVN or NIN proves a hit that its alert did not know to be proved: an officer who cleared the pair had
 * judged the names alone. A confirmed hit needs no proof.
 */
export function isNewlyProved(
  { reasons, closeReason }: Pick<AmlAlert, 'reasons' | 'closeReason'>,
  found: readonly string[],
): boolean {
  if (CONFIRMED.includes(closeReason)) return false;
  return found.some((reason) => isSameNumberReason(reason) && !reasons.some(({ text }) => text === reason));
}
