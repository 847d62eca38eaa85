import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';
import type { Agent } from './agent.entity';

/** A module's check for records attributed to an agent, which prevent the agent's deletion. */
export interface AgentBlocker {
  /** Stable name, such as `loans`. */
  readonly name: string;
  /**
   * Runs inside the deleting transaction, with the agent locked. A transaction that attributes a record to an agent
   * reads the agent through `Agents.requireActive`, which waits for that lock.
   * @returns the refusal's sentence: why the agent must stay; undefined when no record is attributed.
   */
  blocks(tx: Tx, institutionId: number, agent: Agent): Promise<string | undefined>;
}

/** All agent blockers: the providers with `@MemberOf(AgentBlockers)`. */
@Injectable()
export class AgentBlockers extends Registry<AgentBlocker> {
  /** The first reason, by the blockers' names, why the agent cannot be deleted; undefined when there is none. */
  async firstReason(
    tx: Tx,
    institutionId: number,
    agent: Agent,
  ): Promise<{ name: string; reason: string } | undefined> {
    for (const blocker of this.all()) {
      const reason = await blocker.blocks(tx, institutionId, agent);
      if (reason !== undefined) return { name: blocker.name, reason };
    }
    return undefined;
  }

  protected override nameOf({ name }: AgentBlocker): string {
    return name;
  }
}
