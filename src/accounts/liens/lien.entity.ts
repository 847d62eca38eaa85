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
 * Money of an account that nobody may take until the lien ends. The active liens of an account add up to the held amount of
 * its ledger account, which every debit is decided with; both change in one transaction, under that account's lock.
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

  /** The client's reference; of a lien of the system, what it is held for. */
  @TextColumn(100)
  referenceNumber!: string;

  /** What the system holds the money for, such as `loan:20300`; null for a lien that a client placed and may end. */
  @TextColumn(100, { nullable: true })
  heldFor!: string | null;

  @TextColumn(250, { nullable: true })
  reason!: string | null;

  @TextColumn(50, { nullable: true })
  formOfLien!: string | null;

  /** The last business date on which the money is held. */
  @DateColumn({ nullable: true })
  expiryDate!: string | null;

  @TextColumn(10)
  status!: LienStatus;

  /** `api-client:ID`, `staff:ID` or `system:NAME`. */
  @TextColumn(120)
  placedBy!: string;

  @InstantColumn()
  placedAt!: Date;

  /** Who released it; null while it is active. */
  @TextColumn(120, { nullable: true })
  endedBy!: string | null;

  @InstantColumn({ nullable: true })
  endedAt!: Date | null;
}
