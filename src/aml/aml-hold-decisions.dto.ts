import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { BULK_DECISIONS_MAX, BULK_VERDICTS, type BulkVerdict } from '../approvals/bulk/bulk-decisions.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsExplanation } from '../common/text/explanation-rule';
import {
  DECLINE_REASONS,
  HOLD_DECISION_REASONS,
  type HoldDecisionReason,
  RELEASE_REASONS,
} from './hold-decision-reasons';

/** The note of a decision on a hold. */
export class AmlDecisionBody {
  /** @example "Confirmed with the customer by telephone." */
  @IsExplanation(500)
  note!: string;
}

/** The most repeats that a request can name. */
const REPEATS_MAX = 1_000_000;

/** The decision to release a hold. */
export class AmlReleaseBody extends AmlDecisionBody {
  /**
   * How many repeats of the hold were read, which are released with it. Where it has others by now, nothing is
   * released.
   * @example 0
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(REPEATS_MAX)
  repeats?: number;

  /**
   * `true` also ends the freezes that the hold itself made: its accounts get their earlier status back. An account
   * stays frozen when its status was changed since, or when another undecided hold freezes it.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  liftFreeze?: boolean;

  /** @example explained-by-customer */
  @IsOptional()
  @IsIn(RELEASE_REASONS)
  reasonCode?: (typeof RELEASE_REASONS)[number];
}

/** The decision to decline a hold. */
export class AmlDeclineBody extends AmlDecisionBody {
  /** @example fraud-suspected */
  @IsOptional()
  @IsIn(DECLINE_REASONS)
  reasonCode?: (typeof DECLINE_REASONS)[number];
}

/** A decision on one of several holds. */
export class AmlBulkDecisionBody extends AmlDecisionBody {
  /** @example 20417 */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  approvalId!: number;

  /** @example approve */
  @IsIn(BULK_VERDICTS)
  verdict!: BulkVerdict;

  /**
   * How many repeats of the hold were read; to release it where it has no others by now.
   * @example 0
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(REPEATS_MAX)
  repeats?: number;

  /**
   * A reason of the verdict.
   * @example explained-by-customer
   */
  @IsOptional()
  @IsIn(HOLD_DECISION_REASONS)
  reasonCode?: HoldDecisionReason;
}

/** Decisions on several holds. */
@FieldRelations({ rule: 'unique-by', field: 'decisions', key: 'approvalId' })
export class DecideAmlHoldsBody {
  /** Each hold once; at most 50. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(BULK_DECISIONS_MAX)
  @ArrayUnique(({ approvalId }: AmlBulkDecisionBody) => approvalId)
  @ValidateNested({ each: true })
  @Type(() => AmlBulkDecisionBody)
  decisions!: AmlBulkDecisionBody[];
}
