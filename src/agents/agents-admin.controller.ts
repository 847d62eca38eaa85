import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Page } from '../common/http/paging';
import { AgentView, SearchAgentsQuery } from './agents.dto';
import { agentsPermissions } from './agents.permissions';
import { SearchAgents } from './queries/search-agents';

@ApiTags('Agents')
@Controller('api/admin/v1/agents')
export class AgentsAdminController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List agents',
    access: staffAccess(agentsPermissions.viewAgents),
    response: AgentView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: SearchAgentsQuery): Promise<Page<AgentView>> {
    return this.queries.execute(new SearchAgents(staff.institutionId, filters));
  }
}
