import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsObject, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { PageQuery } from '../../common/http/paging.dto';
import { SCENARIO_SPEEDS, type ScenarioSpeed } from '../scenarios/scenario';
import { SCENARIO_STATES, type ScenarioState } from './aml-scenario-version.entity';
import { EXAMPLE_CHANGE, EXAMPLE_DEFINITION } from './example-definition';
import { CODE_MAX, CODE_MESSAGE, CODE_PATTERN } from './scenario-code';

/** A version of a scenario, without its definition. */
export class ScenarioVersionView {
  /** @example 1 */
  version!: number;

  @ApiProperty({ enum: SCENARIO_STATES, example: 'draft' })
  state!: ScenarioState;

  /** @example "Unusual activity" */
  publicName!: string;

  /** @example staff:ADA01 */
  createdBy!: string;

  /** Null for a shipped scenario that nobody has touched. */
  @ApiProperty({ type: String, nullable: true, example: '2026-11-21T10:00:00.000Z' })
  createdAt!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  shadowSince!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  liveSince!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  endedAt!: string | null;
}

/** A scenario in the list. */
export class ScenarioView {
  /** @example pass-through */
  code!: string;

  /** @example "Pass-through of money" */
  title!: string;

  /** @example "Most of the inflow of a day leaves again within hours." */
  description!: string;

  /**
   * The only name that outsiders see, in the reason of a hold.
   * @example "Account activity review"
   */
  publicName!: string;

  /** True for a scenario that ships with the program. */
  @ApiProperty({ example: true })
  isShipped!: boolean;

  /** `lock` is decided with the posting and may hold it; `behind` sees it seconds later. */
  @ApiProperty({ enum: SCENARIO_SPEEDS, example: 'lock' })
  speed!: ScenarioSpeed;

  /** @example alert */
  action!: string;

  /** Version in the state; null for none. */
  @ApiProperty({ type: Number, nullable: true, example: 1 })
  draftVersion!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: null })
  shadowVersion!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: null })
  liveVersion!: number | null;
}

/** A version with its definition. */
export class DefinedScenarioVersionView extends ScenarioVersionView {
  @ApiProperty({ type: 'object', additionalProperties: true, example: EXAMPLE_DEFINITION })
  definition!: Record<string, unknown>;
}

/** A scenario with its versions. */
export class ScenarioDetailView extends ScenarioView {
  /** The definition that ships with the program; null for a scenario of the institution. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: EXAMPLE_DEFINITION })
  shippedDefinition!: Record<string, unknown> | null;

  /** The newest first, at most 50. */
  @ApiProperty({ type: [DefinedScenarioVersionView] })
  versions!: DefinedScenarioVersionView[];

  /**
   * Changes with the draft of the scenario; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
}

/** Filters of the list of scenarios. */
export class ListScenariosQuery extends PageQuery {
  /** Scenarios with a version in this state. */
  @IsOptional()
  @IsIn(['draft', 'shadow', 'live'])
  @ApiProperty({ required: false, enum: ['draft', 'shadow', 'live'], example: 'draft' })
  State?: 'draft' | 'shadow' | 'live';
}

/** The definition of a scenario (docs/domain/scenarios.md). */
export class ScenarioBody {
  @ApiProperty({ type: 'object', additionalProperties: true, example: EXAMPLE_CHANGE })
  @IsObject()
  definition!: Record<string, unknown>;
}

/** A new scenario of the institution. */
export class CreateScenarioBody {
  /**
   * Lower-case words with hyphens, at most 60 characters; the same as the code in the definition.
   * @example evening-round-amounts
   */
  @MaxLength(CODE_MAX)
  @Matches(CODE_PATTERN, CODE_MESSAGE)
  code!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: EXAMPLE_DEFINITION })
  @IsObject()
  definition!: Record<string, unknown>;
}

/** The version of a scenario that is to go live. */
export class ScenarioVersionBody {
  /**
   * A draft or the shadow.
   * @example 1
   */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  version!: number;
}

/** A scenario in a path. */
export class ScenarioPath {
  /** @example pass-through */
  @MaxLength(CODE_MAX)
  @Matches(CODE_PATTERN, CODE_MESSAGE)
  scenarioCode!: string;
}

/** A problem of a definition. */
export class ScenarioProblemView {
  /**
   * The field, and within an expression the character.
   * @example conditions[0].when:14
   */
  position!: string;

  /** @example "There is no fact movement.amount." */
  reason!: string;
}

/** The result of a check. */
export class ScenarioCheckView {
  /** @example true */
  isValid!: boolean;

  /** @example [] */
  @ApiProperty({ type: [ScenarioProblemView] })
  problems!: ScenarioProblemView[];

  /**
   * Facts that no operation carries yet and without which the scenario is not evaluated.
   * @example []
   */
  missingFacts!: string[];
}
