import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../changes/configuration-changes';
import { CHANGE_ROLE } from '../role-changes';
import { Roles } from '../roles';
import type { UpdateRoleBody } from '../roles.dto';
import { StaffAccess } from '../staff-access';

/** Changes the description and permissions of a role, or asks for it. */
export class UpdateRole extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly name: string,
    readonly body: UpdateRoleBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateRole)
export class UpdateRoleHandler implements ICommandHandler<UpdateRole> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly roles: Roles,
    private readonly changes: ConfigurationChanges,
    private readonly access: StaffAccess,
  ) {}

  async execute({ write, name, body }: UpdateRole): Promise<Outcome> {
    const { institutionId, actor } = write;
    const { description, permissions } = body;
    const after = {
      ...(description === undefined ? {} : { description }),
      ...(permissions ? { permissions: [...new Set(permissions)].sort() } : {}),
    };
    const outcome = await this.writes.run(write, { ...body, name }, async (tx) => {
      const role = await this.roles.require(tx, institutionId, name);
      if (permissions) await this.roles.assertNotHeld(tx, role, actor);
      return this.changes.ask(tx, write, { operation: CHANGE_ROLE, target: name, after });
    });
    this.access.forgetAll();
    return outcome;
  }
}
