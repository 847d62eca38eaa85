import { Column, Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, PrimaryIdColumn } from '../database/columns';

/**
 * The place that the numbering of one stream of an institution has reached. Whoever locks the row is its only writer.
 */
@Entity()
export class SequencerHead {
  @PrimaryIdColumn()
  institutionId!: number;

  /** The stream, such as `audit`. */
  @PrimaryColumn({ type: 'character varying', length: '20' })
  stream!: string;

  /** The last number given; 0 before the first. */
  @IdColumn({ default: 0 })
  lastSeq!: number;

  /** The hash of the last number, where the stream is a chain. */
  @Column({ type: 'bytea', nullable: true })
  lastHash!: Buffer | null;

  /**
   * Every row that a transaction with a lower id wrote has its number. Null while rows are numbered that were there
   * before the stream.
   */
  @IdColumn({ nullable: true })
  readTo!: number | null;
}
