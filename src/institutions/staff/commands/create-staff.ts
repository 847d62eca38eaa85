import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { CreateStaffBody } from '../staff.dto';
import { StaffMembers } from '../staff-members';
import { staffViews } from '../staff-views';

/** Creates a member of staff, without a password. */
export class CreateStaff extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateStaffBody,
  ) {
    super();
  }
}

@CommandHandler(CreateStaff)
export class CreateStaffHandler implements ICommandHandler<CreateStaff> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, body }: CreateStaff): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, body, async (tx) => {
      const member = await this.members.create(tx, { institutionId, ...body, roles: body.roles ?? [] });
      await this.audit.record(tx, write, { action: 'staff.create', subject: `staff:${member.staffID}`, details: body });
      const [view] = await staffViews(tx, institutionId, [member]);
      return Outcome.done(view);
    });
  }
}
