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

/** What loans keep from others: their agent's deletion, their linked account's closure; and metadata and documents of their own. */
@Injectable()
export class LoanRegistrations implements OnModuleInit {
  constructor(
    private readonly agentBlockers: AgentBlockers,
    private readonly closureBlockers: ClosureBlockers,
    private readonly types: EntityTypes,
  ) {}

  onModuleInit(): void {
    const keepsAgent: AgentBlocker = { name: NAME, blocks: attributedTo };
    const keepsAccount: ClosureBlocker = { name: NAME, blocks: linkedTo };
    this.agentBlockers.register(keepsAgent);
    this.closureBlockers.register(keepsAccount);
    this.types.register({ type: 'loan', find: findLoans });
  }
}

/** Loans of every status, ended ones too: whom they are attributed to is part of their record. */
async function attributedTo(tx: Tx, institutionId: number, { id, agentCode }: Agent): Promise<string | undefined> {
  const loan = await tx.findOneBy(Loan, { institutionId, agentId: id });
  return loan
    ? `Loans such as ${loan.loanAccountNumber} are attributed to the agent ${agentCode}; change the agent's status instead.`
    : undefined;
}

async function linkedTo(tx: Tx, institutionId: number, { id }: DepositAccount): Promise<string | undefined> {
  const loan = await tx.findOneBy(Loan, { institutionId, linkedAccountId: id, status: Not(In([...ENDED_STATUSES])) });
  if (!loan) return undefined;
  const isOut = loan.disbursementDate !== null;
  return `The loan ${loan.loanAccountNumber} of this account is ${loan.status}; ${isOut ? 'it must be repaid first' : 'have it canceled first'}.`;
}

async function findLoans(tx: Tx, institutionId: number, { id, number }: EntityKey): Promise<number[]> {
  const where: FindOptionsWhere<Loan>[] = [];
  if (id !== undefined) where.push({ institutionId, id });
  if (number !== undefined) where.push({ institutionId, loanAccountNumber: number });
  // Without a condition everything would be found.
  const loans = where.length === 0 ? [] : await tx.find(Loan, { select: { institutionId: true, id: true }, where });
  return loans.map((loan) => loan.id);
}
