import { LRUCache } from 'lru-cache';
import { atMost } from './at-most';

describe('atMost', () => {
  it('keeps so many entries, and lets the least recently used go first', () => {
    const cache = new LRUCache<string, number>(atMost(2));
    cache.set('a', 1).set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([cache.size, cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([2, 1, undefined, 3]);
  });

  it('goes together with a time to live', () => {
    let nowMs = 1;
    const cache = new LRUCache<string, number>({ ...atMost(2), ttl: 10, perf: { now: () => nowMs }, ttlResolution: 0 });
    cache.set('a', 1);
    nowMs = 12;
    expect(cache.get('a')).toBeUndefined();
  });
});
