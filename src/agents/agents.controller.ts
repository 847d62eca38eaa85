import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { institutionsErrors } from '../institutions/institutions.errors';
import {
  AddAgentBody,
  AgentPath,
  AgentView,
  ChangeAgentStatusBody,
  DeletedAgentView,
  SearchAgentsQuery,
  UpdateAgentBody,
} from './agents.dto';
import { agentsErrors } from './agents.errors';
import { AddAgent } from './commands/add-agent';
import { ChangeAgentStatus } from './commands/change-agent-status';
import { DeleteAgent } from './commands/delete-agent';
import { UpdateAgent } from './commands/update-agent';
import { SearchAgents } from './queries/search-agents';

const BRANCH_ERRORS = [institutionsErrors.BRANCH_NOT_FOUND, institutionsErrors.BRANCH_INACTIVE];

@Controller('api/agent/v1')
@ApiTags('Agents')
export class AgentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('add')
  @Endpoint({
    summary: 'Add a field agent',
    description:
      'Loans are attributed to agents. An agent is not an account officer and cannot sign in. The service generates ' +
      'the `agentCode`.',
    access: clientAccess('agents:write'),
    reference: 'honoured',
    response: AgentView,
    errors: BRANCH_ERRORS,
  })
  add(@Write() write: WriteRequest, @Body() body: AddAgentBody): Promise<Outcome> {
    return this.commands.execute(new AddAgent(write, body));
  }

  @Put('update')
  @Endpoint({
    summary: 'Update an agent',
    description: 'Send `id` or `agentCode`. A field that is left out stays as it is; null clears an optional field.',
    access: clientAccess('agents:write'),
    reference: 'honoured',
    response: AgentView,
    errors: [agentsErrors.AGENT_NOT_FOUND, ...BRANCH_ERRORS],
  })
  update(@Write() write: WriteRequest, @Body() body: UpdateAgentBody): Promise<Outcome> {
    return this.commands.execute(new UpdateAgent(write, body));
  }

  @Put('change-status')
  @Endpoint({
    summary: 'Change the status of an agent',
    description: 'Agents have the statuses of staff. Existing loans keep the agent.',
    access: clientAccess('agents:write'),
    reference: 'honoured',
    response: AgentView,
    errors: [agentsErrors.AGENT_NOT_FOUND],
  })
  changeStatus(@Write() write: WriteRequest, @Body() body: ChangeAgentStatusBody): Promise<Outcome> {
    return this.commands.execute(new ChangeAgentStatus(write, body));
  }

  @Delete('delete/:ID')
  @Endpoint({
    summary: 'Delete an agent',
    description: 'Refused when loans are attributed to the agent. The `agentCode` is never reused for another agent.',
    access: clientAccess('agents:write'),
    reference: 'honoured',
    response: DeletedAgentView,
    errors: [agentsErrors.AGENT_NOT_FOUND, agentsErrors.AGENT_IN_USE],
  })
  delete(@Write() write: WriteRequest, @Param() { ID }: AgentPath): Promise<Outcome> {
    return this.commands.execute(new DeleteAgent(write, Number(ID)));
  }

  @Get('search')
  @Endpoint({ summary: 'Search agents', access: clientAccess('agents:read'), response: AgentView, list: 'page' })
  search(@CurrentClient() client: ClientActor, @Query() filters: SearchAgentsQuery): Promise<Page<AgentView>> {
    return this.queries.execute(new SearchAgents(client.institutionId, filters));
  }
}
