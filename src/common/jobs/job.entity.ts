import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../database/columns';

export type JobStatus = 'queued' | 'done' | 'dead';

/**
 * Work that must happen after the transaction that requested it. A dead letter waits for staff
 * (`docs/ARCHITECTURE.md#jobs-and-events`).
 */
@Entity()
@Index('ix_job_dead', ['institutionId', 'id'], { where: `"status" = 'dead'` })
export class Job extends TenantEntity {
  @TextColumn(60)
  kind!: string;

  @Column({ type: 'jsonb' })
  payload!: Record<string, unknown>;

  @TextColumn(10, { default: 'queued' })
  status!: JobStatus;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @TextColumn(500, { nullable: true })
  lastError!: string | null;

  @InstantColumn({ default: () => 'now()' })
  createdAt!: Date;

  @InstantColumn({ nullable: true })
  finishedAt!: Date | null;
}
