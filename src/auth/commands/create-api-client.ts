import { ModuleRef } from '@nestjs/core';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { READ_SCOPES } from '../../common/http/client-scopes';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { newClientId } from '../api-clients';
import type { CreateApiClientBody } from '../api-clients.dto';
import { CREATE_API_CLIENT } from '../new-client-changes';
import { ParentAccounts } from '../parent-accounts';

/** Creates an API client and returns its secret once, or asks a second person to. */
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
    private readonly changes: ConfigurationChanges,
    private readonly modules: ModuleRef,
  ) {}

  async execute({ write, body }: CreateApiClient): Promise<Outcome> {
    if (body.parentAccountNumber) {
      // The module that provides it is in a higher tier, so it cannot be injected.
      await this.modules
        .get(ParentAccounts, { strict: false })
        .requireCorporate(write.institutionId, body.parentAccountNumber);
    }
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));
    return this.writes.run(write, body, (tx) =>
      this.changes.ask(tx, write, {
        operation: CREATE_API_CLIENT,
        target: newClientId(),
        after: { scopes: READ_SCOPES, ...sent },
        isNew: true,
        confidential: true,
      }),
    );
  }
}
