import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { StaffSessions } from '../../../institutions/staff/sessions/staff-sessions';
import { StaffMembers } from '../../../institutions/staff/staff-members';

/** Ends all sessions of a member of staff. */
export class EndStaffSessions extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staffID: string,
  ) {
    super();
  }
}

@CommandHandler(EndStaffSessions)
export class EndStaffSessionsHandler implements ICommandHandler<EndStaffSessions> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staffID }: EndStaffSessions): Promise<Outcome> {
    const { institutionId } = write;
    const outcome = await this.writes.run(write, { staffID }, async (tx) => {
      const member = await this.members.require(tx, institutionId, staffID);
      const ending = { reason: 'ended-by-colleague' as const, by: write.actor };
      const endedSessions = await this.sessions.endAll(tx, member, ending);
      await this.audit.record(tx, write, {
        action: 'staff.end-sessions',
        subject: `staff:${staffID}`,
        details: { endedSessions },
      });
      return Outcome.done({ staffID, endedSessions });
    });
    this.sessions.forgetMember(institutionId, staffID);
    return outcome;
  }
}
