import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { FixedDeposit } from '../fixed-deposit.entity';
import { fixedDepositView } from '../fixed-deposit-view';
import type { FixedDepositView } from '../fixed-deposit-views.dto';
import { FixedDeposits } from '../fixed-deposits';
import { fixedDepositsErrors } from '../fixed-deposits.errors';

/** One term of a fixed deposit. */
export class GetFixedDeposit extends Query<FixedDepositView> {
  constructor(
    readonly institutionId: number,
    readonly depositId: number,
  ) {
    super();
  }
}

@QueryHandler(GetFixedDeposit)
export class GetFixedDepositHandler implements IQueryHandler<GetFixedDeposit> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly deposits: FixedDeposits,
  ) {}

  /** @throws FIXED_DEPOSIT_NOT_FOUND (404) */
  execute({ institutionId, depositId }: GetFixedDeposit): Promise<FixedDepositView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const deposit = await tx.findOneBy(FixedDeposit, { institutionId, id: depositId });
      if (!deposit) throw fixedDepositsErrors.FIXED_DEPOSIT_NOT_FOUND();
      return fixedDepositView(deposit, await this.deposits.partsOfOne(tx, deposit));
    });
  }
}
