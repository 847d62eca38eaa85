import { Injectable, Logger } from '@nestjs/common';
import type { ClosingDay, DayStep, StepException, StepProgress } from '../business-day/day-steps';
import { IdAllocator } from '../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { losesConnection } from '../common/errors/database-error';
import { type ControlTotals, isBalanced, readControlTotals } from './control-totals';
import { EndOfDayStep } from './end-of-day-step.entity';

const WRITE_EVERY_MS = 1_000;
const MESSAGE_LENGTH = 500;
const SUBJECT_LENGTH = 120;

const KEEP_EXCEPTION = `INSERT INTO end_of_day_exception (institution_id, id, date, step, subject, message, failed_at)
  VALUES ($1, $2, $3, $4, $5, $6, institution_now())
  ON CONFLICT (institution_id, date, step, subject)
  DO UPDATE SET message = excluded.message, failed_at = excluded.failed_at, resolved_at = NULL`;

/** Resolves the exceptions of steps that failed before this run and not in it. */
const RESOLVE = `UPDATE end_of_day_exception SET resolved_at = institution_now()
  WHERE institution_id = $1 AND date = $2 AND step = ANY($3) AND resolved_at IS NULL AND failed_at < $4::timestamptz`;

/** Leaves the row of a process that died within the step. Plain SQL, as in END: a day has many steps. */
const BEGIN = `INSERT INTO end_of_day_step (institution_id, date, step, rows_done, started_at, totals_before)
  VALUES ($1, $2, $3, 0, institution_now(), $4) ON CONFLICT DO NOTHING`;

/** Another statement: on a distributed database an INSERT cannot return a time. */
const BEGUN = `SELECT institution_now()::timestamptz(3)::text AS "startedAt", rows_done AS "rowsDone"
  FROM end_of_day_step WHERE institution_id = $1 AND date = $2 AND step = $3`;

const END = `UPDATE end_of_day_step SET totals_after = $4, finished_at = institution_now()
  WHERE institution_id = $1 AND date = $2 AND step = $3`;

/** Completes steps that had nothing to do. A step that was begun before, under another order of the steps, ends. */
const COMPLETE = `INSERT INTO end_of_day_step
    (institution_id, date, step, rows_done, started_at, finished_at, totals_before, totals_after)
  SELECT $1, $2, step, 0, at, at, $4, $4 FROM unnest($3::text[]) AS step, (SELECT institution_now() AS at) AS now
  ON CONFLICT (institution_id, date, step)
  DO UPDATE SET totals_after = excluded.totals_after, finished_at = excluded.finished_at RETURNING step`;

/** A step of a day that has begun. */
export interface StepRun {
  step: DayStep;
  /** By the database's clock. */
  startedAt: string;
  /** Rows that earlier runs of the day processed. */
  rowsDone: number;
}

/** The result of a step that has ended. */
export interface FinishedStep {
  totals: ControlTotals;
  nextRun: StepRun | undefined;
}

/** Runs a step of one day and stores its progress and its exceptions. */
@Injectable()
export class StepRuns {
  private readonly logger = new Logger(StepRuns.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
  ) {}

  /** The names of the day's steps that have completed. */
  async finished({ institutionId, date }: ClosingDay): Promise<Set<string>> {
    const steps = await this.unitOfWork.read(institutionId, (tx) => tx.findBy(EndOfDayStep, { institutionId, date }));
    return new Set(steps.filter(({ finishedAt }) => finishedAt !== null).map(({ step }) => step));
  }

  /** Begins the step, or begins its continuation. `run` follows. */
  begin(day: ClosingDay, step: DayStep, totalsBefore: ControlTotals): Promise<StepRun> {
    return this.unitOfWork.run(day.institutionId, (tx) => beginWithin(tx, day, step, totalsBefore));
  }

  /**
   * Runs a step that has begun. `finish` or `resolve` follows.
   * @returns false when the process stops before the step has completed.
   * @throws the error of the step; failed rows are exceptions and do not make it throw.
   */
  async run(day: ClosingDay, { step, rowsDone }: StepRun, signal: AbortSignal): Promise<boolean> {
    const progress = this.progressOf(day, step, rowsDone, signal);
    try {
      await step.run(day, progress);
    } finally {
      await progress.flush();
    }
    return !signal.aborted;
  }

  /** Resolves the exceptions of a step that ran again and that did not fail again. */
  async resolve(day: ClosingDay, run: StepRun): Promise<void> {
    await this.unitOfWork.run(day.institutionId, (tx) => resolveWithin(tx, day, [run.step], run.startedAt));
  }

  /**
   * Marks the step as completed, with the steps behind it that have nothing to do, and begins the next one, in one
   * transaction with the totals between them and with the exceptions that the steps resolved, because a day has many
   * steps. A completed step runs again for this day only when staff ask.
   * @param following the steps behind it, in order
   * @returns the totals, and the next step's run; undefined after the last step and when the books do not balance.
   */
  async finish(day: ClosingDay, run: StepRun, following: readonly DayStep[]): Promise<FinishedStep> {
    try {
      return await this.finishWith(day, run, following, countDone);
    } catch (error) {
      if (losesConnection(error)) throw error;
      // A step whose look fails runs, and the failure is its own.
      return this.finishWith(day, run, following, () => Promise.resolve(0));
    }
  }

  private finishWith(
    day: ClosingDay,
    run: StepRun,
    following: readonly DayStep[],
    look: typeof countDone,
  ): Promise<FinishedStep> {
    const { institutionId, date } = day;
    return this.unitOfWork.run(institutionId, async (tx) => {
      // Before the first write: closings of other institutions wait for transactions that write (`SnapshotBarrier`).
      const done = await look(tx, day, following);
      const idle = following.slice(0, done);
      const next = following[done];
      await resolveWithin(tx, day, [run.step, ...idle], run.startedAt);
      const totals = await readControlTotals(tx, institutionId);
      await tx.query(END, [institutionId, date, run.step.name, totals]);
      if (!isBalanced(totals)) return { totals, nextRun: undefined };
      if (idle.length > 0) await tx.query(COMPLETE, [institutionId, date, idle.map(({ name }) => name), totals]);
      return { totals, nextRun: next && (await beginWithin(tx, day, next, totals)) };
    });
  }

  private progressOf(
    day: ClosingDay,
    step: DayStep,
    rowsBefore: number,
    signal: AbortSignal,
  ): StepProgress & { flush(): Promise<void> } {
    let rowsDone = rowsBefore;
    let rowsWritten = rowsBefore;
    let writtenAt = performance.now();
    const flush = async (): Promise<void> => {
      if (rowsDone === rowsWritten) return;
      rowsWritten = rowsDone;
      writtenAt = performance.now();
      const { institutionId, date } = day;
      await this.unitOfWork.run(institutionId, (tx) =>
        tx.update(EndOfDayStep, { institutionId, date, step: step.name }, { rowsDone: rowsWritten }),
      );
    };
    return {
      signal,
      flush,
      advance: async (rows) => {
        rowsDone += rows;
        if (performance.now() - writtenAt >= WRITE_EVERY_MS) await flush();
      },
      failed: (exception) => this.keep(day, step, exception),
    };
  }

  private async keep(
    { institutionId, date }: ClosingDay,
    { name }: DayStep,
    { subject, error }: StepException,
  ): Promise<void> {
    // A lost connection is no fault of the row: the step fails as a whole, and its job continues with the rows that are
    // left.
    if (losesConnection(error)) throw error;
    this.logger.error(
      { err: error as Error, institutionId, date, step: name, subject },
      'A row of the end of day failed.',
    );
    const id = await this.ids.next();
    const values = [institutionId, id, date, name, subject.slice(0, SUBJECT_LENGTH), failureText(error)];
    await this.unitOfWork.run(institutionId, (tx) => tx.query(KEEP_EXCEPTION, values));
  }
}

async function beginWithin(
  tx: Tx,
  { institutionId, date }: ClosingDay,
  step: DayStep,
  totalsBefore: ControlTotals,
): Promise<StepRun> {
  const key = [institutionId, date, step.name];
  await tx.query(BEGIN, [...key, totalsBefore]);
  const [begun] = await tx.query<[Omit<StepRun, 'step'>]>(BEGUN, key);
  return { step, ...begun };
}

async function resolveWithin(
  tx: Tx,
  { institutionId, date }: ClosingDay,
  steps: readonly DayStep[],
  startedAt: string,
): Promise<void> {
  await tx.query(RESOLVE, [institutionId, date, steps.map(({ name }) => name), startedAt]);
}

/** @returns the number of steps, from the first on, that have nothing to do */
async function countDone(tx: Tx, day: ClosingDay, steps: readonly DayStep[]): Promise<number> {
  let done = 0;
  while (done < steps.length && (await steps[done]!.isDone?.(tx, day))) done += 1;
  return done;
}

/** The message of a failure for staff. */
export function failureText(error: unknown): string {
  const text =
    error instanceof AppError
      ? `${error.code}: ${error.message}`
      : error instanceof Error
        ? `${error.name}: ${error.message}`
        : String(error);
  return text.slice(0, MESSAGE_LENGTH);
}
