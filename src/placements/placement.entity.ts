import { Column, Entity, Index } from 'typeorm';
import { DateColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

/**
 * A record of the institution's money placed with another institution (`docs/api/audit-and-operations.md#placements`).
 * It is an entry of a register, not an account. Rows are never deleted. The name index is written by hand in the
 * migration, because it needs `text_pattern_ops`.
 */
@Entity()
@Index('uq_placement_reference', ['institutionId', 'referenceNumber'], {
  unique: true,
  where: 'reference_number IS NOT NULL',
})
@Index('ix_placement_maturity_date', ['institutionId', 'maturityDate', 'id'])
@Index('ix_placement_search_name', { synchronize: false })
export class Placement extends TenantEntity {
  /** The institution that has the money. */
  @TextColumn(250)
  counterparty!: string;

  /** `searchName` of the counterparty. */
  @TextColumn(250)
  searchName!: string;

  @KoboColumn()
  amountKobo!: bigint;

  /** Percent a year, as decimal text such as `21.5000`. */
  @Column({ type: 'numeric', precision: 9, scale: 4 })
  rate!: string;

  @DateColumn()
  startDate!: string;

  /** The date on which the money is due back; after `startDate`. */
  @DateColumn()
  maturityDate!: string;

  @TextColumn(100, { nullable: true })
  referenceNumber!: string | null;

  @TextColumn(1000, { nullable: true })
  notes!: string | null;

  /** Business date on which staff closed it; null while it is open. */
  @DateColumn({ nullable: true })
  dateClosed!: string | null;

  @TextColumn(250, { nullable: true })
  closureReason!: string | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
