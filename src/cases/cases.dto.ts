import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';
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

const GRAPH_DEPTH_MAX = 3;

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

/** The bounds of the graph. */
export class CaseGraphQuery {
  /**
   * Steps from the customer, 1 to 3.
   * @example 2
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(GRAPH_DEPTH_MAX)
  Depth?: number;
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

/** An account in a graph. */
export class GraphNodeView {
  /** @example 10061 */
  id!: number;

  /** @example "1000000011" */
  accountNumber!: string;

  /** @example "Ada Okafor" */
  name!: string;

  /**
   * True for a ledger of the institution, which is not followed further.
   * @example false
   */
  isLedger!: boolean;

  /**
   * Steps from the customer of the case.
   * @example 1
   */
  distance!: number;
}

/** Money between two accounts of a graph. */
export class GraphEdgeView {
  /** @example 10061 */
  from!: number;

  /** @example 10077 */
  to!: number;

  /** @example 3 */
  count!: number;

  /**
   * Naira.
   * @example 450000
   */
  total!: number;
}

/** The counterparties of a customer, step by step. */
export class CaseGraphView {
  nodes!: GraphNodeView[];

  edges!: GraphEdgeView[];

  /**
   * True where the graph has reached its 100 accounts and may go on.
   * @example false
   */
  isCut!: boolean;
}

/** The period of a summary. */
@FieldRelations({ rule: 'not-before', field: 'To', other: 'From' })
export class CaseSummaryQuery {
  /** @example 2026-11-01 */
  @IsCalendarDate()
  From!: string;

  /** @example 2026-11-30 */
  @IsCalendarDate()
  To!: string;
}

/** A number with its name. */
export class CaseCountView {
  /** @example false-positive */
  name!: string;

  /** @example 12 */
  count!: number;
}

/** Volume, ageing and outcome of cases. */
export class CaseSummaryView {
  /** Cases opened in the period. */
  opened!: number;

  /** Cases closed in the period. */
  closed!: number;

  outcomes!: CaseCountView[];

  /** Cases that are not closed, by their age in days: up to 1, up to 3, up to 7, more. */
  ageing!: CaseCountView[];

  /** Median hours from opening to closing of the cases closed in the period; null without any. */
  medianHoursToClose!: number | null;

  /** Second looks in the period, and those that disagree. */
  reviewed!: number;

  disagreed!: number;
}
