import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { type IdentityPlace, IdentityPlaces, type SealedBatch, sealRows } from '../../common/identity/identity-places';
import { MemberOf } from '../../common/registry/registry';
import { VirtualAccount } from '../virtual-accounts/virtual-account.entity';
import { Customer } from './customer.entity';
import { PersonNumbers } from './person-numbers';

/** The identity numbers of customers, with their indexes. */
@Injectable()
@MemberOf(IdentityPlaces)
export class StoredCustomers implements IdentityPlace {
  readonly name = 'customer';

  constructor(private readonly persons: PersonNumbers) {}

  sealNext(tx: Tx, institutionId: number, after: string): Promise<SealedBatch> {
    return sealRows(tx, Customer, { institutionId, after }, (customer) => this.persons.customerChanges(customer));
  }
}

/** The identity numbers of virtual accounts, and those in the details of their payment proxies. */
@Injectable()
@MemberOf(IdentityPlaces)
export class StoredVirtualAccounts implements IdentityPlace {
  readonly name = 'virtual_account';

  constructor(
    private readonly persons: PersonNumbers,
    private readonly identity: IdentityNumbers,
  ) {}

  sealNext(tx: Tx, institutionId: number, after: string): Promise<SealedBatch> {
    return sealRows(tx, VirtualAccount, { institutionId, after }, (virtual) => {
      const changes = this.persons.changesToCurrentKey(virtual);
      const { proxyPaymentDetails: stored } = virtual;
      if (stored === null) return changes;
      const proxyPaymentDetails = this.identity.documentWithCurrentKey(institutionId, stored);
      return proxyPaymentDetails === stored ? changes : { ...changes, proxyPaymentDetails };
    });
  }
}
