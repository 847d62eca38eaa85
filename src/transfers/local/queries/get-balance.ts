import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { AccountDirectory } from '../../../ledger/chart/account-directory';
import { availableBalanceKobo, ledgerBalanceKobo } from '../../../ledger/engine/available-balance';
import { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';
import type { BalanceEnquiryView } from '../local-transfers.dto';

/** The available balance and the ledger balance of a customer account. */
export class GetBalance extends Query<BalanceEnquiryView> {
  constructor(
    readonly institutionId: number,
    readonly accountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetBalance)
export class GetBalanceHandler implements IQueryHandler<GetBalance> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async execute({ institutionId, accountNumber }: GetBalance): Promise<BalanceEnquiryView> {
    const { ledgerAccountId } = await this.directory.requireDeposit(institutionId, accountNumber);
    const account = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(LedgerAccount, { institutionId, id: ledgerAccountId }),
    );
    return {
      accountNumber,
      accountName: account.name,
      availableBalance: koboToNaira(availableBalanceKobo(account)),
      ledgerBalance: koboToNaira(ledgerBalanceKobo(account)),
      currency: 'NGN',
    };
  }
}
