import { Entity } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';

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
