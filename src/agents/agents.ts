import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Agent } from './agent.entity';
import { agentsErrors } from './agents.errors';

/** The id or the code of an agent. When both are given, both must match. */
export type AgentKey = { id: number; agentCode?: string } | { id?: number; agentCode: string };

/** Finds agents for commands and for modules whose records name an agent. */
@Injectable()
export class Agents {
  /**
   * An active agent, whom a new record may name. The agent can be neither suspended nor deleted until the transaction
   * ends, so call it in the transaction that attributes the record.
   * @throws AGENT_NOT_ACTIVE (422) for an agent that is not active, unknown or of another institution.
   */
  async requireActive(tx: Tx, institutionId: number, agentCode: string): Promise<Agent> {
    const agent = await tx.findOne(Agent, { where: { institutionId, agentCode }, lock: { mode: 'pessimistic_read' } });
    if (agent?.status !== 'Active') throw agentsErrors.AGENT_NOT_ACTIVE(`There is no active agent ${agentCode}.`);
    return agent;
  }

  /**
   * The agent, locked until the transaction ends. Waits for transactions that attribute a record to the agent.
   * @throws AGENT_NOT_FOUND (404)
   */
  async lock(tx: Tx, institutionId: number, key: AgentKey): Promise<Agent> {
    const agent = await tx.findOne(Agent, { where: { institutionId, ...key }, lock: { mode: 'for_no_key_update' } });
    if (!agent) throw agentsErrors.AGENT_NOT_FOUND();
    return agent;
  }
}
