import { Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { PagingQuery } from '../../common/http/paging.dto';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { institutionsErrors } from '../../institutions/institutions.errors';
import { institutionsPermissions } from '../../institutions/institutions.permissions';
import { EndStaffSessions } from './commands/end-staff-sessions';
import { UnlockStaff } from './commands/unlock-staff';
import { ListStaffSessions } from './queries/list-staff-sessions';
import { SessionsEndedView, StaffSessionView, StaffUnlockedView } from './sessions.dto';

const { STAFF_NOT_FOUND, OWN_STAFF_RECORD } = institutionsErrors;
const MANAGING = { access: staffAccess(institutionsPermissions.manageStaff) };

/** The sessions and locks of colleagues. */
@ApiTags('Staff')
@Controller('api/admin/v1/staff/:staffID')
export class StaffSessionsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
  ) {}

  @Get('sessions')
  @Endpoint({
    summary: 'List the sessions of a member of staff',
    ...MANAGING,
    response: StaffSessionView,
    list: 'page',
    errors: [STAFF_NOT_FOUND],
  })
  list(
    @CurrentStaff() staff: StaffActor,
    @Param('staffID') staffID: string,
    @Query() filters: PagingQuery,
  ): Promise<Page<StaffSessionView>> {
    return this.queryBus.execute(new ListStaffSessions(staff, staffID, filters));
  }

  @Delete('sessions')
  @Endpoint({
    summary: 'End all sessions of a member of staff',
    description: 'Their tokens stop working at once, in other processes within 20 seconds.',
    ...MANAGING,
    reference: 'honoured',
    response: SessionsEndedView,
    errors: [STAFF_NOT_FOUND],
  })
  end(@Write() write: WriteRequest, @Param('staffID') staffID: string): Promise<Outcome> {
    return this.commandBus.execute(new EndStaffSessions(write, staffID));
  }

  @Post('unlock')
  @Endpoint({
    summary: 'Unlock the sign-in of a member of staff',
    description: 'Ends the locks after wrong passwords and codes. The password and the second factor stay as they are.',
    ...MANAGING,
    stepUp: true,
    reference: 'honoured',
    response: StaffUnlockedView,
    errors: [STAFF_NOT_FOUND, OWN_STAFF_RECORD],
  })
  unlock(@Write() write: WriteRequest, @Param('staffID') staffID: string): Promise<Outcome> {
    return this.commandBus.execute(new UnlockStaff(write, staffID));
  }
}
