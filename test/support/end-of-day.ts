import { type ClosingDay, DaySteps, type StepException } from '../../src/business-day/day-steps';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { losesConnection } from '../../src/common/errors/database-error';
import { addDays, daysInMonth } from '../../src/common/time/calendar';
import { BusinessDateRolls } from '../../src/end-of-day/business-date-rolls';
import type { TestApp } from './app';

const DEADLINE_MS = 150_000;
const POLL_MS = 25;
/** A closing of many days is asked for less often: the questions take the time of the days. */
const POLL_MAX_MS = 200;
const POLL_GROWTH = 1.2;

export async function businessDateOf(app: TestApp): Promise<string> {
  const [row] = await app.rows<{ date: string }>(
    'SELECT business_date::text AS date FROM institution WHERE institution_id = $1',
    [app.institutionId],
  );
  return row!.date;
}

/** Starts to close every day before `until`, whatever the calendar date. A job does the work. */
export async function startEndOfDay(app: TestApp, until: string): Promise<void> {
  const { institutionId } = app;
  const goal = { institutionId, until, startedBy: 'system:test' };
  const start = await app.app
    .get(UnitOfWork)
    .run(institutionId, (tx) =>
      app.app.get(BusinessDateRolls, { strict: false }).start(tx, goal, { resumeStopped: true }),
    );
  expect(start).toBe('started');
}

/** Waits for the end of the closing that began last. */
export async function endOfLastDay(app: TestApp): Promise<{ date: string; status: string; problem: string | null }> {
  const deadline = performance.now() + DEADLINE_MS;
  for (let pauseMs = POLL_MS; ; pauseMs = Math.min(pauseMs * POLL_GROWTH, POLL_MAX_MS)) {
    const [last] = await app.rows<{ date: string; status: string; problem: string | null; busy: boolean }>(
      `SELECT date::text, r.status, problem, j.status = 'queued' AS busy
         FROM end_of_day_run r LEFT JOIN job j ON j.institution_id = r.institution_id AND j.id = job_id
        WHERE r.institution_id = $1 ORDER BY date DESC LIMIT 1`,
      [app.institutionId],
    );
    // After a day, the job continues with the next one.
    if (last && last.status !== 'Running' && !last.busy)
      return { date: last.date, status: last.status, problem: last.problem };
    if (performance.now() > deadline) throw new Error(`The end of day did not end: ${JSON.stringify(last)}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Moves the business date ahead by a number of days, with the end of each day. @returns the new date */
export async function rollDays(app: TestApp, days: number): Promise<string> {
  const date = addDays(await businessDateOf(app), days);
  await startEndOfDay(app, date);
  expect(await endOfLastDay(app)).toEqual({ date: addDays(date, -1), status: 'Completed', problem: null });
  return date;
}

/**
 * Moves the business date to the first day of the next month: no month ends, and no interest is paid, within the next
 * 27 days, whatever the calendar date.
 */
export async function beginMonth(app: TestApp): Promise<void> {
  const date = await businessDateOf(app);
  await rollDays(app, daysInMonth(date) - Number(date.slice(8)) + 1);
}

/** The result of one run of a step. */
export interface StepRun {
  done: number;
  failed: StepException[];
}

async function lastDayOf(app: TestApp): Promise<ClosingDay> {
  const nextDate = await businessDateOf(app);
  return { institutionId: app.institutionId, date: addDays(nextDate, -1), nextDate };
}

/** Runs one step, by default for the day before the business date, without the rest of the end of day. */
export async function runStep(app: TestApp, name: string, ofDay?: ClosingDay): Promise<StepRun> {
  const day = ofDay ?? (await lastDayOf(app));
  const run: StepRun = { done: 0, failed: [] };
  const step = app.app
    .get(DaySteps)
    .inOrder()
    .find((registered) => registered.name === name);
  if (!step) throw new Error(`There is no step ${name}.`);
  await step.run(day, {
    advance: (rows) => Promise.resolve(void (run.done += rows)),
    failed: async (exception) => {
      if (losesConnection(exception.error)) throw exception.error;
      run.failed.push(exception);
    },
    signal: new AbortController().signal,
  });
  return run;
}
