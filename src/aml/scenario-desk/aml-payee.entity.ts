import { Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn } from '../../common/database/columns';

/** A party that an account has paid. The first payment to a party stays known for as long as the account does. */
@Entity()
export class AmlPayee {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  accountId!: number;

  /** Key of the counterparty, such as `058:0123456789`. */
  @PrimaryColumn({ type: 'character varying', length: '120' })
  payee!: string;

  @InstantColumn()
  firstAt!: Date;

  /** At most a day behind the last payment. */
  @InstantColumn()
  lastAt!: Date;
}
