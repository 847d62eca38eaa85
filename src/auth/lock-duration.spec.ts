import { lockDurationMs } from './lock-duration';

describe('lockDurationMs', () => {
  const rule = { allowed: 5, firstMs: 1_000, longestMs: 60_000 };

  it.each([
    [0, 0],
    [4, 0],
    [5, 1_000],
    [6, 2_000],
    [10, 32_000],
    [11, 60_000],
    [5_000, 60_000],
  ])('locks after %i failures for %i ms', (failures, lockMs) => {
    expect(lockDurationMs(failures, rule)).toBe(lockMs);
  });
});
