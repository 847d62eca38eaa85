import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { readAccount } from '../account-reader';
import type { AccountView } from '../accounts.dto';

/** Reads the record of an account number, real or virtual. */
export class GetAccount extends Query<AccountView> {
  constructor(
    readonly institutionId: number,
    readonly accountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetAccount)
export class GetAccountHandler implements IQueryHandler<GetAccount> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, accountNumber }: GetAccount): Promise<AccountView> {
    const account = await this.unitOfWork.read(institutionId, (tx) => readAccount(tx, institutionId, accountNumber));
    if (!account) throw ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${accountNumber}.`);
    return account;
  }
}
