import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { EndpointSecrets } from '../endpoint-secrets';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import { WebhookEndpoints } from '../webhook-endpoints';
import type { RotateWebhookSecretBody } from '../webhooks.dto';

const HOUR_MS = 3_600_000;
const DEFAULT_OVERLAP_HOURS = 24;

/** Gives an endpoint a new secret, which is shown once; the old one signs too until its end. */
export class RotateWebhookSecret extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly endpointId: number,
    readonly body: RotateWebhookSecretBody,
  ) {
    super();
  }
}

@CommandHandler(RotateWebhookSecret)
export class RotateWebhookSecretHandler implements ICommandHandler<RotateWebhookSecret> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly endpoints: WebhookEndpoints,
    private readonly secrets: EndpointSecrets,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws WEBHOOK_ENDPOINT_NOT_FOUND (404) */
  async execute({ write, endpointId, body }: RotateWebhookSecret): Promise<Outcome> {
    const { institutionId } = write;
    const overlapHours = body.overlapHours ?? DEFAULT_OVERLAP_HOURS;
    return this.writes.run(write, { endpointId, overlapHours }, async (tx) => {
      const endpoint = await this.endpoints.lock(tx, institutionId, endpointId);
      const secret = this.secrets.issue();
      const changes = {
        sealedSecret: this.secrets.seal(endpoint, secret),
        previousSealedSecret: overlapHours === 0 ? null : endpoint.sealedSecret,
        previousSecretEndsAt: overlapHours === 0 ? null : new Date(this.clock.now().getTime() + overlapHours * HOUR_MS),
      };
      await tx.update(WebhookEndpoint, { institutionId, id: endpointId }, changes);
      await this.audit.record(tx, write, {
        action: 'webhook-endpoint.rotate-secret',
        subject: `webhook-endpoint:${endpointId}`,
        details: { overlapHours },
      });
      return Outcome.done({ ...this.endpoints.view({ ...endpoint, ...changes }), secret }, 'Successful', {
        confidential: true,
      });
    });
  }
}
