/**
 * The log has a partition for each of 32 days, used in turn: a day has the slot of its number since 1970 modulo 32
 * (docs/api/requests.md#storage). 30 days and today are kept, so the slot after today's is free to be emptied.
 */
export const SLOTS = 32;
export const KEPT_DAYS = 30;

const DAY_MS = 86_400_000;

/** The slot of an instant; days are those of UTC. */
export function slotOf(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS) % SLOTS;
}

/** The slot that is emptied on a day: that of the next day, whose calls are 31 days old. */
export function slotToEmpty(now: Date): number {
  return slotOf(new Date(now.getTime() + DAY_MS));
}

/** Slots of all days between two instants, at most every slot once. */
export function slotsBetween(from: Date, to: Date): number[] {
  const first = Math.floor(from.getTime() / DAY_MS);
  const last = Math.min(Math.floor(to.getTime() / DAY_MS), first + SLOTS - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) % SLOTS);
}
