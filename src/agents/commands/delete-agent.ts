import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Agent } from '../agent.entity';
import { AgentBlockers } from '../agent-blockers';
import { agentViews } from '../agent-view';
import { Agents } from '../agents';
import { agentsErrors } from '../agents.errors';

/**
 * Deletes an agent to whom no record is attributed. The audit log keeps the agent's details; the code is not reused.
 */
export class DeleteAgent extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly id: number,
  ) {
    super();
  }
}

@CommandHandler(DeleteAgent)
export class DeleteAgentHandler implements ICommandHandler<DeleteAgent> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly agents: Agents,
    private readonly blockers: AgentBlockers,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, id }: DeleteAgent): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { id }, async (tx) => {
      const agent = await this.agents.lock(tx, institutionId, { id });
      const blocked = await this.blockers.firstReason(tx, institutionId, agent);
      if (blocked) throw agentsErrors.AGENT_IN_USE(blocked.reason, { blockedBy: blocked.name });
      const [details] = await agentViews(tx, institutionId, [agent]);
      await tx.delete(Agent, { institutionId, id });
      await this.audit.record(tx, write, {
        action: 'agent.delete',
        subject: `agent:${agent.agentCode}`,
        details: { ...details },
      });
      return Outcome.done({ id, agentCode: agent.agentCode });
    });
  }
}
