import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';
import type { ControlTotals } from './control-totals';
import type { DayProof } from './day-proof';

/** `Stopped` waits for staff: the proof failed, or a step failed ten times. */
export type EndOfDayStatus = 'Running' | 'Stopped' | 'Completed';

/**
 * The closing of one business date, from the roll of the date to the stored proof. Each date has one row, and the date
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

  /** `system:end-of-day` or `staff:ID`, from the last start. */
  @TextColumn(120)
  startedBy!: string;

  /** The job that does the closing. */
  @IdColumn()
  jobId!: number;

  /** The database's time at which the next date began. */
  @InstantColumn()
  rolledAt!: Date;

  @InstantColumn({ nullable: true })
  finishedAt!: Date | null;

  /** The reason of the stop, or the problem because of which the run is tried again. */
  @TextColumn(1000, { nullable: true })
  problem!: string | null;

  /** The totals of the books at the end of the date, without later postings. */
  @Column({ type: 'jsonb', nullable: true })
  closingTotals!: ControlTotals | null;

  @Column({ type: 'jsonb', nullable: true })
  proof!: DayProof | null;
}
