import { LRUCache } from 'lru-cache';
import { atMost } from './at-most';

interface Options {
  /** How long a value may be given again, in milliseconds. */
  ttlMs: number;
  /** Number of values kept; the least recently used go first. */
  max: number;
}

/** Loads a value that is not cached. A value that does not exist is undefined, which is not cached. */
type Load<Value> = () => Promise<Value | undefined>;

/** Values that may be a little old, loaded with `fetch(key, { context: load })` or `forceFetch`. */
export type ShortLivedCache<Value extends object> = LRUCache<string, Value, Load<Value>>;

/**
 * A cache whose concurrent callers of one key share one load, and which keeps no failure. A key that is deleted during
 * its load gives the value to the callers who wait for it, and does not keep it.
 */
export function shortLivedCache<Value extends object>({ ttlMs, max }: Options): ShortLivedCache<Value> {
  return new LRUCache({
    ...atMost(max),
    ttl: ttlMs,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: load }) => load(),
  });
}
