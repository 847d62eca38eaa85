import { LRUCache } from 'lru-cache';
import { atMost } from '../common/cache/at-most';
import type { ErrorFactory } from '../common/errors/app-error';
import { authErrors } from './auth.errors';

const WINDOW_MS = 60_000;
const REMEMBERED_SOURCES = 50_000;

/**
 * Counts failed attempts by source, per minute and process (docs/api/authentication.md#lockout). It limits the load
 * from one address. The lock on the member of staff protects the password from guessing.
 */
export class AttemptLimiter {
  private readonly failures = new LRUCache<string, { count: number }>({
    ...atMost(REMEMBERED_SOURCES),
    ttl: WINDOW_MS,
  });

  /** @param allowed failures allowed in a minute. */
  constructor(
    private readonly allowed: number,
    private readonly refusal: ErrorFactory = authErrors.TOO_MANY_ATTEMPTS,
  ) {}

  /** @throws the refusal, by default TOO_MANY_ATTEMPTS (429) */
  assertAllowed(source: string): void {
    if ((this.failures.get(source)?.count ?? 0) < this.allowed) return;
    const retryAfterSec = Math.max(1, Math.ceil(this.failures.getRemainingTTL(source) / 1000));
    throw this.refusal(undefined, { retryAfterSec });
  }

  recordFailure(source: string): void {
    const window = this.failures.get(source);
    // The object is changed in place, so that the window ends a minute after its first failure.
    if (window) window.count += 1;
    else this.failures.set(source, { count: 1 });
  }
}
