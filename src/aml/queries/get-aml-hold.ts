import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { amlErrors } from '../aml.errors';
import { AmlHold } from '../aml-hold.entity';
import type { AmlHoldView } from '../aml-holds.dto';
import { holdViews } from '../hold-views';

/** One AML hold, by its approval. */
export class GetAmlHold extends Query<AmlHoldView> {
  constructor(
    readonly institutionId: number,
    readonly approvalId: number,
  ) {
    super();
  }
}

@QueryHandler(GetAmlHold)
export class GetAmlHoldHandler implements IQueryHandler<GetAmlHold> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, approvalId }: GetAmlHold): Promise<AmlHoldView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const [view] = await holdViews(tx, institutionId, await tx.findBy(AmlHold, { institutionId, approvalId }));
      if (!view) throw amlErrors.AML_HOLD_NOT_FOUND();
      return view;
    });
  }
}
