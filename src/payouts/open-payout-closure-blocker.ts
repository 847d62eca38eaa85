import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { type ClosureBlocker, ClosureBlockers } from '../accounts/closure/closure-blockers';
import type { DepositAccount } from '../accounts/deposit-account.entity';
import type { Tx } from '../common/database/unit-of-work';
import { FINAL_STATUSES } from './decide-payout';
import { Payout } from './payout.entity';

/** An account stays open while one of its payments may still come back (docs/api/accounts.md#closure). */
@Injectable()
export class OpenPayoutClosureBlocker implements ClosureBlocker, OnModuleInit {
  readonly name = 'open-payouts';

  constructor(private readonly blockers: ClosureBlockers) {}

  onModuleInit(): void {
    this.blockers.register(this);
  }

  async blocks(tx: Tx, institutionId: number, { accountNumber }: DepositAccount): Promise<string | undefined> {
    const open = await tx.findOneBy(Payout, { institutionId, accountNumber, status: Not(In(FINAL_STATUSES)) });
    return open
      ? `The payment ${open.reference} of this account is ${open.status}; wait until it is processed or reversed.`
      : undefined;
  }
}
