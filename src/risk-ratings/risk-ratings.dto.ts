import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsExplanation } from '../common/text/explanation-rule';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { RISK_LEVELS, type RiskLevel } from './rate-customer';
import type { RiskChangeCause } from './risk-rating-change.entity';

/** Filters of the list of ratings. */
export class ListRiskRatingsQuery extends PagingQuery {
  /** @example high */
  @IsOptional()
  @IsIn(RISK_LEVELS)
  Level?: RiskLevel;

  /**
   * True for customers whose review is due.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  ReviewDue?: boolean;

  /**
   * True for ratings with a level that waits for a second person.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  Proposed?: boolean;
}

/** A level that staff propose instead of the model's. */
export class RiskOverrideBody {
  /** @example high */
  @IsIn(RISK_LEVELS)
  level!: RiskLevel;

  /** @example "Adverse media of 20 November 2026" */
  @IsExplanation(500)
  reason!: string;

  /**
   * The last day; the model decides again after it.
   * @example 2099-12-31
   */
  @IsCalendarDate()
  until!: string;
}

/** What the person who approves has seen, so that nobody approves a level that was proposed meanwhile. */
export class RiskApprovalBody {
  /** @example high */
  @IsOptional()
  @IsIn(RISK_LEVELS)
  level?: RiskLevel;

  /**
   * The last day, as `proposedUntil` tells it.
   * @example 2099-12-31
   */
  @IsOptional()
  @IsCalendarDate()
  until?: string;
}

/** A note on a review. */
export class RiskReviewBody {
  /** @example "Visited the shop; the turnover fits." */
  @IsExplanation(500)
  note!: string;
}

/** A reason of a rating. */
export class RiskDriverView {
  /** @example occupation */
  factor!: string;

  /**
   * Points of the score; 0 for what makes the rating high by itself.
   * @example 9
   */
  points!: number;

  /** @example "the occupation or business is not known" */
  text!: string;
}

/** The rating of a customer. */
export class RiskRatingView {
  /** @example "00000101" */
  customerID!: string | null;

  /** @example medium */
  level!: RiskLevel;

  /**
   * The level that the model gives.
   * @example medium
   */
  modelLevel!: RiskLevel;

  /**
   * 0 to 100.
   * @example 41
   */
  score!: number;

  drivers!: RiskDriverView[];

  /** @example 9f2c41d07b3a */
  modelVersion!: string;

  /** @example null */
  overrideLevel!: RiskLevel | null;

  /** @example null */
  overrideReason!: string | null;

  /** @example null */
  overrideUntil!: string | null;

  /** @example null */
  proposedLevel!: RiskLevel | null;

  /** @example null */
  proposedReason!: string | null;

  /** @example null */
  proposedBy!: string | null;

  /**
   * The last day of the level that waits for approval.
   * @example null
   */
  proposedUntil!: string | null;

  /** @example 2028-11-24 */
  reviewOn!: string;

  /** @example 2026-11-24T10:15:00.000Z */
  ratedAt!: string;
}

/** A change of a rating. */
export class RiskChangeView {
  /** @example 20417 */
  id!: number;

  /** @example null */
  fromLevel!: RiskLevel | null;

  /** @example medium */
  toLevel!: RiskLevel;

  /** @example 41 */
  score!: number;

  drivers!: RiskDriverView[];

  /** @example opening */
  cause!: RiskChangeCause;

  /** @example null */
  note!: string | null;

  /** @example 9f2c41d07b3a */
  modelVersion!: string;

  /** @example "system:risk-rating" */
  actor!: string;

  /** @example 2026-11-24T10:15:00.000Z */
  at!: string;
}

/** Paging of the changes of a rating. */
export class RiskChangesQuery extends PagingQuery {}
