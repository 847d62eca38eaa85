import { Column, PrimaryColumn } from 'typeorm';
import { DateColumn, IdColumn, KoboColumn, PrimaryIdColumn } from '../../common/database/columns';
import { ACCRUAL_DECIMALS } from './interest-kinds';

/** Column for fractions of a kobo, as decimal text. */
export const AccruedColumn = (): PropertyDecorator =>
  Column({ type: 'numeric', precision: 32, scale: ACCRUAL_DECIMALS });

/**
 * The accrual of one account on one date. Dates come before accounts in the key, so that a day's rows are added at the
 * end of the index, however many days are kept. Rows are added and never changed.
 */
export abstract class DailyAccrual {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'date' })
  accruedOn!: string;

  @PrimaryIdColumn()
  accountId!: number;

  /** The balance at the end of the date; below zero when overdrawn. */
  @KoboColumn()
  balanceKobo!: bigint;

  /** Percent a year, as decimal text. */
  @Column({ type: 'numeric', precision: 9, scale: 4 })
  rate!: string;

  @AccruedColumn()
  accruedKobo!: string;

  /** Interest accrued and not posted at the end of this date. */
  @AccruedColumn()
  cumulativeKobo!: string;
}

/**
 * Interest that one account has accrued and not been paid or charged. Every row changes every night, so no column
 * outside the key is indexed.
 */
export abstract class UnpostedInterest {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  accountId!: number;

  /** Product and branch whose total includes the interest: the account's own as of the last accrual. */
  @IdColumn()
  productId!: number;

  /** 0 for an account without a branch. */
  @IdColumn()
  branchId!: number;

  @AccruedColumn()
  accruedKobo!: string;

  /**
   * The account's last entry at the end of the last accrued date. While it is the last one, the balance is unchanged.
   */
  @IdColumn()
  entrySeq!: number;

  @DateColumn()
  accruedThrough!: string;

  /** The last date whose interest is posted; null before the first posting. */
  @DateColumn({ nullable: true })
  postedThrough!: string | null;
}
