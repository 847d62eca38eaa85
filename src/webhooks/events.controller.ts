import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import { PulledEventsView, PullEventsQuery } from './events.dto';
import { PullEvents } from './queries/pull-events';
import { webhooksErrors } from './webhooks.errors';

@Controller('api/events/v1')
@ApiTags('Events')
export class EventsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('events')
  @Endpoint({
    summary: 'Pull events',
    description:
      'The events after a number, in their order, of the types that the webhook endpoints of the client have. An ' +
      'endpoint without an address is enough. Events are kept for 30 days.',
    access: clientAccess('events:read'),
    response: PulledEventsView,
    errors: [webhooksErrors.NO_EVENT_SUBSCRIPTION],
  })
  pull(@CurrentClient() client: ClientActor, @Query() filters: PullEventsQuery): Promise<PulledEventsView> {
    return this.queries.execute(new PullEvents(client, filters));
  }
}
