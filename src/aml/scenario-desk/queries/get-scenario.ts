import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { ScenarioVersions } from '../scenario-versions';
import { scenarioDetailView } from '../scenario-views';
import type { ScenarioDetailView } from '../scenarios.dto';

/** One scenario with its versions. */
export class GetScenario extends Query<ScenarioDetailView> {
  constructor(
    readonly institutionId: number,
    readonly code: string,
  ) {
    super();
  }
}

@QueryHandler(GetScenario)
export class GetScenarioHandler implements IQueryHandler<GetScenario> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly versions: ScenarioVersions,
  ) {}

  /** @throws SCENARIO_NOT_FOUND (404) */
  execute({ institutionId, code }: GetScenario): Promise<ScenarioDetailView> {
    return this.unitOfWork.read(institutionId, async (tx) =>
      scenarioDetailView(await this.versions.require(tx, institutionId, code)),
    );
  }
}
