import type { DayStep } from '../business-day/day-steps';
import type { ControlTotals } from './control-totals';
import type { DayProof } from './day-proof';
import type {
  ControlTotalsView,
  DayProofView,
  EndOfDayExceptionView,
  EndOfDayStepView,
  EndOfDayView,
} from './end-of-day.dto';
import type { EndOfDayException } from './end-of-day-exception.entity';
import type { EndOfDayRun } from './end-of-day-run.entity';
import type { EndOfDayStep } from './end-of-day-step.entity';
import type { StepEstimate } from './estimate-end';

/** Kobo as Naira in text, for sums of any size: `1250000.50`. */
export function nairaText(kobo: string): string {
  const value = BigInt(kobo);
  const magnitude = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}${magnitude / 100n}.${(magnitude % 100n).toString().padStart(2, '0')}`;
}

export function endOfDayView(run: EndOfDayRun, openExceptions: number): EndOfDayView {
  const { date, status, startedBy, rolledAt, finishedAt, problem, closingTotals, proof } = run;
  return {
    date,
    status,
    startedBy,
    startedAt: rolledAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    problem,
    openExceptions,
    closingTotals: totalsView(closingTotals),
    proof: proof && proofView(proof),
  };
}

/** A step of a day; `row` is undefined before the step has started. */
export function stepView(
  { name, title }: Pick<DayStep, 'name' | 'title'>,
  row: EndOfDayStep | undefined,
  openExceptions: number,
  { rowsPerSecond, rowsExpected, estimatedEndAt }: StepEstimate,
): EndOfDayStepView {
  return {
    step: name,
    title,
    status: row === undefined ? 'Waiting' : row.finishedAt === null ? 'Running' : 'Completed',
    rowsDone: row?.rowsDone ?? 0,
    rowsPerSecond,
    rowsExpected,
    estimatedEndAt: estimatedEndAt?.toISOString() ?? null,
    openExceptions,
    startedAt: row?.startedAt.toISOString() ?? null,
    finishedAt: row?.finishedAt?.toISOString() ?? null,
    totalsBefore: totalsView(row?.totalsBefore ?? null),
    totalsAfter: totalsView(row?.totalsAfter ?? null),
  };
}

export function exceptionView({
  id,
  date,
  step,
  subject,
  message,
  failedAt,
  resolvedAt,
}: EndOfDayException): EndOfDayExceptionView {
  return {
    id,
    date,
    step,
    subject,
    message,
    failedAt: failedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  };
}

function proofView({ passed, provedAt, postings, moved, totals, checks }: DayProof): DayProofView {
  return { passed, provedAt, postings, moved: totalsView(moved)!, totals: totalsView(totals)!, checks };
}

function totalsView(totals: ControlTotals | null): ControlTotalsView | null {
  return (
    totals && {
      debits: nairaText(totals.debitsKobo),
      credits: nairaText(totals.creditsKobo),
      entries: Number(totals.entries),
    }
  );
}
