import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';
import type { ControlTotals } from './control-totals';
import type { DayProof } from './day-proof';

/** `Stopped` waits for staff: the proof failed, or a step failed again and again. */
export type EndOfDayStatus = 'Running' | 'Stopped' | 'Completed';

/**
 * The closing of one business date, from the roll of the date to the stored proof. There is one row a date, and the date
 * rolls on only when the last row is `Completed`.
 */
@Entity()
export class EndOfDayRun {
  @PrimaryIdColumn()
  institutionId!: number;

  /** The business date that closes. */
  @PrimaryColumn({ type: 'date' })
  date!: string;

  @DateColumn()
  nextDate!: string;

  @TextColumn(10)
  status!: EndOfDayStatus;

  /** `system:end-of-day` or `staff:ID`, of the last start. */
  @TextColumn(120)
  startedBy!: string;

  /** The job that works on it. */
  @IdColumn()
  jobId!: number;

  /** The database's time when the next date began. */
  @InstantColumn()
  rolledAt!: Date;

  @InstantColumn({ nullable: true })
  finishedAt!: Date | null;

  /** Why it stopped, or what keeps it from going on. */
  @TextColumn(1000, { nullable: true })
  problem!: string | null;

  /** The books as they were when the date ended: what was posted later does not count. */
  @Column({ type: 'jsonb', nullable: true })
  closingTotals!: ControlTotals | null;

  @Column({ type: 'jsonb', nullable: true })
  proof!: DayProof | null;
}
