import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { Product } from '../../products/product.entity';
import type { ExtendedBalanceView } from '../accounts.dto';
import { AccruedInterest } from '../accrued-interest';
import { extendedBalanceView } from '../balance-view';
import { DepositAccount } from '../deposit-account.entity';

/** Reads the balance of an account with its parts. */
export class GetExtendedBalance extends Query<ExtendedBalanceView> {
  constructor(
    readonly institutionId: number,
    readonly accountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetExtendedBalance)
export class GetExtendedBalanceHandler implements IQueryHandler<GetExtendedBalance> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
    private readonly accruedInterest: AccruedInterest,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async execute({ institutionId, accountNumber }: GetExtendedBalance): Promise<ExtendedBalanceView> {
    const { accountId, ledgerAccountId } = await this.directory.requireDeposit(institutionId, accountNumber);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const account = await tx.findOneByOrFail(LedgerAccount, { institutionId, id: ledgerAccountId });
      const { productId } = await tx.findOneByOrFail(DepositAccount, { institutionId, id: accountId });
      const { minimumBalanceKobo } = await tx.findOneByOrFail(Product, { institutionId, id: productId });
      const accruedInterestKobo = await this.accruedInterest.totalKobo(tx, institutionId, accountId);
      return extendedBalanceView(account, { minimumBalanceKobo, accruedInterestKobo });
    });
  }
}
