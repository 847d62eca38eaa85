import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsExplanation } from '../../common/text/explanation-rule';
import {
  ALERT_SOURCES,
  ALERT_STATUSES,
  type AlertSource,
  type AlertStatus,
  type AlertSubject,
} from './aml-alert.entity';

const CLOSED_TOGETHER_MAX = 50;
export const ALERT_CLOSE_REASONS = ['known-business', 'data-error', 'rule-too-wide', 'duplicate', 'no-risk'] as const;

/** The alert in a path. */
export class AlertPath {
  /** @example "20417" */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'alertId must be a whole number' })
  alertId!: string;
}

/** Filters of the list of alerts. */
export class ListAlertsQuery extends PagingQuery {
  /** @example new */
  @IsOptional()
  @IsIn(ALERT_STATUSES)
  Status?: AlertStatus;

  /** @example hold */
  @IsOptional()
  @IsIn(ALERT_SOURCES)
  Source?: AlertSource;

  /** @example "20300" */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  SourceID?: string;

  /** @example "00000101" */
  @IsOptional()
  @Matches(/^\d{8}$/, { message: 'CustomerID must be 8 digits' })
  CustomerID?: string;

  /** @example 50 */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(100)
  MinScore?: number;

  /**
   * True for closed alerts at which somebody has to look a second time.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  ToReview?: boolean;
}

/** Alerts of one source and version that need no case. */
export class CloseAlertsBody {
  /**
   * At most 50.
   * @example [20417]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(CLOSED_TOGETHER_MAX)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(Number.MAX_SAFE_INTEGER, { each: true })
  alertIds!: number[];

  /** @example known-business */
  @IsIn(ALERT_CLOSE_REASONS)
  reasonCode!: (typeof ALERT_CLOSE_REASONS)[number];

  /** @example "School fees of the term; the payers are parents." */
  @IsExplanation(500)
  note!: string;
}

/** A second look at a closed alert. */
export class ReviewAlertBody {
  /**
   * False opens the alert again.
   * @example true
   */
  @IsBoolean()
  agrees!: boolean;
}

/** A reason of an alert. */
export class AlertReasonView {
  /** @example "12 senders in 24 hours" */
  text!: string;

  /**
   * Its part of the score.
   * @example 30
   */
  contribution?: number;
}

/** An alert. */
export class AlertView {
  /** @example 20417 */
  id!: number;

  /** @example account */
  subjectType!: AlertSubject;

  /** @example "00000101" */
  customerID!: string | null;

  /** @example hold */
  source!: AlertSource;

  /** @example "20300" */
  sourceId!: string;

  /** @example null */
  sourceVersion!: string | null;

  /** @example "Large outflow" */
  publicName!: string;

  /** @example 60 */
  score!: number;

  reasons!: AlertReasonView[];

  /** @example {} */
  facts!: Record<string, unknown>;

  /** @example ["PST000000020417"] */
  postings!: string[];

  /** @example linked */
  status!: AlertStatus;

  /** @example 20511 */
  caseId!: number | null;

  /** @example null */
  closedBy!: string | null;

  /** @example null */
  closeReason!: string | null;

  /** @example null */
  closeNote!: string | null;

  /** @example false */
  isSampled!: boolean;

  /** @example null */
  reviewAgrees!: boolean | null;

  /** @example 2026-11-24T10:15:00.000Z */
  createdAt!: string;
}

/** How many alerts were closed. */
export class ClosedAlertsView {
  /** @example 1 */
  closed!: number;

  /**
   * The alerts at which somebody else has to look a second time.
   * @example [20417]
   */
  sampled!: number[];
}
