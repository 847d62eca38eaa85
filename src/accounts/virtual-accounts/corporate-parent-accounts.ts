import { Injectable } from '@nestjs/common';
import { ParentAccounts } from '../../auth/parent-accounts';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { DepositAccounts } from '../deposit-accounts';

/** Checks for the module of API clients that a key is bound to a corporate customer's account. */
@Injectable()
export class CorporateParentAccounts extends ParentAccounts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: DepositAccounts,
  ) {
    super();
  }

  async requireCorporate(institutionId: number, accountNumber: string): Promise<void> {
    await this.unitOfWork.read(institutionId, (tx) => this.accounts.requireCorporate(tx, institutionId, accountNumber));
  }
}
