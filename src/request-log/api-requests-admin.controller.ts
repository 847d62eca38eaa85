import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import { ListApiRequests } from './list-api-requests';
import { requestLogPermissions } from './request-log.permissions';
import { ApiRequestsView, StaffApiRequestFilters } from './requests.dto';

/** The calls of the institution's API clients, for staff who help integrators. */
@ApiTags('API clients')
@Controller('api/admin/v1/api-requests')
export class ApiRequestsAdminController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List requests of an API client',
    description:
      'The calls of one client in the last 30 days, latest first. ' +
      'Bodies and answers show amounts, accounts, references and codes only.',
    access: staffAccess(requestLogPermissions.viewApiRequests),
    response: ApiRequestsView,
  })
  list(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() filters: StaffApiRequestFilters,
  ): Promise<ApiRequestsView> {
    return this.queries.execute(new ListApiRequests(institutionId, filters));
  }
}
