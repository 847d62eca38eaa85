import { Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../../institutions/changes/configuration-changes';
import { institutionsErrors } from '../../institutions/institutions.errors';
import { institutionsPermissions } from '../../institutions/institutions.permissions';
import { authErrors } from '../auth.errors';
import { ResetSecondFactor } from '../second-factor/commands/reset-second-factor';
import { SecondFactorRemovedView } from '../second-factor/second-factor.dto';
import { EndStaffSessions } from './commands/end-staff-sessions';
import { UnlockStaff } from './commands/unlock-staff';
import { ListStaffSessions } from './queries/list-staff-sessions';
import { ListSessionsQuery, SessionsEndedView, StaffSessionView, StaffUnlockedView } from './staff-sessions.dto';

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
    @Query() filters: ListSessionsQuery,
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

  @Delete('second-factor')
  @Endpoint({
    summary: 'Reset the second factor of a member of staff',
    description:
      'For a colleague who has lost the app and the recovery codes. Waits for a second person; then the factor is ' +
      'removed and all sessions of the member end.',
    ...MANAGING,
    stepUp: true,
    reference: 'honoured',
    response: SecondFactorRemovedView,
    accepted: changeAccepted,
    errors: [STAFF_NOT_FOUND, OWN_STAFF_RECORD, authErrors.SECOND_FACTOR_NOT_SET_UP],
  })
  resetSecondFactor(@Write() write: WriteRequest, @Param('staffID') staffID: string): Promise<Outcome> {
    return this.commandBus.execute(new ResetSecondFactor(write, staffID));
  }
}
