import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import { MovementPlanners, type PostingPlan } from '../../ledger/movements/movement-planners';
import { restoreMovement } from '../../ledger/movements/stored-movement';
import { WatchListSearch } from '../../watch-lists/desk/watch-list-search';
import { amlErrors } from '../aml.errors';
import { AmlHold } from '../aml-hold.entity';
import type { HoldNameHitView } from '../hold-context.dto';
import { foreignNamesOf } from '../payment-names';

/** Entries of the active watch-lists that match the parties of a held movement at other institutions. */
export class ListHoldNameHits extends Query<HoldNameHitView[]> {
  constructor(
    readonly institutionId: number,
    readonly approvalId: number,
  ) {
    super();
  }
}

@QueryHandler(ListHoldNameHits)
export class ListHoldNameHitsHandler implements IQueryHandler<ListHoldNameHits> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly planners: MovementPlanners,
    private readonly searches: WatchListSearch,
  ) {}

  /** @throws AML_HOLD_NOT_FOUND (404) */
  async execute({ institutionId, approvalId }: ListHoldNameHits): Promise<HoldNameHitView[]> {
    const hold = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(AmlHold, { institutionId, approvalId }),
    );
    if (!hold) throw amlErrors.AML_HOLD_NOT_FOUND();
    const hits = await this.searches.searchAll(institutionId, await this.namesOf(hold));
    return hits.map(({ name: searchedName, list: { code: listCode, name: listName, kind }, match }) => ({
      searchedName,
      listCode,
      listName,
      kind,
      ...match,
    }));
  }

  /** A movement that can no longer be planned, such as one of a closed account, has no names. */
  private async namesOf({ institutionId, movement }: AmlHold): Promise<string[]> {
    let plan: PostingPlan;
    try {
      plan = await this.planners.require(movement.operation).plan(restoreMovement(institutionId, movement));
    } catch (error) {
      if (error instanceof AppError && error.httpStatus < 500) return [];
      throw error;
    }
    return foreignNamesOf(plan);
  }
}
