import { Module } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { AgentBlockers } from './agent-blockers';
import { AgentCodes } from './agent-codes';
import { Agents } from './agents';
import { AgentsController } from './agents.controller';
import { AddAgentHandler } from './commands/add-agent';
import { ChangeAgentStatusHandler } from './commands/change-agent-status';
import { DeleteAgentHandler } from './commands/delete-agent';
import { UpdateAgentHandler } from './commands/update-agent';
import { SearchAgentsHandler } from './queries/search-agents';

/** Field agents, to whom loans are attributed. */
@Module({
  imports: [InstitutionsModule],
  controllers: [AgentsController],
  providers: [
    AgentBlockers,
    AgentCodes,
    Agents,
    AddAgentHandler,
    ChangeAgentStatusHandler,
    DeleteAgentHandler,
    UpdateAgentHandler,
    SearchAgentsHandler,
  ],
  exports: [AgentBlockers, Agents],
})
export class AgentsModule {}
