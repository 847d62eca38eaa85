import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
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
import { CreateRole } from './commands/create-role';
import { UpdateRole } from './commands/update-role';
import { ListPermissions } from './queries/list-permissions';
import { ListRoles } from './queries/list-roles';
import { CreateRoleBody, ListRolesQuery, PermissionView, RoleView, UpdateRoleBody } from './roles.dto';

@ApiTags('Roles')
@Controller('api/admin/v1')
export class RolesController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly queryBus: QueryBus,
  ) {}

  @Get('roles')
  @Endpoint({
    summary: 'List roles',
    access: staffAccess(institutionsPermissions.viewStaff),
    response: RoleView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListRolesQuery): Promise<Page<RoleView>> {
    return this.queryBus.execute(new ListRoles(staff.institutionId, filters));
  }

  @Get('permissions')
  @Endpoint({
    summary: 'List permissions',
    access: staffAccess(institutionsPermissions.viewStaff),
    response: PermissionView,
    list: 'flat',
  })
  permissions(): Promise<{ data: PermissionView[]; recordCount: number }> {
    return this.queryBus.execute(new ListPermissions());
  }

  @Post('roles')
  @Endpoint({
    summary: 'Create a role',
    access: staffAccess(institutionsPermissions.manageRoles),
    reference: 'honoured',
    stepUp: true,
    response: RoleView,
    accepted: changeAccepted,
    errors: [institutionsErrors.ROLE_NAME_TAKEN, institutionsErrors.UNKNOWN_PERMISSION],
  })
  create(@Write() write: WriteRequest, @Body() body: CreateRoleBody): Promise<Outcome> {
    return this.commandBus.execute(new CreateRole(write, body));
  }

  @Patch('roles/:name')
  @Endpoint({
    summary: 'Update a role',
    versioned: true,
    description:
      'Only a member of staff who does not hold the role can change its permissions. Permissions that are added wait ' +
      'for a second person; permissions are taken away at once, while two active people can still decide changes of ' +
      'staff.',
    access: staffAccess(institutionsPermissions.manageRoles),
    reference: 'honoured',
    stepUp: true,
    response: RoleView,
    accepted: changeAccepted,
    errors: [institutionsErrors.ROLE_NOT_FOUND, institutionsErrors.OWN_ROLE, institutionsErrors.UNKNOWN_PERMISSION],
  })
  update(@Write() write: WriteRequest, @Param('name') name: string, @Body() body: UpdateRoleBody): Promise<Outcome> {
    return this.commandBus.execute(new UpdateRole(write, name, body));
  }
}
