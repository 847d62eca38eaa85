import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { CODE_MESSAGE } from './scenario-code';

/** Filters of verdicts. */
export class ListScenarioVerdictsQuery extends PagingQuery {
  /**
   * A posting, also one that AML held.
   * @example PST000000020415
   */
  @IsOptional()
  @IsString()
  @Matches(/^PST\d{12,16}$/, { message: 'PostingReferenceNumber must be PST and at least twelve digits' })
  PostingReferenceNumber?: string;

  /**
   * A scenario, or `group:` and the code of a group.
   * @example pass-through
   */
  @IsOptional()
  @MaxLength(66)
  @Matches(/^(?:group:)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, CODE_MESSAGE)
  ScenarioCode?: string;

  /** Verdicts of the live or of the shadow version. */
  @IsOptional()
  @IsIn(['live', 'shadow'])
  @ApiProperty({ required: false, enum: ['live', 'shadow'], example: 'live' })
  Mode?: 'live' | 'shadow';
}

/** The part of one condition in the score. */
export class VerdictContributionView {
  /** @example "₦300,000.00 came in within 24 hours, at least ₦200,000.00." */
  text!: string;

  /** @example true */
  met!: boolean;

  /** @example 30 */
  points!: number;
}

/** A scenario that a movement met. */
export class ScenarioVerdictView {
  /** @example 20300 */
  id!: number;

  /** @example PST000000020415 */
  postingReferenceNumber!: string;

  /** @example 1000000011 */
  accountNumber!: string;

  /** @example pass-through */
  code!: string;

  /** 0 for a group. */
  @ApiProperty({ example: 1 })
  version!: number;

  @ApiProperty({ enum: ['live', 'shadow'], example: 'live' })
  mode!: 'live' | 'shadow';

  /** @example hold */
  action!: string;

  /** @example 70 */
  score!: number;

  /** The facts that the scenario read; amounts in kobo. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { 'window.inflowKobo24h': 30000000, 'window.outflowKobo24h': 28000000 },
  })
  values!: Record<string, unknown>;

  @ApiProperty({ type: [VerdictContributionView] })
  contributions!: VerdictContributionView[];

  /** @example 2026-11-21T10:00:00.000Z */
  at!: string;
}

/** A rebuild that has begun. */
export class WindowRebuildView {
  /** @example 20300 */
  jobId!: number;
}
