import { type DailyStep, type DueRow, runDailyStep, StepIncompleteError } from './daily-step';

/** A step over these ids, two a page; those in `broken` fail, those in `gone` have nothing to do any more. */
function stepOver(ids: number[], { broken = [], gone = [] }: { broken?: number[]; gone?: number[] } = {}): { step: DailyStep; seen: number[]; failed: number[] } {
  const seen: number[] = [];
  const failed: number[] = [];
  const step = {
    page: ({ id }: DueRow): Promise<DueRow[]> => Promise.resolve(ids.filter((one) => one > id).slice(0, 2).map((one) => ({ id: one, dueOn: '2026-11-21' }))),
    process: ({ id }: DueRow): Promise<boolean> => {
      seen.push(id);
      return broken.includes(id) ? Promise.reject(new Error(`row ${id}`)) : Promise.resolve(!gone.includes(id));
    },
    failed: ({ id }: DueRow): void => void failed.push(id),
  };
  return { step, seen, failed };
}

describe('runDailyStep', () => {
  it('goes through all pages and counts what it did', async () => {
    const { step, seen } = stepOver([1, 2, 3, 4, 5], { gone: [2] });
    expect(await runDailyStep(step)).toBe(4);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('has nothing to do when nothing is due', async () => {
    expect(await runDailyStep(stepOver([]).step)).toBe(0);
  });

  it('goes on past rows that fail and fails at the end', async () => {
    const { step, seen, failed } = stepOver([1, 2, 3, 4, 5], { broken: [2, 5] });
    const error: unknown = await runDailyStep(step).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StepIncompleteError);
    expect(error).toMatchObject({ done: 3, failed: 2, cause: expect.objectContaining({ message: 'row 2' }) });
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(failed).toEqual([2, 5]);
  });
});
