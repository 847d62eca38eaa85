import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { StaffSessions } from '../../institutions/staff/sessions/staff-sessions';
import { StaffMembers } from '../../institutions/staff/staff-members';
import type { SessionView } from './console-session.dto';
import { ConsoleSessionViews } from './console-session-views';

/** Says that somebody sits in front of the console: the time without use begins anew, to the second. */
export class ExtendConsoleSession extends Command<SessionView> {
  constructor(readonly staff: StaffActor) {
    super();
  }
}

@CommandHandler(ExtendConsoleSession)
export class ExtendConsoleSessionHandler implements ICommandHandler<ExtendConsoleSession> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly views: ConsoleSessionViews,
  ) {}

  async execute({ staff }: ExtendConsoleSession): Promise<SessionView> {
    const { institutionId, id: staffID, sessionId } = staff;
    const view = await this.unitOfWork.run(institutionId, async (tx) => {
      const member = await this.members.require(tx, institutionId, staffID);
      await this.sessions.recordActivity(tx, institutionId, sessionId!);
      return this.views.of(tx, member, await this.sessions.lock(tx, institutionId, sessionId!));
    });
    this.sessions.forget(institutionId, staffID, sessionId!);
    return view;
  }
}
