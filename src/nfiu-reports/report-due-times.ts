import type { ReportStatus } from './nfiu-report.entity';
import type { ReportKind } from './report-facts';
import { FILED_STATUSES } from './report-lifecycle';

const HOUR_MS = 3_600_000;

/** The events from which sources count the time to file an STR (docs/api/nfiu-reports.md#deadlines). */
export const STR_BASES = ['suspicion', 'transaction', 'detection'] as const;
export type StrBasis = (typeof STR_BASES)[number];
export type DeadlineBasis = StrBasis | 'business-date';

/** A time by basis; null where the report has no such event. */
export type StrTimes = Record<StrBasis, Date | null> & { suspicion: Date };

/** The columns of a report that hold its due times. */
export interface DueTimes {
  kind: ReportKind;
  status: ReportStatus;
  dueAt: Date;
  suspicionDueAt: Date | null;
  transactionDueAt: Date | null;
  detectionDueAt: Date | null;
  submittedAt: Date | null;
  outcomeAt: Date | null;
}

/** A due time of a report. */
export interface ReportDueTime {
  basis: DeadlineBasis;
  dueAt: Date;
  /** True for the one that counts: warnings and `isOverdue` follow it. */
  isAlarm: boolean;
  /** True where it passed before the report was filed. */
  isLapsed: boolean;
}

/** Adds to each event the hours that its source allows. */
export function strDueTimes(events: StrTimes, hours: Record<StrBasis, number>): StrTimes {
  const due = (basis: StrBasis): Date | null => {
    const at = events[basis];
    return at === null ? null : new Date(at.getTime() + hours[basis] * HOUR_MS);
  };
  return { suspicion: due('suspicion')!, transaction: due('transaction'), detection: due('detection') };
}

/** The earliest due time of the bases that count; that of the suspicion where the report has none of their events. */
export function alarmTime(due: StrTimes, bases: readonly StrBasis[]): Date {
  const times = bases.map((basis) => due[basis]).filter((at) => at !== null);
  return times.reduce((earliest, at) => (at < earliest ? at : earliest), times[0] ?? due.suspicion);
}

/** The due times of a report, the earliest first. */
export function deadlinesOf(report: DueTimes, now: Date): ReportDueTime[] {
  const end = endOf(report) ?? now;
  const stored: [DeadlineBasis, Date | null][] =
    report.kind === 'CTR'
      ? [['business-date', report.dueAt]]
      : [
          ['suspicion', report.suspicionDueAt],
          ['transaction', report.transactionDueAt],
          ['detection', report.detectionDueAt],
        ];
  return stored
    .flatMap(([basis, dueAt]) => (dueAt === null ? [] : [{ basis, dueAt }]))
    .map(({ basis, dueAt }) => ({
      basis,
      dueAt,
      isAlarm: dueAt.getTime() === report.dueAt.getTime(),
      isLapsed: dueAt < end,
    }))
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
}

/** When the duty ended; null while it lasts. */
function endOf({ status, submittedAt, outcomeAt }: DueTimes): Date | null {
  if (!FILED_STATUSES.includes(status)) return null;
  return status === 'withdrawn' ? outcomeAt : submittedAt;
}

/** SQL of `isLapsed` of any due time, on a row `report` of the table. */
export const LAPSED = `(least(report.due_at, report.suspicion_due_at, report.transaction_due_at, report.detection_due_at)
  < CASE WHEN report.status = 'withdrawn' THEN report.outcome_at
         WHEN report.status IN ('submitted', 'accepted') THEN report.submitted_at ELSE :now END)`;

/** @returns the bases; undefined for a text that is no list of them */
export function parseBases(text: string): StrBasis[] | undefined {
  const bases = text.split(',').map((basis) => basis.trim());
  const isKnown = (basis: string): basis is StrBasis => STR_BASES.some((known) => known === basis);
  return bases.every(isKnown) && new Set(bases).size === bases.length ? bases : undefined;
}
