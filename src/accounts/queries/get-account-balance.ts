import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import type { BalanceView } from '../accounts.dto';
import { balanceView } from '../balance-view';

/** Reads the balance of a deposit account. */
export class GetAccountBalance extends Query<BalanceView> {
  constructor(
    readonly institutionId: number,
    readonly accountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetAccountBalance)
export class GetAccountBalanceHandler implements IQueryHandler<GetAccountBalance> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async execute({ institutionId, accountNumber }: GetAccountBalance): Promise<BalanceView> {
    const { ledgerAccountId } = await this.directory.requireDeposit(institutionId, accountNumber);
    const account = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(LedgerAccount, { institutionId, id: ledgerAccountId }),
    );
    return balanceView(account);
  }
}
