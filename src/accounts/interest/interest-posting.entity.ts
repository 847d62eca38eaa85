import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, KoboColumn, PrimaryIdColumn } from '../../common/database/columns';
import { AccruedColumn } from './interest-columns';
import type { InterestKind } from './interest-kinds';

/** Interest that was paid to an account or charged to it, once for each last date. Rows are added and never changed. */
@Entity()
export class InterestPosting {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  accountId!: number;

  @PrimaryColumn({ type: 'character varying', length: '10' })
  kind!: InterestKind;

  /** The last date whose interest is in it. */
  @PrimaryColumn({ type: 'date' })
  throughDate!: string;

  /** Before rounding. */
  @AccruedColumn()
  accruedKobo!: string;

  @KoboColumn()
  grossKobo!: bigint;

  @KoboColumn()
  taxKobo!: bigint;

  @IdColumn()
  postingId!: number;
}
