import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { operationsErrors } from '../operations.errors';
import { Till } from '../till.entity';
import { Tills } from '../tills';
import type { TillView } from '../tills.dto';

/** One till by its id. */
export class GetTill extends Query<TillView> {
  constructor(
    readonly institutionId: number,
    readonly tillId: number,
  ) {
    super();
  }
}

@QueryHandler(GetTill)
export class GetTillHandler implements IQueryHandler<GetTill> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tills: Tills,
  ) {}

  /** @throws TILL_NOT_FOUND (404) */
  async execute({ institutionId, tillId }: GetTill): Promise<TillView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const till = await tx.findOneBy(Till, { institutionId, id: tillId });
      if (!till) throw operationsErrors.TILL_NOT_FOUND();
      return this.tills.view(tx, till);
    });
  }
}
