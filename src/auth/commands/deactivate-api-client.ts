import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ApiClient } from '../api-client.entity';
import { ApiClients } from '../api-clients';
import { NO_PREVIOUS_SECRET } from '../client-secrets';

/** Deactivates an API client: it gets no more tokens, and its tokens stop working within a minute. */
export class DeactivateApiClient extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly clientId: string,
  ) {
    super();
  }
}

@CommandHandler(DeactivateApiClient)
export class DeactivateApiClientHandler implements ICommandHandler<DeactivateApiClient> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly clients: ApiClients,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, clientId }: DeactivateApiClient): Promise<Outcome> {
    const { institutionId } = write;
    const outcome = await this.writes.run(write, { clientId }, async (tx) => {
      const client = await this.clients.lock(tx, institutionId, clientId);
      const changes = { status: 'Inactive' as const, ...NO_PREVIOUS_SECRET };
      await tx.update(ApiClient, { institutionId, id: client.id }, changes);
      const after = await this.clients.view(tx, { ...client, ...changes });
      await this.audit.record(tx, write, {
        action: 'api-client.deactivate',
        subject: `api-client:${clientId}`,
        details: changeOf(await this.clients.view(tx, client), after),
      });
      return Outcome.done(after);
    });
    this.clients.forget(institutionId, clientId);
    return outcome;
  }
}
