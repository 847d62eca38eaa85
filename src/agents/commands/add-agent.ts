import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { searchName } from '../../common/text/search-name';
import { Clock } from '../../common/time/clock';
import { Branches } from '../../institutions/branches/branches';
import { Agent } from '../agent.entity';
import { AgentCodes } from '../agent-codes';
import { agentDetails } from '../agent-details';
import { agentView } from '../agent-view';
import type { AddAgentBody } from '../agents.dto';

/** Adds an active agent. */
export class AddAgent extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: AddAgentBody,
  ) {
    super();
  }
}

@CommandHandler(AddAgent)
export class AddAgentHandler implements ICommandHandler<AddAgent> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly branches: Branches,
    private readonly codes: AgentCodes,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: AddAgent): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, body, async (tx) => {
      const branch = await this.branches.requireActive(tx, institutionId, body.branchCode);
      const now = this.clock.institutionNow(institutionId);
      const agent: Agent = {
        institutionId,
        id: await this.ids.next(),
        agentCode: await this.codes.next(tx, institutionId),
        name: body.name,
        searchName: searchName(body.name),
        branchId: branch.id,
        ...agentDetails(body),
        status: 'Active',
        createdBy: actor,
        createdAt: now,
        updatedAt: now,
      };
      await refusingDuplicates(tx.insert(Agent, agent), { uq_agent_reference: duplicateReference('referenceNumber') });
      await this.audit.record(tx, write, {
        action: 'agent.add',
        subject: `agent:${agent.agentCode}`,
        details: { id: agent.id, ...body },
      });
      return Outcome.done(agentView(agent, branch));
    });
  }
}
