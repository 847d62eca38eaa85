/** A row that a step of the day has to go through: the date that makes it due, `YYYY-MM-DD`, and its id. */
export interface DueRow {
  id: number;
  dueOn: string;
}

/** Before every row. */
export const FIRST_KEY: DueRow = { id: 0, dueOn: '0001-01-01' };

/** How many rows are looked up at a time. */
export const STEP_PAGE_SIZE = 200;

/** Some rows of a step failed; all others are done. The next run of the step finds the failed ones again. */
export class StepIncompleteError extends Error {
  constructor(
    readonly done: number,
    readonly failed: number,
    cause: unknown,
  ) {
    super(`${failed} rows of the step failed, ${done} are done.`, { cause });
    this.name = 'StepIncompleteError';
  }
}

export interface DailyStep {
  /** The next due rows after `last` in the order of date and id, at most `STEP_PAGE_SIZE`. */
  page(last: DueRow): Promise<DueRow[]>;
  /** Goes through one row, in a transaction of its own. @returns whether there was still something to do. */
  process(row: DueRow): Promise<boolean>;
  /** Told of every row that fails. */
  failed(row: DueRow, error: unknown): void;
}

/**
 * Goes through what is due, one transaction a row, so that locks are short and a row that fails keeps no other one back.
 * May run again, also side by side.
 * @returns how many rows were done.
 * @throws StepIncompleteError at the end, when rows failed.
 */
export async function runDailyStep(step: DailyStep): Promise<number> {
  let done = 0;
  const errors: unknown[] = [];
  for (let rows = await step.page(FIRST_KEY); rows.length > 0; rows = await step.page(rows.at(-1)!)) {
    for (const row of rows) {
      try {
        if (await step.process(row)) done += 1;
      } catch (error) {
        step.failed(row, error);
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw new StepIncompleteError(done, errors.length, errors[0]);
  return done;
}
