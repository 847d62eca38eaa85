import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { EventNumbering } from '../../events/event-numbering';
import { WebhookDelivery } from '../webhook-delivery.entity';
import { type EndpointStatus, WebhookEndpoint } from '../webhook-endpoint.entity';
import { WebhookEndpoints } from '../webhook-endpoints';

const ENDPOINT_REMOVED = 'The endpoint was removed.';
const ACTIONS: Record<EndpointStatus, string> = { Active: 'resume', Paused: 'pause', Removed: 'remove' };
const PAUSED_BY_STAFF = 'Staff have paused it.';

/** Pauses, resumes or removes an endpoint. What waits for a paused one is sent when it is resumed. */
export class SetWebhookEndpointStatus extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly endpointId: number,
    readonly status: EndpointStatus,
  ) {
    super();
  }
}

@CommandHandler(SetWebhookEndpointStatus)
export class SetWebhookEndpointStatusHandler implements ICommandHandler<SetWebhookEndpointStatus> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly endpoints: WebhookEndpoints,
    private readonly numbering: EventNumbering,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws WEBHOOK_ENDPOINT_NOT_FOUND (404) */
  async execute({ write, endpointId, status }: SetWebhookEndpointStatus): Promise<Outcome> {
    const { institutionId } = write;
    const outcome = await this.writes.run(write, { endpointId, status }, async (tx) => {
      const endpoint = await this.endpoints.lock(tx, institutionId, endpointId);
      const changes = {
        status,
        pauseReason: status === 'Paused' ? (endpoint.pauseReason ?? PAUSED_BY_STAFF) : null,
        pausedAt: status === 'Paused' ? (endpoint.pausedAt ?? this.clock.now()) : null,
        failures: 0,
        retryAt: null,
      };
      await tx.update(WebhookEndpoint, { institutionId, id: endpointId }, changes);
      if (status === 'Active') await this.makeDue(tx, institutionId, endpointId);
      if (status === 'Removed') {
        await this.endpoints.storeWanted(tx, institutionId);
        await this.endWaiting(tx, institutionId, endpointId);
      }
      await this.audit.record(tx, write, {
        action: `webhook-endpoint.${ACTIONS[status]}`,
        subject: `webhook-endpoint:${endpointId}`,
        details: { before: { status: endpoint.status }, after: { status } },
      });
      return Outcome.done(this.endpoints.view({ ...endpoint, ...changes }));
    });
    this.numbering.forgetInterest();
    return outcome;
  }

  /** Deliveries that wait for a removed endpoint are never sent. */
  private async endWaiting(tx: Tx, institutionId: number, endpointId: number): Promise<void> {
    await tx.update(
      WebhookDelivery,
      { institutionId, endpointId, status: 'Pending' },
      { status: 'Failed', lastError: ENDPOINT_REMOVED, finishedAt: this.clock.now() },
    );
  }

  /** What waited for its next attempt is tried again at once, and for three days from then. */
  private async makeDue(tx: Tx, institutionId: number, endpointId: number): Promise<void> {
    await tx.update(
      WebhookDelivery,
      { institutionId, endpointId, status: 'Pending' },
      { dueAt: this.clock.now(), firstAttemptAt: null },
    );
  }
}
