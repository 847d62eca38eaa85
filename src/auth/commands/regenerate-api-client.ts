import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { ApiClients } from '../api-clients';
import type { RegenerateApiClientBody } from '../api-clients.dto';
import { REGENERATE_API_CLIENT } from '../client-secret-changes';

/** Replaces the secret of an API client, returns the new one once, and makes the client active; or asks for it. */
export class RegenerateApiClient extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly clientId: string,
    readonly body: RegenerateApiClientBody,
  ) {
    super();
  }
}

@CommandHandler(RegenerateApiClient)
export class RegenerateApiClientHandler implements ICommandHandler<RegenerateApiClient> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
    private readonly clients: ApiClients,
  ) {}

  /** @throws API_CLIENT_NOT_FOUND (404) */
  async execute({ write, clientId, body }: RegenerateApiClient): Promise<Outcome> {
    const overlapMinutes = body.overlapMinutes ?? 0;
    const outcome = await this.writes.run(write, { clientId, overlapMinutes }, (tx) =>
      this.changes.ask(tx, write, {
        operation: REGENERATE_API_CLIENT,
        target: clientId,
        after: { overlapMinutes },
        confidential: true,
      }),
    );
    this.clients.forget(write.institutionId, clientId);
    return outcome;
  }
}
