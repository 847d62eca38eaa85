import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Agent } from './agent.entity';
import { agentsErrors } from './agents.errors';

/** What names an agent; when both are there, both must fit. */
export type AgentKey = { id: number; agentCode?: string } | { id?: number; agentCode: string };

/** The agents of an institution, for the modules whose records name one. */
@Injectable()
export class Agents {
  /**
   * An agent whom a new record may name. The agent can be neither suspended nor deleted until the transaction ends, so call
   * it in the one that attributes something to the agent.
   * @throws AGENT_NOT_ACTIVE (422), whether the agent is not active, unknown or another institution's.
   */
  async requireActive(tx: Tx, institutionId: number, agentCode: string): Promise<Agent> {
    const agent = await tx.findOne(Agent, { where: { institutionId, agentCode }, lock: { mode: 'pessimistic_read' } });
    if (agent?.status !== 'Active') throw agentsErrors.AGENT_NOT_ACTIVE(`There is no active agent ${agentCode}.`);
    return agent;
  }

  /** The agent, locked until the transaction ends; it waits for whoever names the agent. @throws AGENT_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, key: AgentKey): Promise<Agent> {
    const agent = await tx.findOne(Agent, { where: { institutionId, ...key }, lock: { mode: 'for_no_key_update' } });
    if (!agent) throw agentsErrors.AGENT_NOT_FOUND();
    return agent;
  }
}
