import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

/**
 * Money that the recovery partner took from a borrower, as it told us and as it was booked: append-only. The partner's
 * reference comes once; a repetition is answered from here.
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

  /** settlement + fee. */
  @KoboColumn()
  debitedKobo!: bigint;

  /** What the partner owes the institution of it. */
  @KoboColumn()
  settlementKobo!: bigint;

  /** What the partner keeps. */
  @KoboColumn()
  recoveryFeeKobo!: bigint;

  /** What the loan could not take. */
  @KoboColumn()
  surplusKobo!: bigint;

  /** Where the surplus went: the linked account, or the ledger of unclaimed funds. */
  @IdColumn()
  surplusAccountId!: number;

  /** Of what the partner sent, to tell a repetition from another collection under the same reference. */
  @Column({ type: 'bytea' })
  fingerprint!: Buffer;

  /** What was answered, as JSON text: a repetition gets the same letters. */
  @Column({ type: 'text' })
  answer!: string;

  @InstantColumn()
  createdAt!: Date;
}
