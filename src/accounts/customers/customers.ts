import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { accountsErrors } from '../accounts.errors';
import { Customer } from './customer.entity';

/**
 * Until the transaction ends, `share` prevents changes of name and type; `change` prevents all other locks and changes.
 */
type CustomerLock = 'share' | 'change';

/** Finds and locks customers inside a transaction. */
@Injectable()
export class Customers {
  /** @throws CUSTOMER_NOT_FOUND (404), CUSTOMER_ERASED (409) */
  async lock(tx: Tx, institutionId: number, customerID: string, lock: CustomerLock): Promise<Customer> {
    const mode = lock === 'share' ? 'pessimistic_read' : 'for_no_key_update';
    const customer = await tx.findOne(Customer, { where: { institutionId, customerID }, lock: { mode } });
    if (!customer) throw accountsErrors.CUSTOMER_NOT_FOUND(`There is no customer ${customerID}.`);
    if (customer.erasedAt) throw accountsErrors.CUSTOMER_ERASED();
    return customer;
  }

  /** A person, locked for a change. @throws as `lock`, CUSTOMER_NOT_INDIVIDUAL (422) */
  async lockIndividual(tx: Tx, institutionId: number, customerID: string): Promise<Customer> {
    const customer = await this.lock(tx, institutionId, customerID, 'change');
    if (customer.customerType !== 'Individual') throw accountsErrors.CUSTOMER_NOT_INDIVIDUAL();
    return customer;
  }

  /** A company or group, locked for a change. @throws as `lock`, CUSTOMER_NOT_GROUP (422) */
  async lockGroup(tx: Tx, institutionId: number, customerID: string): Promise<Customer> {
    const customer = await this.lock(tx, institutionId, customerID, 'change');
    if (customer.customerType === 'Individual') throw accountsErrors.CUSTOMER_NOT_GROUP();
    return customer;
  }
}
