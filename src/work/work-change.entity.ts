import { Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';

/** The kinds of changes that open pages of the console are told at once. */
export const WORK_KINDS = ['hold', 'approval', 'end-of-day'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/**
 * A change of the work of staff, written in the transaction of the change by the triggers of its tables
 * (`record_work`), and not numbered yet. Kept for minutes, because only open pages read it.
 */
@Entity()
export class WorkChange {
  @PrimaryIdColumn()
  institutionId!: number;

  /** Taken under the locks of the change. */
  @PrimaryColumn({ type: 'bigint', default: () => `nextval('event_order')` })
  id!: string;

  @TextColumn(20)
  kind!: WorkKind;

  /** The approval's id; of an end of day the business date. */
  @TextColumn(20)
  subject!: string;

  /** The new status. */
  @TextColumn(20)
  status!: string;

  /** The step of an end of day that began or ended; null for its status as a whole. */
  @TextColumn(40, { nullable: true })
  step!: string | null;

  @InstantColumn({ default: () => 'clock_timestamp()' })
  at!: Date;
}
