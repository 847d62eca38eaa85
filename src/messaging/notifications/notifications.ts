import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { NOTIFICATIONS_ENABLED } from '../messaging.settings';
import { type Notification, notificationRows } from './notification-rows';

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

  /** Inserts the rows of a notification inside a transaction, if the institution sends notifications. */
  async enqueue(tx: Tx, notification: Notification): Promise<void> {
    if ((await this.settings.getWithin(tx, notification.institutionId, NOTIFICATIONS_ENABLED)) !== 'true') return;
    await insertRows(tx, notificationRows(await this.ids.next(), notification));
  }
}
