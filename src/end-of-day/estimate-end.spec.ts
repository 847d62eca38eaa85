import { estimateEnd, estimateSteps, type StepTimes } from './estimate-end';

const at = (second: number): Date => new Date(Date.UTC(2026, 10, 21, 0, 0, second));
const ended = (step: string, from: number, to: number, rowsDone: number): StepTimes => ({
  step,
  rowsDone,
  startedAt: at(from),
  finishedAt: at(to),
});
const running = (step: string, from: number, rowsDone: number): StepTimes => ({
  step,
  rowsDone,
  startedAt: at(from),
  finishedAt: null,
});
const waiting = (step: string): StepTimes => ({ step, rowsDone: 0, startedAt: null, finishedAt: null });

const EARLIER = [ended('a', 0, 10, 100), ended('b', 10, 30, 200), ended('c', 30, 35, 0)];

describe('the estimate of an end of day', () => {
  it('takes the rate of the running step for the rows that are left, and the closed day for steps that wait', () => {
    const steps = [ended('a', 0, 8, 100), running('b', 8, 60), waiting('c')];
    const estimates = estimateSteps(steps, EARLIER, at(18));
    expect(estimates.get('a')).toEqual({ rowsPerSecond: 12.5, rowsExpected: 100, estimatedEndAt: null });
    // 60 rows in 10 seconds: 140 rows take 23.3 seconds more.
    expect(estimates.get('b')).toEqual({
      rowsPerSecond: 6,
      rowsExpected: 200,
      estimatedEndAt: new Date(at(18).getTime() + 23_333.333),
    });
    expect(estimates.get('c')!.estimatedEndAt).toEqual(new Date(at(23).getTime() + 23_333.333));
    expect(estimateEnd(estimates, steps, 2_000, at(18))).toEqual(new Date(at(25).getTime() + 23_333.333));
  });

  it('takes the time of the closed day for a running step that has more rows than on that day, or none yet', () => {
    const [more, none] = [running('b', 10, 250), running('b', 10, 0)].map((step) =>
      estimateSteps([step], EARLIER, at(15)).get('b')!.estimatedEndAt,
    );
    expect([more, none]).toEqual([at(30), at(30)]);
    expect(estimateSteps([running('b', 10, 250)], EARLIER, at(50)).get('b')!.estimatedEndAt).toEqual(at(50));
  });

  it('has no rate in the first second of a step', () => {
    expect(estimateSteps([running('b', 10, 5)], EARLIER, at(10)).get('b')!.rowsPerSecond).toBeNull();
  });

  it('estimates nothing from the first step on that the closed day does not have', () => {
    const steps = [running('a', 0, 0), waiting('new'), waiting('c')];
    const estimates = estimateSteps(steps, EARLIER, at(5));
    expect(['a', 'new', 'c'].map((step) => estimates.get(step)!.estimatedEndAt)).toEqual([at(10), null, null]);
    expect(estimateEnd(estimates, steps, 0, at(5))).toBeNull();
  });

  it('is the time of the proof once all steps have ended', () => {
    const steps = [ended('a', 0, 8, 100)];
    expect(estimateEnd(estimateSteps(steps, EARLIER, at(9)), steps, 3_000, at(9))).toEqual(at(12));
  });
});
