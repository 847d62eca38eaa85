import { Injectable } from '@nestjs/common';
import { Customer } from '../accounts/customers/customer.entity';
import { DepositAccount } from '../accounts/deposit-account.entity';
import { IdAllocator } from '../common/database/id-allocator';
import type { ExtraRow } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { PostingEntry } from '../ledger/engine/posting-entry.entity';
import { NOTIFICATIONS_ENABLED } from '../messaging/messaging.settings';
import { type Notification, notificationRows } from '../messaging/notifications/notification-rows';
import type { Payout, PayoutStatus } from '../payouts/payout.entity';
import { metadataOfPayout } from './vend-metadata';

/** Statuses of which the institution's bills desk is notified. */
const DESK_STATUSES: readonly PayoutStatus[] = ['Failed', 'Reversed', 'ConfirmManually'];

/** Notifies customers of paid and reversed bills, and the institution's bills desk of vends that need attention. */
@Injectable()
export class VendNotifications {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /** The rows of the notifications, for the transaction that changes the payout's status; empty for other statuses. */
  async rowsFor(tx: Tx, payout: Payout): Promise<ExtraRow[]> {
    const notifications = [await this.forCustomer(tx, payout), await this.forDesk(tx, payout)].filter(
      (notification) => notification !== undefined,
    );
    const rows: ExtraRow[] = [];
    for (const notification of notifications) rows.push(...notificationRows(await this.ids.next(), notification));
    return rows;
  }

  private async forCustomer(tx: Tx, payout: Payout): Promise<Notification | undefined> {
    const { institutionId, status, accountNumber, postingId, reversalPostingId, correctionPostingId } = payout;
    if (status !== 'Processed' && status !== 'Reversed') return undefined;
    if ((await this.settings.getWithin(tx, institutionId, NOTIFICATIONS_ENABLED)) !== 'true') return undefined;
    const account = await tx.findOneByOrFail(DepositAccount, { institutionId, accountNumber });
    const { phoneNumber, email } = await tx.findOneByOrFail(Customer, { institutionId, id: account.customerId });
    // The money of a closed account went to unclaimed funds, so there may be no entry on the account.
    const entry = await tx.findOneBy(PostingEntry, {
      institutionId,
      postingId: status === 'Reversed' ? (reversalPostingId ?? 0) : (correctionPostingId ?? postingId),
      accountId: account.id,
    });
    return {
      ...this.notification(payout),
      event: status === 'Processed' ? 'bills.vended' : 'bills.reversed',
      phoneNumber,
      email,
      balanceKobo: entry?.balanceAfterKobo ?? null,
    };
  }

  private async forDesk(tx: Tx, payout: Payout): Promise<Notification | undefined> {
    if (!DESK_STATUSES.includes(payout.status)) return undefined;
    const phoneNumber =
      (await this.settings.getWithin(tx, payout.institutionId, 'BILLS_PAYMENT_NOTIFICATION_PHONE')) ?? null;
    const email = (await this.settings.getWithin(tx, payout.institutionId, 'BILLS_PAYMENT_NOTIFICATION_EMAIL')) ?? null;
    return { ...this.notification(payout), event: 'bills.attention', phoneNumber, email };
  }

  private notification(payout: Payout): Omit<Notification, 'event'> {
    const { institutionId, accountNumber, amountKobo, reference } = payout;
    return {
      institutionId,
      accountNumber,
      amountKobo,
      reference,
      at: this.clock.now(),
      metadata: metadataOfPayout(payout),
    };
  }
}
