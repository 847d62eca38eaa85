import { Entity, Index } from 'typeorm';
import { DateColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

/** One account, loan or other row that a step of a day could not process. All other rows are done. */
@Entity()
@Index('uq_end_of_day_exception', ['institutionId', 'date', 'step', 'subject'], { unique: true })
@Index('ix_end_of_day_exception_open', ['institutionId', 'date'], { where: 'resolved_at IS NULL' })
export class EndOfDayException extends TenantEntity {
  @DateColumn()
  date!: string;

  @TextColumn(40)
  step!: string;

  /** Such as `loan:20300`. */
  @TextColumn(120)
  subject!: string;

  @TextColumn(500)
  message!: string;

  /** The time of the last failure. */
  @InstantColumn()
  failedAt!: Date;

  /** The time of the later run of the step that processed the row. */
  @InstantColumn({ nullable: true })
  resolvedAt!: Date | null;
}
