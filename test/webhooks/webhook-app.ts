import { EventNumbering } from '../../src/events/event-numbering';
import { DeliveryWorker } from '../../src/webhooks/delivery/delivery-worker';
import { dataOf } from '../support/answers';
import type { TestApp } from '../support/app';
import type { ReceivedEvent } from './webhook-receiver';

export const WEBHOOKS = '/api/admin/v1/webhooks';

interface NewEndpoint {
  id: number;
  secret: string;
}

/** Creates an endpoint for the sandbox's API client, with two people. */
export async function createEndpoint(
  app: TestApp,
  {
    url,
    eventTypes,
    ...rest
  }: { url?: string; eventTypes: readonly string[]; clientId?: string; noticeEmail?: string },
): Promise<NewEndpoint> {
  const token = await app.staff('administrator');
  const { clientId } = app.sandbox.client;
  const asked = app.post(WEBHOOKS, { clientId, eventTypes, ...(url === undefined ? {} : { url }), ...rest }, { token });
  return dataOf<NewEndpoint>(await app.approved(asked));
}

/** Numbers what is committed, and delivers what is due, as the intervals of a serving process do. */
export async function deliver(app: TestApp, endpointId?: number): Promise<void> {
  await app.app.get(EventNumbering, { strict: false }).number(app.institutionId);
  if (endpointId !== undefined)
    await app.app.get(DeliveryWorker, { strict: false }).serve(app.institutionId, endpointId);
}

/** Everything that the sandbox's client can pull. */
export async function pullAll(app: TestApp): Promise<ReceivedEvent[]> {
  await deliver(app);
  const events: ReceivedEvent[] = [];
  for (let after = 0, hasMore = true; hasMore;) {
    const answer = await app.get('/api/events/v1/events', { After: after, Limit: 500 });
    const page = dataOf<{ events: ReceivedEvent[]; nextAfter: number; hasMore: boolean }>(answer);
    events.push(...page.events);
    after = page.nextAfter;
    hasMore = page.hasMore;
  }
  return events;
}
