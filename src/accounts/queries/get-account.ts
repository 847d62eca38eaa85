import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { readAccount } from '../account-reader';
import type { AccountView } from '../accounts.dto';
import { PersonNumbers } from '../customers/person-numbers';

/** Reads the record of an account number, real or virtual. */
export class GetAccount extends Query<AccountView> {
  constructor(
    readonly institutionId: number,
    readonly accountNumber: string,
    /** `maySeeIdentity` of the caller. */
    readonly seesIdentity: boolean,
  ) {
    super();
  }
}

@QueryHandler(GetAccount)
export class GetAccountHandler implements IQueryHandler<GetAccount> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly persons: PersonNumbers,
  ) {}

  async execute({ institutionId, accountNumber, seesIdentity }: GetAccount): Promise<AccountView> {
    const shown = this.persons.shown(seesIdentity);
    const account = await this.unitOfWork.read(institutionId, (tx) =>
      readAccount(tx, institutionId, accountNumber, shown),
    );
    if (!account) throw ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${accountNumber}.`);
    return account;
  }
}
