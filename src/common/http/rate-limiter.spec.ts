import { RateLimiter } from './rate-limiter';

describe('RateLimiter', () => {
  let nowMs = 0;
  const limiter = (allowed: number, periodMs: number): RateLimiter => {
    nowMs = 1_000;
    return new RateLimiter(allowed, periodMs, () => nowMs);
  };

  it('allows the whole allowance at once, and then one at a time', () => {
    const two = limiter(2, 1_000);
    expect([two.take('a'), two.take('a'), two.take('a')]).toStrictEqual([0, 0, 500]);
    nowMs += 499;
    expect(two.take('a')).toBeCloseTo(1);
    nowMs += 1;
    expect([two.take('a'), two.take('a')]).toStrictEqual([0, 500]);
  });

  it('never saves more than the allowance', () => {
    const two = limiter(2, 1_000);
    two.take('a');
    nowMs += 3_600_000;
    expect([two.take('a'), two.take('a'), two.take('a')]).toStrictEqual([0, 0, 500]);
  });

  it('counts each key separately', () => {
    const one = limiter(1, 1_000);
    expect([one.take('a'), one.take('b'), one.take('a')]).toStrictEqual([0, 0, 1_000]);
  });
});
