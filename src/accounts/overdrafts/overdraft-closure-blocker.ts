import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { type ClosureBlocker, ClosureBlockers } from '../closure/closure-blockers';
import type { DepositAccount } from '../deposit-account.entity';
import { Overdraft } from './overdraft.entity';

/**
 * Keeps an account open while an overdraft waits for approval or for its start date. An overdraft in force blocks the
 * closure through the account's overdraft limit.
 */
@Injectable()
@MemberOf(ClosureBlockers)
export class OverdraftClosureBlocker implements ClosureBlocker {
  readonly name = 'overdrafts';

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
