import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import type { Tx } from '../../common/database/unit-of-work';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Outcome } from '../../common/http/outcome';
import { validationFailed } from '../../common/http/validation.pipe';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { searchName } from '../../common/text/search-name';
import { Clock } from '../../common/time/clock';
import { Branch } from '../../institutions/branches/branch.entity';
import { Branches } from '../../institutions/branches/branches';
import { Agent } from '../agent.entity';
import { agentDetails } from '../agent-details';
import { agentView } from '../agent-view';
import { type AgentKey, Agents } from '../agents';
import type { UpdateAgentBody } from '../agents.dto';

/** Updates the details of an agent, except the status. */
export class UpdateAgent extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: UpdateAgentBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateAgent)
export class UpdateAgentHandler implements ICommandHandler<UpdateAgent> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly agents: Agents,
    private readonly branches: Branches,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: UpdateAgent): Promise<Outcome> {
    const { institutionId } = write;
    const key = agentKeyOf(body);
    return this.writes.run(write, body, async (tx) => {
      const agent = await this.agents.lock(tx, institutionId, key);
      const before = await tx.findOneByOrFail(Branch, { institutionId, id: agent.branchId });
      const branch = await this.resolveBranch(tx, before, body);
      const name = body.name ?? agent.name;
      const changes = {
        name,
        searchName: searchName(name),
        branchId: branch.id,
        ...agentDetails(body, agent),
        updatedAt: this.clock.institutionNow(institutionId),
      };
      await refusingDuplicates(tx.update(Agent, { institutionId, id: agent.id }, changes), {
        uq_agent_reference: duplicateReference('referenceNumber'),
      });
      const after = agentView({ ...agent, ...changes }, branch);
      await this.audit.record(tx, write, {
        action: 'agent.update',
        subject: `agent:${agent.agentCode}`,
        details: { ...changeOf(agentView(agent, before), after) },
      });
      return Outcome.done(after);
    });
  }

  /** An agent may stay in a branch that was closed; only a move needs an active branch. */
  private async resolveBranch(tx: Tx, before: Branch, { branchCode }: UpdateAgentBody): Promise<Branch> {
    const stays = (branchCode ?? before.branchCode) === before.branchCode;
    return stays ? before : this.branches.requireActive(tx, before.institutionId, branchCode!);
  }
}

/** @throws VALIDATION_FAILED (400) when the body names no agent. */
function agentKeyOf({ id, agentCode }: UpdateAgentBody): AgentKey {
  const byId = id === undefined || id === null ? undefined : { id };
  const byCode = agentCode === undefined || agentCode === null ? undefined : { agentCode };
  const key = byId ? { ...byCode, ...byId } : byCode;
  if (!key) throw validationFailed([{ field: 'agentCode', message: 'or id is required' }]);
  return key;
}
