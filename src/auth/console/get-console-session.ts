import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';
import { StaffMembers } from '../../institutions/staff/staff-members';
import type { SessionView } from './console-session.dto';
import { ConsoleSessionViews } from './console-session-views';

/** Gets the session of a request. */
export class GetConsoleSession extends Query<SessionView> {
  constructor(readonly staff: StaffActor) {
    super();
  }
}

@QueryHandler(GetConsoleSession)
export class GetConsoleSessionHandler implements IQueryHandler<GetConsoleSession> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly views: ConsoleSessionViews,
  ) {}

  async execute({ staff: { institutionId, id, sessionId } }: GetConsoleSession): Promise<SessionView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const member = await this.members.require(tx, institutionId, id);
      const session = await tx.findOneByOrFail(StaffSession, { institutionId, id: sessionId! });
      return this.views.of(tx, member, session);
    });
  }
}
