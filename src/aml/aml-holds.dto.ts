import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { WorkFiltersQuery } from '../approvals/work/work-filters.dto';
import { PagingQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { HOLD_STATUSES, type HoldStatusName } from './aml-hold.entity';
import { RULE_DIRECTIONS, type RuleDirection } from './aml-rule.entity';
import { HOLD_DECISION_REASONS, type HoldDecisionReason } from './hold-decision-reasons';
import type { ScreeningState } from './screening-state';

/** A period of calendar days in the institution's time zone, both ends included. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class PeriodQuery extends PagingQuery {
  /** @example 2026-11-01 */
  @IsOptional()
  @IsCalendarDate()
  StartDate?: string;

  /** @example 2026-11-30 */
  @IsOptional()
  @IsCalendarDate()
  EndDate?: string;
}

export const HOLD_SORT_COLUMNS = ['id', 'heldAt', 'amount'] as const;

/** Filters of the list of holds. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class ListAmlHoldsQuery extends IntersectionType(PeriodQuery, WorkFiltersQuery) {
  /**
   * The repeats of the hold with this `approvalId`. Without it and without a reference, repeats are left out.
   * @example 20417
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  RepeatOf?: number;

  /** @example Held */
  @IsOptional()
  @IsIn(HOLD_STATUSES)
  Status?: HoldStatusName;

  /**
   * Business reference of the held transaction.
   * @example TRF-1
   */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  ReferenceNumber?: string;

  /**
   * The account that met the rule.
   * @example 1000000011
   */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AccountNumber?: string;

  /**
   * The rule that stopped it.
   * @example 20300
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  RuleID?: number;

  /** @example outflow */
  @IsOptional()
  @IsIn(RULE_DIRECTIONS)
  MovementDirection?: RuleDirection;

  /**
   * Method and route of the held request.
   * @example "POST /api/transfer/v1/localfundtransfer"
   */
  @IsOptional()
  @IsString()
  @MaxLength(120)
  Endpoint?: string;

  /**
   * The customer whose account met the rule.
   * @example 00000010
   */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  CustomerID?: string;

  /** Column by which the rows are sorted; `id` means `heldAt`. */
  @IsOptional()
  @IsIn(HOLD_SORT_COLUMNS)
  override SortColumn: (typeof HOLD_SORT_COLUMNS)[number] = 'heldAt';
}

/** A movement that AML stopped, for the staff who review it. */
export class AmlHoldView {
  /** @example 20416 */
  id!: number;

  /** @example 20417 */
  approvalId!: number;

  /**
   * The `approvalId` of the hold that this one repeats and is decided with.
   * @example null
   */
  @ApiProperty({ type: Number, nullable: true, example: null })
  repeatOf!: number | null;

  /**
   * Holds that repeat this one; the decision on it is the decision on them.
   * @example 0
   */
  repeats!: number;

  /** @example Held */
  status!: HoldStatusName;

  /** @example TRF-1 */
  referenceNumber!: string;

  /** @example PST000000020415 */
  postingReferenceNumber!: string;

  /** @example "POST /api/transfer/v1/localfundtransfer" */
  endpoint!: string;

  /**
   * The maker: `api-client:ID` or `staff:ID`.
   * @example api-client:demo-client
   */
  initiatedBy!: string;

  /** @example 20300 */
  ruleID!: number;

  /** @example "Large outflow" */
  ruleName!: string;

  /** @example outflow */
  direction!: RuleDirection;

  /**
   * The account that met the rule.
   * @example 1000000011
   */
  accountNumber!: string;

  /**
   * Naira.
   * @example 600000
   */
  amount!: number;

  /**
   * Sum of the account's completed movements in the previous 24 hours, in Naira.
   * @example 500000
   */
  windowAmount!: number;

  /**
   * Naira.
   * @example 1000000
   */
  threshold!: number;

  /**
   * @example "Rule \"Large outflow\": an outflow of ₦600,000.00, together with the account's previous 24 hours, reaches
   * the threshold of ₦1,000,000.00."
   */
  reason!: string;

  /** @example ["1000000011"] */
  sourceAccounts!: string[];

  /** @example ["1000000028"] */
  destinationAccounts!: string[];

  /**
   * Body of the request.
   * @example {}
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  payload!: object;

  /**
   * `client` when the release waits for the client's retry, `system` when it executes the movement.
   * @example client
   */
  resumesBy!: 'client' | 'system';

  /** @example 2026-11-21T10:00:00.000Z */
  heldAt!: string;

  /** @example staff:ST0002 */
  decidedBy!: string | null;

  /** @example 2026-11-21T10:15:00.000Z */
  decidedAt!: string | null;

  /** @example "Confirmed with the customer by telephone." */
  note!: string | null;

  /** @example explained-by-customer */
  @ApiProperty({ enum: HOLD_DECISION_REASONS, nullable: true })
  reasonCode!: HoldDecisionReason | null;

  /**
   * Time at which the release was used.
   * @example 2026-11-21T10:20:00.000Z
   */
  usedAt!: string | null;

  /**
   * Request reference of the retry that used the release.
   * @example REF-20261121-0002
   */
  executedRequestReference!: string | null;

  /** The accounts that the hold froze; the release can end these freezes. */
  frozenAccounts!: FrozenAccountView[];

  /**
   * Who withdrew the release, or `system:aml` when it expired.
   * @example staff:ST0002
   */
  endedBy!: string | null;

  /** @example 2026-11-21T10:20:00.000Z */
  endedAt!: string | null;

  /** @example "The customer took the order back." */
  endNote!: string | null;

  /**
   * `Held`, `Released`, `Declined`, `Withdrawn`, `Expired`, `PendingApproval`, `Executed` or `Failed`.
   * @example Held
   */
  currentStatus!: ScreeningState;

  /**
   * Time by which it should be decided; null for holds of earlier versions.
   * @example 2026-11-22T10:00:00.000Z
   */
  dueAt!: string | null;

  /**
   * True when it is undecided and its due time has passed.
   * @example false
   */
  isOverdue!: boolean;

  /**
   * Time at which it was found overdue and mailed to who supervises.
   * @example 2026-11-22T10:01:00.000Z
   */
  escalatedAt!: string | null;

  /**
   * The member of staff who is to decide it.
   * @example STF004
   */
  assignee!: string | null;
}

/** An account that the rule of a hold froze. */
export class FrozenAccountView {
  /** @example 1000000011 */
  accountNumber!: string;

  /** `true` once the release has ended the freeze.
   * @example false */
  freezeLifted!: boolean;
}
