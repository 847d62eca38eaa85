import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { cappedCount, pagingOf, QueryKeyset } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf } from '../../../common/http/paging';
import type { PagingQuery } from '../../../common/http/paging.dto';
import { AmlScenarioBacktest } from '../aml-scenario-backtest.entity';
import { backtestViews } from '../backtest-views';
import type { ScenarioBacktestView } from '../scenario-backtests.dto';
import { ScenarioVersions } from '../scenario-versions';

/** The backtests of one scenario, the newest first. */
export class ListScenarioBacktests extends Query<Page<ScenarioBacktestView>> {
  constructor(
    readonly institutionId: number,
    readonly code: string,
    readonly paging: PagingQuery,
  ) {
    super();
  }
}

@QueryHandler(ListScenarioBacktests)
export class ListScenarioBacktestsHandler implements IQueryHandler<ListScenarioBacktests> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly versions: ScenarioVersions,
  ) {}

  /** @throws SCENARIO_NOT_FOUND (404) */
  async execute({ institutionId, code, paging }: ListScenarioBacktests): Promise<Page<ScenarioBacktestView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      await this.versions.require(tx, institutionId, code);
      const query = tx
        .createQueryBuilder(AmlScenarioBacktest, 'backtest')
        .where('backtest.institution_id = :institutionId AND backtest.code = :code', { institutionId, code })
        .orderBy('backtest.id', paging.Direction === 'Asc' ? 'ASC' : 'DESC');
      const keyset = new QueryKeyset(query, paging);
      const { rows, nextAfter } = keyset.cut(await keyset.page().getMany());
      const views = await backtestViews(tx, institutionId, rows);
      return pageOf(views, await cappedCount(tx, query), pagingOf(paging), nextAfter);
    });
  }
}
