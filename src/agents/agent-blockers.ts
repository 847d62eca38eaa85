import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import type { Agent } from './agent.entity';

/** A module's say in the deletion of agents: it knows of what is attributed to one. */
export interface AgentBlocker {
  /** Stable name, such as `loans`. */
  readonly name: string;
  /**
   * Asked inside the deleting transaction, with the agent locked: whoever attributes something to an agent in a
   * transaction reads it by `Agents.requireActive`, which waits for that lock.
   * @returns the sentence that tells the caller why the agent must stay; undefined when nothing is attributed.
   */
  blocks(tx: Tx, institutionId: number, agent: Agent): Promise<string | undefined>;
}

/** Every agent blocker of the process, registered by its module at boot. */
@Injectable()
export class AgentBlockers {
  private readonly blockers = new Map<string, AgentBlocker>();

  register(blocker: AgentBlocker): void {
    if (this.blockers.has(blocker.name)) throw new Error(`There are two agent blockers ${blocker.name}.`);
    this.blockers.set(blocker.name, blocker);
  }

  /** The first reason against deleting the agent. */
  async reasonAgainst(
    tx: Tx,
    institutionId: number,
    agent: Agent,
  ): Promise<{ name: string; reason: string } | undefined> {
    for (const blocker of this.blockers.values()) {
      const reason = await blocker.blocks(tx, institutionId, agent);
      if (reason !== undefined) return { name: blocker.name, reason };
    }
    return undefined;
  }
}
