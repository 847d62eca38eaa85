import { type ExtraRow, extraRow } from '../database/insert-rows';
import { Job } from './job.entity';
import { JobDue } from './job-due.entity';

/** A job to enqueue: `kind` names its handler, `dueAt` defaults to at once. */
export interface NewJob {
  institutionId: number;
  id: number;
  kind: string;
  payload: Record<string, unknown>;
  dueAt?: Date;
}

/**
 * The rows of a queued job. Insert them in the transaction of the change that needs the job, so that neither is stored
 * without the other.
 */
export function jobRows({ institutionId, id, kind, payload, dueAt }: NewJob): ExtraRow[] {
  return [
    extraRow(Job, { institutionId, id, kind, payload, status: 'queued', attempts: 0, createdAt: 'now' }),
    extraRow(JobDue, { institutionId, jobId: id, kind, dueAt: dueAt ?? 'now' }),
  ];
}
