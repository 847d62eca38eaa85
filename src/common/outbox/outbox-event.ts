import type { ExtraRow } from '../database/insert-rows';
import { jobRows } from '../jobs/job-queue';

/** Job kind of an event on its way to the event bus. */
export const OUTBOX_JOB_KIND = 'publish-event';

/** An event that matters: stored with the change that caused it, published at least once. Its fields must survive JSON. */
export interface OutboxEvent {
  readonly institutionId: number;
}

export type OutboxEventType = (new (...args: never[]) => OutboxEvent) & { readonly name: string };

/** The rows that make an event part of a transaction. */
export function eventRows(id: number, event: OutboxEvent): ExtraRow[] {
  return jobRows({
    institutionId: event.institutionId,
    id,
    kind: OUTBOX_JOB_KIND,
    payload: { event: event.constructor.name, data: { ...event } },
  });
}
