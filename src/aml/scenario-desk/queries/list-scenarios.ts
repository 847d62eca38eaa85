import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { pagingOf } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf } from '../../../common/http/paging';
import { ScenarioVersions } from '../scenario-versions';
import { scenarioView } from '../scenario-views';
import type { ListScenariosQuery, ScenarioView } from '../scenarios.dto';

/** The institution's scenarios, by code. */
export class ListScenarios extends Query<Page<ScenarioView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListScenariosQuery,
  ) {
    super();
  }
}

@QueryHandler(ListScenarios)
export class ListScenariosHandler implements IQueryHandler<ListScenarios> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly versions: ScenarioVersions,
  ) {}

  async execute({ institutionId, filters }: ListScenarios): Promise<Page<ScenarioView>> {
    const scenarios = await this.unitOfWork.read(institutionId, (tx) => this.versions.list(tx, institutionId));
    const views = scenarios.map(scenarioView).filter((view) => isIn(view, filters.State));
    if (filters.Direction === 'Desc') views.reverse();
    const first = (filters.PageNumber - 1) * filters.PageSize;
    return pageOf(views.slice(first, first + filters.PageSize), views.length, pagingOf(filters));
  }
}

function isIn(view: ScenarioView, state: ListScenariosQuery['State']): boolean {
  return state === undefined || view[`${state}Version`] !== null;
}
