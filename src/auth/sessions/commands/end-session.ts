import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import type { StaffActor } from '../../../common/http/actor';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { StaffSessions } from '../../../institutions/staff/sessions/staff-sessions';
import { StaffMembers } from '../../../institutions/staff/staff-members';
import { authErrors } from '../../auth.errors';

/** Ends one session of the caller: the present one is signed out. */
export class EndSession extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly sessionId: number,
  ) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staff, sessionId }: EndSession): Promise<Outcome> {
    const { institutionId, id: staffID } = staff;
    const isCurrent = sessionId === staff.sessionId;
    const outcome = await this.writes.run(write, { sessionId }, async (tx) => {
      const member = await this.members.require(tx, institutionId, staffID);
      const ending = { reason: isCurrent ? ('sign-out' as const) : ('ended-by-owner' as const), by: write.actor };
      if (!(await this.sessions.end(tx, member, sessionId, ending))) throw authErrors.SESSION_NOT_FOUND();
      await this.audit.record(tx, write, {
        action: isCurrent ? 'staff.sign-out' : 'staff.end-session',
        subject: write.actor,
        details: { endedSessionId: sessionId },
      });
      return Outcome.done({ id: sessionId });
    });
    this.sessions.forget(institutionId, staffID, sessionId);
    return outcome;
  }
}
