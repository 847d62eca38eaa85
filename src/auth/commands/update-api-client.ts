import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { ApiClient } from '../api-client.entity';
import { ApiClients } from '../api-clients';
import { apiClientView, type UpdateApiClientBody } from '../api-clients.dto';
import { readExpiry } from '../client-inactivity';

/** Changes the name, scopes, addresses or expiry of an API client. */
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
    private readonly clients: ApiClients,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** @throws API_CLIENT_NOT_FOUND (404), VALIDATION_FAILED (400) for an expiry in the past */
  async execute({ write, clientId, body }: UpdateApiClient): Promise<Outcome> {
    const { institutionId } = write;
    const { expiresAt, ...fields } = body;
    const now = this.clock.now();
    const outcome = await this.writes.run(write, { clientId, ...body }, async (tx) => {
      const client = await this.clients.lock(tx, institutionId, clientId);
      const changes = {
        ...fields,
        ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : readExpiry(expiresAt, now) }),
      };
      if (Object.keys(changes).length > 0) await tx.update(ApiClient, { institutionId, id: client.id }, changes);
      const { name, scopes, allowedAddresses } = client;
      await this.audit.record(tx, write, {
        action: 'api-client.update',
        subject: `api-client:${clientId}`,
        details: { before: { name, scopes, allowedAddresses, expiresAt: client.expiresAt }, changes: { ...body } },
      });
      return Outcome.done(apiClientView({ ...client, ...changes }, now));
    });
    this.clients.forget(institutionId, clientId);
    return outcome;
  }
}
