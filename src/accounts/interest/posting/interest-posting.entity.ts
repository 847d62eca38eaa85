import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, KoboColumn, PrimaryIdColumn } from '../../../common/database/columns';
import { AccruedColumn } from '../interest-base-entities';
import type { InterestKind } from '../interest-kinds';

/** Interest paid to an account or charged to it, at most once for each last date. Rows are added and never changed. */
@Entity()
export class InterestPosting {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  accountId!: number;

  @PrimaryColumn({ type: 'character varying', length: '10' })
  kind!: InterestKind;

  /** The last date whose interest the posting includes. */
  @PrimaryColumn({ type: 'date' })
  throughDate!: string;

  /** Accrued interest before rounding. */
  @AccruedColumn()
  accruedKobo!: string;

  @KoboColumn()
  grossKobo!: bigint;

  @KoboColumn()
  taxKobo!: bigint;

  @IdColumn()
  postingId!: number;
}
