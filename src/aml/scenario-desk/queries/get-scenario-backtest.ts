import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { AmlScenarioBacktest } from '../aml-scenario-backtest.entity';
import { backtestViews } from '../backtest-views';
import { scenarioErrors } from '../scenario.errors';
import type { ScenarioBacktestView } from '../scenario-backtests.dto';
import { ScenarioVersions } from '../scenario-versions';

/** One backtest of a scenario. */
export class GetScenarioBacktest extends Query<ScenarioBacktestView> {
  constructor(
    readonly institutionId: number,
    readonly code: string,
    readonly backtestId: number,
  ) {
    super();
  }
}

@QueryHandler(GetScenarioBacktest)
export class GetScenarioBacktestHandler implements IQueryHandler<GetScenarioBacktest> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly versions: ScenarioVersions,
  ) {}

  /** @throws SCENARIO_NOT_FOUND, SCENARIO_BACKTEST_NOT_FOUND (404) */
  execute({ institutionId, code, backtestId: id }: GetScenarioBacktest): Promise<ScenarioBacktestView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      await this.versions.require(tx, institutionId, code);
      const found = await tx.findBy(AmlScenarioBacktest, { institutionId, code, id });
      const [view] = await backtestViews(tx, institutionId, found);
      if (!view) throw scenarioErrors.SCENARIO_BACKTEST_NOT_FOUND();
      return view;
    });
  }
}
