import type { ReportStatus } from './nfiu-report.entity';

/** A step in the life of a report (docs/api/nfiu-reports.md#lifecycle). */
export type ReportStep = 'change' | 'check' | 'approve' | 'return' | 'export' | 'submit' | 'decide' | 'withdraw';

const STEPS: Readonly<Record<ReportStep, readonly ReportStatus[]>> = {
  change: ['draft'],
  check: ['draft', 'checked'],
  approve: ['checked'],
  // A filed report stays filed; only a rejection opens it again. A file that the portal does not take was not filed.
  return: ['checked', 'approved', 'exported', 'rejected'],
  // A file can be lost on its way to the portal, so it can be exported again.
  export: ['approved', 'exported', 'submitted', 'accepted', 'rejected'],
  submit: ['exported'],
  decide: ['submitted'],
  withdraw: ['draft', 'checked', 'approved'],
};

/** Statuses in which the institution has done its duty. */
export const FILED_STATUSES: readonly ReportStatus[] = ['submitted', 'accepted', 'withdrawn'];

/** True where a report in this status may take the step. */
export function mayTake(step: ReportStep, status: ReportStatus): boolean {
  return STEPS[step].includes(status);
}

interface WorkedOn {
  preparedBy: string;
  changedBy: readonly string[];
  checkedBy: string | null;
}

/** True where this member of staff may approve: whoever prepared, changed or checked the report may not. */
export function isOtherPerson(actor: string, { preparedBy, changedBy, checkedBy }: WorkedOn): boolean {
  return ![preparedBy, ...changedBy, checkedBy].includes(actor);
}

/**
 * True where this member of staff may withdraw: nobody ends a duty to report alone. A report that the program found
 * needs a colleague first who wrote the ground into the draft or checked it.
 */
export function isSecondPerson(actor: string, report: WorkedOn): boolean {
  const { preparedBy, changedBy, checkedBy } = report;
  const isSeen = !preparedBy.startsWith('system:') || changedBy.length > 0 || checkedBy !== null;
  return isSeen && isOtherPerson(actor, report);
}
