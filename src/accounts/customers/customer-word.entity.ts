import { Entity, Index, PrimaryColumn } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

/**
 * A word of a customer's name, for searches by any of its words (docs/api/enquiries.md#search). Triggers on `customer`
 * write the rows, so that every program and every import keeps them; `nameWords` cuts a query in the same way.
 */
@Entity()
@Index('ix_customer_word_word', { synchronize: false })
export class CustomerWord {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  customerId!: number;

  @PrimaryColumn({ type: 'character varying', length: '60' })
  word!: string;
}
