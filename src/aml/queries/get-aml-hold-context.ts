import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { amlErrors } from '../aml.errors';
import { AmlHold } from '../aml-hold.entity';
import { holdContext } from '../hold-context';
import type { HoldContextView } from '../hold-context.dto';

/** Parties, other holds and movements beside one AML hold. */
export class GetAmlHoldContext extends Query<HoldContextView> {
  constructor(
    readonly institutionId: number,
    readonly approvalId: number,
  ) {
    super();
  }
}

@QueryHandler(GetAmlHoldContext)
export class GetAmlHoldContextHandler implements IQueryHandler<GetAmlHoldContext> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws AML_HOLD_NOT_FOUND (404) */
  execute({ institutionId, approvalId }: GetAmlHoldContext): Promise<HoldContextView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const hold = await tx.findOneBy(AmlHold, { institutionId, approvalId });
      if (!hold) throw amlErrors.AML_HOLD_NOT_FOUND();
      return holdContext(tx, hold);
    });
  }
}
