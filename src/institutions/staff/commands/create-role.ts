import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../changes/configuration-changes';
import { CHANGE_ROLE } from '../role-changes';
import type { CreateRoleBody } from '../roles.dto';

/** Asks for a new role. */
export class CreateRole extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateRoleBody,
  ) {
    super();
  }
}

@CommandHandler(CreateRole)
export class CreateRoleHandler implements ICommandHandler<CreateRole> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
  ) {}

  async execute({ write, body }: CreateRole): Promise<Outcome> {
    const { name: target, description = null, permissions } = body;
    const after = { description, permissions: [...new Set(permissions)].sort() };
    return this.writes.run(write, body, (tx) =>
      this.changes.ask(tx, write, { operation: CHANGE_ROLE, target, after, isNew: true }),
    );
  }
}
