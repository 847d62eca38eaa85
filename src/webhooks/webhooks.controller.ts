import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { authErrors } from '../auth/auth.errors';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { changeAccepted } from '../institutions/changes/configuration-changes';
import { CreateWebhookEndpoint } from './commands/create-webhook-endpoint';
import { ReplayEvents } from './commands/replay-events';
import { RotateWebhookSecret } from './commands/rotate-webhook-secret';
import { SetWebhookEndpointStatus } from './commands/set-webhook-endpoint-status';
import { UpdateWebhookEndpoint } from './commands/update-webhook-endpoint';
import { ListWebhookAttempts } from './queries/list-webhook-attempts';
import { ListWebhookDeliveries } from './queries/list-webhook-deliveries';
import { ListWebhookEndpoints } from './queries/list-webhook-endpoints';
import {
  CreateWebhookEndpointBody,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  ReplayEventsBody,
  ReplayView,
  RotateWebhookSecretBody,
  UpdateWebhookEndpointBody,
  WebhookAttemptView,
  WebhookDeliveryPath,
  WebhookDeliveryView,
  WebhookEndpointPath,
  WebhookEndpointSecretView,
  WebhookEndpointView,
} from './webhooks.dto';
import { webhooksErrors } from './webhooks.errors';
import { webhooksPermissions } from './webhooks.permissions';

const view = staffAccess(webhooksPermissions.viewWebhooks);
const manage = staffAccess(webhooksPermissions.manageWebhooks);
const errors = [webhooksErrors.WEBHOOK_ENDPOINT_NOT_FOUND];
const termsErrors = [
  authErrors.API_CLIENT_NOT_FOUND,
  webhooksErrors.WEBHOOK_ADDRESS_NOT_ALLOWED,
  webhooksErrors.EVENT_SCOPE_MISSING,
];

@Controller('api/admin/v1/webhooks')
@ApiTags('Webhooks')
export class WebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({ summary: 'List webhook endpoints', access: view, response: WebhookEndpointView, list: 'page' })
  list(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListWebhookEndpointsQuery,
  ): Promise<Page<WebhookEndpointView>> {
    return this.queries.execute(new ListWebhookEndpoints(staff.institutionId, filters));
  }

  @Post()
  @Endpoint({
    summary: 'Create a webhook endpoint',
    description:
      'Waits for a second person, who gets the secret, once. The endpoint gets the events from then on; an endpoint ' +
      'without an address lets the API client pull them.',
    access: manage,
    reference: 'honoured',
    stepUp: true,
    response: WebhookEndpointSecretView,
    accepted: changeAccepted,
    errors: termsErrors,
  })
  create(@Write() write: WriteRequest, @Body() body: CreateWebhookEndpointBody): Promise<Outcome> {
    return this.commands.execute(new CreateWebhookEndpoint(write, body));
  }

  @Patch(':endpointId')
  @Endpoint({
    summary: 'Change a webhook endpoint',
    description: 'Another address and further types of events wait for a second person.',
    access: manage,
    reference: 'honoured',
    stepUp: true,
    response: WebhookEndpointView,
    accepted: changeAccepted,
    errors: [...errors, ...termsErrors],
  })
  update(
    @Write() write: WriteRequest,
    @Param() { endpointId }: WebhookEndpointPath,
    @Body() body: UpdateWebhookEndpointBody,
  ): Promise<Outcome> {
    return this.commands.execute(new UpdateWebhookEndpoint(write, Number(endpointId), body));
  }

  @Post(':endpointId/rotate-secret')
  @Endpoint({
    summary: 'Replace the secret of a webhook endpoint',
    description: 'The new secret is shown once. Deliveries are signed with both until the overlap ends.',
    access: manage,
    reference: 'honoured',
    stepUp: true,
    response: WebhookEndpointSecretView,
    errors,
  })
  rotateSecret(
    @Write() write: WriteRequest,
    @Param() { endpointId }: WebhookEndpointPath,
    @Body() body: RotateWebhookSecretBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RotateWebhookSecret(write, Number(endpointId), body));
  }

  @Post(':endpointId/pause')
  @Endpoint({
    summary: 'Pause a webhook endpoint',
    description: 'Nothing is sent until it is resumed; events are kept for 30 days.',
    access: manage,
    reference: 'honoured',
    response: WebhookEndpointView,
    errors,
  })
  pause(@Write() write: WriteRequest, @Param() { endpointId }: WebhookEndpointPath): Promise<Outcome> {
    return this.commands.execute(new SetWebhookEndpointStatus(write, Number(endpointId), 'Paused'));
  }

  @Post(':endpointId/resume')
  @Endpoint({
    summary: 'Resume a webhook endpoint',
    description: 'What has waited is sent at once, in its order.',
    access: manage,
    reference: 'honoured',
    response: WebhookEndpointView,
    errors,
  })
  resume(@Write() write: WriteRequest, @Param() { endpointId }: WebhookEndpointPath): Promise<Outcome> {
    return this.commands.execute(new SetWebhookEndpointStatus(write, Number(endpointId), 'Active'));
  }

  @Delete(':endpointId')
  @Endpoint({
    summary: 'Remove a webhook endpoint',
    description: 'It gets nothing more and cannot be resumed.',
    access: manage,
    reference: 'honoured',
    response: WebhookEndpointView,
    errors,
  })
  remove(@Write() write: WriteRequest, @Param() { endpointId }: WebhookEndpointPath): Promise<Outcome> {
    return this.commands.execute(new SetWebhookEndpointStatus(write, Number(endpointId), 'Removed'));
  }

  @Post(':endpointId/replay')
  @Endpoint({
    summary: 'Send events again',
    description:
      'One event, or a span of numbers, that the endpoint would get now. They are sent after what already waits.',
    access: manage,
    reference: 'honoured',
    response: ReplayView,
    errors: [
      ...errors,
      webhooksErrors.EVENT_NOT_FOUND,
      webhooksErrors.WEBHOOK_WITHOUT_ADDRESS,
      webhooksErrors.REPLAY_SPAN_NOT_ALLOWED,
    ],
  })
  replay(
    @Write() write: WriteRequest,
    @Param() { endpointId }: WebhookEndpointPath,
    @Body() body: ReplayEventsBody,
  ): Promise<Outcome> {
    return this.commands.execute(new ReplayEvents(write, Number(endpointId), body));
  }

  @Get(':endpointId/deliveries')
  @Endpoint({
    summary: 'List the deliveries of a webhook endpoint',
    access: view,
    response: WebhookDeliveryView,
    list: 'page',
    errors,
  })
  deliveries(
    @CurrentStaff() staff: StaffActor,
    @Param() { endpointId }: WebhookEndpointPath,
    @Query() filters: ListWebhookDeliveriesQuery,
  ): Promise<Page<WebhookDeliveryView>> {
    return this.queries.execute(new ListWebhookDeliveries(staff.institutionId, Number(endpointId), filters));
  }

  @Get(':endpointId/deliveries/:position/attempts')
  @Endpoint({
    summary: 'List the attempts of a delivery',
    access: view,
    response: WebhookAttemptView,
    list: 'flat',
    errors: [...errors, webhooksErrors.WEBHOOK_DELIVERY_NOT_FOUND],
  })
  async attempts(
    @CurrentStaff() staff: StaffActor,
    @Param() { endpointId, position }: WebhookDeliveryPath,
  ): Promise<{ data: WebhookAttemptView[]; recordCount: number }> {
    const data = await this.queries.execute(
      new ListWebhookAttempts(staff.institutionId, Number(endpointId), Number(position)),
    );
    return { data, recordCount: data.length };
  }
}
