import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { CHANGE_WEBHOOK_ENDPOINT } from '../endpoint-changes';
import type { UpdateWebhookEndpointBody } from '../webhooks.dto';

/** Changes a webhook endpoint, or asks for it. */
export class UpdateWebhookEndpoint extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly endpointId: number,
    readonly body: UpdateWebhookEndpointBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateWebhookEndpoint)
export class UpdateWebhookEndpointHandler implements ICommandHandler<UpdateWebhookEndpoint> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
  ) {}

  /**
   * @throws WEBHOOK_ENDPOINT_NOT_FOUND (404), WEBHOOK_ADDRESS_NOT_ALLOWED, EVENT_SCOPE_MISSING (422)
   */
  async execute({ write, endpointId, body }: UpdateWebhookEndpoint): Promise<Outcome> {
    const after = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    return this.writes.run(write, { endpointId, ...body }, (tx) =>
      this.changes.ask(tx, write, { operation: CHANGE_WEBHOOK_ENDPOINT, target: String(endpointId), after }),
    );
  }
}
