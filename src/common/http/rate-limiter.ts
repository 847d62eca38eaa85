import { LRUCache } from 'lru-cache';
import { atMost } from '../cache/at-most';

const REMEMBERED_KEYS = 50_000;

interface Bucket {
  /** The allowance left; each event lowers it and time fills it up. */
  tokens: number;
  filledAtMs: number;
}

/**
 * Allows so many events in a period for each key, in this process: a token bucket that starts full, so that a burst of
 * the whole allowance passes and then only as many as time adds. A key costs one look-up and no timer.
 */
export class RateLimiter {
  private readonly buckets = new LRUCache<string, Bucket>(atMost(REMEMBERED_KEYS));
  private readonly tokensPerMs: number;

  /** @param nowMs a clock that never goes back. */
  constructor(
    private readonly allowed: number,
    periodMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.tokensPerMs = allowed / periodMs;
  }

  /** @returns 0 when the event is allowed, else the milliseconds until the next one is. */
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
