import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { ApiClient } from '../api-client.entity';
import { ApiClients } from '../api-clients';

/** Reactivates a deactivated or unused API client, with its present secret. */
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
    private readonly clients: ApiClients,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, clientId }: ReactivateApiClient): Promise<Outcome> {
    const { institutionId } = write;
    const outcome = await this.writes.run(write, { clientId }, async (tx) => {
      const client = await this.clients.lock(tx, institutionId, clientId);
      const now = this.clock.now();
      // Tokens from before a deactivation stay dead, although the secret is the same.
      const ended = client.status === 'Active' ? {} : { secretChangedAt: now };
      const changes = { status: 'Active' as const, reactivatedAt: now, ...ended };
      await tx.update(ApiClient, { institutionId, id: client.id }, changes);
      const after = await this.clients.view(tx, { ...client, ...changes });
      await this.audit.record(tx, write, {
        action: 'api-client.reactivate',
        subject: `api-client:${clientId}`,
        details: changeOf(await this.clients.view(tx, client), after),
      });
      return Outcome.done(after);
    });
    this.clients.forget(institutionId, clientId);
    return outcome;
  }
}
