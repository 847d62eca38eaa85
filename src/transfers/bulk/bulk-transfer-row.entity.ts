import { Entity } from 'typeorm';
import { IdColumn, KoboColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';

/** One transfer of a file, as its request asked for it. Append-only. */
@Entity()
export class BulkTransferRow {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  bulkTransferId!: number;

  /** Place in the file, from 1. */
  @PrimaryIdColumn()
  rowNumber!: number;

  /** Unique among the institution's local transfers. */
  @TextColumn(100)
  reference!: string;

  @TextColumn(20)
  creditAccountNumber!: string;

  @KoboColumn()
  amountKobo!: bigint;

  @KoboColumn()
  dutyKobo!: bigint;

  @TextColumn(250)
  narration!: string;
}

/**
 * The result of a row that was posted by itself: its posting, or the refusal. Append-only, and its key allows one
 * result, so that no row is paid twice.
 */
@Entity()
export class BulkTransferResult {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  bulkTransferId!: number;

  @PrimaryIdColumn()
  rowNumber!: number;

  @IdColumn({ nullable: true })
  postingId!: number | null;

  @TextColumn(60, { nullable: true })
  failureCode!: string | null;

  @TextColumn(500, { nullable: true })
  failureMessage!: string | null;
}
