import { setTimeout as sleep } from 'node:timers/promises';
import { type ShortLivedCache, shortLivedCache } from './short-lived-cache';

interface Loaded {
  nth: number;
}

describe('shortLivedCache', () => {
  const make = (): ShortLivedCache<Loaded> => shortLivedCache({ ttlMs: 20, max: 2 });
  let loads = 0;
  const load = async (): Promise<Loaded> => {
    loads += 1;
    const value = { nth: loads };
    await sleep(1);
    return value;
  };
  /** The number of the load that the value came from. */
  const get = async (cache: ShortLivedCache<Loaded>, key: string): Promise<number> =>
    (await cache.forceFetch(key, { context: load })).nth;
  beforeEach(() => (loads = 0));

  it('gives a loaded value again until it is too old', async () => {
    const cache = make();
    expect(await get(cache, 'a')).toBe(1);
    expect(await get(cache, 'a')).toBe(1);
    await sleep(40);
    expect(await get(cache, 'a')).toBe(2);
  });

  it('loads once for concurrent callers of one key', async () => {
    const cache = make();
    expect(await Promise.all([get(cache, 'a'), get(cache, 'a'), get(cache, 'a')])).toStrictEqual([1, 1, 1]);
  });

  it('does not keep a value whose key was deleted while it was loaded', async () => {
    const cache = make();
    const first = get(cache, 'a');
    cache.delete('a');
    const second = get(cache, 'a');
    expect(await Promise.all([first, second])).toStrictEqual([1, 2]);
    expect(await get(cache, 'a')).toBe(2);
  });

  it('drops every value on clear, those being loaded included', async () => {
    const cache = make();
    await get(cache, 'a');
    const underway = get(cache, 'b');
    cache.clear();
    await underway;
    expect([await get(cache, 'a'), await get(cache, 'b')]).toStrictEqual([3, 4]);
  });

  it('keeps no failure: the next call loads again', async () => {
    const cache = make();
    const failing = async (): Promise<Loaded> => Promise.reject(new Error('no database'));
    await expect(cache.forceFetch('a', { context: failing })).rejects.toThrow('no database');
    expect(await get(cache, 'a')).toBe(1);
  });

  it('keeps no undefined, so that a record is found once it exists', async () => {
    const cache = make();
    expect(await cache.fetch('a', { context: () => Promise.resolve(undefined) })).toBeUndefined();
    expect(await get(cache, 'a')).toBe(1);
  });

  it('drops the least recently used value', async () => {
    const cache = make();
    await get(cache, 'a');
    await get(cache, 'b');
    await get(cache, 'c');
    expect(await get(cache, 'a')).toBe(4);
  });
});
