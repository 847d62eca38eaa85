import type { Staff } from '../institutions/staff/staff.entity';

/** The number of wrong passwords in a row that locks sign-in. */
export const FAILURES_ALLOWED = 5;
const FIRST_LOCK_MS = 15 * 60_000;
const LONGEST_LOCK_MS = 24 * 3_600_000;

type SignInState = Pick<Staff, 'status' | 'failedSignIns' | 'lockedUntil'>;

/** The outcome of one attempt, and the counters to store. */
export interface SignInDecision {
  outcome: 'accepted' | 'wrong-password' | 'locked' | 'not-active';
  failedSignIns: number;
  lockedUntil: Date | null;
}

/** Duration of a lock: 15 minutes at the fifth failure, doubled by each further failure, at most a day. */
function lockFor(failures: number): number {
  return failures < FAILURES_ALLOWED
    ? 0
    : Math.min(LONGEST_LOCK_MS, FIRST_LOCK_MS * 2 ** (failures - FAILURES_ALLOWED));
}

/**
 * Decides one attempt to sign in (docs/api/authentication.md#staff-sign-in). During a lock the right password is
 * refused too, and failures are not counted, so that further attempts cannot extend the lock.
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
