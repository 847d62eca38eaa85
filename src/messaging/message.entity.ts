import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const MESSAGE_CHANNELS = ['sms', 'email'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

export const MESSAGE_STATUSES = ['Queued', 'Sent', 'Failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** One SMS or e-mail to one recipient; kept for 90 days. */
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

  /** Of an e-mail. */
  @TextColumn(250, { nullable: true })
  subject!: string | null;

  @Column({ type: 'text' })
  body!: string;

  @Column({ type: 'boolean' })
  isHtml!: boolean;

  /** Ids of the documents sent along. */
  @Column({ type: 'jsonb' })
  attachments!: number[];

  /** Whose account it is about, when the sender said so. */
  @TextColumn(20, { nullable: true })
  accountNumber!: string | null;

  /** Of a notification: what happened, such as `transfer.debit`. */
  @TextColumn(40, { nullable: true })
  event!: string | null;

  /** Of a notification: each makes at most one message a channel, however often its job runs. */
  @IdColumn({ nullable: true })
  notificationId!: number | null;

  /** `api-client:ID`, `staff:ID` or `system:notifications`. */
  @TextColumn(120)
  requestedBy!: string;

  /** What carried it last: `gateway`, `smtp`, or `capture` when it never left the machine. */
  @TextColumn(10, { nullable: true })
  transport!: string | null;

  /** Tries so far; one that is under way counts. */
  @Column({ type: 'integer' })
  attempts!: number;

  /** Why the last attempt failed, in words for staff. */
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
