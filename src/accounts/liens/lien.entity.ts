import { Entity, Index } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  TenantEntity,
  TextColumn,
} from '../../common/database/columns';

export const LIEN_STATUSES = ['Active', 'Released', 'Expired'] as const;
export type LienStatus = (typeof LIEN_STATUSES)[number];

/**
 * A reservation of an account's money (`docs/api/liens-overdrafts-limits.md#liens`). The active liens of an account add
 * up to the liened amount of its ledger account, which every debit is checked against; both change in one transaction,
 * under that account's lock.
 */
@Entity()
@Index('uq_lien_reference', ['institutionId', 'referenceNumber'], { unique: true, where: 'held_for IS NULL' })
@Index('uq_lien_held_for', ['institutionId', 'heldFor'], {
  unique: true,
  where: `held_for IS NOT NULL AND status = 'Active'`,
})
@Index('ix_lien_account', ['institutionId', 'accountId', 'id'])
@Index('ix_lien_status', ['institutionId', 'status', 'id'])
@Index('ix_lien_expiry', ['institutionId', 'expiryDate', 'id'], {
  where: `status = 'Active' AND expiry_date IS NOT NULL`,
})
export class Lien extends TenantEntity {
  /** Id of the deposit account and of its ledger account. */
  @IdColumn()
  accountId!: number;

  @TextColumn(20)
  accountNumber!: string;

  @KoboColumn()
  amountKobo!: bigint;

  /** The client's reference. For a lien of the system, the same as `heldFor`. */
  @TextColumn(100)
  referenceNumber!: string;

  /**
   * The purpose of a lien of the system, such as `loan:20300`; null for a lien that a client placed and may release.
   */
  @TextColumn(100, { nullable: true })
  heldFor!: string | null;

  @TextColumn(250, { nullable: true })
  reason!: string | null;

  @TextColumn(50, { nullable: true })
  formOfLien!: string | null;

  /** The last business date of the lien; null when it has no end. */
  @DateColumn({ nullable: true })
  expiryDate!: string | null;

  @TextColumn(10)
  status!: LienStatus;

  /** `api-client:ID`, `staff:ID` or `system:NAME`. */
  @TextColumn(120)
  placedBy!: string;

  @InstantColumn()
  placedAt!: Date;

  /** The actor that released or expired it; null while it is active. */
  @TextColumn(120, { nullable: true })
  endedBy!: string | null;

  @InstantColumn({ nullable: true })
  endedAt!: Date | null;
}
