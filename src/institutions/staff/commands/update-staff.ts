import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { searchName } from '../../../common/text/search-name';
import { Branches } from '../../branches/branches';
import { assertNotOwnRecord } from '../own-record';
import { StaffSessions } from '../sessions/staff-sessions';
import type { UpdateStaffBody } from '../staff.dto';
import { Staff } from '../staff.entity';
import { StaffAccess } from '../staff-access';
import { StaffMembers } from '../staff-members';
import { staffViews } from '../staff-views';

/** Updates the name, branch, e-mail address or status of a member of staff. */
export class UpdateStaff extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staffID: string,
    readonly body: UpdateStaffBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateStaff)
export class UpdateStaffHandler implements ICommandHandler<UpdateStaff> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly branches: Branches,
    private readonly sessions: StaffSessions,
    private readonly access: StaffAccess,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staffID, body }: UpdateStaff): Promise<Outcome> {
    const { institutionId, actor } = write;
    if (body.status) assertNotOwnRecord(actor, staffID);
    const outcome = await this.writes.run(write, { ...body, staffID }, async (tx) => {
      await this.change(tx, await this.members.require(tx, institutionId, staffID), body, actor);
      await this.audit.record(tx, write, { action: 'staff.update', subject: `staff:${staffID}`, details: body });
      const [view] = await staffViews(tx, institutionId, [await this.members.require(tx, institutionId, staffID)]);
      return Outcome.done(view);
    });
    this.access.forget(institutionId, staffID);
    return outcome;
  }

  private async change(tx: Tx, member: Staff, body: UpdateStaffBody, actor: string): Promise<void> {
    const { institutionId, id } = member;
    const name = body.name ?? member.name;
    const branchId = body.branchCode
      ? (await this.branches.requireActive(tx, institutionId, body.branchCode)).id
      : member.branchId;
    await tx.update(
      Staff,
      { institutionId, id },
      { name, searchName: searchName(name), branchId, status: body.status ?? member.status },
    );
    if (body.status !== undefined && body.status !== 'Active')
      await this.sessions.endAll(tx, member, { reason: 'deactivated', by: actor });
    if (body.email) await this.members.changeEmail(tx, member, body.email);
  }
}
