import type { StepProgress } from './day-steps';

/** A row that a step of the day has to go through: the date that makes it due, `YYYY-MM-DD`, and its id. */
export interface DueRow {
  id: number;
  dueOn: string;
}

/** Before every row. */
export const FIRST_KEY: DueRow = { id: 0, dueOn: '0001-01-01' };

/** How many rows are looked up at a time. */
export const STEP_PAGE_SIZE = 200;

export interface DueRows {
  /** What a row is, as staff read it in a list of exceptions: `lien` makes `lien:20300`. */
  subject: string;
  /** The next due rows after `last` in the order of date and id, at most `STEP_PAGE_SIZE`. */
  page(last: DueRow): Promise<DueRow[]>;
  /** Goes through one row, in a transaction of its own. @returns whether there was still something to do. */
  process(row: DueRow): Promise<boolean>;
}

/**
 * Goes through what is due, one transaction a row, so that locks are short and a row that fails keeps no other one back.
 * May run again, also side by side; ends early when the process stops.
 */
export async function processDueRows(rows: DueRows, progress: StepProgress): Promise<void> {
  for (let page = await rows.page(FIRST_KEY); page.length > 0; page = await rows.page(page.at(-1)!)) {
    for (const row of page) {
      if (progress.signal.aborted) return;
      try {
        if (await rows.process(row)) await progress.advance(1);
      } catch (error) {
        await progress.failed({ subject: `${rows.subject}:${row.id}`, error });
      }
    }
  }
}
