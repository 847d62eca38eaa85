import { ModuleRef } from '@nestjs/core';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { ApiClients } from '../api-clients';
import { type ApiClientSecretView, apiClientView, type CreateApiClientBody } from '../api-clients.dto';
import { readExpiry } from '../client-inactivity';
import { ParentAccounts } from '../parent-accounts';

/** Creates an API client and returns its secret once. */
export class CreateApiClient extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateApiClientBody,
  ) {
    super();
  }
}

@CommandHandler(CreateApiClient)
export class CreateApiClientHandler implements ICommandHandler<CreateApiClient> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly clients: ApiClients,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly modules: ModuleRef,
  ) {}

  async execute({ write, body }: CreateApiClient): Promise<Outcome> {
    const { institutionId } = write;
    if (body.parentAccountNumber) {
      // The module that provides it is in a higher tier, so it cannot be injected.
      await this.modules
        .get(ParentAccounts, { strict: false })
        .requireCorporate(institutionId, body.parentAccountNumber);
    }
    return this.writes.run(write, body, async (tx) => {
      const { expiresAt, ...fields } = body;
      const { client, clientSecret } = await this.clients.issue(tx, {
        institutionId,
        ...fields,
        expiresAt: expiresAt === undefined ? undefined : readExpiry(expiresAt, this.clock.now()),
      });
      await this.audit.record(tx, write, {
        action: 'api-client.create',
        subject: `api-client:${client.clientId}`,
        details: body,
      });
      const view: ApiClientSecretView = { ...apiClientView(client, this.clock.now()), clientSecret };
      return Outcome.done(view, 'Successful', { confidential: true });
    });
  }
}
