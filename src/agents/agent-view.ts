import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { Branch } from '../institutions/branches/branch.entity';
import type { Agent } from './agent.entity';
import type { AgentView } from './agents.dto';

/** Agents as answered to callers. Reads the branches of all agents in one query. */
export async function agentViews(tx: Tx, institutionId: number, agents: Agent[]): Promise<AgentView[]> {
  const branches = await tx.findBy(Branch, {
    institutionId,
    id: In([...new Set(agents.map(({ branchId }) => branchId))]),
  });
  const branchById = new Map(branches.map((branch) => [branch.id, branch]));
  return agents.map((agent) => agentView(agent, branchById.get(agent.branchId)));
}

export function agentView(agent: Agent, branch: Branch | undefined): AgentView {
  const { id, agentCode, name, phoneNumber, emailAddress, address, referenceNumber, notes, status } = agent;
  const { branchCode = '', branchName = '' } = branch ?? {};
  return {
    id,
    agentCode,
    name,
    branchCode,
    branchName,
    phoneNumber,
    emailAddress,
    address,
    referenceNumber,
    notes,
    status,
  };
}
