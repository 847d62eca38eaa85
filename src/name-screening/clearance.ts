import type { AmlAlert } from '../cases/alerts/aml-alert.entity';
import { CONFIRMING_OUTCOMES } from '../cases/aml-case.entity';
import { isSameNumberReason } from '../watch-lists/matching/evidence';

/** An alert with one of these reasons has confirmed its hit: the pair is known, and is not raised again. */
const CONFIRMED: readonly (string | null)[] = CONFIRMING_OUTCOMES;
const DAY_MS = 24 * 3_600_000;
/**
 * Reasons with which an officer decides about a listing, not about the name: the customer was judged, or the entry had
 * left its list. The others say that the customer is somebody else, or that the alert was wrong.
 */
const ABOUT_LISTING: readonly (string | null)[] = [...CONFIRMING_OUTCOMES, 'no-action', 'no-risk'];

/** An entry that left its list and is on it again. */
export interface Relisting {
  /** When a version without the entry last came into use. */
  leftAt: Date;
  /** When the first version with the entry came into use after that. */
  listedAgainAt: Date;
}

/**
 * How the latest alert of a pair stands to the pair being found again: `raised` is open or confirmed, `cleared` was
 * closed by an officer, `over` was closed and says nothing of the pair any more.
 */
export type PairStanding = 'raised' | 'cleared' | 'over';

/** The facts by which screening judges a pair that it finds again. */
export interface FoundAgain {
  /** How many days a clearance holds. */
  days: number;
  now: Date;
  /** The reasons of the match. */
  reasons: readonly string[];
  /** Undefined where the entry has been on its list throughout. */
  relisting: Relisting | undefined;
}

type KnownAlert = Pick<AmlAlert, 'status' | 'createdAt' | 'closedAt' | 'closeReason' | 'reasons'>;

/** @returns `over` where the pair must be raised once more */
export function standingOf(alert: KnownAlert, { days, now, reasons, relisting }: FoundAgain): PairStanding {
  if (isClearanceOver(alert, days, now) || isNewlyProved(alert, reasons) || isListedAgain(alert, relisting))
    return 'over';
  return alert.status === 'closed' && !CONFIRMED.includes(alert.closeReason) ? 'cleared' : 'raised';
}

/**
 * True where the entry has left its list since the alert and came back after the alert was closed: a decision about the
 * former listing says nothing of the new one, however equal the entries are.
 */
export function isListedAgain(
  { status, createdAt, closedAt, closeReason }: Pick<AmlAlert, 'status' | 'createdAt' | 'closedAt' | 'closeReason'>,
  relisting: Relisting | undefined,
): boolean {
  if (status !== 'closed' || closedAt === null || relisting === undefined) return false;
  if (!ABOUT_LISTING.includes(closeReason)) return false;
  return relisting.leftAt > createdAt && relisting.listedAgainAt > closedAt;
}

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
