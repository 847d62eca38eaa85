import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { pagingOf } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf } from '../../../common/http/paging';
import type { PageQuery } from '../../../common/http/paging.dto';
import { ScenarioGroups } from '../scenario-groups';
import type { ScenarioGroupView } from '../scenario-groups.dto';

/** The institution's groups of scenarios, by code. */
export class ListScenarioGroups extends Query<Page<ScenarioGroupView>> {
  constructor(
    readonly institutionId: number,
    readonly paging: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListScenarioGroups)
export class ListScenarioGroupsHandler implements IQueryHandler<ListScenarioGroups> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly groups: ScenarioGroups,
  ) {}

  async execute({ institutionId, paging }: ListScenarioGroups): Promise<Page<ScenarioGroupView>> {
    const all = await this.unitOfWork.read(institutionId, (tx) => this.groups.list(tx, institutionId));
    if (paging.Direction === 'Desc') all.reverse();
    const first = (paging.PageNumber - 1) * paging.PageSize;
    return pageOf(all.slice(first, first + paging.PageSize), all.length, pagingOf(paging));
  }
}
