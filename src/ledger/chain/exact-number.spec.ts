import { addExact, exact, subtractExact } from './exact-number';

const LARGE = 9_007_199_254_740_991;

describe('exact numbers', () => {
  it('are numbers where they are safe, and bigints beyond', () => {
    expect([exact(5n), exact(BigInt(LARGE)), exact(BigInt(LARGE) + 1n)]).toEqual([5, LARGE, 9_007_199_254_740_992n]);
    expect([
      addExact(2, 3),
      addExact(LARGE, 1),
      addExact(9_007_199_254_740_992n, 1),
      addExact(1, 9_007_199_254_740_992n),
    ]).toEqual([5, 9_007_199_254_740_992n, 9_007_199_254_740_993n, 9_007_199_254_740_993n]);
    expect([
      subtractExact(2, 3),
      subtractExact(-LARGE, 1),
      subtractExact(9_007_199_254_740_993n, 2),
      subtractExact(0, 9_007_199_254_740_993n),
    ]).toEqual([-1, -9_007_199_254_740_992n, LARGE, -9_007_199_254_740_993n]);
  });
});
