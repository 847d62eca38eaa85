import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

/** `Staging` rows may be thrown away; from `Loading` on the import can only be completed. */
export type ImportStatus = 'Staging' | 'Loading' | 'Completed';

/**
 * One bringing-over of an old system's books (docs/import.md). Its position moves in the transaction that loads the
 * rows up to it, so an interrupted import goes on where it stopped.
 */
@Entity()
@Index('uq_data_import_checksum', ['institutionId', 'checksum'], { unique: true })
export class DataImport extends TenantEntity {
  /** SHA-256 over the names and contents of its files, in hexadecimal digits. */
  @TextColumn(64)
  checksum!: string;

  @TextColumn(10)
  status!: ImportStatus;

  /** Name of the step that runs, such as `account-balances`. */
  @TextColumn(20)
  step!: string;

  /** The last line that the step has loaded. */
  @IdColumn({ default: 0 })
  position!: number;

  /** The business date on which the opening balances are booked; set when loading begins. */
  @DateColumn({ nullable: true })
  cutOverOn!: string | null;

  /** Control totals of the files (`ImportTotals`), kept when the staged rows are gone. */
  @Column({ type: 'jsonb', nullable: true })
  totals!: object | null;

  /** Name of the operating system's user. */
  @TextColumn(100)
  startedBy!: string;

  @InstantColumn()
  startedAt!: Date;

  @InstantColumn({ nullable: true })
  completedAt!: Date | null;
}
