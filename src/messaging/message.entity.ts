import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const MESSAGE_CHANNELS = ['sms', 'email'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

export const MESSAGE_STATUSES = ['Queued', 'Sent', 'Failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** One SMS or e-mail to one recipient. Kept for the institution's retention period of messages. */
@Entity()
@Index('ix_message_created', ['institutionId', 'createdAt', 'id'])
@Index('ix_message_status', ['institutionId', 'status', 'createdAt', 'id'])
@Index('ix_message_channel', ['institutionId', 'channel', 'createdAt', 'id'])
@Index('ix_message_recipient', ['institutionId', 'recipient', 'createdAt', 'id'])
@Index('ix_message_account', ['institutionId', 'accountNumber', 'createdAt', 'id'], {
  where: 'account_number IS NOT NULL',
})
@Index('uq_message_notification', ['institutionId', 'notificationId', 'channel'], {
  unique: true,
  where: 'notification_id IS NOT NULL',
})
export class Message extends TenantEntity {
  @TextColumn(5)
  channel!: MessageChannel;

  @TextColumn(10)
  status!: MessageStatus;

  /** Telephone number in E.164 form, or an e-mail address. */
  @TextColumn(254)
  recipient!: string;

  /** Only of an e-mail. */
  @TextColumn(250, { nullable: true })
  subject!: string | null;

  @Column({ type: 'text' })
  body!: string;

  /** The body is sealed until it is sent, and then deleted: it has a one-time code. */
  @Column({ type: 'boolean', default: false })
  sealed!: boolean;

  @Column({ type: 'boolean' })
  isHtml!: boolean;

  /** Ids of the attached documents. */
  @Column({ type: 'jsonb' })
  attachments!: number[];

  /** The account that the message is about, if any. */
  @TextColumn(20, { nullable: true })
  accountNumber!: string | null;

  /** Only of a notification: its event, such as `transfer.debit`. */
  @TextColumn(40, { nullable: true })
  event!: string | null;

  /** Only of a notification, which makes at most one message on each channel, however often its job runs. */
  @IdColumn({ nullable: true })
  notificationId!: number | null;

  /** `api-client:ID`, `staff:ID` or `system:notifications`. */
  @TextColumn(120)
  requestedBy!: string;

  /** The permission without which staff do not see the message; null where `view-messages` is enough. */
  @TextColumn(60, { nullable: true })
  seenWith!: string | null;

  /** The transport of the last attempt: `gateway`, `smtp`, or `capture` when the message did not leave the server. */
  @TextColumn(10, { nullable: true })
  transport!: string | null;

  /** Attempts so far, including one in progress. */
  @Column({ type: 'integer' })
  attempts!: number;

  /** Why the last attempt failed, for staff. */
  @TextColumn(500, { nullable: true })
  failureReason!: string | null;

  /** The carrier's own reference. */
  @TextColumn(250, { nullable: true })
  providerReference!: string | null;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn({ nullable: true })
  lastAttemptAt!: Date | null;

  @InstantColumn({ nullable: true })
  sentAt!: Date | null;
}
