import { Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../../common/database/columns';

/** A note of staff about a customer. It is never changed, and goes with the customer's erasure. */
@Entity()
@Index('ix_customer_note_customer', ['institutionId', 'customerId', 'id'])
export class CustomerNote extends TenantEntity {
  @IdColumn()
  customerId!: number;

  /** `staff:ID`. */
  @TextColumn(120)
  author!: string;

  @TextColumn(1000)
  text!: string;

  @InstantColumn()
  writtenAt!: Date;
}
