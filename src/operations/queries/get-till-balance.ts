import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { operationsErrors } from '../operations.errors';
import { Till } from '../till.entity';
import { Tills } from '../tills';
import type { TillView } from '../tills.dto';

/** One till by its account number. */
export class GetTillBalance extends Query<TillView> {
  constructor(
    readonly institutionId: number,
    readonly accountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetTillBalance)
export class GetTillBalanceHandler implements IQueryHandler<GetTillBalance> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
    private readonly tills: Tills,
  ) {}

  /** @throws TILL_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async execute({ institutionId, accountNumber }: GetTillBalance): Promise<TillView> {
    const named = await this.directory.find(institutionId, accountNumber);
    if (named?.kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    return this.unitOfWork.read(institutionId, async (tx) => {
      const till = await tx.findOneBy(Till, { institutionId, accountNumber });
      if (!till) throw operationsErrors.TILL_NOT_FOUND(`There is no till ${accountNumber}.`);
      return this.tills.view(tx, till);
    });
  }
}
