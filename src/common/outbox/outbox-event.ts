import type { ExtraRow } from '../database/insert-rows';
import { jobRows } from '../jobs/job-queue';

/** Job kind of an event that is to be published. */
export const OUTBOX_JOB_KIND = 'publish-event';

/**
 * An event: stored with the change that caused it, published at least once. Its fields must be representable in JSON.
 */
export interface OutboxEvent {
  readonly institutionId: number;
}

export type OutboxEventType = (new (...args: never[]) => OutboxEvent) & { readonly name: string };

/** The rows that store an event in a transaction. */
export function eventRows(id: number, event: OutboxEvent): ExtraRow[] {
  return jobRows({
    institutionId: event.institutionId,
    id,
    kind: OUTBOX_JOB_KIND,
    payload: { event: event.constructor.name, data: { ...event } },
  });
}
