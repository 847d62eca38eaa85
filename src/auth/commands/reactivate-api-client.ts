import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { ApiClients } from '../api-clients';
import { REACTIVATE_API_CLIENT } from '../client-reactivations';

/** Reactivates a deactivated or unused API client, with its present secret, or asks for it. */
export class ReactivateApiClient extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly clientId: string,
  ) {
    super();
  }
}

@CommandHandler(ReactivateApiClient)
export class ReactivateApiClientHandler implements ICommandHandler<ReactivateApiClient> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
    private readonly clients: ApiClients,
    private readonly clock: Clock,
  ) {}

  /** @throws API_CLIENT_NOT_FOUND (404) */
  async execute({ write, clientId }: ReactivateApiClient): Promise<Outcome> {
    const outcome = await this.writes.run(write, { clientId }, (tx) =>
      this.changes.ask(tx, write, {
        operation: REACTIVATE_API_CLIENT,
        target: clientId,
        after: { status: 'Active', reactivatedAt: this.clock.now().toISOString() },
      }),
    );
    this.clients.forget(write.institutionId, clientId);
    return outcome;
  }
}
