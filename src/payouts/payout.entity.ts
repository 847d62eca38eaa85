import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

/** The kinds of payouts, which are the kinds of their postings; references are unique within a kind. */
export const PAYOUT_KINDS = ['outward-transfer', 'bill-vend'] as const;
export type PayoutKind = (typeof PAYOUT_KINDS)[number];

/**
 * The statuses of a payout (docs/api/transfers.md#payout-states). `Pending` is debited and not sent; `Processing` is
 * being sent, or was when its process ended; `PendingTSQ` was sent and its outcome is unknown; `ConfirmManually` waits
 * for staff.
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
 * Money that leaves the institution through a provider: an outward transfer or a vend. The row is written in the
 * transaction of the debit and changes one step at a time under its lock (docs/ARCHITECTURE.md#payouts).
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

  /** The client's `transactionReference` or `paymentReference`. */
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

  /** The provider's idempotency key, the same at every attempt. */
  @TextColumn(60)
  sessionId!: string;

  @IdColumn()
  postingId!: number;

  @IdColumn({ nullable: true })
  reversalPostingId!: number | null;

  /** The posting that debited the account again, when staff corrected a confirmation as `Reversed`. */
  @IdColumn({ nullable: true })
  correctionPostingId!: number | null;

  /** Staff have confirmed the outcome; a later confirmation may correct it. */
  @Column({ type: 'boolean', default: false })
  confirmed!: boolean;

  /** The client's instruction, with the names that were looked up for it. */
  @Column({ type: 'jsonb' })
  details!: PayoutFacts;

  /** Results from the provider, such as an electricity token. */
  @Column({ type: 'jsonb', default: {} })
  result!: PayoutFacts;

  @TextColumn(40, { nullable: true })
  responseCode!: string | null;

  @TextColumn(300, { nullable: true })
  responseMessage!: string | null;

  /** A definite failure whose money has not gone back yet. */
  @Column({ type: 'boolean', default: false })
  requireReversal!: boolean;

  /** The provider contradicted a final status, for instance with a late success; staff must look. */
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

  /** Time of the worker's next step. */
  @InstantColumn({ nullable: true })
  nextActionAt!: Date | null;

  @InstantColumn({ nullable: true })
  finishedAt!: Date | null;

  /** The job that advances the payout; any other job for it does nothing. */
  @IdColumn()
  jobId!: number;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
