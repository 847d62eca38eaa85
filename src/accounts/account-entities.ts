import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOptionsWhere, In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import type { EntityKey } from '../metadata/entity-key';
import { EntityTypes } from '../metadata/entity-types';
import { Customer, type CustomerType } from './customers/customer.entity';
import { CustomerWatchers } from './customers/customer-watchers';
import { DepositAccount } from './deposit-account.entity';

/** Registers accounts and customers as entities that can have metadata. A virtual account is not an `account` here. */
@Injectable()
export class AccountEntities implements OnModuleInit {
  constructor(
    private readonly types: EntityTypes,
    private readonly watchers: CustomerWatchers,
  ) {}

  onModuleInit(): void {
    this.types.register({
      type: 'account',
      find: findAccounts,
      metadataSet: (tx, institutionId, id, content) => this.accountMetadataSet(tx, institutionId, id, content),
    });
    this.types.register({
      type: 'customer',
      find: (tx, institutionId, key) => findCustomers(tx, institutionId, key, ['Individual', 'Corporate', 'Group']),
    });
    this.types.register({
      type: 'corporate-customer',
      find: (tx, institutionId, key) => findCustomers(tx, institutionId, key, ['Corporate', 'Group']),
    });
  }

  /** Signatories are kept in the metadata (docs/import.md#mandates), and are people behind the account's customer. */
  private async accountMetadataSet(tx: Tx, institutionId: number, id: number, content: object): Promise<void> {
    if (!('mandate' in content)) return;
    const account = await tx.findOneBy(DepositAccount, { institutionId, id });
    if (account) await this.watchers.changed(tx, institutionId, account.customerId);
  }
}

async function findAccounts(tx: Tx, institutionId: number, { id, number, recordId }: EntityKey): Promise<number[]> {
  const where: FindOptionsWhere<DepositAccount>[] = [];
  if (id !== undefined) where.push({ institutionId, id });
  if (number !== undefined) where.push({ institutionId, accountNumber: number });
  if (recordId !== undefined) where.push({ institutionId, recordId });
  // Without a condition the query would find every row.
  const accounts =
    where.length === 0 ? [] : await tx.find(DepositAccount, { select: { institutionId: true, id: true }, where });
  return accounts.map((account) => account.id);
}

async function findCustomers(
  tx: Tx,
  institutionId: number,
  { id, number, recordId }: EntityKey,
  types: CustomerType[],
): Promise<number[]> {
  const where: FindOptionsWhere<Customer>[] = [];
  const common = { institutionId, customerType: In(types) };
  if (id !== undefined) where.push({ ...common, id });
  if (number !== undefined) where.push({ ...common, customerID: number });
  if (recordId !== undefined) where.push({ ...common, recordId });
  const customers =
    where.length === 0 ? [] : await tx.find(Customer, { select: { institutionId: true, id: true }, where });
  return customers.map((customer) => customer.id);
}
