import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { AgentBlockers } from './agent-blockers';
import { AgentCodes } from './agent-codes';
import { Agents } from './agents';
import { AgentsController } from './agents.controller';
import { agentsPermissions } from './agents.permissions';
import { AgentsAdminController } from './agents-admin.controller';
import { AddAgentHandler } from './commands/add-agent';
import { ChangeAgentStatusHandler } from './commands/change-agent-status';
import { DeleteAgentHandler } from './commands/delete-agent';
import { UpdateAgentHandler } from './commands/update-agent';
import { SearchAgentsHandler } from './queries/search-agents';

/** Field agents, to whom loans are attributed. */
@Module({
  imports: [InstitutionsModule],
  controllers: [AgentsController, AgentsAdminController],
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
export class AgentsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(agentsPermissions, 'Agents');
  }
}
