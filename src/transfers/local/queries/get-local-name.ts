import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { AccountDirectory } from '../../../ledger/chart/account-directory';
import { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../../ledger/ledger.errors';
import type { LocalNameView } from '../local-transfers.dto';

/** The name and status of an account of the institution. */
export class GetLocalName extends Query<LocalNameView> {
  constructor(
    readonly institutionId: number,
    readonly accountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetLocalName)
export class GetLocalNameHandler implements IQueryHandler<GetLocalName> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), also for ledgers that API clients may not use */
  async execute({ institutionId, accountNumber }: GetLocalName): Promise<LocalNameView> {
    const found = await this.directory.require(institutionId, accountNumber);
    const account = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(LedgerAccount, { institutionId, id: found.ledgerAccountId }),
    );
    if (account.kind === 'gl' && (!account.allowApi || account.isControl)) throw ledgerErrors.ACCOUNT_NOT_FOUND();
    const isVirtualAccount = found.kind === 'virtual';
    return {
      accountName: found.virtualName ?? account.name,
      accountNumber,
      status: found.closed ? 'Closed' : account.status,
      isVirtualAccount,
      settlementAccountNumber: isVirtualAccount ? account.number : null,
      accountType: account.kind === 'gl' ? 'Ledger' : 'Customer',
      currency: 'NGN',
    };
  }
}
