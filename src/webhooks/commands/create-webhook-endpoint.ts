import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { CHANGE_WEBHOOK_ENDPOINT } from '../endpoint-changes';
import type { CreateWebhookEndpointBody } from '../webhooks.dto';

/** Asks for a webhook endpoint; the second person gets its secret. */
export class CreateWebhookEndpoint extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateWebhookEndpointBody,
  ) {
    super();
  }
}

@CommandHandler(CreateWebhookEndpoint)
export class CreateWebhookEndpointHandler implements ICommandHandler<CreateWebhookEndpoint> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
    private readonly ids: IdAllocator,
  ) {}

  /** @throws API_CLIENT_NOT_FOUND (404), WEBHOOK_ADDRESS_NOT_ALLOWED, EVENT_SCOPE_MISSING (422) */
  async execute({ write, body }: CreateWebhookEndpoint): Promise<Outcome> {
    const { clientId, url, description, eventTypes, noticeEmail } = body;
    const after = {
      clientId,
      url: url ?? null,
      description: description ?? null,
      eventTypes,
      noticeEmail: noticeEmail ?? null,
    };
    return this.writes.run(write, body, async (tx) => {
      const id = await this.ids.next();
      return this.changes.ask(tx, write, {
        operation: CHANGE_WEBHOOK_ENDPOINT,
        target: String(id),
        after,
        isNew: true,
        id,
        confidential: true,
      });
    });
  }
}
