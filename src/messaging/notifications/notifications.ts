import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import { type ExtraRow, insertRows } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { jobRows } from '../../common/jobs/job-queue';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { NOTIFICATIONS_ENABLED } from '../messaging.settings';
import { metadataVariables, type NotificationEvent } from './notification-events';
import type { NotificationFacts } from './notification-variables';

export const NOTIFY = 'notify';

/** A notification, sent on every message channel that has a recipient. Fields that are left out do not apply. */
export interface Notification {
  institutionId: number;
  event: NotificationEvent;
  /** A telephone number in any usual form. */
  phoneNumber?: string | null;
  email?: string | null;
  /** The account of the event. Messages show its last digits. */
  accountNumber?: string | null;
  amountKobo?: bigint | null;
  /** Balance after the movement. */
  balanceKobo?: bigint | null;
  reference: string;
  /** Time of the event. */
  at: Date;
  /** The transaction's additional metadata. Only fields that templates may name are kept. */
  metadata: Readonly<Record<string, unknown>>;
}

/** The payload of a notification's job. */
export interface NotifyPayload {
  phoneNumber: string | null;
  email: string | null;
  facts: NotificationFacts;
}

/**
 * Notifies customers of transfers and bill payments. The rows are inserted with the change itself; a job then renders
 * and queues the messages, so that a movement waits for neither templates nor configuration.
 */
@Injectable()
export class Notifications {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly ids: IdAllocator,
  ) {}

  /**
   * True when the institution sends notifications, as this process last read it; the job checks again. Saves the caller
   * the work for an institution that sends none. May open a read transaction.
   */
  isEnabled(institutionId: number): Promise<boolean> {
    return this.settings.getBoolean(institutionId, NOTIFICATIONS_ENABLED);
  }

  /**
   * The rows of a notification, for a caller that writes rows with a posting.
   * @param id from `IdAllocator`.
   */
  rows(id: number, { institutionId, event, phoneNumber, email, ...notification }: Notification): ExtraRow[] {
    if (!phoneNumber && !email) return [];
    const known = metadataVariables(event);
    const facts: NotificationFacts = {
      event,
      accountNumber: notification.accountNumber ?? null,
      amountKobo: notification.amountKobo?.toString() ?? null,
      balanceKobo: notification.balanceKobo?.toString() ?? null,
      reference: notification.reference,
      at: notification.at.toISOString(),
      metadata: Object.fromEntries(Object.entries(notification.metadata).filter(([name]) => known.includes(name))),
    };
    const payload: NotifyPayload = { phoneNumber: phoneNumber ?? null, email: email ?? null, facts };
    return jobRows({ institutionId, id, kind: NOTIFY, payload: { ...payload } });
  }

  /** Inserts the rows of a notification inside a transaction, if the institution sends notifications. */
  async enqueue(tx: Tx, notification: Notification): Promise<void> {
    if ((await this.settings.getWithin(tx, notification.institutionId, NOTIFICATIONS_ENABLED)) !== 'true') return;
    await insertRows(tx, this.rows(await this.ids.next(), notification));
  }
}
