import { LRUCache } from 'lru-cache';

interface Options {
  /** How long an answer may be given again, in milliseconds. */
  ttlMs: number;
  /** How many answers are kept; the least recently used go first. */
  max: number;
}

/**
 * Answers that may be a little old. Callers that ask for the same key at the same time share one look-up, and an answer
 * that was being looked up when its key was forgotten is not kept. Failures are not kept.
 */
export class ShortLivedCache<Value> {
  private readonly kept: LRUCache<string, { value: Value }>;
  private readonly loading = new Map<string, Promise<Value>>();

  constructor({ ttlMs, max }: Options) {
    this.kept = new LRUCache({ max, ttl: ttlMs });
  }

  /** The kept answer, or the one that `load` gives now. */
  get(key: string, load: () => Promise<Value>): Value | Promise<Value> {
    const kept = this.kept.get(key);
    if (kept) return kept.value;
    return this.loading.get(key) ?? this.load(key, load);
  }

  forget(key: string): void {
    this.kept.delete(key);
    this.loading.delete(key);
  }

  forgetAll(): void {
    this.kept.clear();
    this.loading.clear();
  }

  private load(key: string, load: () => Promise<Value>): Promise<Value> {
    const answer: Promise<Value> = load().then(
      (value) => {
        if (this.release(key, answer)) this.kept.set(key, { value });
        return value;
      },
      (error: unknown) => {
        this.release(key, answer);
        throw error;
      },
    );
    this.loading.set(key, answer);
    return answer;
  }

  /** False when the key was forgotten meanwhile. */
  private release(key: string, answer: Promise<Value>): boolean {
    return this.loading.get(key) === answer && this.loading.delete(key);
  }
}
