import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Placement } from '../placement.entity';
import { Placements } from '../placements';
import type { PlacementView } from '../placements.dto';
import { placementsErrors } from '../placements.errors';

/** Reads one placement. */
export class GetPlacement extends Query<PlacementView> {
  constructor(
    readonly institutionId: number,
    readonly placementId: number,
  ) {
    super();
  }
}

@QueryHandler(GetPlacement)
export class GetPlacementHandler implements IQueryHandler<GetPlacement> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly placements: Placements,
  ) {}

  async execute({ institutionId, placementId }: GetPlacement): Promise<PlacementView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const placement = await tx.findOneBy(Placement, { institutionId, id: placementId });
      if (!placement) throw placementsErrors.PLACEMENT_NOT_FOUND();
      return this.placements.view(placement, await this.placements.businessDate(tx, institutionId));
    });
  }
}
