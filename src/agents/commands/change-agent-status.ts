import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { Branch } from '../../institutions/branches/branch.entity';
import { Agent } from '../agent.entity';
import { agentView } from '../agent-view';
import { Agents } from '../agents';
import type { ChangeAgentStatusBody } from '../agents.dto';

/** Changes the status of an agent. Records stay attributed to the agent. */
export class ChangeAgentStatus extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: ChangeAgentStatusBody,
  ) {
    super();
  }
}

@CommandHandler(ChangeAgentStatus)
export class ChangeAgentStatusHandler implements ICommandHandler<ChangeAgentStatus> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly agents: Agents,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: ChangeAgentStatus): Promise<Outcome> {
    const { institutionId } = write;
    const { agentCode, status } = body;
    return this.writes.run(write, body, async (tx) => {
      const agent = await this.agents.lock(tx, institutionId, { agentCode });
      const branch = await tx.findOneByOrFail(Branch, { institutionId, id: agent.branchId });
      if (agent.status !== status) {
        await tx.update(
          Agent,
          { institutionId, id: agent.id },
          { status, updatedAt: this.clock.institutionNow(institutionId) },
        );
        await this.audit.record(tx, write, {
          action: 'agent.change-status',
          subject: `agent:${agentCode}`,
          details: { ...changeOf({ status: agent.status }, { status }) },
        });
      }
      return Outcome.done(agentView({ ...agent, status }, branch));
    });
  }
}
