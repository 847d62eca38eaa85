import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOptionsWhere, In, Not } from 'typeorm';
import { type ClosureBlocker, ClosureBlockers } from '../../accounts/closure/closure-blockers';
import type { DepositAccount } from '../../accounts/deposit-account.entity';
import type { Agent } from '../../agents/agent.entity';
import { type AgentBlocker, AgentBlockers } from '../../agents/agent-blockers';
import type { Tx } from '../../common/database/unit-of-work';
import type { EntityKey } from '../../metadata/entity-key';
import { EntityTypes } from '../../metadata/entity-types';
import { Loan } from './loan.entity';
import { ENDED_STATUSES } from './loan-status';

const NAME = 'loans';

/**
 * Registers loans with other modules: they block the deletion of their agent and the closure of their linked account,
 * and they can have metadata and documents.
 */
@Injectable()
export class LoanRegistrations implements OnModuleInit {
  constructor(
    private readonly agentBlockers: AgentBlockers,
    private readonly closureBlockers: ClosureBlockers,
    private readonly types: EntityTypes,
  ) {}

  onModuleInit(): void {
    const agentBlocker: AgentBlocker = { name: NAME, blocks: agentDeletionBlocker };
    const closureBlocker: ClosureBlocker = { name: NAME, blocks: accountClosureBlocker };
    this.agentBlockers.register(agentBlocker);
    this.closureBlockers.register(closureBlocker);
    this.types.register({ type: 'loan', find: findLoans });
  }
}

/** Counts loans of every status, because an ended loan keeps its agent on record. */
async function agentDeletionBlocker(
  tx: Tx,
  institutionId: number,
  { id, agentCode }: Agent,
): Promise<string | undefined> {
  const loan = await tx.findOneBy(Loan, { institutionId, agentId: id });
  return loan
    ? `Loans such as ${loan.loanAccountNumber} are attributed to the agent ${agentCode}; ` +
        "change the agent's status instead."
    : undefined;
}

async function accountClosureBlocker(
  tx: Tx,
  institutionId: number,
  { id }: DepositAccount,
): Promise<string | undefined> {
  const loan = await tx.findOneBy(Loan, { institutionId, linkedAccountId: id, status: Not(In([...ENDED_STATUSES])) });
  if (!loan) return undefined;
  const action = loan.disbursementDate === null ? 'cancel it first' : 'it must be repaid first';
  return `The loan ${loan.loanAccountNumber} of this account is ${loan.status}; ${action}.`;
}

async function findLoans(tx: Tx, institutionId: number, { id, number }: EntityKey): Promise<number[]> {
  const where: FindOptionsWhere<Loan>[] = [];
  if (id !== undefined) where.push({ institutionId, id });
  if (number !== undefined) where.push({ institutionId, loanAccountNumber: number });
  // Without a condition the query would return every loan.
  const loans = where.length === 0 ? [] : await tx.find(Loan, { select: { institutionId: true, id: true }, where });
  return loans.map((loan) => loan.id);
}
