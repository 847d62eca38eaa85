import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Customer } from '../../accounts/customers/customer.entity';
import { DepositAccount } from '../../accounts/deposit-account.entity';
import { IdAllocator } from '../../common/database/id-allocator';
import type { ExtraRow } from '../../common/database/insert-rows';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { availableBalanceKobo } from '../../ledger/engine/available-balance';
import type { LockedAccounts, Posted } from '../../ledger/engine/posting-request';
import { type Notification, notificationRows } from '../../messaging/notifications/notification-rows';
import { Notifications } from '../../messaging/notifications/notifications';

/** A notification of a transfer to the holder of one of its accounts, planned before the transfer is posted. */
export interface TransferNotice extends Pick<Notification, 'phoneNumber' | 'email'> {
  /** Id of its job, from `IdAllocator`. */
  id: number;
  event: 'transfer.debit' | 'transfer.credit';
  account: Pick<AccountDirectoryEntry, 'number' | 'ledgerAccountId'>;
}

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

/** What the notices of a transfer tell. */
interface NoticeFacts {
  institutionId: number;
  amountKobo: bigint;
  metadata: Notification['metadata'];
}

/** The rows of the planned notices, once the transfer is posted, with the balances that it leaves. */
export function noticeRows(
  notices: readonly TransferNotice[],
  { institutionId, amountKobo, metadata }: NoticeFacts,
  { reference, postedAt }: Posted,
  accounts: LockedAccounts,
): ExtraRow[] {
  return notices.flatMap(({ id, event, account, phoneNumber, email }) =>
    notificationRows(id, {
      institutionId,
      event,
      phoneNumber: phoneNumber ?? null,
      email: email ?? null,
      accountNumber: account.number,
      amountKobo,
      balanceKobo: availableBalanceKobo(accounts.get(account.ledgerAccountId)!),
      reference,
      at: postedAt,
      metadata,
    }),
  );
}
