import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { authErrors } from '../auth/auth.errors';
import type { Tx } from '../common/database/unit-of-work';
import { ledgerErrors } from '../ledger/ledger.errors';
import { Customer } from './customers/customer.entity';
import { DepositAccount } from './deposit-account.entity';
import { VirtualAccount } from './virtual-accounts/virtual-account.entity';

/** Until the transaction ends, `share` prevents a closure; `change` prevents every other lock and change. */
type DepositLock = 'share' | 'change';

/** A company's account to which virtual accounts can settle. */
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
      .where('account.institution_id = :institutionId AND account.account_number = :accountNumber', {
        institutionId,
        accountNumber,
      });
    const account = await withLock(query, lock).getOne();
    if (account) return account;
    const virtual = await tx.findOneBy(VirtualAccount, { institutionId, accountNumber });
    throw virtual
      ? ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED()
      : ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${accountNumber}.`);
  }

  /**
   * The account with this numeric id.
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) for the id of a virtual account
   */
  async requireById(tx: Tx, institutionId: number, id: number, lock?: DepositLock): Promise<DepositAccount> {
    const query = tx
      .createQueryBuilder(DepositAccount, 'account')
      .where('account.institution_id = :institutionId AND account.id = :id', { institutionId, id });
    const account = await withLock(query, lock).getOne();
    if (account) return account;
    const isVirtual = await tx.existsBy(VirtualAccount, { institutionId, id });
    throw isVirtual
      ? ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED()
      : ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account with the id ${id}.`);
  }

  /**
   * The account of a company, to which virtual accounts can settle.
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, PARENT_NOT_CORPORATE (422)
   */
  async requireCorporate(
    tx: Tx,
    institutionId: number,
    accountNumber: string,
    lock?: DepositLock,
  ): Promise<CorporateAccount> {
    const account = await this.require(tx, institutionId, accountNumber, lock);
    // The customer is locked too, so that name and type cannot change while the account is locked.
    const customer = await tx.findOneOrFail(Customer, {
      where: { institutionId, id: account.customerId },
      ...(lock && { lock: { mode: 'pessimistic_read' } }),
    });
    if (customer.customerType !== 'Corporate')
      throw authErrors.PARENT_NOT_CORPORATE(`The account ${accountNumber} does not belong to a corporate customer.`);
    return { account, customer };
  }
}

function withLock(
  query: SelectQueryBuilder<DepositAccount>,
  lock: DepositLock | undefined,
): SelectQueryBuilder<DepositAccount> {
  return lock ? query.setLock(lock === 'share' ? 'pessimistic_read' : 'for_no_key_update') : query;
}
