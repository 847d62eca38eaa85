import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn } from '../../common/database/columns';

/** The last enforcement of the retention period of one kind of record, and how many records it has removed so far. */
@Entity()
export class RetentionRun {
  @PrimaryIdColumn()
  institutionId!: number;

  /** Name of the `RetentionKind`. */
  @PrimaryColumn({ type: 'character varying', length: '30' })
  kind!: string;

  @InstantColumn()
  lastRunAt!: Date;

  /** Records removed since the first run. */
  @Column({ type: 'integer' })
  removed!: number;
}
