import { Entity } from 'typeorm';
import { DateColumn, PrimaryIdColumn } from '../../common/database/columns';

/** The last business date whose entries are in the daily totals. Reports read younger entries one by one. */
@Entity()
export class DailyTotalsProgress {
  @PrimaryIdColumn()
  institutionId!: number;

  /** Null before the first date is written. */
  @DateColumn({ nullable: true })
  through!: string | null;
}
