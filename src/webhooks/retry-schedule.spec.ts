import { endpointPauseMs, GIVE_UP_AFTER_MS, nextAttemptAt } from './retry-schedule';

const FIRST = new Date('2026-11-21T09:00:00Z');

/** The times of all attempts of a delivery that is never accepted, in hours after the first. */
function attemptHours(random: number): number[] {
  const hours = [0];
  let now = FIRST;
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttemptAt(attempts, FIRST, now, random);
    if (!next) return hours;
    now = next;
    hours.push((now.getTime() - FIRST.getTime()) / 3_600_000);
  }
}

describe('nextAttemptAt', () => {
  it.each([0, 0.5, 1])('tries for three days, and exactly then for the last time (jitter %s)', (random) => {
    const hours = attemptHours(random);
    expect(hours.at(-1)).toBe(GIVE_UP_AFTER_MS / 3_600_000);
    expect(hours.length).toBeGreaterThanOrEqual(14);
    expect(hours.length).toBeLessThanOrEqual(16);
  });

  it('tries again soon at first: five seconds, half a minute, two minutes', () =>
    expect(
      attemptHours(0)
        .slice(1, 4)
        .map((hour) => Math.round(hour * 3_600)),
    ).toEqual([5, 35, 155]));

  it('gives up when the three days are over', () =>
    expect(nextAttemptAt(3, FIRST, new Date(FIRST.getTime() + GIVE_UP_AFTER_MS), 0)).toBeUndefined());
});

describe('endpointPauseMs', () => {
  it('doubles from a second up to ten minutes', () =>
    expect([1, 2, 3, 10, 11, 1_000].map(endpointPauseMs)).toEqual([1_000, 2_000, 4_000, 512_000, 600_000, 600_000]));
});
