import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../database/columns';

/**
 * How far the identity numbers in one table of an institution are sealed with the current master key
 * (docs/api/personal-data.md#rotation).
 */
@Entity()
export class IdentitySealing {
  @PrimaryIdColumn()
  institutionId!: number;

  /** The table. */
  @PrimaryColumn({ type: 'character varying', length: '40' })
  place!: string;

  /** The id of the master key with which this pass seals. */
  @TextColumn(8)
  keyId!: string;

  /** The last row that was looked at; empty before the first one. */
  @TextColumn(150)
  position!: string;

  /** Rows that this pass has changed. */
  @Column({ type: 'integer', default: 0 })
  sealedRows!: number;

  /** Rows of this pass that no key of the process opens. */
  @Column({ type: 'integer', default: 0 })
  failedRows!: number;

  @InstantColumn()
  startedAt!: Date;

  @InstantColumn({ nullable: true })
  finishedAt!: Date | null;
}
