import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * A file of transfers from one account (docs/api/bulk-transfers.md). Its id is that of the posting that takes the sum
 * from the account, or that waits for AML or approval; the status of the file is the status of that posting.
 */
@Entity()
@Index('ix_bulk_transfer_debit_account', ['institutionId', 'debitAccountNumber', 'id'])
export class BulkTransfer extends TenantEntity {
  /** The request reference, which is also the reference of the posting. */
  @TextColumn(100)
  reference!: string;

  @TextColumn(20)
  debitAccountNumber!: string;

  @IdColumn()
  debitAccountId!: number;

  /** The ledger that carries the money from the account to the rows. */
  @IdColumn()
  transitAccountId!: number;

  @TextColumn(250)
  narration!: string;

  @Column({ type: 'integer' })
  rowCount!: number;

  @KoboColumn()
  totalKobo!: bigint;

  /** Stamp duty of all rows, which the account pays on top. */
  @KoboColumn()
  dutyKobo!: bigint;

  @IdColumn({ nullable: true })
  dutyAccountId!: number | null;

  /** Rows whose accounts are at other institutions. */
  @Column({ type: 'integer', default: 0 })
  outwardRowCount!: number;

  /** Fees, VAT and stamp duty of rows to other institutions, which the account pays on top. */
  @KoboColumn({ default: 0 })
  outwardChargesKobo!: bigint;

  /** True when all rows are posted together or none; false when each is posted by itself. */
  @Column({ type: 'boolean' })
  together!: boolean;

  /** Set when every row of a file whose rows are posted one by one has its result. */
  @InstantColumn({ nullable: true })
  completedAt!: Date | null;

  /** What went back to the account for the rows that failed, duty included. */
  @KoboColumn({ default: 0 })
  returnedKobo!: bigint;
}
