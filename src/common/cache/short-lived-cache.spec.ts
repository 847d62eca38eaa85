import { setTimeout as sleep } from 'node:timers/promises';
import { ShortLivedCache } from './short-lived-cache';

describe('ShortLivedCache', () => {
  const make = (): ShortLivedCache<number> => new ShortLivedCache({ ttlMs: 20, max: 2 });
  let loads = 0;
  const load = async (): Promise<number> => {
    loads += 1;
    const value = loads;
    await sleep(1);
    return value;
  };
  beforeEach(() => (loads = 0));

  it('gives an answer again until it is too old', async () => {
    const cache = make();
    expect(await cache.get('a', load)).toBe(1);
    expect(await cache.get('a', load)).toBe(1);
    await sleep(40);
    expect(await cache.get('a', load)).toBe(2);
  });

  it('looks up once for callers that ask together', async () => {
    const cache = make();
    expect(await Promise.all([cache.get('a', load), cache.get('a', load), cache.get('a', load)])).toStrictEqual([
      1, 1, 1,
    ]);
  });

  it('does not keep an answer that was being looked up when its key was forgotten', async () => {
    const cache = make();
    const first = cache.get('a', load);
    cache.forget('a');
    const second = cache.get('a', load);
    expect(await Promise.all([first, second])).toStrictEqual([1, 2]);
    expect(await cache.get('a', load)).toBe(2);
  });

  it('forgets everything at once', async () => {
    const cache = make();
    await cache.get('a', load);
    const underway = cache.get('b', load);
    cache.forgetAll();
    await underway;
    expect([await cache.get('a', load), await cache.get('b', load)]).toStrictEqual([3, 4]);
  });

  it('does not keep failures', async () => {
    const cache = make();
    const failing = async (): Promise<number> => Promise.reject(new Error('no database'));
    await expect(cache.get('a', failing)).rejects.toThrow('no database');
    expect(await cache.get('a', load)).toBe(1);
  });

  it('drops the least recently used answer', async () => {
    const cache = make();
    await cache.get('a', load);
    await cache.get('b', load);
    await cache.get('c', load);
    expect(await cache.get('a', load)).toBe(4);
  });
});
