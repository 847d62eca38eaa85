import { Entity } from 'typeorm';
import { KoboColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';

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
