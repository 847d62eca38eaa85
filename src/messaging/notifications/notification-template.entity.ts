import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { MessageChannel } from '../message.entity';
import type { NotificationEvent } from './notification-events';

/** An institution's own template of a notification. Without one the default template applies. */
@Entity()
@Index('uq_notification_template', ['institutionId', 'event', 'channel'], { unique: true })
export class NotificationTemplate extends TenantEntity {
  @TextColumn(40)
  event!: NotificationEvent;

  @TextColumn(5)
  channel!: MessageChannel;

  /** Only of an e-mail. */
  @TextColumn(250, { nullable: true })
  subject!: string | null;

  @Column({ type: 'text' })
  body!: string;

  @Column({ type: 'boolean' })
  isHtml!: boolean;

  /** When false, nothing is sent for this event on this message channel. */
  @Column({ type: 'boolean' })
  active!: boolean;

  @TextColumn(120)
  updatedBy!: string;

  @InstantColumn()
  updatedAt!: Date;
}
