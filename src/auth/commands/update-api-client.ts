import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { CHANGE_API_CLIENT } from '../api-client-changes';
import { ApiClients } from '../api-clients';
import type { UpdateApiClientBody } from '../api-clients.dto';

/** Changes the name, scopes, addresses, expiry or amounts of an API client, or asks for it. */
export class UpdateApiClient extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly clientId: string,
    readonly body: UpdateApiClientBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateApiClient)
export class UpdateApiClientHandler implements ICommandHandler<UpdateApiClient> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
    private readonly clients: ApiClients,
  ) {}

  /** @throws API_CLIENT_NOT_FOUND (404), VALIDATION_FAILED (400) for an expiry in the past */
  async execute({ write, clientId, body }: UpdateApiClient): Promise<Outcome> {
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    // Stored and compared in one form.
    const after = body.expiresAt ? { ...sent, expiresAt: new Date(body.expiresAt).toISOString() } : sent;
    const outcome = await this.writes.run(write, { clientId, ...body }, (tx) =>
      this.changes.ask(tx, write, { operation: CHANGE_API_CLIENT, target: clientId, after }),
    );
    this.clients.forget(write.institutionId, clientId);
    return outcome;
  }
}
