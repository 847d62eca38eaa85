import { ThreadSlices } from './thread-slices';

/** Keeps the thread busy. */
function compute(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

describe('slices of a long computation', () => {
  it('let a timer fire while the computation goes on', async () => {
    let firedAt = 0;
    setTimeout(() => (firedAt = performance.now()), 1);
    const slices = new ThreadSlices();
    for (let part = 0; part < 50; part += 1) {
      compute(1);
      if (slices.isOver) await slices.next();
    }
    expect(firedAt).toBeGreaterThan(0);
    expect(performance.now() - firedAt).toBeGreaterThan(10);
  });

  it('are not over before some milliseconds have passed, and begin anew after a turn', async () => {
    const slices = new ThreadSlices();
    expect(slices.isOver).toBe(false);
    compute(6);
    expect(slices.isOver).toBe(true);
    await slices.next();
    expect(slices.isOver).toBe(false);
  });
});
