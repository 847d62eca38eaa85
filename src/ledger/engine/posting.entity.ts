import { Check, Column, Entity, Index } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  TenantEntity,
  TextColumn,
} from '../../common/database/columns';

/**
 * `Posted` moved money and has entries. The others have none: held by AML, waiting for approval, declined by staff, or
 * refused when it was resumed. The row exists from the first acceptance on, so its reference is taken at once.
 */
export type PostingStatus = 'Posted' | 'Held' | 'PendingApproval' | 'Declined' | 'Failed';

export type PostingOrigin = 'api' | 'portal' | 'system';

/** One atomic movement of money, or the instruction for one that waits (docs/ARCHITECTURE.md#the-ledger). */
@Entity()
@Index('uq_posting_kind_reference', ['institutionId', 'kind', 'reference'], { unique: true })
@Index('uq_posting_transaction_reference', ['institutionId', 'transactionReference'], {
  unique: true,
  where: 'transaction_reference IS NOT NULL',
})
@Index('ix_posting_posted_at', ['institutionId', 'postedAt'])
@Index('ix_posting_back_dated', ['institutionId', 'postedAt'], { where: 'value_date < business_date' })
@Index('ix_posting_instrument', ['institutionId', 'instrumentNumber', 'postedAt'], {
  where: 'instrument_number IS NOT NULL',
})
@Index('ix_posting_transfer', ['institutionId', 'postedAt', 'id'], {
  where: `"kind" = 'transfer' AND "status" = 'Posted'`,
})
@Index('ix_posting_group', ['institutionId', 'createdAt', 'id'], { where: `"kind" = 'posting-group'` })
@Index('ix_posting_waiting', ['institutionId', 'kind', 'createdAt', 'id'], { where: `"status" <> 'Posted'` })
@Index('ix_posting_reverses', ['institutionId', 'reversesId'], {
  unique: true,
  // A reversal that was declined or failed must not block the next attempt.
  where: `"reverses_id" IS NOT NULL AND "status" <> 'Declined' AND "status" <> 'Failed'`,
})
@Check('ck_posting_balanced', 'debit_total_kobo = credit_total_kobo')
export class Posting extends TenantEntity {
  /** The kind of resource, such as `transfer`. References are unique within a kind. */
  @TextColumn(30)
  kind!: string;

  @TextColumn(100)
  reference!: string;

  /** The caller's reference of a payment, unique among the payments of every kind; null for everything else. */
  @TextColumn(100, { nullable: true })
  transactionReference!: string | null;

  @TextColumn(10, { name: 'channel' })
  origin!: PostingOrigin;

  @TextColumn(20)
  status!: PostingStatus;

  @TextColumn(250)
  narration!: string;

  /** The principal; fees and taxes are further legs. */
  @KoboColumn()
  amountKobo!: bigint;

  @KoboColumn()
  feeKobo!: bigint;

  @KoboColumn()
  debitTotalKobo!: bigint;

  @KoboColumn()
  creditTotalKobo!: bigint;

  @TextColumn(120)
  maker!: string;

  @TextColumn(120, { nullable: true })
  checker!: string | null;

  @DateColumn()
  businessDate!: string;

  @DateColumn()
  valueDate!: string;

  @TextColumn(50, { nullable: true })
  instrumentNumber!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  additionalMetadata!: Record<string, unknown> | null;

  @IdColumn({ nullable: true })
  reversesId!: number | null;

  /** Posted although the funds or the status of an account forbade it, because it had happened already. */
  @Column({ type: 'boolean', default: false })
  forced!: boolean;

  @IdColumn({ nullable: true })
  reversedById!: number | null;

  /** Code and message of the refusal of a resumed movement. */
  @TextColumn(60, { nullable: true })
  failureCode!: string | null;

  @TextColumn(500, { nullable: true })
  failureMessage!: string | null;

  @InstantColumn({ default: () => 'now()' })
  createdAt!: Date;

  @InstantColumn({ nullable: true })
  postedAt!: Date | null;
}

const REFERENCE_PREFIX = 'PST';

/** The service-generated `postingReferenceNumber` of a posting. */
export function postingReferenceNumber(postingId: number): string {
  return `${REFERENCE_PREFIX}${String(postingId).padStart(12, '0')}`;
}

/** The posting id in a `postingReferenceNumber`; undefined for any other text. */
export function postingIdFrom(reference: string): number | undefined {
  const digits = /^PST(\d{12,16})$/.exec(reference)?.[1];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}
