import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';

export const DELIVERY_STATUSES = ['Pending', 'Delivered', 'Failed'] as const;
/**
 * `Failed` was not accepted within three days, or the client lost the scope of its type, or the endpoint the type. It
 * can be replayed.
 */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event for one endpoint. Kept for 30 days. */
@Entity()
@Index('ix_webhook_delivery_pending', ['institutionId', 'endpointId', 'resource', 'position'], {
  where: `status = 'Pending'`,
})
@Index('ix_webhook_delivery_next', ['institutionId', 'endpointId', 'position'], { where: `status = 'Pending'` })
@Index('ix_webhook_delivery_created_at', ['institutionId', 'createdAt'])
export class WebhookDelivery {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  endpointId!: number;

  /** 1, 2, 3 and so on at the endpoint; the deliveries of one resource are made in this order. */
  @PrimaryIdColumn()
  position!: number;

  /** The number of the event's record, and the event's place in it. */
  @IdColumn()
  seq!: number;

  @Column({ type: 'smallint' })
  part!: number;

  @TextColumn(40)
  type!: string;

  /** Kind and id of the resource, such as `account:5000112345`. */
  @TextColumn(160)
  resource!: string;

  /** Staff asked for it to be sent again. */
  @Column({ type: 'boolean', default: false })
  replayed!: boolean;

  @TextColumn(10)
  status!: DeliveryStatus;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @InstantColumn({ nullable: true })
  firstAttemptAt!: Date | null;

  @InstantColumn()
  dueAt!: Date;

  /** Null when there was no answer. */
  @Column({ type: 'smallint', nullable: true })
  lastHttpStatus!: number | null;

  @TextColumn(300, { nullable: true })
  lastError!: string | null;

  @InstantColumn({ nullable: true })
  finishedAt!: Date | null;

  @InstantColumn()
  createdAt!: Date;
}
