import { Injectable } from '@nestjs/common';
import { Customer } from '../../accounts/customers/customer.entity';
import { DepositAccount } from '../../accounts/deposit-account.entity';
import { IdAllocator } from '../../common/database/id-allocator';
import type { ExtraRow } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { availableBalanceKobo } from '../../ledger/engine/available-balance';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { Posting } from '../../ledger/engine/posting.entity';
import { NOTIFICATIONS_ENABLED } from '../../messaging/messaging.settings';
import type { NotificationEvent } from '../../messaging/notifications/notification-events';
import { notificationRows } from '../../messaging/notifications/notification-rows';
import type { Payout, PayoutStatus } from '../../payouts/payout.entity';

const EVENTS: Partial<Record<PayoutStatus, NotificationEvent>> = {
  Processed: 'transfer.debit',
  Reversed: 'transfer.reversed',
};

/** Notifies the holder of the debited account of the end of an outward transfer. */
@Injectable()
export class OutwardTransferNotices {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /** The rows of the notification, for the transaction that ends the transfer; empty while the transfer is open. */
  async rowsFor(
    tx: Tx,
    { institutionId, status, accountNumber, amountKobo, reference, postingId }: Payout,
  ): Promise<ExtraRow[]> {
    const event = EVENTS[status];
    if (!event || (await this.settings.getWithin(tx, institutionId, NOTIFICATIONS_ENABLED)) !== 'true') return [];
    const account = await tx.findOneBy(DepositAccount, { institutionId, accountNumber });
    // The return of an inward transfer is debited to a ledger, which has no holder.
    if (!account) return [];
    const { phoneNumber, email } = await tx.findOneByOrFail(Customer, { institutionId, id: account.customerId });
    const balance = await tx.findOneByOrFail(LedgerAccount, { institutionId, id: account.id });
    const { additionalMetadata } = await tx.findOneByOrFail(Posting, { institutionId, id: postingId });
    // A bulk transfer sends no message for each row that it pays.
    if (event === 'transfer.debit' && additionalMetadata?.bulk_reference !== undefined) return [];
    return notificationRows(await this.ids.next(), {
      institutionId,
      event,
      phoneNumber,
      email,
      accountNumber,
      amountKobo,
      balanceKobo: availableBalanceKobo(balance),
      reference,
      at: this.clock.institutionNow(institutionId),
      metadata: additionalMetadata ?? {},
    });
  }
}
