import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { type ClosureBlocker, ClosureBlockers } from '../closure/closure-blockers';
import type { DepositAccount } from '../deposit-account.entity';
import { Overdraft } from './overdraft.entity';

/**
 * Keeps an account open while an overdraft waits for approval or for its start date. An overdraft in force blocks the
 * closure through the account's overdraft limit.
 */
@Injectable()
export class OverdraftClosureBlocker implements ClosureBlocker, OnModuleInit {
  readonly name = 'overdrafts';

  constructor(private readonly blockers: ClosureBlockers) {}

  onModuleInit(): void {
    this.blockers.register(this);
  }

  async blocks(tx: Tx, institutionId: number, { id }: DepositAccount): Promise<string | undefined> {
    const overdraft = await tx.findOneBy(Overdraft, {
      institutionId,
      accountId: id,
      status: In(['PendingApproval', 'Active']),
    });
    if (!overdraft) return undefined;
    const { status, referenceNumber } = overdraft;
    return status === 'Active'
      ? `The overdraft ${referenceNumber} of this account is active; deactivate it first.`
      : `The overdraft ${referenceNumber} of this account waits for approval; have it decided first.`;
  }
}
