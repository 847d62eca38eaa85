import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { ClientActor } from '../../common/http/actor';
import { SequencerHead } from '../../common/sequencer/sequencer-head.entity';
import { EVENT_STREAM } from '../../events/event-numbering';
import { readStretch } from '../delivery/deliverable-events';
import type { PulledEventsView, PullEventsQuery } from '../events.dto';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import { webhooksErrors } from '../webhooks.errors';

/** The events after a number that an API client subscribed to, with any of its endpoints. */
export class PullEvents extends Query<PulledEventsView> {
  constructor(
    readonly client: ClientActor,
    readonly filters: PullEventsQuery,
  ) {
    super();
  }
}

@QueryHandler(PullEvents)
export class PullEventsHandler implements IQueryHandler<PullEvents> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws NO_EVENT_SUBSCRIPTION (422) */
  async execute({ client, filters: { After, Limit } }: PullEvents): Promise<PulledEventsView> {
    const { institutionId, id: clientId, scopes } = client;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const endpoints = await tx.findBy(WebhookEndpoint, { institutionId, clientId });
      const types = endpoints.flatMap(({ status, eventTypes }) => (status === 'Removed' ? [] : eventTypes));
      if (types.length === 0) throw webhooksErrors.NO_EVENT_SUBSCRIPTION();
      const head = await tx.findOneBy(SequencerHead, { institutionId, stream: EVENT_STREAM });
      const reader = { institutionId, clientId, scopes, types: new Set(types) };
      const span = { after: After, limit: Limit, lastSeq: head?.lastSeq ?? 0 };
      const { events, readTo, isFull } = await readStretch(tx, reader, span);
      return { events: events.map(({ body }) => body), nextAfter: readTo, hasMore: isFull };
    });
  }
}
