import { Module, type OnModuleInit } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { EventsModule } from '../events/events.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MessagingModule } from '../messaging/messaging.module';
import { CreateWebhookEndpointHandler } from './commands/create-webhook-endpoint';
import { ReplayEventsHandler } from './commands/replay-events';
import { RotateWebhookSecretHandler } from './commands/rotate-webhook-secret';
import { SetWebhookEndpointStatusHandler } from './commands/set-webhook-endpoint-status';
import { UpdateWebhookEndpointHandler } from './commands/update-webhook-endpoint';
import { DeliveryGauges } from './delivery/delivery-gauges';
import { DeliveryOutcomes } from './delivery/delivery-outcomes';
import { DeliveryWorker } from './delivery/delivery-worker';
import { EndpointLeases } from './delivery/endpoint-leases';
import { EventSender } from './delivery/event-sender';
import { PendingDeliveries } from './delivery/pending-deliveries';
import { EndpointChanges } from './endpoint-changes';
import { EndpointSecrets } from './endpoint-secrets';
import { EventsController } from './events.controller';
import { ListWebhookAttemptsHandler } from './queries/list-webhook-attempts';
import { ListWebhookDeliveriesHandler } from './queries/list-webhook-deliveries';
import { ListWebhookEndpointsHandler } from './queries/list-webhook-endpoints';
import { PullEventsHandler } from './queries/pull-events';
import { WebhookEndpoints } from './webhook-endpoints';
import { WebhooksController } from './webhooks.controller';
import { webhooksPermissions } from './webhooks.permissions';

/** Events for API clients: endpoints that they are sent to, deliveries, and pulling. */
@Module({
  imports: [AuthModule, EventsModule, InstitutionsModule, MessagingModule],
  controllers: [EventsController, WebhooksController],
  providers: [
    DeliveryGauges,
    DeliveryOutcomes,
    DeliveryWorker,
    EndpointChanges,
    EndpointLeases,
    EndpointSecrets,
    EventSender,
    PendingDeliveries,
    WebhookEndpoints,
    CreateWebhookEndpointHandler,
    ReplayEventsHandler,
    RotateWebhookSecretHandler,
    SetWebhookEndpointStatusHandler,
    UpdateWebhookEndpointHandler,
    ListWebhookAttemptsHandler,
    ListWebhookDeliveriesHandler,
    ListWebhookEndpointsHandler,
    PullEventsHandler,
  ],
})
export class WebhooksModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(webhooksPermissions, 'API clients');
  }
}
