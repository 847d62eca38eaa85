import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

/** Resource kind of a payout, and of its posting: references are unique within it. */
export const PAYOUT_KINDS = ['outward-transfer', 'bill-vend'] as const;
export type PayoutKind = (typeof PAYOUT_KINDS)[number];

/**
 * Where a payout stands (spec, Outward transfer status). `Pending` is debited and not sent; `Processing` is being sent or
 * was when its process ended; `PendingTSQ` was sent and nobody knows the outcome; `ConfirmManually` waits for staff.
 */
export const PAYOUT_STATUSES = [
  'Pending',
  'Processing',
  'PendingTSQ',
  'Processed',
  'Failed',
  'Reversed',
  'ConfirmManually',
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** Flat facts of one kind of payout, by name. */
export type PayoutFacts = Record<string, string | number | null>;

/**
 * Money that leaves the house through a provider: an interbank transfer or a bill vend. The row exists from the debit on,
 * written in the same transaction, and is moved one step at a time by whoever holds its lock (design §7).
 */
@Entity()
@Index('uq_payout_reference', ['institutionId', 'kind', 'reference'], { unique: true })
@Index('uq_payout_session', ['institutionId', 'sessionId'], { unique: true })
@Index('ix_payout_posting', ['institutionId', 'postingId'])
@Index('ix_payout_created_at', ['institutionId', 'kind', 'createdAt', 'id'])
@Index('ix_payout_account', ['institutionId', 'accountNumber', 'createdAt', 'id'])
@Index('ix_payout_status', ['institutionId', 'kind', 'status', 'createdAt', 'id'])
@Index('ix_payout_open', ['institutionId', 'accountNumber'], { where: `"status" NOT IN ('Processed', 'Reversed')` })
@Index('ix_payout_unresolved', ['institutionId', 'kind', 'createdAt', 'id'], {
  where: `"status" IN ('Failed', 'ConfirmManually') OR "disputed"`,
})
export class Payout extends TenantEntity {
  @TextColumn(20)
  kind!: PayoutKind;

  /** The client's: `transactionReference` or `paymentReference`. The provider's idempotency key is built from it. */
  @TextColumn(100)
  reference!: string;

  @TextColumn(20)
  status!: PayoutStatus;

  /** The debited account. */
  @TextColumn(20)
  accountNumber!: string;

  @KoboColumn()
  amountKobo!: bigint;

  @KoboColumn()
  feeKobo!: bigint;

  @KoboColumn()
  vatKobo!: bigint;

  @KoboColumn()
  stampDutyKobo!: bigint;

  @TextColumn(20)
  provider!: string;

  /** What the provider knows it by, the same at every attempt. */
  @TextColumn(60)
  sessionId!: string;

  @IdColumn()
  postingId!: number;

  @IdColumn({ nullable: true })
  reversalPostingId!: number | null;

  /** The instruction as the client gave it, with the names looked up on the way. */
  @Column({ type: 'jsonb' })
  details!: PayoutFacts;

  /** What the provider gave, such as an electricity token. */
  @Column({ type: 'jsonb', default: {} })
  result!: PayoutFacts;

  @TextColumn(40, { nullable: true })
  responseCode!: string | null;

  @TextColumn(300, { nullable: true })
  responseMessage!: string | null;

  /** A definite failure whose money has not gone back yet. */
  @Column({ type: 'boolean', default: false })
  requireReversal!: boolean;

  /** The provider contradicted a final state, for instance with a late success; staff must look. */
  @Column({ type: 'boolean', default: false })
  disputed!: boolean;

  @Column({ type: 'smallint', default: 0 })
  sends!: number;

  @Column({ type: 'integer', default: 0 })
  queries!: number;

  /** Queries in a row that the provider answered with "no such record". */
  @Column({ type: 'smallint', default: 0 })
  notFoundQueries!: number;

  @InstantColumn({ nullable: true })
  firstSentAt!: Date | null;

  @InstantColumn({ nullable: true })
  lastAttemptAt!: Date | null;

  /** When the worker looks at it next. */
  @InstantColumn({ nullable: true })
  nextActionAt!: Date | null;

  @InstantColumn({ nullable: true })
  finishedAt!: Date | null;

  /** The one job that carries it on; another job for it is an echo and does nothing. */
  @IdColumn()
  jobId!: number;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
