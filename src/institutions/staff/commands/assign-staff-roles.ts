import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../changes/configuration-changes';
import { assertNotOwnRecord } from '../own-record';
import type { AssignStaffRolesBody } from '../staff.dto';
import { StaffAccess } from '../staff-access';
import { StaffPermissions } from '../staff-rights';
import { CHANGE_STAFF_ROLES } from '../staff-role-changes';

/** Replaces all roles of another member of staff, or asks for it. */
export class AssignStaffRoles extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staffID: string,
    readonly body: AssignStaffRolesBody,
  ) {
    super();
  }
}

@CommandHandler(AssignStaffRoles)
export class AssignStaffRolesHandler implements ICommandHandler<AssignStaffRoles> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly rights: StaffPermissions,
    private readonly changes: ConfigurationChanges,
    private readonly access: StaffAccess,
  ) {}

  async execute({ write, staffID, body }: AssignStaffRoles): Promise<Outcome> {
    const { institutionId, actor } = write;
    assertNotOwnRecord(actor, staffID);
    const roles = [...new Set(body.roles)].sort();
    const outcome = await this.writes.run(write, { ...body, staffID }, async (tx) => {
      const permissions = await this.rights.ofRoles(tx, institutionId, roles);
      return this.changes.ask(tx, write, {
        operation: CHANGE_STAFF_ROLES,
        target: staffID,
        after: { roles, permissions },
      });
    });
    this.access.forget(institutionId, staffID);
    return outcome;
  }
}
