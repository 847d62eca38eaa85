import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const ENDPOINT_STATUSES = ['Active', 'Paused', 'Removed'] as const;
/** Nothing is sent to a `Paused` endpoint; what happens meanwhile is sent when it is resumed, for up to 30 days. */
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** A subscription of an API client to events, and the address that receives them (docs/api/events.md#endpoints). */
@Entity()
@Index('ix_webhook_endpoint_client', ['institutionId', 'clientId', 'id'])
export class WebhookEndpoint extends TenantEntity {
  /** The public id of the API client. */
  @TextColumn(40)
  clientId!: string;

  /** Null for a client that only pulls. */
  @TextColumn(2000, { nullable: true })
  url!: string | null;

  @TextColumn(200, { nullable: true })
  description!: string | null;

  @Column({ type: 'character varying', array: true })
  eventTypes!: string[];

  /** Told by e-mail when the endpoint is paused by itself. */
  @TextColumn(250, { nullable: true })
  noticeEmail!: string | null;

  @TextColumn(10)
  status!: EndpointStatus;

  @TextColumn(300, { nullable: true })
  pauseReason!: string | null;

  @InstantColumn({ nullable: true })
  pausedAt!: Date | null;

  /** The `whsec_` secret, sealed. */
  @TextColumn(400)
  sealedSecret!: string;

  /** The secret before it, with which deliveries are also signed until its end. */
  @TextColumn(400, { nullable: true })
  previousSealedSecret!: string | null;

  @InstantColumn({ nullable: true })
  previousSecretEndsAt!: Date | null;

  /** Deliveries are written for all events up to this number. */
  @IdColumn({ default: 0 })
  fannedOutTo!: number;

  /** Position of the last delivery. */
  @IdColumn({ default: 0 })
  lastPosition!: number;

  /** Rounds in a row in which nothing was accepted. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  /** Nothing is sent before this time, because the last rounds failed. */
  @InstantColumn({ nullable: true })
  retryAt!: Date | null;

  @InstantColumn({ nullable: true })
  lastSuccessAt!: Date | null;

  /** Until then only the holder of the lease sends to the endpoint. */
  @InstantColumn({ nullable: true })
  leasedUntil!: Date | null;

  @TextColumn(40, { nullable: true })
  leaseHolder!: string | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
