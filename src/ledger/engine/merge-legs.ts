import type { PostingLeg } from './posting-request';

/** Adds legs of the same account, side and role together, so that a posting for many rows has few entries. */
export function mergeLegs(legs: readonly PostingLeg[]): PostingLeg[] {
  const merged = new Map<string, PostingLeg>();
  for (const leg of legs) {
    const key = `${leg.accountId}|${leg.side}|${leg.role}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, amountKobo: known.amountKobo + leg.amountKobo } : leg);
  }
  return [...merged.values()];
}
