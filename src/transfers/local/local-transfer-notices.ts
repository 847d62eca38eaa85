import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Customer } from '../../accounts/customers/customer.entity';
import { DepositAccount } from '../../accounts/deposit-account.entity';
import { IdAllocator } from '../../common/database/id-allocator';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { Notifications } from '../../messaging/notifications/notifications';
import type { TransferNotice } from './notice-rows';

/** Plans the notifications of a local transfer: of the debit to the payer, of the credit to the payee. */
@Injectable()
export class LocalTransferNotices {
  constructor(
    private readonly notifications: Notifications,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
  ) {}

  /**
   * The notices to the customers among the two accounts who have a telephone number or an e-mail address. Reads nothing
   * while the institution sends no notifications.
   */
  async plan(
    institutionId: number,
    { debit, credit }: Record<'debit' | 'credit', AccountDirectoryEntry>,
  ): Promise<TransferNotice[]> {
    if (!(await this.notifications.isEnabled(institutionId))) return [];
    const sides = [
      { event: 'transfer.debit' as const, account: debit },
      { event: 'transfer.credit' as const, account: credit },
    ];
    const holders = await this.holdersOf(institutionId, [debit.ledgerAccountId, credit.ledgerAccountId]);
    const notices: TransferNotice[] = [];
    for (const { event, account } of sides) {
      const holder = holders.get(account.ledgerAccountId);
      if (!holder?.phoneNumber && !holder?.email) continue;
      const { phoneNumber, email } = holder;
      notices.push({ id: await this.ids.next(), event, account, phoneNumber, email });
    }
    return notices;
  }

  /** The holders of deposit accounts, by account; ledgers have none. */
  private holdersOf(institutionId: number, accountIds: number[]): Promise<Map<number, Customer>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const accounts = await tx.findBy(DepositAccount, { institutionId, id: In(accountIds) });
      const customerIds = accounts.map(({ customerId }) => customerId);
      const customers = await tx.findBy(Customer, { institutionId, id: In(customerIds) });
      const customerById = new Map(customers.map((customer) => [customer.id, customer]));
      return new Map(accounts.map(({ id, customerId }) => [id, customerById.get(customerId)!]));
    });
  }
}
