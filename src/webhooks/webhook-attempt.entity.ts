import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';

/** One attempt to deliver an event. Kept for 30 days. */
@Entity()
@Index('ix_webhook_attempt_at', ['institutionId', 'at'])
export class WebhookAttempt {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  endpointId!: number;

  @PrimaryIdColumn()
  position!: number;

  /** From 1. */
  @PrimaryColumn({ type: 'integer' })
  attempt!: number;

  @InstantColumn()
  at!: Date;

  /** Null when there was no answer. */
  @Column({ type: 'smallint', nullable: true })
  httpStatus!: number | null;

  /** Why there was no answer; null when there was one. */
  @TextColumn(300, { nullable: true })
  error!: string | null;

  @Column({ type: 'integer' })
  durationMs!: number;
}
