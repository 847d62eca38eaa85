import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { MessageChannel } from '../message.entity';
import type { NotificationEvent } from './notification-events';

/** An institution's own wording of a notification; without one the default of the program holds. */
@Entity()
@Index('uq_notification_template', ['institutionId', 'event', 'channel'], { unique: true })
export class NotificationTemplate extends TenantEntity {
  @TextColumn(40)
  event!: NotificationEvent;

  @TextColumn(5)
  channel!: MessageChannel;

  /** Of an e-mail. */
  @TextColumn(250, { nullable: true })
  subject!: string | null;

  @Column({ type: 'text' })
  body!: string;

  @Column({ type: 'boolean' })
  isHtml!: boolean;

  /** False sends nothing for this event on this channel. */
  @Column({ type: 'boolean' })
  active!: boolean;

  @TextColumn(120)
  updatedBy!: string;

  @InstantColumn()
  updatedAt!: Date;
}
