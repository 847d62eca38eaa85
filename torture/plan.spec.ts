import { type Plan, planOf } from './plan';

const SEEDS = Array.from({ length: 50 }, (_, index) => index);

describe('the plan of a run', () => {
  it.each(SEEDS)('with the seed %i upgrades early and promotes in each part of the run', (seed) => {
    const { upgradeAtMs, sideBySideMs, promotionsAtMs } = planOf({ seconds: 900, seed, promotions: 3 });
    expect(upgradeAtMs).toBeGreaterThanOrEqual(90_000);
    expect(upgradeAtMs + sideBySideMs).toBeLessThanOrEqual(360_000);
    expect(promotionsAtMs.map((at) => Math.floor(at / 300_000))).toEqual([0, 1, 2]);
  });

  it('is the same for the same seed, and another for another', () => {
    const plan = (seed: number): Plan => planOf({ seconds: 60, seed, promotions: 1 });
    expect(plan(7)).toEqual(plan(7));
    expect(plan(7)).not.toEqual(plan(8));
  });

  it('has no promotion where none is wanted', () => {
    expect(planOf({ seconds: 60, seed: 1, promotions: 0 }).promotionsAtMs).toEqual([]);
  });
});
