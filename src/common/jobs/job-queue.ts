import type { ExtraRow } from '../database/insert-rows';

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
  const createdAt = 'now';
  return [
    {
      table: 'job',
      values: {
        institution_id: institutionId,
        id,
        kind,
        payload,
        status: 'queued',
        attempts: 0,
        created_at: createdAt,
      },
    },
    {
      table: 'job_due',
      values: { institution_id: institutionId, job_id: id, kind, due_at: dueAt?.toISOString() ?? 'now' },
    },
  ];
}
