import { LRUCache } from 'lru-cache';

const REMEMBERED_KEYS = 50_000;

interface Bucket {
  /** How many may be let through now; falls with each one and fills up with time. */
  tokens: number;
  filledAtMs: number;
}

/**
 * Lets so many through in a period and key, in this process: a token bucket that starts full, so that a burst of the whole
 * allowance is let through and then only as many as time brings. A key costs one look-up and no timer.
 */
export class RateLimiter {
  private readonly buckets = new LRUCache<string, Bucket>({ max: REMEMBERED_KEYS });
  private readonly tokensPerMs: number;

  /** @param nowMs a clock that never goes back. */
  constructor(
    private readonly allowed: number,
    periodMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.tokensPerMs = allowed / periodMs;
  }

  /** @returns 0 when this one is let through, else in how many milliseconds the next will be. */
  take(key: string): number {
    const nowMs = this.nowMs();
    let bucket = this.buckets.get(key);
    if (bucket) {
      bucket.tokens = Math.min(this.allowed, bucket.tokens + (nowMs - bucket.filledAtMs) * this.tokensPerMs);
      bucket.filledAtMs = nowMs;
    } else {
      bucket = { tokens: this.allowed, filledAtMs: nowMs };
      this.buckets.set(key, bucket);
    }
    if (bucket.tokens < 1) return (1 - bucket.tokens) / this.tokensPerMs;
    bucket.tokens -= 1;
    return 0;
  }
}
