import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { IdColumn, KoboColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';

/** One line of an import's files, between its reading and its loading. Identity numbers are sealed in it already. */
@Entity()
@Index('ix_import_row_key', ['institutionId', 'importId', 'file', 'key'])
@Index('ix_import_row_refused', ['institutionId', 'importId', 'file', 'line'], { where: 'refusal IS NOT NULL' })
export class ImportRow {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  importId!: number;

  /** Name of the file without its ending, such as `accounts`. */
  @PrimaryColumn({ type: 'character varying', length: '20' })
  file!: string;

  @PrimaryIdColumn()
  line!: number;

  /** The number that identifies the record in the old system; null when the line has none. */
  @TextColumn(100, { nullable: true })
  key!: string | null;

  /** The key of the record to which this one belongs, such as the customer of an account. */
  @TextColumn(60, { nullable: true })
  ownerKey!: string | null;

  /** Id of the record to create. */
  @IdColumn()
  targetId!: number;

  /** Id of the record to which this one belongs, once it is known. */
  @IdColumn({ nullable: true })
  ownerId!: number | null;

  /** Credits less debits that the line brings. */
  @KoboColumn({ default: 0 })
  balanceKobo!: bigint;

  /**
   * The part of a ledger's balance that the line itself books, once it is known: loans and deposits book their parts.
   * Null for a line of another file, and for one that an earlier version of the program staged.
   */
  @KoboColumn({ nullable: true })
  bookedKobo!: bigint | null;

  @TextColumn(20, { nullable: true })
  branchCode!: string | null;

  @TextColumn(20, { nullable: true })
  productCode!: string | null;

  /** Rows to insert, by table and column. */
  @Column({ type: 'jsonb' })
  content!: object;

  /** Says why the line cannot be taken over; null when it can. */
  @TextColumn(500, { nullable: true })
  refusal!: string | null;
}
