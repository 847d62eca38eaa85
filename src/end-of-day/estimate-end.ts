/** A step of a day, as far as it is. */
export interface StepTimes {
  step: string;
  rowsDone: number;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** How a step of an unfinished day goes on. */
export interface StepEstimate {
  /** Rows a second since it started; null before it has run for a second. */
  rowsPerSecond: number | null;
  /** The rows of the same step of the last closed day; null when there is none. */
  rowsExpected: number | null;
  /** Null for a step that has ended, and where the last closed day does not tell. */
  estimatedEndAt: Date | null;
}

const SECOND_MS = 1_000;

/**
 * Estimates the ends of the steps of a running day from the last closed day (docs/api/end-of-day.md#estimates). A step
 * that runs takes its own rate for the rows that are left, when the closed day tells how many there are; any other
 * takes as long as it did on that day.
 *
 * @param steps in the order of the day.
 * @param earlier the steps of the last closed day.
 * @param now the institution's time.
 */
export function estimateSteps(
  steps: readonly StepTimes[],
  earlier: readonly StepTimes[],
  now: Date,
): Map<string, StepEstimate> {
  const before = new Map(earlier.map((step) => [step.step, step]));
  const estimates = new Map<string, StepEstimate>();
  /** When the step begins; undefined once a step before it could not be estimated. */
  let beginMs: number | undefined = now.getTime();
  for (const step of steps) {
    const previous = before.get(step.step);
    const rowsPerSecond = rateOf(step, now);
    if (step.finishedAt === null)
      beginMs = beginMs === undefined ? undefined : endOf(step, previous, { beginMs, now, rowsPerSecond });
    estimates.set(step.step, {
      rowsPerSecond,
      rowsExpected: previous?.rowsDone ?? null,
      estimatedEndAt: step.finishedAt !== null || beginMs === undefined ? null : new Date(beginMs),
    });
  }
  return estimates;
}

/**
 * The estimated end of the whole day: that of its last step, and the proof after it, which takes as long as on the day
 * before. Null where a step could not be estimated.
 */
export function estimateEnd(
  estimates: ReadonlyMap<string, StepEstimate>,
  steps: readonly StepTimes[],
  proofMs: number,
  now: Date,
): Date | null {
  const left = steps.filter(({ finishedAt }) => finishedAt === null);
  if (left.length === 0) return new Date(now.getTime() + proofMs);
  const last = estimates.get(left.at(-1)!.step)?.estimatedEndAt ?? null;
  return last && new Date(last.getTime() + proofMs);
}

function rateOf({ startedAt, finishedAt, rowsDone }: StepTimes, now: Date): number | null {
  if (startedAt === null) return null;
  const elapsedMs = (finishedAt ?? now).getTime() - startedAt.getTime();
  return elapsedMs < SECOND_MS ? null : Math.round((rowsDone * SECOND_MS * 10) / elapsedMs) / 10;
}

function endOf(
  { startedAt, rowsDone }: StepTimes,
  previous: StepTimes | undefined,
  { beginMs, now, rowsPerSecond }: { beginMs: number; now: Date; rowsPerSecond: number | null },
): number | undefined {
  if (!previous?.startedAt || !previous.finishedAt) return undefined;
  const durationMs = previous.finishedAt.getTime() - previous.startedAt.getTime();
  if (startedAt === null) return beginMs + durationMs;
  const rowsLeft = previous.rowsDone - rowsDone;
  if (rowsPerSecond !== null && rowsPerSecond > 0 && rowsLeft > 0)
    return now.getTime() + (rowsLeft / rowsPerSecond) * SECOND_MS;
  return Math.max(now.getTime(), startedAt.getTime() + durationMs);
}
