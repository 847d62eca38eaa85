import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const COMPLAINT_STATUSES = ['received', 'investigating', 'upheld', 'rejected', 'refunded'] as const;
export type ComplaintStatus = (typeof COMPLAINT_STATUSES)[number];

/** The answer of the receiving institution's provider to a recall; `unknown` where no answer came. */
export const RECALL_STATUSES = ['accepted', 'refused', 'unknown'] as const;
export type RecallStatus = (typeof RECALL_STATUSES)[number];

/**
 * A complaint that a payment was made by fraud, with its timers (docs/api/fraud-complaints.md). One complaint for each
 * disputed posting.
 */
@Entity()
@Index('uq_fraud_complaint_posting', ['institutionId', 'postingId'], { unique: true })
@Index('ix_fraud_complaint_status', ['institutionId', 'status', 'id'])
export class FraudComplaint extends TenantEntity {
  @IdColumn()
  postingId!: number;

  @KoboColumn()
  disputedKobo!: bigint;

  /** The customer who paid; null where the money came from another institution. */
  @IdColumn({ nullable: true })
  victimId!: number | null;

  /** The customer's account of this institution that received the money. */
  @IdColumn({ nullable: true })
  receivingAccountId!: number | null;

  /** The session of an outward transfer, which a recall names. */
  @TextColumn(60, { nullable: true })
  sessionId!: string | null;

  @TextColumn(2000)
  description!: string;

  @TextColumn(20)
  status!: ComplaintStatus;

  /** Reported after the time in which the institution must refund. */
  @Column({ type: 'boolean' })
  isLate!: boolean;

  @InstantColumn()
  receivedAt!: Date;

  @InstantColumn()
  acknowledgeDueAt!: Date;

  @InstantColumn({ nullable: true })
  acknowledgedAt!: Date | null;

  /** The receiving institution is told by then; null where it is this one. */
  @InstantColumn({ nullable: true })
  notifyDueAt!: Date | null;

  @InstantColumn({ nullable: true })
  notifiedAt!: Date | null;

  @TextColumn(10, { nullable: true })
  recallStatus!: RecallStatus | null;

  @TextColumn(200, { nullable: true })
  recallAnswer!: string | null;

  @InstantColumn()
  concludeDueAt!: Date;

  @InstantColumn({ nullable: true })
  concludedAt!: Date | null;

  @TextColumn(2000, { nullable: true })
  rationale!: string | null;

  /** What the institution refunds, after the conclusion. */
  @KoboColumn({ nullable: true })
  refundKobo!: bigint | null;

  @InstantColumn({ nullable: true })
  refundDueAt!: Date | null;

  @InstantColumn({ nullable: true })
  refundedAt!: Date | null;

  @IdColumn({ nullable: true })
  refundPostingId!: number | null;

  /** True while a lien of the complaint reserves money on the receiving account. */
  @Column({ type: 'boolean', default: false })
  hasLien!: boolean;

  /** The complaint froze the receiving account; stays true when staff lift the freeze. */
  @Column({ type: 'boolean', default: false })
  hasFrozen!: boolean;

  @InstantColumn({ nullable: true })
  escalatedAt!: Date | null;

  @TextColumn(120)
  openedBy!: string;

  @TextColumn(120, { nullable: true })
  concludedBy!: string | null;
}
