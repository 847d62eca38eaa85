import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Matches, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { BACKTEST_STATES, type BacktestState } from './aml-scenario-backtest.entity';
import { CODE_MAX, CODE_MESSAGE, CODE_PATTERN } from './scenario-code';

/** The longest period of a backtest. */
export const BACKTEST_DAYS_MAX = 400;

/** A version to try on history. */
export class BacktestScenarioBody {
  /**
   * Version of the scenario.
   * @example 1
   */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  version!: number;

  /**
   * Days of 24 hours before now. Movements before them fill the windows only.
   * @example 90
   */
  @IsInt()
  @Min(1)
  @Max(BACKTEST_DAYS_MAX)
  days!: number;
}

/** Paging of backtests. */
export class ListScenarioBacktestsQuery extends PagingQuery {}

/** A backtest in a path. */
export class ScenarioBacktestPath {
  /** @example pass-through */
  @MaxLength(CODE_MAX)
  @Matches(CODE_PATTERN, CODE_MESSAGE)
  scenarioCode!: string;

  /** @example 20300 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'backtestId must be a whole number' })
  backtestId!: string;
}

/** A movement that the two versions decide differently; null for nothing. */
export class ChangedDecisionView {
  /** @example PST000000020415 */
  postingReferenceNumber!: string;

  /** @example 1000000011 */
  accountNumber!: string;

  /** Action of the live version. */
  @ApiProperty({ type: String, nullable: true, example: null })
  live!: string | null;

  /** Action of the version that was tried. */
  @ApiProperty({ type: String, nullable: true, example: 'alert' })
  draft!: string | null;
}

/** A fact that movements lacked. */
export class MissingFactView {
  /** @example customer.declaredMonthlyIncomeKobo */
  fact!: string;

  /** Movements that the scenario could not judge without it. */
  @ApiProperty({ example: 120 })
  movements!: number;
}

/** Movements that both versions met, or only one of them. */
export class OverlapView {
  /** @example 3 */
  both!: number;

  /** @example 1 */
  draftOnly!: number;

  /** @example 2 */
  liveOnly!: number;
}

/** The result of a backtest of one version. */
export class BacktestResultView {
  /** The first movement that could be judged, when history begins within the period. */
  @ApiProperty({ example: '2026-10-22T10:00:00.000Z' })
  from!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  to!: string;

  /** Movements that were judged; a transfer between two accounts is two. */
  @ApiProperty({ example: 12_500 })
  movements!: number;

  /** Movements that met the version. */
  @ApiProperty({ example: 41 })
  matches!: number;

  /** Alerts, repeats of one account within a week taken as one. */
  @ApiProperty({ example: 30 })
  alerts!: number;

  /** @example 2.4 */
  alertsPerThousand!: number;

  @ApiProperty({ type: [MissingFactView] })
  notEvaluated!: MissingFactView[];

  /** Null where no version is live. */
  @ApiProperty({ type: OverlapView, nullable: true })
  overlap!: OverlapView | null;

  /** Movements that the two versions decide differently; 0 where none is live. */
  @ApiProperty({ example: 3 })
  changedDecisions!: number;

  /** The first of them, at most 100. */
  @ApiProperty({ type: [ChangedDecisionView] })
  sample!: ChangedDecisionView[];
}

/** A backtest and, when it is done, its result. */
export class ScenarioBacktestView {
  /** @example 20300 */
  id!: number;

  /** @example pass-through */
  code!: string;

  /** @example 2 */
  version!: number;

  /** The live version that it was compared with. */
  @ApiProperty({ type: Number, nullable: true, example: 1 })
  liveVersion!: number | null;

  /** @example 90 */
  days!: number;

  @ApiProperty({ enum: BACKTEST_STATES, example: 'Done' })
  state!: BacktestState;

  /** Why it failed. */
  @ApiProperty({ type: String, nullable: true, example: null })
  failure!: string | null;

  /** @example staff:ADA01 */
  requestedBy!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;

  @ApiProperty({ type: String, nullable: true, example: '2026-11-21T10:00:05.000Z' })
  finishedAt!: string | null;

  @ApiProperty({ type: BacktestResultView, nullable: true })
  result!: BacktestResultView | null;
}
