import type { Staff } from '../institutions/staff/staff.entity';

/** Wrong passwords in a row that are let pass; the next thing is a lock. */
export const FAILURES_ALLOWED = 5;
const FIRST_LOCK_MS = 15 * 60_000;
const LONGEST_LOCK_MS = 24 * 3_600_000;

type SignInState = Pick<Staff, 'status' | 'failedSignIns' | 'lockedUntil'>;

/** What comes of one attempt, and the counters to store. */
export interface SignInDecision {
  outcome: 'accepted' | 'wrong-password' | 'locked' | 'not-active';
  failedSignIns: number;
  lockedUntil: Date | null;
}

/** Fifteen minutes at the fifth failure, twice as long at each one after it, at most a day. */
function lockFor(failures: number): number {
  return failures < FAILURES_ALLOWED
    ? 0
    : Math.min(LONGEST_LOCK_MS, FIRST_LOCK_MS * 2 ** (failures - FAILURES_ALLOWED));
}

/**
 * Decides one attempt to sign in. During a lock even the right password is refused, and failures do not count, so that
 * nobody can lengthen a lock.
 */
export function decideSignIn(
  { status, failedSignIns, lockedUntil }: SignInState,
  passwordMatches: boolean,
  now: Date,
): SignInDecision {
  if (lockedUntil && now < lockedUntil) return { outcome: 'locked', failedSignIns, lockedUntil };
  if (!passwordMatches) {
    const failures = failedSignIns + 1;
    const lockMs = lockFor(failures);
    return {
      outcome: 'wrong-password',
      failedSignIns: failures,
      lockedUntil: lockMs === 0 ? null : new Date(now.getTime() + lockMs),
    };
  }
  if (status !== 'Active') return { outcome: 'not-active', failedSignIns, lockedUntil };
  return { outcome: 'accepted', failedSignIns: 0, lockedUntil: null };
}
