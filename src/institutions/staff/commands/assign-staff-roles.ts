import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { assertNotOwnRecord } from '../own-record';
import type { AssignStaffRolesBody } from '../staff.dto';
import { StaffAccess } from '../staff-access';
import { StaffMembers } from '../staff-members';
import { staffViews } from '../staff-views';

/** Replaces the roles of another member of staff. */
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
    private readonly members: StaffMembers,
    private readonly access: StaffAccess,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staffID, body }: AssignStaffRoles): Promise<Outcome> {
    const { institutionId, actor } = write;
    assertNotOwnRecord(actor, staffID);
    const outcome = await this.writes.run(write, { ...body, staffID }, async (tx) => {
      const member = await this.members.require(tx, institutionId, staffID);
      await this.members.assignRoles(tx, member, body.roles);
      await this.audit.record(tx, write, { action: 'staff.assign-roles', subject: `staff:${staffID}`, details: body });
      const [view] = await staffViews(tx, institutionId, [member]);
      return Outcome.done(view);
    });
    this.access.forget(institutionId, staffID);
    return outcome;
  }
}
