import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { AccountDirectory } from '../../../ledger/chart/account-directory';
import { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';
import { accountLimitView } from '../account-limit-view';
import type { AccountLimitView } from '../limits.dto';
import { readLimitDay } from '../read-limit-day';

/** Reads the limits of an account and their use. */
export class GetAccountLimit extends Query<AccountLimitView> {
  constructor(
    readonly institutionId: number,
    readonly accountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetAccountLimit)
export class GetAccountLimitHandler implements IQueryHandler<GetAccountLimit> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async execute({ institutionId, accountNumber }: GetAccountLimit): Promise<AccountLimitView> {
    const { ledgerAccountId } = await this.directory.requireDeposit(institutionId, accountNumber);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const account = await tx.findOneByOrFail(LedgerAccount, { institutionId, id: ledgerAccountId });
      return accountLimitView(account, await readLimitDay(tx, institutionId));
    });
  }
}
