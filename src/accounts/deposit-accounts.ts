import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { ledgerErrors } from '../ledger/ledger.errors';
import { accountsErrors } from './accounts.errors';
import { Customer } from './customers/customer.entity';
import { DepositAccount } from './deposit-account.entity';
import { VirtualAccount } from './virtual-accounts/virtual-account.entity';

/** `share` keeps the account from being closed, `change` from being shared or changed, until the transaction ends. */
type DepositLock = 'share' | 'change';

/** A company's account that virtual accounts can settle to. */
export interface CorporateAccount {
  account: DepositAccount;
  customer: Customer;
}

/** Finds deposit accounts inside a transaction. */
@Injectable()
export class DepositAccounts {
  /** @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async require(tx: Tx, institutionId: number, accountNumber: string, lock?: DepositLock): Promise<DepositAccount> {
    const query = tx
      .createQueryBuilder(DepositAccount, 'account')
      .where('account.institution_id = :institutionId AND account.account_number = :accountNumber', { institutionId, accountNumber });
    if (lock) query.setLock(lock === 'share' ? 'pessimistic_read' : 'for_no_key_update');
    const account = await query.getOne();
    if (account) return account;
    const virtual = await tx.findOneBy(VirtualAccount, { institutionId, accountNumber });
    throw virtual ? ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED() : ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${accountNumber}.`);
  }

  /**
   * An account that virtual accounts can settle to.
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, PARENT_NOT_CORPORATE (422)
   */
  async requireCorporate(tx: Tx, institutionId: number, accountNumber: string, lock?: DepositLock): Promise<CorporateAccount> {
    const account = await this.require(tx, institutionId, accountNumber, lock);
    const customer = await tx.findOneByOrFail(Customer, { institutionId, id: account.customerId });
    if (customer.customerType !== 'Corporate') throw accountsErrors.PARENT_NOT_CORPORATE(`The account ${accountNumber} does not belong to a corporate customer.`);
    return { account, customer };
  }
}
