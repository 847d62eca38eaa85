import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import { ListApiRequests } from './list-api-requests';
import { ApiRequestFilters, ApiRequestsView } from './requests.dto';

/** The calls that an API client has made. */
@ApiTags('Developer')
@Controller('api/developer/v1')
export class DeveloperRequestsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('requests')
  @Endpoint({
    summary: 'List your own requests',
    description:
      'The calls of this API client in the last 30 days, latest first, with amounts, accounts, references and codes of ' +
      'bodies and answers. They are written shortly after the answers: a process that is killed loses the last second, ' +
      'and `lostBefore` counts calls that could not be kept under load. Query an outcome by its reference, not here.',
    access: clientAccess('institution:read'),
    response: ApiRequestsView,
  })
  list(
    @CurrentClient() { institutionId, id }: ClientActor,
    @Query() filters: ApiRequestFilters,
  ): Promise<ApiRequestsView> {
    return this.queries.execute(new ListApiRequests(institutionId, { ...filters, ClientID: id }));
  }
}
