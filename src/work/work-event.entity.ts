import { Entity, Index } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';
import type { WorkKind } from './work-change.entity';

/** A committed change of the work of staff, with its number, the position (docs/api/staff-work.md#events). */
@Entity()
@Index('ix_work_event_at', ['institutionId', 'at'])
export class WorkEvent {
  @PrimaryIdColumn()
  institutionId!: number;

  /** 1, 2, 3 and so on, in the order in which the changes became known. */
  @PrimaryIdColumn()
  seq!: number;

  @TextColumn(20)
  kind!: WorkKind;

  @TextColumn(20)
  subject!: string;

  @TextColumn(20)
  status!: string;

  @TextColumn(40, { nullable: true })
  step!: string | null;

  @InstantColumn()
  at!: Date;
}

/** A number and what it stands for, as a stream shows it. */
export type NumberedWork = Pick<WorkEvent, 'seq' | 'kind' | 'subject' | 'status' | 'step'> & {
  /** The operation of an approval, which decides who sees it. */
  operation?: string;
};
