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

/**
 * Notifies customers of paid and reversed bills and of late tokens, and the institution's bills desk of vends that need
 * attention.
 */
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

  /** The rows that bring the customer a token that came after the message about the payment. */
  async rowsForToken(tx: Tx, payout: Payout): Promise<ExtraRow[]> {
    if (!(await this.tellsCustomers(tx, payout))) return [];
    const { phoneNumber, email } = await this.holder(tx, payout);
    const token = { ...this.notification(payout), event: 'bills.token' as const, phoneNumber, email };
    return notificationRows(await this.ids.next(), token);
  }

  private async tellsCustomers(tx: Tx, { institutionId }: Payout): Promise<boolean> {
    return (await this.settings.getWithin(tx, institutionId, NOTIFICATIONS_ENABLED)) === 'true';
  }

  private async holder(
    tx: Tx,
    { institutionId, accountNumber }: Payout,
  ): Promise<Pick<Customer, 'phoneNumber' | 'email'> & { accountId: number }> {
    const account = await tx.findOneByOrFail(DepositAccount, { institutionId, accountNumber });
    const { phoneNumber, email } = await tx.findOneByOrFail(Customer, { institutionId, id: account.customerId });
    return { phoneNumber, email, accountId: account.id };
  }

  private async forCustomer(tx: Tx, payout: Payout): Promise<Notification | undefined> {
    const { institutionId, status, postingId, reversalPostingId, correctionPostingId } = payout;
    if (status !== 'Processed' && status !== 'Reversed') return undefined;
    if (!(await this.tellsCustomers(tx, payout))) return undefined;
    const { phoneNumber, email, accountId } = await this.holder(tx, payout);
    // The money of a closed account went to unclaimed funds, so there may be no entry on the account.
    const entry = await tx.findOneBy(PostingEntry, {
      institutionId,
      postingId: status === 'Reversed' ? (reversalPostingId ?? 0) : (correctionPostingId ?? postingId),
      accountId,
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
