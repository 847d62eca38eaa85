import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * The statuses of an inward transfer (docs/api/inward-transfers.md#suspense). `Returning` is on its way back to the
 * sender, who does not have it yet.
 */
export const INWARD_TRANSFER_STATUSES = ['Credited', 'InSuspense', 'Returning', 'Returned'] as const;
export type InwardTransferStatus = (typeof INWARD_TRANSFER_STATUSES)[number];

/**
 * Money that another institution sent to an account of this one, with its posting. The session id is unique; a
 * repetition is answered from this row.
 */
@Entity()
@Index('uq_inward_transfer_session', ['institutionId', 'sessionId'], { unique: true })
@Index('ix_inward_transfer_account', ['institutionId', 'accountNumber', 'id'])
@Index('ix_inward_transfer_suspense', ['institutionId', 'id'], { where: `"status" = 'InSuspense'` })
export class InwardTransfer extends TenantEntity {
  /** The sending institution's NIP session id, which is also the reference of the posting. */
  @TextColumn(30)
  sessionId!: string;

  /** The beneficiary's account number as the sender gave it; there may be no such account. */
  @TextColumn(50)
  accountNumber!: string;

  @KoboColumn()
  amountKobo!: bigint;

  @TextColumn(50)
  originatorAccountNumber!: string;

  @TextColumn(150)
  originatorAccountName!: string;

  @TextColumn(10)
  originatorInstitutionCode!: string;

  @TextColumn(250)
  narration!: string;

  @TextColumn(100, { nullable: true })
  paymentReference!: string | null;

  @TextColumn(20)
  status!: InwardTransferStatus;

  /** Code of the refusal of the credit; null for one that was credited at once. */
  @TextColumn(60, { nullable: true })
  reason!: string | null;

  @TextColumn(300, { nullable: true })
  reasonMessage!: string | null;

  @IdColumn()
  postingId!: number;

  /** The account or virtual account that has the money; null while none has it. */
  @TextColumn(20, { nullable: true })
  creditedAccountNumber!: string | null;

  /** The posting that took the money out of suspense. */
  @IdColumn({ nullable: true })
  settlementPostingId!: number | null;

  /** The reference of the outward transfer that returns the money. */
  @TextColumn(100, { nullable: true })
  returnReference!: string | null;

  /** Digest of the notice, which tells a repetition from another transfer under the same session id. */
  @Column({ type: 'bytea' })
  fingerprint!: Buffer;

  @InstantColumn()
  receivedAt!: Date;

  @InstantColumn({ nullable: true })
  settledAt!: Date | null;
}
