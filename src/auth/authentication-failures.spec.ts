import { lockAfter } from './authentication-failures';

describe('lockAfter', () => {
  it.each([
    [0, 0],
    [9, 0],
    [10, 60_000],
    [11, 120_000],
    [15, 1_920_000],
    [16, 3_600_000],
    [5_000, 3_600_000],
  ])('locks after %i wrong secrets for %i ms', (failures, lockMs) => {
    expect(lockAfter(failures)).toBe(lockMs);
  });
});
