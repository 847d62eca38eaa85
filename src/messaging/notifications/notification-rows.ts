import type { ExtraRow } from '../../common/database/insert-rows';
import { jobRows } from '../../common/jobs/job-queue';
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
 * The rows of a notification, for a caller that writes rows with a posting; none without a recipient.
 * @param id from `IdAllocator`.
 */
export function notificationRows(
  id: number,
  { institutionId, event, phoneNumber, email, ...notification }: Notification,
): ExtraRow[] {
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
