import { Entity, PrimaryColumn } from 'typeorm';
import { KoboColumn, PrimaryIdColumn } from '../../common/database/columns';

/**
 * What the entries of one account moved on one business date with one value date. A delta, never a running sum: an
 * entry with an earlier value date is a row of its own business date and leaves the rows before it as they are.
 */
@Entity()
export class AccountDailyTotal {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  accountId!: number;

  /** The date on which the entries were booked. */
  @PrimaryColumn({ type: 'date' })
  businessDate!: string;

  @PrimaryColumn({ type: 'date' })
  valueDate!: string;

  @KoboColumn()
  debitsKobo!: bigint;

  @KoboColumn()
  creditsKobo!: bigint;
}
