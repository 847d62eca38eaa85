import { Entity, Index } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../database/columns';

/**
 * The time at which a queued job may be taken: a routing table without row-level security, because workers read it
 * before they know the institution. Taking a job moves `dueAt` to the end of the lease, so that an abandoned job
 * becomes due again.
 */
@Entity()
@Index('ix_job_due_due_at', ['dueAt'])
export class JobDue {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  jobId!: number;

  @TextColumn(60)
  kind!: string;

  @InstantColumn()
  dueAt!: Date;
}
