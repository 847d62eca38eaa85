import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { APPROVAL_STATUSES, type ApprovalStatus } from '../approval.entity';

export const BULK_VERDICTS = ['approve', 'decline'] as const;
export type BulkVerdict = (typeof BULK_VERDICTS)[number];

/** The most decisions of one request. */
export const BULK_DECISIONS_MAX = 50;

/** A decision on one of several approvals. */
export class BulkDecisionBody {
  /** @example 20417 */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  approvalId!: number;

  /** @example approve */
  @IsIn(BULK_VERDICTS)
  verdict!: BulkVerdict;

  /**
   * Required to decline.
   * @example "Checked against the mandate."
   */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  note?: string;
}

/** Decisions on several approvals. */
@FieldRelations({ rule: 'unique-by', field: 'decisions', key: 'approvalId' })
export class DecideApprovalsBody {
  /** Each approval once; at most 50. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(BULK_DECISIONS_MAX)
  @ArrayUnique(({ approvalId }: BulkDecisionBody) => approvalId)
  @ValidateNested({ each: true })
  @Type(() => BulkDecisionBody)
  decisions!: BulkDecisionBody[];
}

/** The result of one decision. */
export class BulkDecisionResultView {
  /** @example 20417 */
  approvalId!: number;

  /** @example true */
  ok!: boolean;

  /**
   * Why it was refused, as for a decision by itself; null when it was taken.
   * @example APPROVAL_ALREADY_DECIDED
   */
  statusCode!: string | null;

  /** @example Successful */
  message!: string;

  /** Status after the decision; null when it was refused. */
  @ApiProperty({ enum: APPROVAL_STATUSES, nullable: true, example: 'Approved' })
  status!: ApprovalStatus | null;
}

/** The results of the decisions, in the order of the request. */
export class BulkDecisionsView {
  /** @example 1 */
  decided!: number;

  /** @example 0 */
  refused!: number;

  results!: BulkDecisionResultView[];
}
