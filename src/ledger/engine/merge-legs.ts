import type { PostingLeg } from './posting-request';

/** Adds legs of the same account, branch, side and role together, so that a posting for many rows has few entries. */
export function mergeLegs(legs: readonly PostingLeg[]): PostingLeg[] {
  const merged = new Map<string, PostingLeg>();
  for (const leg of legs) {
    const key = `${leg.accountId}|${leg.branchId}|${leg.side}|${leg.role}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, amountKobo: known.amountKobo + leg.amountKobo } : leg);
  }
  return [...merged.values()];
}

/** The legs with the branch to which they belong, for a posting of several branches. */
export function legsOfBranch(legs: readonly PostingLeg[], branchId: number): PostingLeg[] {
  return legs.map((leg) => ({ ...leg, branchId }));
}
