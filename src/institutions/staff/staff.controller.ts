import { Body, Controller, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../changes/configuration-changes';
import { institutionsErrors } from '../institutions.errors';
import { institutionsPermissions } from '../institutions.permissions';
import { AssignStaffRoles } from './commands/assign-staff-roles';
import { CreateStaff } from './commands/create-staff';
import { UpdateStaff } from './commands/update-staff';
import { ListStaff } from './queries/list-staff';
import { AssignStaffRolesBody, CreateStaffBody, ListStaffQuery, StaffView, UpdateStaffBody } from './staff.dto';

const {
  STAFF_NOT_FOUND,
  STAFF_ID_TAKEN,
  STAFF_EMAIL_TAKEN,
  BRANCH_NOT_FOUND,
  BRANCH_INACTIVE,
  ROLE_NOT_FOUND,
  OWN_STAFF_RECORD,
} = institutionsErrors;

@ApiTags('Staff')
@Controller('api/admin/v1/staff')
export class StaffController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List staff',
    access: staffAccess(institutionsPermissions.viewStaff),
    response: StaffView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListStaffQuery): Promise<Page<StaffView>> {
    return this.queryBus.execute(new ListStaff(staff.institutionId, filters));
  }

  @Post()
  @Endpoint({
    summary: 'Create a member of staff',
    description: 'Waits for a second person. The new member sets a password with a one-time code.',
    access: staffAccess(institutionsPermissions.manageStaff),
    reference: 'honoured',
    stepUp: true,
    response: StaffView,
    accepted: changeAccepted,
    errors: [STAFF_ID_TAKEN, STAFF_EMAIL_TAKEN, BRANCH_NOT_FOUND, BRANCH_INACTIVE, ROLE_NOT_FOUND],
  })
  create(@Write() write: WriteRequest, @Body() body: CreateStaffBody): Promise<Outcome> {
    return this.commandBus.execute(new CreateStaff(write, body));
  }

  @Patch(':staffID')
  @Endpoint({
    summary: 'Update a member of staff',
    versioned: true,
    description:
      'Another e-mail address and a reactivation wait for a second person. A deactivation takes effect at once, while ' +
      'two active people can still decide changes of staff.',
    access: staffAccess(institutionsPermissions.manageStaff),
    reference: 'honoured',
    stepUp: true,
    response: StaffView,
    accepted: changeAccepted,
    errors: [STAFF_NOT_FOUND, STAFF_EMAIL_TAKEN, BRANCH_NOT_FOUND, BRANCH_INACTIVE, OWN_STAFF_RECORD],
  })
  update(
    @Write() write: WriteRequest,
    @Param('staffID') staffID: string,
    @Body() body: UpdateStaffBody,
  ): Promise<Outcome> {
    return this.commandBus.execute(new UpdateStaff(write, staffID, body));
  }

  @Put(':staffID/roles')
  @Endpoint({
    summary: 'Replace the roles of a member of staff',
    versioned: true,
    description:
      '`If-Match` is the `rolesVersion` of the member. ' +
      'Roles that give permissions wait for a second person. Roles that only take permissions away take effect at ' +
      'once, while two active people can still decide changes of staff.',
    access: staffAccess(institutionsPermissions.manageRoles),
    reference: 'honoured',
    stepUp: true,
    response: StaffView,
    accepted: changeAccepted,
    errors: [STAFF_NOT_FOUND, ROLE_NOT_FOUND, OWN_STAFF_RECORD],
  })
  assignRoles(
    @Write() write: WriteRequest,
    @Param('staffID') staffID: string,
    @Body() body: AssignStaffRolesBody,
  ): Promise<Outcome> {
    return this.commandBus.execute(new AssignStaffRoles(write, staffID, body));
  }
}
