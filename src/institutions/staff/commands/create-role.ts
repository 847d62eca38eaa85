import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Roles } from '../roles';
import { type CreateRoleBody, roleView } from '../roles.dto';

/** Creates a role. */
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
    private readonly roles: Roles,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, body }: CreateRole): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, body, async (tx) => {
      const role = await this.roles.create(tx, { institutionId, ...body });
      await this.audit.record(tx, write, { action: 'role.create', subject: `role:${role.name}`, details: body });
      return Outcome.done(roleView(role));
    });
  }
}
