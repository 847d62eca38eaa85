import { IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { AlertView } from './alerts/alerts.dto';
import {
  CASE_PRIORITIES,
  CASE_QUEUES,
  CASE_STATUSES,
  type CaseOutcome,
  type CasePriority,
  type CaseQueue,
  type CaseStatus,
} from './aml-case.entity';
import type { CaseEventKind } from './aml-case-event.entity';
import { CaseNarrativeBody } from './case-bodies.dto';

/** The case in a path. */
export class CasePath {
  /** @example "20511" */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'caseId must be a whole number' })
  caseId!: string;
}

/** A document of the case in a path. */
export class CaseEvidencePath extends CasePath {
  /** @example "20417" */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'documentId must be a whole number' })
  documentId!: string;
}

/** Filters of the list of cases. */
export class ListCasesQuery extends PagingQuery {
  /** @example open */
  @IsOptional()
  @IsIn(CASE_STATUSES)
  Status?: CaseStatus;

  /** @example aml */
  @IsOptional()
  @IsIn(CASE_QUEUES)
  Queue?: CaseQueue;

  /** @example high */
  @IsOptional()
  @IsIn(CASE_PRIORITIES)
  Priority?: CasePriority;

  /**
   * The customer's rating when the case was opened; its levels have the names of priorities.
   * @example high
   */
  @IsOptional()
  @IsIn(CASE_PRIORITIES)
  RiskLevel?: CasePriority;

  /** @example STF004 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  Owner?: string;

  /**
   * True for cases that nobody has taken.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  Unassigned?: boolean;

  /**
   * True for cases that were not begun or not decided in time.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  Overdue?: boolean;

  /**
   * True for closed cases at which somebody has to look a second time.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  ToReview?: boolean;

  /** @example "00000101" */
  @IsOptional()
  @Matches(/^\d{8}$/, { message: 'CustomerID must be 8 digits' })
  CustomerID?: string;
}

/** A case in a list. */
export class CaseView {
  /** @example 20511 */
  id!: number;

  /** @example "00000101" */
  customerID!: string | null;

  /** @example open */
  status!: CaseStatus;

  /** @example high */
  priority!: CasePriority;

  /** @example aml */
  queue!: CaseQueue;

  /**
   * The customer's rating when the case was opened.
   * @example medium
   */
  riskLevel!: string | null;

  /** @example STF004 */
  owner!: string | null;

  /** @example 2026-11-24T18:15:00.000Z */
  touchDueAt!: string;

  /** @example 2026-11-27T10:15:00.000Z */
  decisionDueAt!: string;

  /** @example null */
  touchedAt!: string | null;

  /** @example false */
  isOverdue!: boolean;

  /** @example null */
  escalatedAt!: string | null;

  /** @example null */
  outcome!: CaseOutcome | null;

  /** @example null */
  reasonCode!: string | null;

  /** @example null */
  rationale!: string | null;

  /** @example null */
  proposedBy!: string | null;

  /** @example null */
  proposedAt!: string | null;

  /** @example null */
  closedBy!: string | null;

  /** @example null */
  closedAt!: string | null;

  /** @example false */
  isSampled!: boolean;

  /** @example null */
  reviewAgrees!: boolean | null;

  /** @example "system:cases" */
  openedBy!: string;

  /** @example 2026-11-24T10:15:00.000Z */
  createdAt!: string;
}

/** A row of the history of a case. */
export class CaseEventView {
  /** @example 20611 */
  id!: number;

  /** @example note */
  kind!: CaseEventKind;

  /** @example staff:STF004 */
  actor!: string;

  /** @example "The customer's shop exists; the turnover fits." */
  text!: string | null;

  /** @example {} */
  details!: Record<string, unknown>;

  /** @example 2026-11-24T10:15:00.000Z */
  at!: string;
}

/** A case that belongs to another one. */
export class LinkedCaseView {
  /** @example 20512 */
  caseId!: number;

  /** @example "The same device" */
  reason!: string;
}

/** A case with everything that an officer needs to decide. */
export class CaseDetailsView extends CaseView {
  narrative!: CaseNarrativeBody;

  /** The newest 200. */
  alerts!: AlertView[];

  /** The newest 200. */
  events!: CaseEventView[];

  links!: LinkedCaseView[];
}
