import { Column, Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, KoboColumn, PrimaryIdColumn } from '../../../common/database/columns';
import { AccruedColumn } from '../interest-base-entities';
import type { InterestKind } from '../interest-kinds';

/**
 * The unposted interest of all accounts of a product and branch, accrued and booked. It changes in the transaction of
 * every accrual and posting; a finished step has booked it to the whole kobo.
 */
@Entity()
export class InterestTotal {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'character varying', length: '10' })
  kind!: InterestKind;

  @PrimaryIdColumn()
  productId!: number;

  /** 0 for accounts without a branch. */
  @PrimaryIdColumn()
  branchId!: number;

  @AccruedColumn()
  accruedKobo!: string;

  /** The amount booked on the balance ledger. */
  @KoboColumn({ default: 0 })
  bookedKobo!: bigint;

  /** The interest payable or receivable ledger; null before the first booking. */
  @IdColumn({ nullable: true })
  ledgerId!: number | null;

  /** False from the first change of a step to the booking at its end. */
  @Column({ type: 'boolean' })
  isBooked!: boolean;
}
