import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * An order to keep a person's records, whatever their retention period (docs/api/personal-data.md#legal-hold). A
 * customer has at most one that is not removed. Rows are kept after the removal.
 */
@Entity()
@Index('uq_legal_hold_customer', ['institutionId', 'customerId'], { unique: true, where: 'removed_at IS NULL' })
export class LegalHold extends TenantEntity {
  @IdColumn()
  customerId!: number;

  @Column({ name: 'customer_number', type: 'character varying', length: '8' })
  customerID!: string;

  /** The reference of the order, such as the number of a court's suit. */
  @TextColumn(100)
  reference!: string;

  @TextColumn(500)
  reason!: string;

  /** The last business date of the hold; null for a hold that only staff end. */
  @DateColumn({ nullable: true })
  until!: string | null;

  /** `staff:ID`. */
  @TextColumn(120)
  placedBy!: string;

  @InstantColumn()
  placedAt!: Date;

  @InstantColumn({ nullable: true })
  removedAt!: Date | null;

  /** The member of staff who asked for the removal, or `system:legal-holds` when a new hold replaced a lapsed one. */
  @TextColumn(120, { nullable: true })
  removedBy!: string | null;

  @TextColumn(500, { nullable: true })
  removalReason!: string | null;
}
