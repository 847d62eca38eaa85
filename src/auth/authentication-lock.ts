/** Wrong secrets in a row, from one source for one client id, that are let pass; the next thing is a lock. */
export const WRONG_SECRETS_ALLOWED = 10;
const FIRST_LOCK_MS = 60_000;
const LONGEST_LOCK_MS = 3_600_000;

/** How long the latest of so many wrong secrets in a row locks: a minute at the tenth, twice as long at each further one, at most an hour. */
export function lockAfter(failures: number): number {
  return failures < WRONG_SECRETS_ALLOWED
    ? 0
    : Math.min(LONGEST_LOCK_MS, FIRST_LOCK_MS * 2 ** Math.min(failures - WRONG_SECRETS_ALLOWED, 30));
}
