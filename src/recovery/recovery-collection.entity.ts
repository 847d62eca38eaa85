import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

/**
 * Money that the recovery partner collected from a borrower, with its posting. Append-only. The partner's reference is
 * unique; a repetition is answered from this row.
 */
@Entity()
@Index('uq_recovery_collection_reference', ['institutionId', 'transactionReference'], { unique: true })
@Index('ix_recovery_collection_loan', ['institutionId', 'loanId', 'id'])
export class RecoveryCollection extends TenantEntity {
  @TextColumn(100)
  transactionReference!: string;

  @IdColumn()
  loanId!: number;

  @IdColumn()
  postingId!: number;

  /** The sum of settlement and fee. */
  @KoboColumn()
  debitedKobo!: bigint;

  /** The part that the partner owes the institution. */
  @KoboColumn()
  settlementKobo!: bigint;

  /** The part that the partner keeps. */
  @KoboColumn()
  recoveryFeeKobo!: bigint;

  /** The part that exceeded the loan's debt. */
  @KoboColumn()
  surplusKobo!: bigint;

  /** The account credited with the surplus: the linked account, or the ledger of unclaimed funds. */
  @IdColumn()
  surplusAccountId!: number;

  /** Digest of the notice, which tells a repetition from another collection under the same reference. */
  @Column({ type: 'bytea' })
  fingerprint!: Buffer;

  /** The answer as JSON text, so that a repetition gets the same text. */
  @Column({ type: 'text' })
  answer!: string;

  @InstantColumn()
  createdAt!: Date;
}
