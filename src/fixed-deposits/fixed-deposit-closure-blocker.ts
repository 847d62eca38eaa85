import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type ClosureBlocker, ClosureBlockers } from '../accounts/closure/closure-blockers';
import type { DepositAccount } from '../accounts/deposit-account.entity';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { FixedDeposit } from './fixed-deposit.entity';

/**
 * Keeps an account open while it is the source or the liquidation account of an open deposit. The term of a rollover
 * has no source account.
 */
@Injectable()
@MemberOf(ClosureBlockers)
export class FixedDepositClosureBlocker implements ClosureBlocker {
  readonly name = 'fixed-deposits';

  async blocks(tx: Tx, institutionId: number, { id }: DepositAccount): Promise<string | undefined> {
    const open = { institutionId, status: In(['PendingApproval', 'Active']) };
    const deposit = await tx.findOne(FixedDeposit, {
      where: [
        { ...open, liquidationAccountId: id },
        { ...open, sourceAccountId: id },
      ],
    });
    if (!deposit) return undefined;
    const { contractNo, status } = deposit;
    return status === 'Active'
      ? `The fixed deposit ${contractNo} of this account is open; liquidate it or wait for its maturity first.`
      : `The fixed deposit ${contractNo} of this account waits for approval; approve or decline it first.`;
  }
}
