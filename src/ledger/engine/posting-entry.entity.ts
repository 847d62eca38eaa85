import { Column, Entity, Index } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
} from '../../common/database/columns';
import type { Side } from './ledger-account.entity';

/** The purpose of a leg. With `namedByCaller` it decides whether the leg counts in controls (`isCounted`). */
export type LegRole = 'principal' | 'fee' | 'tax' | 'interest' | 'reversal';

/**
 * One leg of a posting as written on an account, numbered within the account, with the running totals after it.
 * Append-only: the database role of the program may neither update nor delete it.
 */
@Entity()
@Index('ix_posting_entry_account_time', ['institutionId', 'accountId', 'postedAt', 'seq'])
@Index('ix_posting_entry_posting', ['institutionId', 'postingId'])
@Index('ix_posting_entry_virtual', ['institutionId', 'virtualAccountId', 'postedAt'], {
  where: 'virtual_account_id IS NOT NULL',
})
@Index('ix_posting_entry_reverses', ['institutionId', 'accountId', 'reversesPostedAt'], {
  where: 'reverses_posted_at IS NOT NULL',
})
export class PostingEntry {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  accountId!: number;

  @PrimaryIdColumn()
  seq!: number;

  @IdColumn()
  postingId!: number;

  /** Position of the leg within its posting, from 1. */
  @Column({ type: 'smallint' })
  leg!: number;

  @TextColumn(6)
  side!: Side;

  @TextColumn(10)
  role!: LegRole;

  @KoboColumn()
  amountKobo!: bigint;

  /** Signed to the account's normal side. */
  @KoboColumn()
  balanceAfterKobo!: bigint;

  @KoboColumn()
  debitsAfterKobo!: bigint;

  @KoboColumn()
  creditsAfterKobo!: bigint;

  @KoboColumn()
  screenedOutAfterKobo!: bigint;

  @KoboColumn()
  screenedInAfterKobo!: bigint;

  /** The leg's own narration, when it differs from the posting's. */
  @TextColumn(250, { nullable: true })
  narration!: string | null;

  /** The virtual account through which a settlement account was credited. */
  @IdColumn({ nullable: true })
  virtualAccountId!: number | null;

  /**
   * The branch as of the posting: the account's, or for a ledger that of the movement. Null for the head office, and on
   * entries from before the column existed, which count for the account's present branch.
   */
  @IdColumn({ nullable: true })
  branchId!: number | null;

  @DateColumn()
  businessDate!: string;

  /** Never before the account's previous entry. */
  @InstantColumn()
  postedAt!: Date;

  /** On the reversal of a screened entry: the time of that entry, so that windows leave both out. */
  @InstantColumn({ nullable: true })
  reversesPostedAt!: Date | null;
}
