import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { StaffActor } from '../../../common/http/actor';
import type { Page } from '../../../common/http/paging';
import { Clock } from '../../../common/time/clock';
import { InstitutionSettings } from '../../../institutions/settings/institution-settings';
import { StaffSession } from '../../../institutions/staff/sessions/staff-session.entity';
import { StaffMembers } from '../../../institutions/staff/staff-members';
import { CONSOLE_IDLE_MINUTES } from '../../auth.settings';
import { type ListSessionsQuery, type StaffSessionView, staffSessionView } from '../staff-sessions.dto';

const MINUTE_MS = 60_000;

/** Lists the sessions of a member of staff that have neither ended nor expired, newest first. */
export class ListStaffSessions extends Query<Page<StaffSessionView>> {
  constructor(
    readonly caller: StaffActor,
    readonly staffID: string,
    readonly filters: ListSessionsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListStaffSessions)
export class ListStaffSessionsHandler implements IQueryHandler<ListStaffSessions> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly settings: InstitutionSettings,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, staffID, filters }: ListStaffSessions): Promise<Page<StaffSessionView>> {
    const { institutionId, sessionId } = caller;
    const idleMs = Number(await this.settings.get(institutionId, CONSOLE_IDLE_MINUTES)) * MINUTE_MS;
    const now = this.clock.now();
    return this.unitOfWork.read(institutionId, async (tx) => {
      const member = await this.members.require(tx, institutionId, staffID);
      const query = tx
        .createQueryBuilder(StaffSession, 's')
        .where('s.institution_id = :institutionId AND s.staff_id = :staffId', { institutionId, staffId: member.id })
        .andWhere('s.ended_at IS NULL AND s.expires_at > :now', { now })
        .andWhere('(s.last_active_at IS NULL OR s.last_active_at > :idleSince)', {
          idleSince: new Date(now.getTime() - idleMs),
        })
        .orderBy('s.id', filters.Direction === 'Asc' ? 'ASC' : 'DESC');
      return listPage(tx, query, filters, (session) => staffSessionView(session, sessionId));
    });
  }
}
