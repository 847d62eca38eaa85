import type { ReportStatus } from './nfiu-report.entity';
import type { ConductorBody } from './nfiu-reports.dto';
import type { DeadlineBasis } from './report-due-times';
import type { ReportKind } from './report-facts';

/** Something that a report lacks. */
export class FindingView {
  /** @example "transaction[1].t_to_my_client.to_account.signatory[1].t_person.occupation" */
  path!: string;

  /**
   * Whose data it is.
   * @example "customer 00000101"
   */
  subject!: string | null;

  /** @example "is missing; record it and check the report again." */
  message!: string;
}

/** A time by which a report is due, by one reading of the duty. */
export class ReportDeadlineView {
  /**
   * The event from which the time counts.
   * @example suspicion
   */
  basis!: DeadlineBasis;

  /** @example 2026-11-25T10:15:00.000Z */
  dueAt!: string;

  /**
   * True for the time that raises the alarm, `dueAt` of the report.
   * @example true
   */
  isAlarm!: boolean;

  /**
   * True where the time passed before the report was filed.
   * @example false
   */
  isLapsed!: boolean;
}

/** A report to the NFIU. Nothing of it may be told to the customer. */
export class NfiuReportView {
  /** @example 20417 */
  id!: number;

  /** @example STR-20261124-20417 */
  number!: string;

  /** @example STR */
  kind!: ReportKind;

  /** @example draft */
  status!: ReportStatus;

  /** @example "4.5" */
  layout!: string;

  /** @example "00000101" */
  customerID!: string | null;

  /** @example 20511 */
  caseId!: number | null;

  /** @example null */
  businessDate!: string | null;

  /** @example ["PST000000020417"] */
  postings!: string[];

  /**
   * Naira of all transactions.
   * @example 9800000
   */
  total!: number;

  /** @example "Eleven transfers just below the threshold within two days, without a known business." */
  reason!: string | null;

  /** @example "The account is frozen; the customer was not told." */
  action!: string | null;

  /** @example ["MA15"] */
  indicators!: string[];

  conductors!: ConductorBody[];

  /** @example null */
  fiuReference!: string | null;

  findings!: FindingView[];

  /**
   * When the institution came to suspect; null for a CTR.
   * @example 2026-11-24T08:40:00.000Z
   */
  suspectedAt!: string | null;

  /**
   * The time that raises the alarm.
   * @example 2026-11-25T08:40:00.000Z
   */
  dueAt!: string;

  /** All due times, the earliest first. */
  deadlines!: ReportDeadlineView[];

  /** @example false */
  isOverdue!: boolean;

  /** @example staff:STF004 */
  preparedBy!: string;

  /**
   * Who changed the draft. They do not approve it.
   * @example ["staff:STF006"]
   */
  changedBy!: string[];

  /** @example 2026-11-24T10:15:00.000Z */
  createdAt!: string;

  /** @example staff:STF004 */
  checkedBy!: string | null;

  /** @example 2026-11-24T10:20:00.000Z */
  checkedAt!: string | null;

  /** @example staff:STF005 */
  approvedBy!: string | null;

  /** @example 2026-11-24T10:30:00.000Z */
  approvedAt!: string | null;

  /**
   * SHA-256 of the approved file.
   * @example null
   */
  xmlSha256!: string | null;

  /** @example null */
  exportedAt!: string | null;

  /** @example null */
  filingReceipt!: string | null;

  /** @example null */
  submittedAt!: string | null;

  /** @example null */
  outcomeNote!: string | null;

  /** @example null */
  outcomeAt!: string | null;
}
