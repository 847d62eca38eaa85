import type { AmlAlert } from '../cases/alerts/aml-alert.entity';

/** Reasons with which an alert is closed that confirm its hit: the pair is known, and is not raised again. */
const CONFIRMED = ['monitored', 'restricted', 'exited', 'str-filed'];
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
  if (status !== 'closed' || closedAt === null || CONFIRMED.includes(closeReason ?? '')) return false;
  return now.getTime() >= closedAt.getTime() + days * DAY_MS;
}
