import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn } from '../common/database/columns';
import type { ControlTotals } from './control-totals';

/** The progress of a step of one day. A row without an end is running, or was running when the process died. */
@Entity()
export class EndOfDayStep {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'date' })
  date!: string;

  @PrimaryColumn({ type: 'character varying', length: '40' })
  step!: string;

  /** Number of accounts, loans and other rows that the step processed. */
  @Column({ type: 'integer', default: 0 })
  rowsDone!: number;

  @InstantColumn()
  startedAt!: Date;

  @InstantColumn({ nullable: true })
  finishedAt!: Date | null;

  @Column({ type: 'jsonb' })
  totalsBefore!: ControlTotals;

  @Column({ type: 'jsonb', nullable: true })
  totalsAfter!: ControlTotals | null;
}
