import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { ApiClients } from '../api-clients';
import { type ApiClientSecretView, apiClientView, type RegenerateApiClientBody } from '../api-clients.dto';

const MINUTE_MS = 60_000;

/** Replaces the secret of an API client, returns the new one once, and makes the client active. */
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
    private readonly clients: ApiClients,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, clientId, body: { overlapMinutes = 0 } }: RegenerateApiClient): Promise<Outcome> {
    const { institutionId } = write;
    const outcome = await this.writes.run(write, { clientId, overlapMinutes }, async (tx) => {
      const { client, clientSecret } = await this.clients.regenerate(
        tx,
        await this.clients.lock(tx, institutionId, clientId),
        overlapMinutes * MINUTE_MS,
      );
      await this.audit.record(tx, write, {
        action: 'api-client.regenerate',
        subject: `api-client:${clientId}`,
        details: { overlapMinutes },
      });
      const view: ApiClientSecretView = { ...apiClientView(client, this.clock.now()), clientSecret };
      return Outcome.done(view, 'Successful', { confidential: true });
    });
    this.clients.forget(institutionId, clientId);
    return outcome;
  }
}
