/** The failures that are allowed in a row, and the locks that follow. */
export interface LockRule {
  allowed: number;
  firstMs: number;
  longestMs: number;
}

/** Greatest exponent of the doubling, so that the product stays a safe number. */
const MAX_DOUBLINGS = 30;

/**
 * Duration of a lock in milliseconds: none below the allowed number of failures, the first lock at that number, twice
 * as long after each further failure, and never longer than the longest.
 */
export function lockDurationMs(failures: number, { allowed, firstMs, longestMs }: LockRule): number {
  return failures < allowed ? 0 : Math.min(longestMs, firstMs * 2 ** Math.min(failures - allowed, MAX_DOUBLINGS));
}
