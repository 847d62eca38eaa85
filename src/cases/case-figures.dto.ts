import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';

const GRAPH_DEPTH_MAX = 3;

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
