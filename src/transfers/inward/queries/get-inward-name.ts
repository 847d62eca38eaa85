import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { AccountDirectory } from '../../../ledger/chart/account-directory';
import { mayPost } from '../../../ledger/engine/account-status';
import { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../../ledger/ledger.errors';
import type { InwardNameView } from '../inward-transfers.dto';

/** The name of a customer's account, for a sender at another institution. */
export class GetInwardName extends Query<InwardNameView> {
  constructor(
    readonly institutionId: number,
    readonly accountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetInwardName)
export class GetInwardNameHandler implements IQueryHandler<GetInwardName> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), also for ledgers and for accounts that cannot be credited */
  async execute({ institutionId, accountNumber }: GetInwardName): Promise<InwardNameView> {
    const found = await this.directory.find(institutionId, accountNumber);
    if (!found || found.kind === 'gl' || found.closed) throw ledgerErrors.ACCOUNT_NOT_FOUND();
    const account = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(LedgerAccount, { institutionId, id: found.ledgerAccountId }),
    );
    if (!mayPost(account.status, 'credit')) throw ledgerErrors.ACCOUNT_NOT_FOUND();
    return {
      accountNumber,
      accountName: found.virtualName ?? account.name,
      kycLevel: found.kind === 'virtual' ? null : account.kycTier,
    };
  }
}
