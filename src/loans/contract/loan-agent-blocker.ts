import { Injectable } from '@nestjs/common';
import type { Agent } from '../../agents/agent.entity';
import { type AgentBlocker, AgentBlockers } from '../../agents/agent-blockers';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Loan } from './loan.entity';

/** Prevents the deletion of an agent with loans of any status, because an ended loan keeps its agent on record. */
@Injectable()
@MemberOf(AgentBlockers)
export class LoanAgentBlocker implements AgentBlocker {
  readonly name = 'loans';

  async blocks(tx: Tx, institutionId: number, { id, agentCode }: Agent): Promise<string | undefined> {
    const loan = await tx.findOneBy(Loan, { institutionId, agentId: id });
    return loan
      ? `Loans such as ${loan.loanAccountNumber} are attributed to the agent ${agentCode}; ` +
          "change the agent's status instead."
      : undefined;
  }
}
