import { Clock } from './clock';

describe('Clock', () => {
  it('returns the present instant', () => {
    const before = Date.now();
    const now = new Clock().now().getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});

describe('the time of an institution', () => {
  const DAY_MS = 86_400_000;
  const INSTITUTION = 1;
  const daysAhead = (clock: Clock): number =>
    (clock.institutionNow(INSTITUTION).getTime() - clock.now().getTime()) / DAY_MS;

  // Both times are read from one standing clock: real time could go on between the two readings.
  beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-03-02T10:00:00Z') }));
  afterEach(() => jest.useRealTimers());

  it('is real time until the institution was moved', () => {
    const clock = new Clock();
    clock.learn(INSTITUTION, 0);
    expect(daysAhead(clock)).toBe(0);
  });

  it('begins in the past, comes to real time and goes on, but never back', () => {
    const clock = new Clock();
    for (const [learnt, shown] of [
      [-95, -95],
      [-94, -94],
      [-95, -94],
      [0, 0],
      [-1, 0],
      [3, 3],
      [0, 3],
    ] as const) {
      clock.learn(INSTITUTION, learnt);
      expect(daysAhead(clock)).toBe(shown);
    }
  });
});
