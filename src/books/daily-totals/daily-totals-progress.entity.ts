import { Entity } from 'typeorm';
import { DateColumn, PrimaryIdColumn } from '../../common/database/columns';
import type { Tx } from '../../common/database/unit-of-work';

/** The last business date whose entries are in the daily totals. Reports read younger entries one by one. */
@Entity()
export class DailyTotalsProgress {
  @PrimaryIdColumn()
  institutionId!: number;

  /** Null before the first date is written. */
  @DateColumn({ nullable: true })
  through!: string | null;
}

/** True when a business date and all before it have their daily totals. */
export async function hasDailyTotals(tx: Tx, institutionId: number, date: string): Promise<boolean> {
  const progress = await tx.findOneBy(DailyTotalsProgress, { institutionId });
  const through = progress?.through ?? null;
  return through !== null && date <= through;
}
