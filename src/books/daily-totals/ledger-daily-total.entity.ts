import { Entity, PrimaryColumn } from 'typeorm';
import { KoboColumn, PrimaryIdColumn } from '../../common/database/columns';

/** `branchId` of what belongs to no branch. */
export const HEAD_OFFICE = 0;

/**
 * What one ledger moved in one branch on one business date with one value date, as of posting. A control ledger has the
 * sum of its accounts. Accounts that came from another ledger or branch, or went there, count with their whole totals,
 * so a delta may be below zero.
 */
@Entity()
export class LedgerDailyTotal {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  ledgerId!: number;

  /** `HEAD_OFFICE` for what belongs to no branch. */
  @PrimaryIdColumn()
  branchId!: number;

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
