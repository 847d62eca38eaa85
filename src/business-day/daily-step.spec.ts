import { type DueRow, type DueRows, processDueRows } from './daily-step';
import type { StepException, StepProgress } from './day-steps';

interface Steps {
  rows: DueRows;
  progress: StepProgress;
  stop: () => void;
  seen: number[];
  told: { done: number; failed: StepException[] };
}

/** Rows with these ids, two a page; those in `broken` fail, those in `gone` have nothing to do any more. */
function stepsOver(
  ids: number[],
  { broken = [], gone = [], stopAt }: { broken?: number[]; gone?: number[]; stopAt?: number } = {},
): Steps {
  const seen: number[] = [];
  const told: Steps['told'] = { done: 0, failed: [] };
  const controller = new AbortController();
  const rows: DueRows = {
    subject: 'row',
    page: ({ id }: DueRow) =>
      Promise.resolve(
        ids
          .filter((one) => one > id)
          .slice(0, 2)
          .map((one) => ({ id: one, dueOn: '2026-11-21' })),
      ),
    process: ({ id }: DueRow) => {
      seen.push(id);
      if (id === stopAt) controller.abort();
      return broken.includes(id) ? Promise.reject(new Error(`row ${id}`)) : Promise.resolve(!gone.includes(id));
    },
  };
  const progress: StepProgress = {
    advance: (count) => Promise.resolve(void (told.done += count)),
    failed: (exception) => Promise.resolve(void told.failed.push(exception)),
    signal: controller.signal,
  };
  return { rows, progress, stop: () => controller.abort(), seen, told };
}

describe('processDueRows', () => {
  it('goes through all pages and counts what it did', async () => {
    const { rows, progress, seen, told } = stepsOver([1, 2, 3, 4, 5], { gone: [2] });
    await processDueRows(rows, progress);
    expect([seen, told]).toEqual([[1, 2, 3, 4, 5], { done: 4, failed: [] }]);
  });

  it('has nothing to do when nothing is due', async () => {
    const { rows, progress, told } = stepsOver([]);
    await processDueRows(rows, progress);
    expect(told).toEqual({ done: 0, failed: [] });
  });

  it('goes on past rows that fail and tells of each', async () => {
    const { rows, progress, seen, told } = stepsOver([1, 2, 3, 4, 5], { broken: [2, 5] });
    await processDueRows(rows, progress);
    expect([seen, told.done]).toEqual([[1, 2, 3, 4, 5], 3]);
    expect(told.failed).toEqual([2, 5].map((id) => ({ subject: `row:${id}`, error: new Error(`row ${id}`) })));
  });

  it('ends at the next row when the process stops', async () => {
    const { rows, progress, seen } = stepsOver([1, 2, 3, 4, 5], { stopAt: 3 });
    await processDueRows(rows, progress);
    expect(seen).toEqual([1, 2, 3]);
  });
});
