import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Role } from '../role.entity';
import { Roles } from '../roles';
import { roleView, type UpdateRoleBody } from '../roles.dto';
import { StaffAccess } from '../staff-access';

/** Updates the description and permissions of a role. */
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
    private readonly access: StaffAccess,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, name, body }: UpdateRole): Promise<Outcome> {
    const { institutionId, actor } = write;
    const outcome = await this.writes.run(write, { ...body, name }, async (tx) => {
      const role = await this.roles.require(tx, institutionId, name);
      if (body.permissions) await this.roles.assertNotHeld(tx, role, actor);
      const permissions = body.permissions ? [...new Set(body.permissions)].sort() : role.permissions;
      this.roles.assertKnown(permissions.filter((permission) => !role.permissions.includes(permission)));
      const changes = { description: body.description ?? role.description, permissions };
      await tx.update(Role, { institutionId, id: role.id }, changes);
      await this.audit.record(tx, write, { action: 'role.update', subject: `role:${name}`, details: body });
      return Outcome.done(roleView({ ...role, ...changes }));
    });
    this.access.forgetAll();
    return outcome;
  }
}
