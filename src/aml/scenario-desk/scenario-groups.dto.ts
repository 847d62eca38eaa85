import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsObject, Matches, MaxLength } from 'class-validator';
import { EXAMPLE_GROUP } from './example-group';
import { CODE_MAX, CODE_MESSAGE, CODE_PATTERN } from './scenario-code';

/** Scenarios whose scores count together (docs/api/scenarios.md#groups). */
export class ScenarioGroupView {
  /** @example mule-signs */
  code!: string;

  /** @example "Review of the account" */
  publicName!: string;

  /** True for a group that ships with the program. */
  @ApiProperty({ example: false })
  isShipped!: boolean;

  /** @example true */
  active!: boolean;

  /** The members with their weights, and the thresholds. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: EXAMPLE_GROUP })
  definition!: Record<string, unknown>;

  /** Null for a shipped group that nobody has touched. */
  @ApiProperty({ type: String, nullable: true, example: '2026-11-21T10:00:00.000Z' })
  updatedAt!: string | null;
}

/** A group. */
export class ScenarioGroupBody {
  /** The members with their weights, and the thresholds (docs/domain/scenarios.md). */
  @ApiProperty({ type: 'object', additionalProperties: true, example: EXAMPLE_GROUP })
  @IsObject()
  definition!: Record<string, unknown>;

  /**
   * False ends its use.
   * @example true
   */
  @IsBoolean()
  active!: boolean;
}

/** A group in a path. */
export class ScenarioGroupPath {
  /** @example mule-signs */
  @MaxLength(CODE_MAX)
  @Matches(CODE_PATTERN, CODE_MESSAGE)
  groupCode!: string;
}
